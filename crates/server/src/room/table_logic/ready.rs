//! The ready check: a live game between several people starts once all of them are ready, not on the clock of someone who has gone.

use shangrila_protocol::{
    Event, EventEnvelope, PersonKind, PersonOrLevel, Refusal, SeatedPlayer, StandInReason, TableState, TimeControl,
    Visibility,
};
use shangrila_rules::Seat;

use super::{Surroundings, TableLogic, after, started};

/// How long players at a public table have to say that they are ready, in milliseconds. Friends at a private table sort it out themselves.
const READY_TIME: u64 = 60_000;
/// How long someone who has taken a seat counts as ready, in milliseconds, as long as they are connected.
const STILL_THERE: u64 = 30_000;

/// When each seat was taken, by the server's clock.
pub(super) type SeatTimes = [u64; Seat::ALL.len()];

/// Notes when seats are taken.
pub(super) fn note_seat_times(times: &mut SeatTimes, envelope: &EventEnvelope) {
    match &envelope.event {
        Event::Opened { .. } => times.fill(envelope.at),
        Event::Joined { seat, .. } => times[seat.index()] = envelope.at,
        _ => {}
    }
}

/// Whether the game may start only after a ready check: it is live, and several people play.
fn needs_check(state: &TableState) -> bool {
    let people = state.players().filter(|(_, seat)| person_of(seat).is_some()).count();
    matches!(state.settings.clock, TimeControl::Live { .. }) && people > 1
}

fn person_of(seat: &SeatedPlayer) -> Option<&shangrila_protocol::Person> {
    seat.player.as_ref().and_then(PersonOrLevel::person)
}

impl TableLogic {
    /// Returns the ready check that a full table needs before its game starts, if any. `acting` has just done something here.
    pub(super) fn ready_check(&self, state: &TableState, acting: Option<Seat>, around: &Surroundings) -> Option<Event> {
        if !needs_check(state) || state.ready_check.is_some() {
            return None;
        }
        let is_ready = |seat: Seat| {
            let just_came = around.now.saturating_sub(self.seat_times[seat.index()]) < STILL_THERE;
            match person_of(&state.seats[seat.index()]) {
                None => true,
                Some(person) if person.kind == PersonKind::Bot => true,
                Some(_) => acting == Some(seat) || just_came && around.present.contains(&seat),
            }
        };
        let ready = state.settings.player_seats().filter(|&seat| is_ready(seat)).collect();
        // In a tournament, a computer player stands in for those who are late.
        let may_lose_seats = state.settings.visibility == Visibility::Public && !self.origin.is_arranged();
        let until = may_lose_seats.then_some(around.now + READY_TIME);
        Some(Event::ReadyCheck { ready, until })
    }

    /// Returns the event of a player who says that they are ready.
    pub(super) fn say_ready(&self, seat: Option<Seat>) -> Result<Event, Refusal> {
        let seat = seat.ok_or(Refusal::NotSeated)?;
        match &self.state.ready_check {
            Some(check) if !check.ready.contains(&seat) => Ok(Event::Ready { seat }),
            _ => Err(Refusal::WrongPhase),
        }
    }

    /// Returns the events that start the game without those who are not ready: computer players stand in for them until they come. Seats that have become
    /// free go to computer players for good.
    pub(super) fn begin(&self, around: &Surroundings, draw: &mut dyn FnMut(usize) -> usize) -> Vec<Event> {
        let seats = || self.state.settings.player_seats();
        let ready = self.state.ready_check.as_ref().map(|check| check.ready.as_slice()).unwrap_or_default();
        let is_ready = |seat: &Seat| ready.contains(seat) || around.present.contains(seat);
        let is_free = |seat: &Seat| self.state.seats[seat.index()].player.is_none();
        let is_person = |seat: &Seat| person_of(&self.state.seats[seat.index()]).is_some();
        let computer = PersonOrLevel::Level(around.stand_in);
        let mut events: Vec<Event> =
            seats().filter(is_free).map(|seat| Event::Joined { seat, player: computer.clone() }).collect();
        events.extend(started(&after(&self.state, &events), draw));
        let absent = seats().filter(|seat| is_person(seat) && !is_ready(seat));
        events.extend(absent.map(|seat| Event::StoodIn { seat, reason: StandInReason::Time, level: around.stand_in }));
        events
    }

    /// Returns the events when the time for a ready check is over: those who are not ready give up their seats.
    pub(crate) fn end_ready_check(&self) -> Vec<Event> {
        let Some(check) = &self.state.ready_check else { return Vec::new() };
        let seats = self.state.settings.player_seats();
        let mut events: Vec<Event> =
            seats.filter(|seat| !check.ready.contains(seat)).map(|seat| Event::Left { seat }).collect();
        events.extend(self.next_host(&events));
        events
    }
}

/// Whether a game may start: everyone who has to be is ready.
pub(super) fn may_start(state: &TableState) -> bool {
    match &state.ready_check {
        Some(check) => check.ready.len() == state.settings.players(),
        None => !needs_check(state),
    }
}
