//! What the first event says about a table: whether its players were known from the start, as at the tables of tournaments, and whether anybody has opened
//! it for themselves.

use shangrila_protocol::{Event, EventEnvelope, LevelId, Person, PersonId, PersonOrLevel, Refusal, SeatedPlayer};
use shangrila_rules::Seat;

use super::TableLogic;

/// How a table came about.
#[derive(Default)]
pub(super) struct Origin {
    /// Who has which seat at a table that was opened with all of its players; empty at others.
    arranged: Vec<Option<PersonId>>,
    /// Whether the server has opened it, for an event. Whoever sits down first becomes its host.
    pub(super) by_server: bool,
}

impl Origin {
    pub(super) fn of(first: &EventEnvelope) -> Origin {
        let Event::Opened { host, seats, .. } = &first.event else { return Origin::default() };
        let person =
            |seat: &SeatedPlayer| seat.player.as_ref().and_then(PersonOrLevel::person).map(|person| person.id.clone());
        let people: Vec<Option<PersonId>> = seats.iter().map(person).collect();
        // Everyone else opens tables for themselves and computer players at most.
        let is_arranged =
            seats.iter().all(|seat| seat.player.is_some()) && people.iter().flatten().any(|person| person != host);
        Origin { arranged: if is_arranged { people } else { Vec::new() }, by_server: first.by.is_none() }
    }

    pub(super) fn is_arranged(&self) -> bool {
        !self.arranged.is_empty()
    }

    fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        let mut seats = Seat::ALL.into_iter().zip(&self.arranged);
        seats.find(|(_, player)| player.as_ref() == Some(person)).map(|(seat, _)| seat)
    }
}

impl TableLogic {
    /// Returns the events when a player gives up their seat in the waiting room. If the others play for a result that counts elsewhere, a computer player takes it,
    /// and nobody has to wait for anyone.
    pub(super) fn gives_up(&self, seat: Seat, level: LevelId) -> Vec<Event> {
        if !self.origin.is_arranged() {
            return vec![Event::Left { seat }];
        }
        let mut events = vec![Event::Joined { seat, player: PersonOrLevel::Level(level) }];
        let is_asked = self.state.ready_check.as_ref().is_some_and(|check| !check.ready.contains(&seat));
        events.extend(is_asked.then_some(Event::Ready { seat }));
        events
    }

    /// Returns the event by which a player gets the seat back that was theirs from the start.
    pub(super) fn come_back(&self, by: &Person, wanted: Option<Seat>) -> Result<Event, Refusal> {
        let own = self.origin.seat_of(&by.id).filter(|seat| wanted.is_none_or(|wanted| wanted == *seat));
        let seat = own.ok_or(Refusal::SeatTaken)?;
        match self.state.seats[seat.index()].player {
            Some(PersonOrLevel::Person(_)) => Err(Refusal::SeatTaken),
            _ => Ok(Event::Joined { seat, player: PersonOrLevel::Person(by.clone()) }),
        }
    }

    /// Refuses what would change the players of a table that was opened with all of them.
    pub(super) fn not_arranged(&self) -> Result<(), Refusal> {
        if self.origin.is_arranged() { Err(Refusal::WrongPhase) } else { Ok(()) }
    }
}
