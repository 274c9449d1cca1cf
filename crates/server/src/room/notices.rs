//! Who is connected to a table, and who is notified of what happens there.

use std::collections::HashMap;
use std::time::Duration;

use shangrila_protocol::{
    Event, EventEnvelope, NoticeKind, PersonId, PersonOrLevel, Presence, SeatedPlayer, StandInReason, TableId,
    TimeControl,
};
use shangrila_rules::Seat;
use tokio::time::Instant;

use super::Rooms;
use super::actor::Room;
use super::conditional::Answer;
use super::requester::Requester;
use crate::clock::now;
use crate::fan_out::Topic;
use crate::outgoing::Outgoing;
use crate::store::Committed;

/// A turn that began no longer than this before somebody's connection ended may not have reached them, in milliseconds: a connection that is
/// broken, such as that of a closed laptop, is noticed after 14 seconds.
const UNSEEN: u64 = 20_000;
/// How long it takes people to come back who have only lost their connection or loaded the page again.
const COMES_BACK: Duration = Duration::from_secs(5);

/// Who has gone although their turn had just begun, and when they count as gone.
#[derive(Default)]
pub(super) struct JustGone(HashMap<PersonId, Instant>);

impl JustGone {
    /// When to look next whether somebody has come back.
    pub(super) fn next(&self) -> Option<Instant> {
        self.0.values().min().copied()
    }
}

impl Rooms {
    /// Has a player who has closed the app told that it is their turn. Returns at once. A live game goes on without those who are not there, and nobody
    /// wants to hear of it on vacation.
    pub(super) fn call(&self, person: &PersonId, table: &TableId, clock: TimeControl) {
        let Some(notices) = self.notices().filter(|_| !matches!(clock, TimeControl::Live { .. })).cloned() else {
            return;
        };
        let (rooms, person, table) = (self.clone(), person.clone(), table.clone());
        tokio::spawn(async move {
            // The table's log may not know of it yet, especially when the game has just begun.
            let now = now();
            let vacations = match rooms.vacations().filter(|_| matches!(clock, TimeControl::Days { .. })) {
                Some(store) => store.vacations(&person, now).await,
                None => Ok(Vec::new()),
            };
            match vacations {
                Ok(vacations) if vacations.iter().any(|vacation| vacation.is_on(now)) => {}
                Ok(_) => notices.queue(&person, &table),
                Err(error) => tracing::error!(%error, "cannot read vacations"),
            }
        });
    }
}

impl Room {
    fn person_at(&self, seat: Seat) -> Option<PersonId> {
        let seated = self.table.state().seats.get(seat.index())?;
        seated.player.as_ref().and_then(PersonOrLevel::person).map(|person| person.id.clone())
    }

    fn is_connected(&self, person: &PersonId) -> bool {
        self.watchers.values().any(|requester| requester.id() == Some(person)) || self.elsewhere.include(person)
    }

    /// The players who are connected.
    pub(super) fn people_there(&self) -> Vec<PersonId> {
        let players = self.table.state().players();
        let people = players.filter_map(|(_, seat)| Some(&seat.player.as_ref().and_then(PersonOrLevel::person)?.id));
        people.filter(|person| self.is_connected(person)).cloned().collect()
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
            if !self.is_connected(&person) {
                self.rooms.call(&person, &self.id, state.settings.clock);
            }
        }
    }

    /// Whether a person is to move, and nobody does it for them.
    fn waits_for(&self, person: &PersonId) -> bool {
        let state = self.table.state();
        state.next.is_some_and(|seat| {
            let seated = &state.seats[seat.index()];
            seated.is_of(person) && seated.stand_in.is_none()
        })
    }

    /// Remembers that somebody's connection has ended, if they may not have seen that it is their turn.
    pub(super) fn note_gone(&mut self, requester: &Requester) {
        let Some(person) = requester.id().filter(|_| self.rooms.notices().is_some()) else { return };
        let is_new = now().saturating_sub(self.table.state().turn_since) < UNSEEN;
        if is_new && self.waits_for(person) && !self.is_connected(person) {
            self.just_gone.0.insert(person.clone(), Instant::now() + COMES_BACK);
        }
    }

    /// Tells those who have not come back that it is their turn.
    pub(super) fn call_those_gone(&mut self) {
        let clock = self.table.state().settings.clock;
        let gone: Vec<PersonId> =
            self.just_gone.0.extract_if(|_, at| *at <= Instant::now()).map(|(person, _)| person).collect();
        for person in gone {
            if self.waits_for(&person) && !self.is_connected(&person) {
                self.rooms.call(&person, &self.id, clock);
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
