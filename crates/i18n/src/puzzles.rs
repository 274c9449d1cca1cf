//! The texts of the puzzles. Like those of the tutorial they are apart from [`Words`](crate::Words): in the browser they are downloaded
//! with the puzzles.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

/// The number of kinds of puzzles.
pub const PUZZLE_KINDS: usize = 5;

/// Everything the puzzles say in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleTexts {
    /// The kinds: set-up, win masters, defend, endgame, tie-break.
    pub kinds: [PuzzleKindText; PUZZLE_KINDS],
    /// What all puzzles share.
    pub common: PuzzleWords,
}

topic! {
    /// A kind of puzzle: its name, and what it asks for.
    PuzzleKindText {
        labels { name, question }
    }
}

topic! {
    /// What all puzzles share: the overview, buttons, answers. Exercises on the turns of a game are among them.
    PuzzleWords {
        labels {
            title, intro, daily, daily_help, daily_solved, solve, kinds, all_kinds, your_rating, provisional, streak, best,
            daily_streak, repetition, again, task, correct, with_help, wins_always, wrong, not_forced, allows, would, wait,
            show_solution, show_line, next, all_puzzles, waiting, missing, missing_help, none, not_saved, damaged, copy_link,
            exercise, exercise_task, in_the_game, judging, not_judged, exercise_over, to_report, analyse, no_exercise, no_exercise_help,
        }
        messages {
            rated(n: Number),
            solved_of(n: Number, all: Number),
            due(n: Number),
            chance(percent: Number),
            chance_instead(percent: Number, best: Number),
            also(moves: Text),
            rating_now(before: Number, after: Number),
            in_a_row(n: Number),
            engine_choice(what: Text, percent: Number),
        }
    }
}

impl PuzzleTexts {
    /// Fails, while compiling, if a text does not fit its declaration.
    pub(crate) const fn check(&self) {
        let mut index = 0;
        while index < PUZZLE_KINDS {
            self.kinds[index].check();
            index += 1;
        }
        self.common.check();
    }

    /// All texts with their keys.
    #[cfg(test)]
    pub(crate) fn texts(&self) -> Vec<(&'static str, &'static str)> {
        let kinds = self.kinds.iter().flat_map(PuzzleKindText::texts);
        kinds.chain(self.common.texts()).collect()
    }
}

impl Language {
    /// What the puzzles say.
    pub const fn puzzles(self) -> &'static PuzzleTexts {
        match self {
            Language::English => &en::PUZZLES,
            Language::German => &de::PUZZLES,
            Language::Italian => &it::PUZZLES,
            Language::Dutch => &nl::PUZZLES,
            Language::French => &fr::PUZZLES,
        }
    }
}
