//! The messages between the server and its clients: the web app, bots, tests. Message types only, no transport.
//!
//! A table is a list of numbered events ([`EventEnvelope`]). [`TableState`] is their sum, computed by the same code on both sides. The
//! server's OpenAPI document describes the HTTP routes, `docs/server-protocol.md` the WebSocket.

#![forbid(unsafe_code)]

mod account;
mod client;
mod clubs;
mod conditional;
mod event;
mod friends;
mod http;
mod ids;
mod illegal_move;
mod moderation;
mod notices;
mod passkey;
mod people;
mod refusal;
mod seat_index;
mod server;
mod settings;
mod state;
mod statistics;
mod table_notes;
mod tournament;
mod vacation;

pub use account::*;
pub use client::ClientMessage;
pub use clubs::*;
pub use conditional::*;
pub use event::{Event, EventEnvelope, StandInReason, VoteChoice};
pub use friends::{
    Acquaintance, FindPerson, Friendship, MyPeople, NewInvitation, Relation, TableInvitation, TableInvitations,
};
pub use http::*;
pub use ids::{ClubId, CommandId, PasskeyId, PersonId, SessionId, TableId, TournamentId};
pub use moderation::*;
pub use notices::{EmailNotices, NoticeOverview, NoticeSettings, PushSubscription, QuietHours, Webhook, WebhookKind};
pub use passkey::{NewPasskey, Passkey, RenamePasskey};
pub use people::{Person, PersonKind, PersonOrLevel, RatingList};
pub use refusal::Refusal;
pub use server::{Audience, ChatLine, NoticeKind, Presence, Reaction, ServerMessage};
pub use settings::{
    FairOpening, Fill, LevelId, Opening, Options, Pairs, Recruit, SettingsError, TableSettings, TimeControl, Visibility,
};
pub use state::{ClockState, OutOfSequence, Phase, ReadyCheck, SeatRequest, SeatedPlayer, TableState, Takeback, Vote};
pub use statistics::{ClanResults, HeadToHead, HistoryPage, PersonResults, RatingHistory, RatingPoint, SeatResults};
pub use table_notes::{LONGEST_NOTES, TableNotes};
pub use tournament::*;
pub use vacation::{Vacation, VacationStatus};

/// The version of these messages, sent in the server's welcome. It changes whenever an older client would misread a message;
/// `docs/server-protocol.md` lists what each version changed.
pub const PROTOCOL_VERSION: u32 = 6;

/// The longest name of a person or bot, in characters.
pub const LONGEST_NAME: usize = 24;
/// The longest chat line, in characters.
pub const LONGEST_CHAT: usize = 300;
/// The allowed length of a password, in characters (Unicode scalar values, not bytes).
pub const PASSWORD_LENGTH: core::ops::RangeInclusive<usize> = 8..=200;
/// The most chat lines in one message from the server: the latest ones, or a page of earlier ones.
pub const CHAT_PAGE: usize = 50;
/// The largest message a client may send, in bytes.
pub const LARGEST_MESSAGE: usize = 4096;

/// Returns a name as it will be displayed: without invisible characters, quotes, backslashes and surplus white space, and no longer than
/// [`LONGEST_NAME`]. `None` if nothing is left.
///
/// Game records put names in quotes and mark computer players with `bot:`, so a name can contain neither.
pub fn clean_name(name: &str) -> Option<String> {
    let plain: String = name.chars().filter(|&letter| !is_hidden(letter) && !"\"\\".contains(letter)).collect();
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = words.chars().take(LONGEST_NAME).collect();
    let name = name.trim_end();
    (!name.is_empty() && !name.starts_with("bot:")).then(|| name.to_string())
}

/// Whether nobody can see a character. Invisible and text-direction characters could make one name look like another.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_displayed_without_invisible_characters_and_quotes() {
        for (given, clean) in [
            ("Ada", Some("Ada")),
            ("  Ada \t Lovelace ", Some("Ada Lovelace")),
            ("A\u{7}d\"a\\", Some("Ada")),
            ("A\u{200b}d\u{202e}a", Some("Ada")),
            ("\u{feff}", None),
            ("", None),
            (" \n ", None),
            ("bot:sage", None),
            ("Ada Ada Ada Ada Ada Ada Ada", Some("Ada Ada Ada Ada Ada Ada")),
        ] {
            assert_eq!(clean_name(given).as_deref(), clean, "{given:?}");
        }
    }
}
