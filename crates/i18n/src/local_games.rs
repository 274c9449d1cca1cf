//! Texts about the games of this browser: the fair start, the end, the saved games, the results. Those of the fair start and of the results
//! are apart from [`Words`](crate::Words), because in the browser they are downloaded with the screens that need them.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// The end of a game.
    EndWords {
        labels {
            how_counted, tie_break, shared_victory, masters_over_time, rematch, review, new_game, you_won, you_shared,
            second, third, fourth, you_resigned, shared_title, decisive, report, show_turn, restart, restarted, resign_help,
        }
        messages { wins_title(who: Who), ahead(n: Number, who: Text), led_since(turn: Number) }
    }
}

topic! {
    /// The games saved in this browser.
    GamesWords {
        labels {
            none, missing, missing_help, damaged, damaged_help, export, delete, delete_sure, import, choose_file, paste,
            not_exported,
        }
        messages { not_imported(reason: Text) }
    }
}

topic! {
    /// Choosing a fair set-up.
    FairStartWords {
        labels { today, random, another, today_help, chances, judged, standard_rules, none }
        messages { compare(chances: Text) }
    }
}

topic! {
    /// The results of the games against computer players in this browser.
    RecordWords {
        labels {
            none, what_counts, games, won, streak, longest_streak, by_level, by_players, level, players, mixed, best, latest, open,
            gone, resigned, delete, delete_sure,
        }
        messages { against(level: Text), best_line(masters: Number, lead: Number), unreadable(n: Number) }
    }
}

impl Language {
    /// What the choice of a fair set-up says.
    pub const fn fair_start(self) -> &'static FairStartWords {
        match self {
            Language::English => &en::FAIR_START,
            Language::German => &de::FAIR_START,
            Language::Italian => &it::FAIR_START,
            Language::Dutch => &nl::FAIR_START,
            Language::French => &fr::FAIR_START,
        }
    }

    /// What the page of results says.
    pub const fn record(self) -> &'static RecordWords {
        match self {
            Language::English => &en::RECORD,
            Language::German => &de::RECORD,
            Language::Italian => &it::RECORD,
            Language::Dutch => &nl::RECORD,
            Language::French => &fr::RECORD,
        }
    }
}
