//! The computer players at one table: whose search runs, and what becomes of its move.

use shangrila_protocol::LevelId;
use shangrila_rules::Move;
use tokio::time::Instant;

use super::actor::{RETRY, Room, RoomMessage};
use super::elsewhere::Uncommitted;
use crate::workers::Question;

impl Room {
    /// Starts the search of the computer player whose turn it is, unless it is running already, and cancels any other.
    pub(super) async fn update_search(&mut self) {
        let wanted = self.table.level_to_move().map(|level| (level, self.table.position().hash64()));
        if self.search.as_ref().map(|search| search.about) == wanted {
            return;
        }
        self.search = None;
        if wanted.is_none() || self.ask_to_lead_at.is_some_and(|at| at > Instant::now()) || !self.leads().await {
            return;
        }
        let position = self.table.position();
        self.search = wanted.map(|(level, hash)| {
            let (rooms, id) = (self.rooms.clone(), self.id.clone());
            // A table gets the same seed after a restart.
            let seed = id.as_str().bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
            let game = (level == LevelId::Companion).then(|| self.table.game_so_far()).flatten().map(Box::new);
            let question = Question { level, position: *position, seed, game };
            let (host, is_followed) = (&self.table.state().host, self.is_followed());
            self.rooms.computer_players().start(&self.id, host, question, is_followed, move |mv| async move {
                rooms.send(&id, RoomMessage::ComputerMove { position: hash, mv }).await;
            })
        });
    }

    /// Plays the move that a search has found, if it is still wanted.
    pub(super) async fn computer_moved(&mut self, position: u64, mv: Option<Move>) {
        self.search.take_if(|search| search.about.1 == position);
        if self.table.position().hash64() != position {
            return;
        }
        let Some(events) = mv.and_then(|mv| self.table.play_level(mv)) else { return };
        if let Err(Uncommitted::Refused(_)) = self.commit_events(None, events).await {
            // The computer player then starts over.
            tokio::time::sleep(RETRY).await;
        }
    }
}
