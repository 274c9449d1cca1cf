//! Conditional moves at one table. They are stored in the database only. Each process reads the list of players with conditional moves once, and
//! the processes notify each other of changes. On such a player's turn, every process with the table in memory reads the moves, and the key of the
//! events lets only one of them play the answer. If a notification is lost, the sweep of due tables plays what is overdue.

use shangrila_protocol::{ConditionalMoves, Event, EventEnvelope, Person, PersonId, Refusal};
use shangrila_rules::Move;

use super::actor::{RETRY, Room};
use super::elsewhere::Uncommitted;
use super::{failed, new_command_id};
use crate::peers::News;
use crate::store::{Committed, Prepared, StoreError};

/// Whether the player to move has prepared an answer.
pub(super) enum Answer {
    /// Nobody has looked since the last event.
    Unknown,
    No,
    Move(PersonId, Move),
}

impl Room {
    /// Returns the conditional moves of a player, or replaces them.
    pub(super) async fn conditional_moves(
        &mut self,
        person: &Person,
        change: Option<ConditionalMoves>,
    ) -> Result<ConditionalMoves, Refusal> {
        if !self.table.may_view(Some(&person.id)) {
            return Err(Refusal::NotFound);
        }
        if self.table.state().seat_of(&person.id).is_none() {
            return Err(Refusal::NotSeated);
        }
        let store = self.rooms.conditional().clone();
        let stored = store.prepared(&self.id, &person.id).await.map_err(failed)?;
        let Some(change) = change else {
            let none = Prepared { person: person.id.clone(), number: 0, ply: 0, lines: Vec::new() };
            return Ok(self.table.rest_of(&stored.unwrap_or(none)));
        };
        self.rooms.allow_command(&person.id)?;
        let prepared = match self.table.check_conditional(person, &change) {
            // Another process may know more.
            Err(Refusal::Stale { .. } | Refusal::YourTurn | Refusal::WrongPhase) if self.learns_more().await => {
                self.table.check_conditional(person, &change)?
            }
            checked => checked?,
        };
        match stored {
            Some(stored) if prepared.lines.is_empty() => store.forget_prepared(&self.id, &stored).await,
            None if prepared.lines.is_empty() => Ok(()),
            _ => store.prepare(&self.id, &prepared).await,
        }
        .map_err(failed)?;
        self.rooms.peers().tell(News::Prepared(self.id.clone()));
        // The turn may have come meanwhile.
        self.forget_who_has_prepared();
        Ok(self.table.rest_of(&prepared))
    }

    /// Looks up whether the player to move has prepared an answer. What the game has left is dropped.
    pub(super) async fn find_answer(&mut self) {
        self.answer = Answer::No;
        if let Err(error) = self.look_for_answer().await {
            // The table stays due, so another attempt follows.
            tracing::error!(table = %self.id, %error, "cannot read conditional moves");
        }
    }

    async fn look_for_answer(&mut self) -> Result<(), StoreError> {
        let Some(person) = self.table.may_have_prepared() else { return Ok(()) };
        let store = self.rooms.conditional();
        if self.prepared.is_none() {
            self.prepared = Some(store.who_prepared(&self.id).await?.into_iter().collect());
        }
        if !self.prepared.as_ref().is_some_and(|people| people.contains(person)) {
            return Ok(());
        }
        if let Some(prepared) = store.prepared(&self.id, person).await? {
            if let Some(mv) = self.table.conditional_answer(&prepared) {
                self.answer = Answer::Move(prepared.person, mv);
                return Ok(());
            }
            store.forget_prepared(&self.id, &prepared).await?;
        }
        // Read the list again: this player has nothing left.
        self.prepared = None;
        Ok(())
    }

    /// Looks again, at once if it is a person's turn.
    pub(super) fn forget_who_has_prepared(&mut self) {
        (self.prepared, self.answer) = (None, Answer::Unknown);
    }

    /// Plays prepared answers for as long as there are any.
    pub(super) async fn play_answers(&mut self) {
        loop {
            if matches!(self.answer, Answer::Unknown) {
                self.find_answer().await;
            }
            let Answer::Move(person, mv) = std::mem::replace(&mut self.answer, Answer::No) else { return };
            let Some(events) = self.table.play_conditional(mv) else { return };
            let id = new_command_id();
            if let Err(Uncommitted::Refused(_)) = self.commit_events(Some((&person, &id)), events).await {
                // The table stays due.
                return tokio::time::sleep(RETRY).await;
            }
        }
    }

    /// Looks for an answer to new events that this process has stored. Once the game is over, nobody needs answers any more.
    pub(super) async fn find_answer_to(&mut self, events: &[Committed<EventEnvelope>]) {
        self.find_answer().await;
        let is_over = |event: &Committed<EventEnvelope>| {
            matches!(event.event, Event::Finished { .. } | Event::Ended | Event::ClosedByModerator { .. })
        };
        if events.iter().any(is_over)
            && let Err(error) = self.rooms.conditional().forget_all_prepared(&self.id).await
        {
            tracing::error!(table = %self.id, %error, "cannot remove conditional moves");
        }
    }
}
