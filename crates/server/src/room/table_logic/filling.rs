//! Seats that are not taken for good: free ones go to computer players after a while, and people can take over from computer players.

use shangrila_protocol::{Event, Person, PersonKind, PersonOrLevel, Phase, Refusal, SeatedPlayer};
use shangrila_rules::Seat;

use super::{Surroundings, TableLogic, after};

impl TableLogic {
    /// Returns the events when the server has to act in the waiting room: the end of a ready check, computer players for the free seats,
    /// or the end of a table that nobody has come to.
    pub(crate) fn act_in_waiting_room(
        &self,
        around: &Surroundings,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Vec<Event> {
        let is_due = |time: Option<u64>| time.is_some_and(|time| time <= around.now);
        if is_due(self.state.ready_check.as_ref().and_then(|check| check.until)) {
            return self.end_ready_check();
        }
        match self.state.settings.fill {
            Some(fill) if is_due(self.state.fill_due()) => self.fill_with_people_there(fill.level, around, draw),
            _ => vec![Event::Closed],
        }
    }

    /// Starts a game of the people who are there and computer players. Those who have gone lose their seats.
    fn fill_with_people_there(
        &self,
        level: shangrila_protocol::LevelId,
        around: &Surroundings,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Vec<Event> {
        let has_gone = |seat: Seat, player: &SeatedPlayer| is_person(player) && !around.present.contains(&seat);
        let seats = Seat::ALL.into_iter().zip(&self.state.seats);
        let mut events: Vec<Event> =
            seats.filter(|(seat, player)| has_gone(*seat, player)).map(|(seat, _)| Event::Left { seat }).collect();
        let state = after(&self.state, &events);
        if !state.seats.iter().any(is_person) {
            return vec![Event::Closed];
        }
        let free = Seat::ALL.into_iter().zip(&state.seats).filter(|(_, seated)| seated.player.is_none());
        events.extend(free.map(|(seat, _)| Event::Joined { seat, player: PersonOrLevel::Level(level) }));
        self.with_consequences(events, None, around, draw)
    }

    /// Returns the event by which a person takes over a computer player's seat during the game.
    pub(super) fn take_over(&self, by: &Person, wanted: Option<Seat>) -> Result<Event, Refusal> {
        let settings = &self.state.settings;
        if self.state.phase != Phase::Playing || !settings.open_seats {
            return Err(Refusal::WrongPhase);
        }
        if self.state.seat_of(&by.id).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        if by.kind == PersonKind::Bot && !settings.bots_may_join {
            return Err(Refusal::NotForBots);
        }
        let is_computer = |player: &SeatedPlayer| matches!(player.player, Some(PersonOrLevel::Level(_)));
        let seats = || Seat::ALL.into_iter().zip(&self.state.seats);
        let seat = match wanted {
            Some(seat) if seat.index() >= self.state.seats.len() => return Err(Refusal::NotFound),
            Some(seat) => seats().find(|(one, player)| *one == seat && is_computer(player)),
            None => seats().find(|(_, player)| is_computer(player)),
        };
        let (seat, _) = seat.ok_or(Refusal::SeatTaken)?;
        Ok(Event::TookOver { seat, player: PersonOrLevel::Person(by.clone()) })
    }

    /// Whether a table that was opened for anyone who comes has lost its last player.
    pub(super) fn is_deserted_after(&self, events: &[Event]) -> bool {
        let state = after(&self.state, events);
        state.phase == Phase::Waiting && state.settings.fill.is_some() && !state.seats.iter().any(is_person)
    }
}

fn is_person(player: &SeatedPlayer) -> bool {
    player.player.as_ref().and_then(PersonOrLevel::person).is_some()
}
