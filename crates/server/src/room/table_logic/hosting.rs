//! What hosts may do in the waiting room, and who is host after them.

use shangrila_protocol::{Event, LevelId, Person, PersonId, PersonOrLevel, Phase, Refusal, SeatedPlayer, Visibility};
use shangrila_rules::Seat;

use super::{TableLogic, after};

impl TableLogic {
    /// Returns the events by which the host removes a player.
    pub(super) fn remove(&self, by: &Person, seat: Seat, stand_in: LevelId) -> Result<Vec<Event>, Refusal> {
        let person = self.other_person(by, seat)?;
        debug_assert!(*person != by.id);
        Ok(self.gives_up(seat, stand_in))
    }

    /// Returns the event by which the host makes another player the host.
    pub(super) fn hand_over(&self, by: &Person, seat: Seat) -> Result<Event, Refusal> {
        self.not_arranged()?;
        Ok(Event::HostChanged { host: self.other_person(by, seat)?.clone() })
    }

    /// Returns another person in the waiting room, if this one is the host.
    fn other_person(&self, by: &Person, seat: Seat) -> Result<&PersonId, Refusal> {
        self.host_only(by)?;
        self.in_phase(Phase::Waiting)?;
        let there = self.state.seats.get(seat.index()).ok_or(Refusal::NotFound)?;
        let person = person_of(there).ok_or(Refusal::WrongPhase)?;
        if *person == by.id { Err(Refusal::WrongPhase) } else { Ok(person) }
    }

    /// Returns the next host if these events leave a public table, or that of an event, without its own: nobody could start the game otherwise.
    pub(super) fn next_host(&self, events: &[Event]) -> Option<Event> {
        let state = after(&self.state, events);
        let had_host = self.state.seat_of(&state.host).is_some();
        let needs_host = self.origin.by_server || had_host && state.settings.visibility == Visibility::Public;
        let is_left_alone = needs_host && state.phase == Phase::Waiting && state.seat_of(&state.host).is_none();
        let host = state.seats.iter().find_map(person_of).filter(|_| is_left_alone)?;
        Some(Event::HostChanged { host: host.clone() })
    }
}

fn person_of(seat: &SeatedPlayer) -> Option<&PersonId> {
    seat.player.as_ref().and_then(PersonOrLevel::person).map(|person| &person.id)
}
