//! Tables whose players are known from the start: those of tournaments.

use shangrila_protocol::{
    Event, EventEnvelope, NoticeKind, OutOfSequence, Person, PersonId, PersonOrLevel, Phase, Refusal, TableId,
};
use tokio::sync::oneshot;

use super::opening::draft_seated;
use super::table_logic::{TableCommand, TableLogic};
use super::{RoomMessage, Rooms, new_table_id, random_below};
use crate::clock::now;
use crate::peers::News;
use crate::store::{Append, Committed};

impl Rooms {
    /// Prepares a table for the store at which everyone is seated.
    ///
    /// # Errors
    /// If `opened` cannot be its first event.
    pub(crate) fn draft_seated(&self, host: &PersonId, opened: Event) -> Result<Append, OutOfSequence> {
        draft_seated(new_table_id(), host, opened, now(), &mut random_below)
    }

    /// Tells everyone of a table that has been stored, and starts its game if it is a computer player's turn.
    pub(crate) async fn announce_seated(&self, id: &TableId, events: &[Committed<EventEnvelope>]) {
        let table = match TableLogic::replay(id, events) {
            Ok(Some(table)) => table,
            Ok(None) => return,
            Err(error) => return tracing::error!(table = %id, error, "a new table cannot be replayed"),
        };
        let state = table.state();
        let person = |seat: &shangrila_protocol::SeatedPlayer| {
            seat.player.as_ref().and_then(PersonOrLevel::person).map(|person| person.id.clone())
        };
        let kind = if state.phase == Phase::Waiting { NoticeKind::ReadyCheck } else { NoticeKind::Started };
        let tell = |person: &PersonId, kind: NoticeKind| {
            self.notify(person, id, kind);
            self.peers().tell(News::Notice(person.clone(), id.clone(), kind));
        };
        state.seats.iter().filter_map(person).for_each(|person| tell(&person, kind));
        if let Some(next) = state.next.and_then(|seat| person(&state.seats[seat.index()])) {
            tell(&next, NoticeKind::YourTurn);
            self.call(&next, id, state.settings.clock);
        }
        self.announce(&table).await;
    }

    /// Carries out a command of a person who is not connected to the table.
    ///
    /// # Errors
    /// Why it is refused.
    pub(crate) async fn act(&self, table: &TableId, person: &Person, command: TableCommand) -> Result<(), Refusal> {
        let (answer, done) = oneshot::channel();
        self.send(table, RoomMessage::Act { person: person.clone(), command, answer }).await;
        done.await.unwrap_or(Err(Refusal::Failed))
    }
}
