//! A guest who plays random moves whatever happens to the server, and records every event it receives.

use std::sync::Arc;
use std::time::Duration;

use shangrila_client::{Client, ClientEvent, Connection};
use shangrila_protocol::{ClientMessage, Event, PersonId, Phase, Refusal, TableId};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::ledger::Ledger;

/// A guest at one table after another.
pub(crate) struct Player {
    connection: Connection,
    table: TableId,
    is_host: bool,
    me: Option<PersonId>,
    ledger: Arc<Ledger>,
    connected: usize,
    /// Whether the last command was not stored.
    has_failed: bool,
    /// Whether a command was not stored, as far as the server could tell. It may have been, if the connection to the database was lost.
    in_doubt: bool,
}

/// How long to wait before a command is repeated that could not be stored.
const RETRY: Duration = Duration::from_millis(50);

impl Player {
    pub(crate) fn new(client: Client, table: TableId, is_host: bool, ledger: Arc<Ledger>) -> Player {
        // The server dies every few hundred milliseconds, so every connection counts as stable and waits are short.
        let mut connection = client.connect_with(|settings| {
            settings.send_rate = None;
            settings.stable_after = Duration::ZERO;
            settings.first_wait = Duration::from_millis(20);
        });
        connection.subscribe(&table);
        if !is_host {
            connection.join(&table, None);
        }
        Player { connection, table, is_host, me: None, ledger, connected: 0, has_failed: false, in_doubt: false }
    }

    /// Plays until told to stop and everything is answered. Returns how often the connection came back.
    pub(crate) async fn play_until(mut self, mut stopping: watch::Receiver<bool>) -> usize {
        loop {
            tokio::select! {
                event = self.connection.next() => self.handle(event),
                () = sleep(RETRY), if self.has_failed => self.has_failed = false,
                Ok(()) = stopping.changed() => {}
            }
            if !*stopping.borrow() {
                if !self.has_failed {
                    self.play();
                }
            } else if self.connection.core().unanswered_count() == 0 {
                return self.connected - 1;
            }
        }
    }

    fn handle(&mut self, event: ClientEvent) {
        match event {
            ClientEvent::Connected { person } => {
                self.me = Some(person.expect("the server knows its guests after a restart").id);
                self.connected += 1;
            }
            ClientEvent::Event { table, event } => {
                self.ledger.note(&table, &event);
                if let Event::Rematch { table: next } = event.event {
                    self.move_to(&table, next);
                }
            }
            ClientEvent::Snapshot { table } => {
                let rematch = self.connection.table(&table).and_then(|known| known.state().rematch.clone());
                rematch.into_iter().for_each(|next| self.move_to(&table, next));
            }
            // The disk is full.
            ClientEvent::Answered { result: Err(Refusal::NotStored | Refusal::Failed), .. } => {
                (self.has_failed, self.in_doubt) = (true, true);
            }
            ClientEvent::Answered {
                result: Err(Refusal::Stale { .. } | Refusal::NotYourTurn | Refusal::WrongPhase | Refusal::AlreadySeated),
                ..
            } if self.in_doubt => {}
            ClientEvent::Answered { result: Err(reason), .. } => panic!("refused: {reason}"),
            ClientEvent::GaveUp(_)
            | ClientEvent::Banned { .. }
            | ClientEvent::Outdated { .. }
            | ClientEvent::TableRefused { .. }
            | ClientEvent::MessageRefused(_) => panic!("{event:?}"),
            ClientEvent::Lost(_)
            | ClientEvent::Answered { result: Ok(()), .. }
            | ClientEvent::Chat { .. }
            | ClientEvent::Presence { .. }
            | ClientEvent::ChatChanged { .. }
            | ClientEvent::RatingChanges { .. }
            | ClientEvent::Notice { .. }
            | ClientEvent::Lobby(_) => {}
        }
    }

    /// Goes on to the table of a rematch.
    fn move_to(&mut self, table: &TableId, next: TableId) {
        self.connection.unsubscribe(table);
        self.connection.subscribe(&next);
        if !self.is_host {
            self.connection.join(&next, None);
        }
        self.table = next;
    }

    fn play(&mut self) {
        let (Some(me), Some(table)) = (&self.me, self.connection.table(&self.table)) else { return };
        if self.connection.core().unanswered_count() > 0 {
            return;
        }
        let (state, seat) = (table.state(), table.state().seat_of(me));
        let is_awaited = |seat| state.ready_check.as_ref().is_some_and(|check| !check.ready.contains(&seat));
        if !self.is_host && state.phase == Phase::Waiting && seat.is_none() {
            self.connection.join(&self.table, None);
        } else if seat.is_some_and(is_awaited) {
            // A live game starts once everyone has said so.
            self.connection.send(&self.table, |id, table| ClientMessage::Ready { id, table });
        } else if table.waits_for(me) {
            let ply = table.state().moves.len() as u32;
            let mut position = *table.position().expect("the rules can replay the game");
            let mv = position.play_random(|end| fastrand::u32(..end)).expect("a running game has a move");
            self.connection.play(&self.table, ply, mv);
        } else if self.is_host && table.state().phase == Phase::Finished && table.state().rematch.is_none() {
            self.connection.send(&self.table, |id, table| ClientMessage::Rematch { id, table });
        }
    }
}
