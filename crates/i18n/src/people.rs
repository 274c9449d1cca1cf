//! The texts of profiles, friends and invitations to tables. They are apart from [`Words`](crate::Words) because a first visit does not
//! need them.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// Profiles, friends, and invitations to tables.
    PeopleWords {
        labels {
            title, friends, asking, asked, following, online, no_friends, find, account_name, search, befriend, accept, decline, withdraw,
            unfriend, are_friends, you_asked, follow, needs_account, invite_friends, invite, invited, invitations, elsewhere_invited,
            history, more_games, rating_over_time, graph_help, results, by_seat, by_clan, won, average, average_help, head_to_head,
            compare_with, compare, never_met,
        }
        messages {
            seat_number(n: Number, players: Number),
            invites_you(name: Text),
            met(n: Number),
            has_won(name: Text, wins: Text),
            after_game(date: Text, rating: Text),
        }
    }
}

impl Language {
    /// What people read about each other.
    pub const fn people(self) -> &'static PeopleWords {
        match self {
            Language::English => &en::PEOPLE,
            Language::German => &de::PEOPLE,
            Language::Italian => &it::PEOPLE,
            Language::Dutch => &nl::PEOPLE,
            Language::French => &fr::PEOPLE,
        }
    }
}
