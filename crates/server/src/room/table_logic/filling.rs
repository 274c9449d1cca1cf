//! Seats that are not taken for good: free ones go to computer players after a while, and people can take over from computer players.

use shangrila_protocol::{
    Event, LevelId, Person, PersonKind, PersonOrLevel, Phase, Refusal, SeatedPlayer, StandInReason,
};
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
        level: LevelId,
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

    /// Returns the events by which computer players get the free seats.
    pub(super) fn fill(
        &self,
        level: LevelId,
        acting: Option<Seat>,
        around: &Surroundings,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Event>, Refusal> {
        if self.state.ready_check.is_some() {
            return Err(Refusal::WrongPhase);
        }
        if !self.state.seats.iter().any(is_person) {
            return Err(Refusal::SeatsFree);
        }
        let free = Seat::ALL.into_iter().zip(&self.state.seats).filter(|(_, seated)| seated.player.is_none());
        let joined = free.map(|(seat, _)| Event::Joined { seat, player: PersonOrLevel::Level(level) }).collect();
        Ok(self.with_consequences(joined, acting, around, draw))
    }

    /// Returns the event by which a person takes over a computer player's seat during the game.
    pub(super) fn take_over(&self, by: &Person, wanted: Option<Seat>) -> Result<Event, Refusal> {
        let settings = &self.state.settings;
        self.in_phase(Phase::Playing)?;
        if self.state.seat_of(&by.id).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        if by.kind == PersonKind::Bot && !settings.bots_may_join {
            return Err(Refusal::NotForBots);
        }
        if let Some(seat) = wanted
            && let Some(player) = self.state.seats.get(seat.index())
            && is_person(player)
        {
            return self.ask_for_seat(by, seat, player);
        }
        if !settings.open_seats {
            return Err(Refusal::WrongPhase);
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

    /// Returns the event by which a person asks for the seat of someone who has left.
    fn ask_for_seat(&self, by: &Person, seat: Seat, player: &SeatedPlayer) -> Result<Event, Refusal> {
        let seat = self.state.settings.player_seat(seat);
        let is_abandoned = player.stand_in.is_some_and(|(reason, _)| reason != StandInReason::Skipped);
        if !is_abandoned || self.origin.is_arranged() {
            return Err(Refusal::SeatTaken);
        }
        if self.state.settings.rated {
            return Err(Refusal::RatedGame);
        }
        if self.state.seat_request.is_some() {
            return Err(Refusal::WrongPhase);
        }
        Ok(Event::SeatAsked { seat, player: PersonOrLevel::Person(by.clone()) })
    }

    /// Returns the event by which a player says whether someone may have the seat they have asked for.
    pub(super) fn answer_seat(&self, seat: Option<Seat>, agrees: bool) -> Result<Event, Refusal> {
        let seat = self.playing_seat(seat)?;
        let request = self.state.seat_request.as_ref().ok_or(Refusal::WrongPhase)?;
        // Those who have left can return instead.
        if request.seat == seat || request.agreed.contains(&seat) || self.state.seats[seat.index()].stand_in.is_some() {
            return Err(Refusal::WrongPhase);
        }
        Ok(Event::SeatAnswered { seat, agrees })
    }

    /// Returns the event by which a person gets the seat they have asked for, once everyone who is there has agreed.
    pub(super) fn granted_seat(&self, events: &[Event], around: &Surroundings) -> Option<Event> {
        let state = after(&self.state, events);
        let request = state.seat_request.as_ref()?;
        let has_say = |seat: &Seat| {
            let player = &state.seats[seat.index()];
            is_person(player) && player.stand_in.is_none() && !around.absent.contains(seat)
        };
        let mut asked = state.settings.player_seats().filter(has_say);
        let is_free = state.seat_of(&request.player.person()?.id).is_none();
        (is_free && asked.all(|seat| request.agreed.contains(&seat)))
            .then(|| Event::TookOver { seat: request.seat, player: request.player.clone() })
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
