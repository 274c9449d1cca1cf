//! The commands that a connection sends, by their names in the game.

use shangrila_protocol::{ClientMessage, CommandId, TableId};
use shangrila_rules::Move;
use shangrila_rules::Seat;

use crate::connection::Connection;

impl Connection {
    /// Takes a seat; any free one if none is named.
    pub fn join(&mut self, table: &TableId, seat: Option<Seat>) -> CommandId {
        self.command(|id| ClientMessage::Join { id, table: table.clone(), seat })
    }

    /// Plays a move where the game has this many moves already.
    pub fn play(&mut self, table: &TableId, ply: u32, mv: Move) -> CommandId {
        self.command(|id| ClientMessage::Play { id, table: table.clone(), ply, mv: mv.to_string() })
    }

    /// Plays again after leaving or running out of time.
    pub fn return_to(&mut self, table: &TableId) -> CommandId {
        self.command(|id| ClientMessage::Return { id, table: table.clone() })
    }

    /// Before the game: gives the seat up. In the game: lets a computer player play.
    pub fn leave(&mut self, table: &TableId) -> CommandId {
        self.command(|id| ClientMessage::Leave { id, table: table.clone() })
    }

    /// Answers somebody who would like to take a move back.
    pub fn answer_takeback(&mut self, table: &TableId, agrees: bool) -> CommandId {
        self.command(|id| ClientMessage::AnswerTakeback { id, table: table.clone(), agrees })
    }
}
