//! The texts of finding each other: invitations, the ready check and games that wait for a move. They are apart from
//! [`Words`](crate::Words) because a first visit does not need them.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// Invitations, the ready check, and games that wait for a move.
    MeetingWords {
        labels {
            invited, game_link, rules_title, share, share_text, qr_code, qr_help, rated_table, to_account,
            any_players, players, pace, fill_after, never, find_game, start_alone, alone_help, nobody_waiting, people_here, running, no_running,
            all_games, filter, kind_of_game, only_rated, only_casual, only_joinable, show_all, open_seats, you, remove_player, make_host, fill_sure, elsewhere_seat, seat_asked, notices_title, notices_help, push_here, email_title, email_never, email_immediate, email_digest, email_needs, webhook_title, webhook_none,
            webhook_url, club_events, quiet_title, quiet_from, quiet_to, save, ask_notices, other_ways, unsubscribe_title, unsubscribe_help, unsubscribe_now,
            unsubscribed, ready_title, ready_help, ready, is_ready, elsewhere_ready, games_waiting,
        }
        messages {
            invites_you(name: Text),
            seats_free(free: Number, seats: Number),
            live_clock(minutes: Text, seconds: Number),
            up_to_minutes(n: Number),
            waiting_for(names: Text),
            seconds_left(n: Number),
            your_turn_in(n: Number),
            fills_in(n: Number),
            reserved_for(name: Text),
            now_host(name: Text),
            ask_seat(name: Text),
            asks_for_seat(name: Text, of: Text),
            seat_refused(name: Text),
            take_over(n: Number),
            joins_at(name: Text),
            waiting_since(time: Text),
            hidden_by_filter(n: Number),
        }
    }
}

impl Language {
    /// What people read while they find each other.
    pub const fn meeting(self) -> &'static MeetingWords {
        match self {
            Language::English => &en::MEETING,
            Language::German => &de::MEETING,
            Language::Italian => &it::MEETING,
            Language::Dutch => &nl::MEETING,
            Language::French => &fr::MEETING,
        }
    }
}
