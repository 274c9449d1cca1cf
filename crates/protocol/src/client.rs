//! Messages from a client, sent over the WebSocket.

use serde::{Deserialize, Serialize};
use shangrila_rules::Seat;

use crate::event::VoteChoice;
use crate::ids::{CommandId, TableId};
use crate::seat_index;
use crate::settings::LevelId;

/// A message from a client.
///
/// The messages with an `id` are commands. The id is an idempotency key chosen by the client: the command is answered by an event (or a
/// chat line) with that id or by a refusal with it, and sending it again changes nothing. `table` names the table a message is about,
/// `seat` a place in turn order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields shared by many messages are described above")]
pub enum ClientMessage {
    /// Subscribe to a table. Answered by the events after `since`, or by the whole state if there are too many.
    Watch {
        table: TableId,
        /// The number of the last event the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
        /// The time of that event. If the server has another event with this number, because it was restored from a backup, it sends
        /// the whole state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since_at: Option<u64>,
        /// The number of the last chat line the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chat_since: Option<u64>,
    },
    /// Request the lines before the one with this number in the chat of the players or, for those without a seat, in that of the
    /// spectators. Answered by at most
    /// [`crate::CHAT_PAGE`] lines.
    EarlierChat { table: TableId, before: u64 },
    /// Unsubscribe from a table.
    Unwatch { table: TableId },
    /// Subscribe to the list of open tables.
    WatchLobby,
    /// Unsubscribe from the list of open tables.
    UnwatchLobby,
    /// Take the given seat, or any free one.
    Join {
        id: CommandId,
        table: TableId,
        #[serde(default, with = "seat_index::optional", skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// Host only: seat a computer player, or free its seat again if `level` is `None`.
    SeatLevel {
        id: CommandId,
        table: TableId,
        #[serde(with = "seat_index")]
        seat: Seat,
        level: Option<LevelId>,
    },
    /// Host only: fill the free seats with computer players and start the game.
    Fill { id: CommandId, table: TableId, level: LevelId },
    /// Give up a seat in the waiting room; during the game, let a computer player stand in.
    Leave { id: CommandId, table: TableId },
    /// Take over from the stand-in after leaving or running out of time.
    Return { id: CommandId, table: TableId },
    /// Host only: remove a player from the waiting room.
    Remove {
        id: CommandId,
        table: TableId,
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// Host only: make the player on a seat the host.
    HandOver {
        id: CommandId,
        table: TableId,
        #[serde(with = "seat_index")]
        seat: Seat,
    },
    /// Say whether someone may take over the seat they have asked for.
    AnswerSeat { id: CommandId, table: TableId, agrees: bool },
    /// Say that you are ready: a live game between several people starts once all of them are.
    Ready { id: CommandId, table: TableId },
    /// Host only: close a table whose game has not started.
    Close { id: CommandId, table: TableId },
    /// Play a move.
    Play {
        id: CommandId,
        table: TableId,
        /// The number of moves played so far, as far as the client knows.
        ply: u32,
        /// The move in notation.
        mv: String,
    },
    /// Resign. A computer player finishes the game.
    Resign { id: CommandId, table: TableId },
    /// Request a takeback of your last move.
    AskTakeback { id: CommandId, table: TableId },
    /// Accept or decline a takeback request.
    AnswerTakeback { id: CommandId, table: TableId, agrees: bool },
    /// In a game without a clock whose player to move has been silent for long: vote on how to go on.
    Vote { id: CommandId, table: TableId, choice: VoteChoice },
    /// After the game: invite the same players to another one.
    Rematch { id: CommandId, table: TableId },
    /// Write to the chat of the players or, without a seat, to that of the spectators.
    Say { id: CommandId, table: TableId, text: String },
    /// Answered by a pong.
    Ping,
}
