//! A table as a client knows it: what the events add up to, and the position on its board.

use shangrila_protocol::{Event, EventEnvelope, OutOfSequence, PersonId, Phase, TableState};
use shangrila_rules::{Clan, Move, Position, Seats};

/// The position at a table; none before the game, or where the rules of this program cannot replay it.
pub fn position(state: &TableState) -> Option<Position> {
    if !matches!(state.phase, Phase::Playing | Phase::Finished) {
        return None;
    }
    let clans = state.seats.iter().map(|seat| Clan::from_letter(seat.clan)).collect::<Option<Vec<Clan>>>()?;
    let mut position = state.settings.start(Seats::new(&clans).ok()?).position();
    state.moves.iter().try_for_each(|mv| play(&mut position, mv))?;
    Some(position)
}

fn play(position: &mut Position, mv: &str) -> Option<()> {
    position.play(mv.parse::<Move>().ok()?).ok()
}

/// A table that is followed.
#[derive(Clone, Debug)]
pub struct Table {
    state: TableState,
    position: Option<Position>,
}

impl Table {
    /// A table from scratch.
    pub fn new(state: TableState) -> Table {
        let position = position(&state);
        Table { state, position }
    }

    /// What the events add up to.
    pub fn state(&self) -> &TableState {
        &self.state
    }

    /// The position on the board; none before the game, or where the rules of this program cannot replay it.
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Whether the server waits for a move of this person.
    pub fn waits_for(&self, person: &PersonId) -> bool {
        let next = self.state.next.and_then(|seat| self.state.seats.get(seat.index()));
        next.is_some_and(|seat| seat.is_of(person) && seat.level().is_none())
    }

    /// Adds an event.
    ///
    /// # Errors
    /// When it cannot follow; nothing has changed then.
    pub fn apply(&mut self, event: &EventEnvelope) -> Result<(), OutOfSequence> {
        self.state.apply(event)?;
        match &event.event {
            Event::Moved { mv, .. } => {
                let played = self.position.as_mut().and_then(|position| play(position, mv));
                if played.is_none() {
                    self.position = None;
                }
            }
            Event::Started { .. } | Event::TakenBack { .. } => self.position = position(&self.state),
            _ => {}
        }
        Ok(())
    }
}
