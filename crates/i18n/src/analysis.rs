//! The texts of the analysis board. Like those of the tutorial they are apart from [`Words`](crate::Words): in the browser they are downloaded
//! with the board.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

/// Everything the analysis board says in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisTexts {
    /// The board, the engine and the tree of variations.
    pub board: AnalysisWords,
    /// Why no game can reach a position.
    pub problems: SetupProblemWords,
}

topic! {
    /// The board, the engine, the tree of variations and the position editor.
    AnalysisWords {
        labels {
            title, intro, begin, from_game, set_up_position, paste, open, saved, none_saved, delete, not_saved, missing, link_not_saved,
            link_elsewhere, link_to_puzzle, online_not_over, engine,
            thinking, engine_off, engine_failed, lines, threads, win_chance, expected, own_chances, proved, solved, add_line,
            moves, start, no_moves, comment, variation_name, analysis_title, marks, brilliant, good, interesting,
            dubious, mistake, blunder, pass, make_main, remove, removed, too_deep, annotate, copy_link, too_long,
            export, edit_position, all_analyses, play_here, play_here_help, you_play, against, start_game, editor,
            editor_help, tiles_of, erase, to_move, nobody, phase, in_setup, in_play, empty_board, notation, possible,
            impossible, still_analysable, analyse, rated_title, rated_text, to_table, explorer, explorer_village, explorer_chosen,
            explorer_won, explorer_masters, explorer_games, explorer_note, explorer_failed,
        }
        messages {
            visits(n: Text),
            speed(n: Text),
            not_opened(reason: Text),
            set_up_for(setup: Text, players: Number),
            positions(n: Number),
            chance_of(name: Text, percent: Number),
            explorer_of(games: Text, round: Number, seat: Number, percent: Number),
            explorer_result(village: Text, percent: Number, low: Number, high: Number, games: Text),
        }
    }
}

topic! {
    /// Why no game can reach a position.
    SetupProblemWords {
        labels { too_many_stones, nobody_to_move }
        messages {
            too_many_tiles(clan: Who, guild: Guild, n: Number, most: Number),
            clan_not_playing(clan: Who, space: Space),
            tile_out_of_play(space: Space),
            bridge_out_of_play(bridge: Text),
            turn_not_playing(clan: Who),
            village_full(village: Text, n: Number, most: Number),
            clan_limit(village: Text, clan: Who, n: Number, most: Number),
            guild_twice(clan: Who, guild: Guild),
            setup_student(space: Space),
            setup_bridge(bridge: Text),
            too_early(n: Number, turns: Number),
            too_many_passes(n: Number),
            after_end(clan: Who),
            uneven(clan: Who, n: Number, other: Who, m: Number),
            masters_missing(n: Number, least: Number),
            guilds_missing(clan: Who, n: Number),
            too_many_villages(clan: Who, n: Number, most: Number),
            strangers(village: Text, n: Number, most: Number),
            too_few_turns(turns: Number, least: Number),
        }
    }
}

impl AnalysisTexts {
    /// Fails, while compiling, if a text does not fit its declaration.
    pub(crate) const fn check(&self) {
        self.board.check();
        self.problems.check();
    }

    /// All texts with their keys.
    #[cfg(test)]
    pub(crate) fn texts(&self) -> Vec<(&'static str, &'static str)> {
        self.board.texts().into_iter().chain(self.problems.texts()).collect()
    }
}

impl Language {
    /// What the analysis board says.
    pub const fn analysis(self) -> &'static AnalysisTexts {
        match self {
            Language::English => &en::ANALYSIS,
            Language::German => &de::ANALYSIS,
            Language::Italian => &it::ANALYSIS,
            Language::Dutch => &nl::ANALYSIS,
            Language::French => &fr::ANALYSIS,
        }
    }
}
