//! Messages from the server, sent over the WebSocket.

use core::ops::Range;

use serde::{Deserialize, Serialize};

use crate::event::EventEnvelope;
use crate::http::{RatingChange, TableSummary};
use crate::ids::{CommandId, PersonId, TableId};
use crate::people::Person;
use crate::refusal::Refusal;
use crate::state::TableState;

/// A chat line. Chat lines have their own numbers, apart from those of the events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// The sequence number within its chat, without gaps; [`Audience`] says where each chat begins.
    pub number: u64,
    /// When it was written: milliseconds since 1970 by the server's clock.
    pub at: u64,
    /// The command it came with.
    pub id: CommandId,
    /// The author.
    pub by: PersonId,
    /// The author's name; empty if the account has been deleted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Empty if the author's account has been deleted, or a moderator has hidden the line.
    pub text: String,
    /// Whether a moderator has hidden or removed it.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub hidden: bool,
}

/// Whom a chat of a table is for. Players and spectators have separate chats with separate numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// The people who have seats.
    Players,
    /// Everyone else who watches, if the table wants it.
    Spectators,
}

impl Audience {
    /// Both of them, in this order.
    pub const ALL: [Audience; 2] = [Audience::Players, Audience::Spectators];

    /// The number of the first line of the chat. No chat has as many lines as lie between the two.
    pub const fn first_line(self) -> u64 {
        match self {
            Audience::Players => 1,
            Audience::Spectators => 1_000_001,
        }
    }

    /// The chat that a line with this number belongs to.
    pub const fn of_line(number: u64) -> Audience {
        if number < Audience::Spectators.first_line() { Audience::Players } else { Audience::Spectators }
    }

    /// The numbers of the chat's lines.
    pub const fn lines(self) -> Range<u64> {
        match self {
            Audience::Players => self.first_line()..Audience::Spectators.first_line(),
            Audience::Spectators => self.first_line()..u64::MAX,
        }
    }
}

/// A short line that readers see in their own language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Thank you!
    Thanks,
    /// What a pity.
    Ouch,
    /// One moment, please.
    OneMoment,
    /// Good game!
    GoodGame,
}

impl Reaction {
    /// Every reaction, in the order in which they are offered.
    pub const ALL: [Reaction; 6] = [
        Reaction::GoodLuck,
        Reaction::WellPlayed,
        Reaction::Thanks,
        Reaction::Ouch,
        Reaction::OneMoment,
        Reaction::GoodGame,
    ];

    /// The text of the chat line.
    pub const fn text(self) -> &'static str {
        match self {
            Reaction::GoodLuck => ":good_luck:",
            Reaction::WellPlayed => ":well_played:",
            Reaction::Thanks => ":thanks:",
            Reaction::Ouch => ":ouch:",
            Reaction::OneMoment => ":one_moment:",
            Reaction::GoodGame => ":good_game:",
        }
    }

    /// The reaction that a chat line is, if it is one.
    pub fn of_text(text: &str) -> Option<Reaction> {
        Reaction::ALL.into_iter().find(|reaction| reaction.text() == text)
    }
}

/// Who is connected to a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Presence {
    /// For each seat, whether its player is connected; computer players always are.
    pub seats: Vec<bool>,
    /// The number of connections watching without a seat.
    pub spectators: u32,
}

/// Why a player is notified about a table they are not watching.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// It is your turn.
    YourTurn,
    /// All seats are taken, and the game starts once you are ready.
    ReadyCheck,
    /// The game has begun.
    Started,
    /// The game is over.
    Finished,
    /// A takeback was requested.
    TakebackAsked,
    /// You ran out of time, and a computer player stands in for you.
    TimeRanOut,
    /// Someone asks to take over a seat.
    SeatAsked,
    /// The players vote on how to go on without the player to move.
    Voted,
    /// You are invited to a rematch.
    Rematch,
    /// Someone invites you to a table.
    Invited,
}

/// A message from the server. `table` names the table it is about; `now` is the server's clock, in milliseconds since 1970.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields shared by many messages are described above")]
pub enum ServerMessage {
    /// The first message of a connection.
    Welcome {
        /// The server's [`crate::PROTOCOL_VERSION`].
        version: u32,
        /// Whom the cookie or token identifies, if anyone.
        you: Option<Person>,
        now: u64,
    },
    /// The complete state of a table.
    State { state: Box<TableState>, now: u64 },
    /// New events at a table.
    Events {
        table: TableId,
        /// In order, without gaps.
        events: Vec<EventEnvelope>,
    },
    /// New chat lines at a table, or the earlier ones that were requested: of the players' chat for those who have seats, otherwise of the
    /// spectators' chat if the table has one.
    Chat {
        table: TableId,
        /// In order, without gaps; at most [`crate::CHAT_PAGE`].
        lines: Vec<ChatLine>,
        /// Whether these lines do not continue those the client has, which it should drop: it has missed more than a page, or has
        /// lines the server does not know.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        reset: bool,
    },
    /// Chat lines that the client may have and that have changed, because a moderator has hidden them or shows them again.
    ChatChanged { table: TableId, lines: Vec<ChatLine> },
    /// Players or spectators have come or gone.
    Presence {
        table: TableId,
        #[serde(flatten)]
        presence: Presence,
    },
    /// How a rated game has changed the ratings; sent at its end and to those who watch it later.
    RatingChanges {
        table: TableId,
        /// In the order of the seats.
        changes: Vec<RatingChange>,
    },
    /// Something happened at one of your tables that this connection is not watching.
    Notice { table: TableId, kind: NoticeKind },
    /// The complete list of open tables, newest first; sent again after every change.
    Lobby { tables: Vec<TableSummary> },
    /// A message was refused and changed nothing.
    Refused {
        /// The command's id; `None` if the message had none or could not be parsed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        reason: Refusal,
        /// The current state, if the refusal shows that the client's copy is out of date.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Box<TableState>>,
    },
    /// The answer to a ping.
    Pong { now: u64 },
}
