//! What clients say over a WebSocket.

use serde::{Deserialize, Serialize};

use crate::ids::{CommandId, TableId};
use crate::settings::LevelId;

/// What a client says. Whatever bears an id is answered by an event (or a line of chat) with that id, or by a refusal with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Follow a table. Answered by the events after `since`, or the whole state.
    Watch {
        /// Which.
        table: TableId,
        /// The number of the last event the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
        /// The number of the last line of chat the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chat_since: Option<u64>,
    },
    /// Follow it no longer.
    Unwatch {
        /// Which.
        table: TableId,
    },
    /// Follow the list of open tables.
    WatchLobby,
    /// Follow it no longer.
    UnwatchLobby,
    /// Take a seat; any free one if none is named.
    Join {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
        /// Which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Seat a computer player, or free its seat again: for who set the table up.
    SeatLevel {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
        /// Which seat.
        seat: u8,
        /// Which level; none to free the seat.
        level: Option<LevelId>,
    },
    /// Fill the free seats with computer players and begin: for who set the table up.
    Fill {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
        /// Which level.
        level: LevelId,
    },
    /// Before the game: give the seat up. In the game: let a computer player play until one returns.
    Leave {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
    },
    /// Play again after leaving or running out of time.
    Return {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
    },
    /// Close a table before the game: for who set it up.
    Close {
        /// The command's name.
        id: CommandId,
        /// Which.
        table: TableId,
    },
    /// Play a move.
    Play {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
        /// The number of moves played so far, as the client knows it.
        ply: u32,
        /// The move in notation.
        mv: String,
    },
    /// Give up for good; a computer player plays on.
    Resign {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
    },
    /// Ask to take the own last move back.
    AskTakeback {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
    },
    /// Answer somebody who asks for that.
    AnswerTakeback {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
        /// Yes or no.
        agrees: bool,
    },
    /// After the game: invite the same people to another one.
    Rematch {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
    },
    /// Say something to those who have seats.
    Say {
        /// The command's name.
        id: CommandId,
        /// Where.
        table: TableId,
        /// What.
        text: String,
    },
    /// Is anybody there? Answered by a pong.
    Ping,
}
