//! The texts of the game report. They are apart from [`Words`](crate::Words) because only the report needs
//! them: in the browser they are downloaded with it.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// The game report.
    GameReportWords {
        labels {
            title, win_chances, accuracy, setup, turning_points, no_turning_points, best_turns, no_best_turns, worst_turns,
            no_worst_turns, costliest_placements, kingmaking, inaccuracies, mistakes, blunders, proved, how_judged, show, practise, stop, failed, no_network,
            no_turns, rated, unfinished
        }
        messages {
            change(who: Text, from: Number, to: Number),
            percent(n: Number),
            new_favourite(who: Who),
            gave_away(n: Number),
            better(what: Text),
            likely_line(line: Text),
            next_best_costs(n: Number),
            kingmaker(who: Who, favoured: Text, other: Text, what: Text),
            searched(visits: Number),
            progress(n: Number, all: Number),
        }
    }
}

impl Language {
    /// What the game report says.
    pub const fn game_report(self) -> &'static GameReportWords {
        match self {
            Language::English => &en::GAME_REPORT,
            Language::German => &de::GAME_REPORT,
            Language::Italian => &it::GAME_REPORT,
            Language::Dutch => &nl::GAME_REPORT,
            Language::French => &fr::GAME_REPORT,
        }
    }
}
