//! A guest who plays random moves, whatever happens to the server, and notes everything the server tells.

use std::sync::Arc;

use shangrila_client::{Client, Connection, Update};
use shangrila_protocol::{Event, PersonId, Phase, TableId};
use tokio::sync::watch;

use crate::ledger::Ledger;

/// A guest at one table after the other.
pub(crate) struct Player {
    connection: Connection,
    table: TableId,
    is_host: bool,
    me: Option<PersonId>,
    ledger: Arc<Ledger>,
    connected: usize,
}

impl Player {
    pub(crate) fn new(client: Client, table: TableId, is_host: bool, ledger: Arc<Ledger>) -> Player {
        let mut connection = client.connect().unpaced();
        connection.watch(&table);
        if !is_host {
            connection.join(&table, None);
        }
        Player { connection, table, is_host, me: None, ledger, connected: 0 }
    }

    /// Plays until told to stop and everything is answered. Says how often the connection came back.
    pub(crate) async fn play_until(mut self, mut stopping: watch::Receiver<bool>) -> usize {
        loop {
            tokio::select! {
                update = self.connection.next() => self.hear(update),
                Ok(()) = stopping.changed() => {}
            }
            if !*stopping.borrow() {
                self.play();
            } else if self.connection.unanswered() == 0 {
                return self.connected - 1;
            }
        }
    }

    fn hear(&mut self, update: Update) {
        match update {
            Update::Connected(you) => {
                self.me = Some(you.expect("the server knows its guests after a restart").id);
                self.connected += 1;
            }
            Update::Event { table, event } => {
                self.ledger.note(&table, &event);
                if let Event::Rematch { table: next } = event.event {
                    self.connection.unwatch(&table);
                    self.connection.watch(&next);
                    if !self.is_host {
                        self.connection.join(&next, None);
                    }
                    self.table = next;
                }
            }
            Update::Table(id) => {
                let table = self.connection.table(&id).expect("a table that was just told");
                if let Some(next) = table.state().rematch.clone() {
                    self.connection.unwatch(&id);
                    self.connection.watch(&next);
                    if !self.is_host {
                        self.connection.join(&next, None);
                    }
                    self.table = next;
                }
            }
            Update::Refused { reason, .. } => panic!("refused: {reason}"),
            Update::Lost(_) | Update::Chat(..) | Update::Presence(..) | Update::Notice(..) | Update::Lobby(_) => {}
        }
    }

    fn play(&mut self) {
        let (Some(me), Some(table)) = (&self.me, self.connection.table(&self.table)) else { return };
        if self.connection.unanswered() > 0 {
            return;
        }
        if table.waits_for(me) {
            let ply = table.state().moves.len() as u32;
            let mut position = *table.position().expect("the rules can replay the game");
            let mv = position.play_random(|end| fastrand::u32(..end)).expect("a game that goes on has a move");
            self.connection.play(&self.table, ply, mv);
        } else if self.is_host && table.state().phase == Phase::Finished && table.state().rematch.is_none() {
            let table = self.table.clone();
            self.connection.command(|id| shangrila_protocol::ClientMessage::Rematch { id, table });
        }
    }
}
