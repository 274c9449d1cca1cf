//! What a connection can be asked to do.

use shangrila_protocol::{ClientMessage, CommandId, TableId};
use shangrila_rules::{Move, Seat};

use crate::connection::Connection;

impl Connection {
    /// Follows a table from now on.
    pub fn subscribe(&mut self, table: &TableId) {
        self.core.subscribe(table);
    }

    /// Stops following a table.
    pub fn unsubscribe(&mut self, table: &TableId) {
        self.core.unsubscribe(table);
    }

    /// Follows the list of open tables.
    pub fn subscribe_lobby(&mut self) {
        self.core.subscribe_lobby();
    }

    /// Sends a command, now or when the connection is back, until the server answers it. `command` builds the message, which must
    /// be one that has an id.
    pub fn send(&mut self, table: &TableId, command: impl FnOnce(CommandId, TableId) -> ClientMessage) -> CommandId {
        self.core.send(table, command)
    }

    /// Takes this seat, or any free one.
    pub fn join(&mut self, table: &TableId, seat: Option<Seat>) -> CommandId {
        self.send(table, |id, table| ClientMessage::Join { id, table, seat })
    }

    /// Plays a move in a game that has `ply` moves.
    pub fn play(&mut self, table: &TableId, ply: u32, mv: Move) -> CommandId {
        self.core.play(table, ply, mv)
    }

    /// Takes the seat back from the computer player that stands in.
    pub fn return_to(&mut self, table: &TableId) -> CommandId {
        self.send(table, |id, table| ClientMessage::Return { id, table })
    }

    /// Answers a request for a takeback.
    pub fn answer_takeback(&mut self, table: &TableId, agrees: bool) -> CommandId {
        self.send(table, |id, table| ClientMessage::AnswerTakeback { id, table, agrees })
    }
}
