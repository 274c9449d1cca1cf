//! The texts of clubs. They are apart from [`Words`](crate::Words) because a first visit does not need them.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// Clubs, their members, events and leagues.
    ClubWords {
        labels {
            title, my_clubs, all_clubs, intro, none_found, found_title, name, about, entry, entry_open, entry_request, entry_link, found,
            needs_account, join, ask, asked, leave, tables, open_table, no_tables, tables_help, event, no_event, edit_event, event_now, weekday, time,
            time_zone, duration, table_count, save, remove_event, event_help, league, league_help, no_results, season, season_month,
            season_quarter, season_year, earlier_season, later_season, points, members, owner, organiser, requests, let_in, decline,
            make_organiser, make_member, hand_over, remove, link, copy_link, renew_link, settings, close, close_sure, players, pace, rated,
            tables_settings,
        }
        messages {
            member_count(n: Number),
            next_event(time: Text),
            minutes(n: Number),
            season_of(from: Text, to: Text),
        }
    }
}

impl Language {
    /// What clubs say.
    pub const fn clubs(self) -> &'static ClubWords {
        match self {
            Language::English => &en::CLUBS,
            Language::German => &de::CLUBS,
            Language::Italian => &it::CLUBS,
            Language::Dutch => &nl::CLUBS,
            Language::French => &fr::CLUBS,
        }
    }
}
