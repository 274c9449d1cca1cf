//! What happens at a table. Events are numbered from 1 without gaps, stored before anybody sees them, and never change.

use serde::{Deserialize, Serialize};

use crate::ids::{CommandId, PersonId, TableId};
use crate::people::Sitter;
use crate::settings::{LevelId, TableSettings};
use crate::state::SeatedPlayer;

/// An event with its place in the history of its table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventEnvelope {
    /// From 1.
    pub number: u64,
    /// When, in milliseconds since 1970, by the server's clock.
    pub at: u64,
    /// The command that caused it, if somebody asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// Who asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonId>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// Why somebody else plays for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandInReason {
    /// The time ran out; the person can return.
    Time,
    /// The person left; they can return.
    Left,
    /// The person gave up, for good.
    Resigned,
}

/// What can happen at a table. Seats are counted from 0 in turn order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table was set up; always the first event.
    Opened {
        /// How.
        settings: TableSettings,
        /// By whom.
        host: PersonId,
        /// Who has a seat already.
        seats: Vec<SeatedPlayer>,
    },
    /// Somebody took a free seat.
    Joined {
        /// Which.
        seat: u8,
        /// Who.
        sitter: Sitter,
    },
    /// A seat became free again before the game.
    Left {
        /// Which.
        seat: u8,
    },
    /// The game began.
    Started {
        /// The seats in turn order; they do not change any more.
        seats: Vec<SeatedPlayer>,
        /// Whose turn it is.
        next: u8,
        /// The version of the rules that judge this game.
        rules: u32,
    },
    /// A move was played.
    Moved {
        /// By this seat.
        seat: u8,
        /// The number of moves before it.
        ply: u32,
        /// The move in notation.
        mv: String,
        /// Whose turn it is now; none when the game is over.
        next: Option<u8>,
    },
    /// A computer player plays for a person.
    StoodIn {
        /// Whose seat.
        seat: u8,
        /// Why.
        reason: StandInReason,
        /// Which computer player.
        level: LevelId,
    },
    /// The person plays again.
    Returned {
        /// On this seat.
        seat: u8,
    },
    /// Somebody would like to take a move back.
    TakebackAsked {
        /// Who.
        seat: u8,
        /// How many moves would remain.
        ply: u32,
    },
    /// What somebody says to that.
    TakebackAnswered {
        /// Who.
        seat: u8,
        /// One no is enough to end it.
        agrees: bool,
    },
    /// Everybody agreed; moves were taken back.
    TakenBack {
        /// How many moves remain.
        ply: u32,
        /// Whose turn it is.
        next: u8,
    },
    /// The game is over.
    Finished {
        /// The seats that won.
        winners: Vec<u8>,
        /// Masters of each seat.
        masters: Vec<u8>,
        /// Whether ratings changed.
        rated: bool,
    },
    /// The same people were invited to another game.
    Rematch {
        /// At this table.
        table: TableId,
    },
    /// The table was closed before the game began.
    Closed,
}
