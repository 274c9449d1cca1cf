//! The texts of tournaments. They are apart from [`Words`](crate::Words) because a first visit does not need them.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// Tournaments.
    TournamentWords {
        labels {
            title, intro, new, none, name, name_help, format, swiss, knockout, duplicate, swiss_help, knockout_help, duplicate_help, rounds,
            advance, one_advances, two_advance, fill, fill_help, starts, starts_by_director, starts_at_time, start_time, deadline,
            no_deadline, create, needs_account, open, running, finished, cancelled, enter, withdraw, withdraw_sure, start, start_help,
            cancel, cancel_sure, computers, add, remove, standings, place, player, points, wins, opposition, rounds_title, my_table, bye,
            dropped, players, tie_breaks, duplicate_points, ready_help, in_progress, no_result, usual_seats,
        }
        messages {
            round_of(n: Number, of: Number),
            round(n: Number),
            entered(n: Number),
            directed_by(name: Text),
            starts_on(time: Text),
            next_round_in(n: Number),
            ends_on(time: Text),
            days(n: Number),
            byes(names: Text),
        }
    }
}

impl Language {
    /// What people read about tournaments.
    pub const fn tournaments(self) -> &'static TournamentWords {
        match self {
            Language::English => &en::TOURNAMENTS,
            Language::German => &de::TOURNAMENTS,
            Language::Italian => &it::TOURNAMENTS,
            Language::Dutch => &nl::TOURNAMENTS,
            Language::French => &fr::TOURNAMENTS,
        }
    }
}
