//! The texts of the tutorial. They are apart from [`Words`](crate::Words) because only the tutorial needs them: in the browser they are
//! downloaded with it.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

/// The number of lessons.
pub const LESSONS: usize = 11;

/// Everything the tutorial says in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TutorialTexts {
    /// What each lesson teaches, in order.
    pub lessons: [LessonText; LESSONS],
    /// What all lessons share.
    pub common: TutorialWords,
}

topic! {
    /// A lesson: its title, what it explains, what to do, and what to remember once it is done.
    LessonText {
        labels { title, text, goal, done }
    }
}

topic! {
    /// What all lessons share: buttons, and why a move misses the goal.
    TutorialWords {
        labels {
            goal, reached, not_yet, would, show_way, another_way, next, previous, pause, waiting, on_track, wants_place,
            wants_recruit, wants_journey, not_above, apart, nobody_there, not_stronger, no_stone, goes_on, not_won,
            finished_title, first_game, again,
        }
        messages {
            fewer_tiles(village: Text, tiles: Number, best: Text, most: Number),
            too_few(n: Number),
            no_company(village: Text),
            refuted(line: Text),
            finished(level: Text),
        }
    }
}

impl TutorialTexts {
    /// Fails, while compiling, if a text does not fit its declaration.
    pub(crate) const fn check(&self) {
        let mut index = 0;
        while index < LESSONS {
            self.lessons[index].check();
            index += 1;
        }
        self.common.check();
    }

    /// All texts with their keys.
    #[cfg(test)]
    pub(crate) fn texts(&self) -> Vec<(&'static str, &'static str)> {
        let lessons = self.lessons.iter().flat_map(LessonText::texts);
        lessons.chain(self.common.texts()).collect()
    }
}

impl Language {
    /// What the tutorial says.
    pub const fn tutorial(self) -> &'static TutorialTexts {
        match self {
            Language::English => &en::TUTORIAL,
            Language::German => &de::TUTORIAL,
            Language::Italian => &it::TUTORIAL,
            Language::Dutch => &nl::TUTORIAL,
            Language::French => &fr::TUTORIAL,
        }
    }

    /// Every text of the language, with its key.
    #[cfg(test)]
    pub(crate) fn all_texts(self) -> Vec<(&'static str, &'static str)> {
        let mut texts = self.words().texts();
        texts.extend(self.tutorial().texts());
        texts.extend(self.puzzles().texts());
        texts.extend(self.game_report().texts());
        texts.extend(self.analysis().texts());
        texts.extend(self.fair_start().texts());
        texts.extend(self.record().texts());
        texts.extend(self.strategy().texts());
        texts.extend(self.days().texts());
        texts.extend(self.pairs().texts());
        texts.extend(self.pair_rules().texts());
        texts
    }
}
