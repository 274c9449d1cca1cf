//! Who is connected to a table, and who is notified of what happens there.

use shangrila_protocol::{
    Event, EventEnvelope, NoticeKind, PersonId, PersonOrLevel, Presence, SeatedPlayer, StandInReason, TimeControl,
};
use shangrila_rules::Seat;

use super::actor::Room;
use super::conditional::Answer;
use super::requester::Requester;
use crate::clock::now;
use crate::fan_out::Topic;
use crate::outgoing::Outgoing;
use crate::store::Committed;

impl Room {
    fn person_at(&self, seat: Seat) -> Option<PersonId> {
        let seated = self.table.state().seats.get(seat.index())?;
        seated.player.as_ref().and_then(PersonOrLevel::person).map(|person| person.id.clone())
    }

    fn is_connected(&self, person: &PersonId) -> bool {
        self.watchers.values().any(|requester| requester.id() == Some(person)) || self.elsewhere.include(person)
    }

    /// Whether a person plays here or anyone watches.
    pub(super) fn is_followed(&self) -> bool {
        let plays =
            |seat: &SeatedPlayer| matches!(seat.player, Some(PersonOrLevel::Person(_))) && seat.stand_in.is_none();
        self.table.state().seats.iter().any(plays) || !self.watchers.is_empty() || !self.elsewhere.is_empty()
    }

    /// Notifies a person who is not watching this table, on every connection they have.
    pub(super) fn notify(&self, person: &PersonId, kind: NoticeKind) {
        if !self.is_connected(person) {
            self.rooms.tell(person, &self.id, kind);
        }
    }

    /// Notifies everyone concerned by these events.
    pub(super) fn notify_players(&self, events: &[Committed<EventEnvelope>]) {
        let players = || self.table.state().settings.player_seats();
        let everyone = || players().filter_map(|seat| self.person_at(seat));
        let everyone_but = |other: Option<PersonId>, kind: NoticeKind| {
            everyone().filter(|person| Some(person) != other.as_ref()).for_each(|person| self.notify(&person, kind));
        };
        for envelope in events {
            match &envelope.event {
                Event::ReadyCheck { ready, .. } => {
                    let asked = players().filter(|seat| !ready.contains(seat));
                    asked
                        .filter_map(|seat| self.person_at(seat))
                        .for_each(|person| self.notify(&person, NoticeKind::ReadyCheck));
                }
                Event::Started { .. } => everyone_but(None, NoticeKind::Started),
                Event::Finished { .. } => everyone_but(None, NoticeKind::Finished),
                Event::TakebackAsked { seat, .. } => everyone_but(self.person_at(*seat), NoticeKind::TakebackAsked),
                Event::SeatAsked { .. } => everyone_but(envelope.by.clone(), NoticeKind::SeatAsked),
                Event::Voted { .. } => everyone_but(envelope.by.clone(), NoticeKind::Voted),
                Event::StoodIn { seat, reason: StandInReason::Time, .. } => {
                    self.person_at(*seat).into_iter().for_each(|person| self.notify(&person, NoticeKind::TimeRanOut));
                }
                _ => {}
            }
        }
        let is_new_turn = events
            .iter()
            .any(|event| matches!(event.event, Event::Started { .. } | Event::Moved { .. } | Event::TakenBack { .. }));
        let state = self.table.state();
        // A prepared answer follows at once.
        let is_new_turn = is_new_turn && !matches!(self.answer, Answer::Move(..));
        if let Some(seat) = state.next.filter(|_| is_new_turn)
            && state.seats[seat.index()].level().is_none()
            && let Some(person) = self.person_at(seat)
        {
            self.notify(&person, NoticeKind::YourTurn);
            // A live game goes on without those who are not there.
            let is_live = matches!(state.settings.clock, TimeControl::Live { .. });
            // Nobody wants to hear of it on vacation.
            let is_away = state.seats[seat.index()].vacation_at(now()).is_some();
            if let Some(notices) = self.rooms.notices().filter(|_| !is_live && !is_away && !self.is_connected(&person))
            {
                notices.queue(&person, &self.id);
            }
        }
    }

    /// Publishes who is connected, if that has changed.
    pub(super) fn publish_presence(&mut self) -> bool {
        let state = self.table.state();
        let seats = state.seats.iter().map(|seat| match &seat.player {
            Some(PersonOrLevel::Person(person)) => self.is_connected(&person.id),
            Some(PersonOrLevel::Level(_)) => true,
            None => false,
        });
        let seated = |requester: &&Requester| requester.id().is_some_and(|person| state.seat_of(person).is_some());
        let spectators = self.watchers.len() - self.watchers.values().filter(seated).count();
        let spectators = spectators as u32 + self.elsewhere.spectators();
        let presence = Presence { seats: seats.collect(), spectators };
        if presence == self.presence {
            return false;
        }
        self.rooms.fan_out().publish(&Topic::Table(self.id.clone()), Outgoing::presence(&self.id, &presence));
        self.presence = presence;
        true
    }
}
