//! What the server says over a WebSocket.

use serde::{Deserialize, Serialize};

use crate::event::EventEnvelope;
use crate::http::TableSummary;
use crate::ids::{CommandId, PersonId, TableId};
use crate::people::Person;
use crate::refusal::Refusal;
use crate::state::TableState;

/// A line of chat. Lines have numbers of their own; they are kept apart from the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// From 1, without gaps.
    pub number: u64,
    /// When, by the server's clock.
    pub at: u64,
    /// The command that caused it.
    pub id: CommandId,
    /// Who says it.
    pub by: PersonId,
    /// What; empty where its writer has deleted it.
    pub text: String,
}

/// Who is there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Presence {
    /// Which seats are connected; computer players always are.
    pub seats: Vec<bool>,
    /// How many others watch.
    pub spectators: u32,
}

/// Why somebody is told about a table that they may not be looking at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// It is your turn.
    YourTurn,
    /// The game has begun.
    Started,
    /// The game is over.
    Finished,
    /// Somebody would like to take a move back.
    TakebackAsked,
    /// A computer player plays for you, because your time ran out.
    TimeRanOut,
    /// You are invited to a rematch.
    Rematch,
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of a connection.
    Welcome {
        /// The version of these messages.
        version: u32,
        /// Who the server takes you for.
        you: Option<Person>,
        /// The server's clock.
        now: u64,
    },
    /// A table from scratch.
    State {
        /// All of it.
        state: Box<TableState>,
        /// The server's clock.
        now: u64,
    },
    /// What has happened at a table since.
    Events {
        /// Where.
        table: TableId,
        /// In order, without gaps.
        events: Vec<EventEnvelope>,
    },
    /// What was said at a table; for those who have seats.
    Chat {
        /// Where.
        table: TableId,
        /// In order, without gaps.
        lines: Vec<ChatLine>,
    },
    /// Who is there.
    Presence {
        /// Where.
        table: TableId,
        /// Who.
        #[serde(flatten)]
        presence: Presence,
    },
    /// Something to know about one of your tables.
    Notice {
        /// Which.
        table: TableId,
        /// What.
        kind: NoticeKind,
    },
    /// The open tables, after every change.
    Lobby {
        /// All of them, the newest first.
        tables: Vec<TableSummary>,
    },
    /// Something was not done.
    Refused {
        /// The command; none where the message had no id, or was none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// Why.
        reason: Refusal,
        /// The table as it stands, where the client knows an older one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Box<TableState>>,
    },
    /// Somebody is there.
    Pong {
        /// The server's clock.
        now: u64,
    },
}
