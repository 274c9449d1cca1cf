//! Table events: numbered from 1 without gaps, stored before anyone sees them, and never changed.

use serde::{Deserialize, Serialize};
use shangrila_rules::Seat;

use crate::ids::{CommandId, PersonId, TableId};
use crate::people::PersonOrLevel;
use crate::seat_index;
use crate::settings::{LevelId, TableSettings};
use crate::state::SeatedPlayer;
use crate::vacation::Vacation;

/// An event with its sequence number and cause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventEnvelope {
    /// The sequence number within the table, from 1.
    pub number: u64,
    /// When it happened: milliseconds since 1970 by the server's clock.
    pub at: u64,
    /// The command that caused it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The sender of that command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonId>,
    /// The event itself; on the wire its fields are part of the envelope.
    #[serde(flatten)]
    pub event: Event,
}

/// Why a computer player stands in for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandInReason {
    /// Ran out of time; may return.
    Time,
    /// Left the game; may return.
    Left,
    /// Resigned; cannot return.
    Resigned,
    /// Did not move, and the others voted to replace them; may return.
    Voted,
    /// Did not move, and the others voted to have this one turn played for them.
    Skipped,
}

/// How to go on without a player who does not move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoteChoice {
    /// A computer player stands in until the person returns.
    Replace,
    /// A computer player plays this one turn: the rules allow nobody to pass who can move.
    Skip,
    /// The game ends without a result.
    End,
}

/// Something that happened at a table. Seats are counted from 0 in turn order; `ply` is a number of moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field named `seat` is the seat the event is about")]
pub enum Event {
    /// The table was opened. Always the first event.
    Opened {
        settings: TableSettings,
        host: PersonId,
        /// The seats in turn order, some of them taken already.
        seats: Vec<SeatedPlayer>,
    },
    /// A free seat was taken.
    Joined {
        #[serde(with = "seat_index")]
        seat: Seat,
        /// Called `sitter` in events stored by earlier versions.
        #[serde(alias = "sitter")]
        player: PersonOrLevel,
    },
    /// A seat became free again before the game.
    Left {
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// All seats of a live game are taken. It starts once everybody has said that they are ready.
    ReadyCheck {
        /// Those who are known to be ready: computer players, bots, and people who have just taken their seat.
        #[serde(with = "seat_index::list")]
        ready: Vec<Seat>,
        /// When those who are not ready lose their seats, by the server's clock; never at private tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
    },
    /// A player is ready.
    Ready {
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// The game started.
    Started {
        /// The final turn order.
        seats: Vec<SeatedPlayer>,
        /// The seat to move.
        #[serde(with = "seat_index")]
        next: Seat,
        /// The version of the rules this game is played by.
        rules: u32,
    },
    /// A move was played.
    Moved {
        #[serde(with = "seat_index")]
        seat: Seat,
        /// The number of moves before this one.
        ply: u32,
        /// The move in notation.
        mv: String,
        /// The seat to move now; `None` when the game is over.
        #[serde(default, with = "seat_index::optional")]
        next: Option<Seat>,
        /// Whether the server has played it because the player had prepared it as a conditional move.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        conditional: bool,
    },
    /// A computer player stands in for the person on this seat.
    StoodIn {
        #[serde(with = "seat_index")]
        seat: Seat,
        reason: StandInReason,
        level: LevelId,
    },
    /// The person on this seat is back.
    Returned {
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// The clock of this seat stands still for a time, because its player is on vacation. A later event with the same beginning changes the end.
    Vacation {
        #[serde(with = "seat_index")]
        seat: Seat,
        #[serde(flatten)]
        time: Vacation,
    },
    /// A person has taken over a seat during the game: from a computer player, or from someone who has left.
    TookOver {
        #[serde(with = "seat_index")]
        seat: Seat,
        player: PersonOrLevel,
    },
    /// Another person is the host now.
    HostChanged { host: PersonId },
    /// A person asks for a seat whose player a computer player stands in for.
    SeatAsked {
        #[serde(with = "seat_index")]
        seat: Seat,
        player: PersonOrLevel,
    },
    /// A player answered. One refusal ends the request.
    SeatAnswered {
        #[serde(with = "seat_index")]
        seat: Seat,
        agrees: bool,
    },
    /// A takeback was requested.
    TakebackAsked {
        #[serde(with = "seat_index")]
        seat: Seat,
        /// How many moves would remain.
        ply: u32,
    },
    /// A player answered the takeback request. One refusal ends it.
    TakebackAnswered {
        #[serde(with = "seat_index")]
        seat: Seat,
        agrees: bool,
    },
    /// Everyone agreed, and moves were taken back.
    TakenBack {
        /// How many moves remain.
        ply: u32,
        /// The seat to move.
        #[serde(with = "seat_index")]
        next: Seat,
    },
    /// A player voted on how to go on without the player to move. A later vote of the same player replaces it; a move ends the vote.
    Voted {
        #[serde(with = "seat_index")]
        seat: Seat,
        choice: VoteChoice,
    },
    /// The players voted to end the game without a result.
    Ended,
    /// The game is over.
    Finished {
        #[serde(with = "seat_index::list")]
        winners: Vec<Seat>,
        /// The number of masters of each seat.
        masters: Vec<u8>,
        /// Whether ratings changed.
        rated: bool,
    },
    /// The players were invited to another game, at this table.
    Rematch { table: TableId },
    /// The table was closed before the game started.
    Closed,
    /// A moderator closed the table, at any stage.
    ClosedByModerator {
        /// Why, in the moderator's words.
        reason: String,
    },
}
