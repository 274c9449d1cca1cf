//! A table as a client knows it: the state its events add up to, and the position on its board.

use shangrila_protocol::{Event, EventEnvelope, OutOfSequence, PersonId, Phase, TableState};
use shangrila_rules::{Clan, Move, Position, Seats};

/// Replays the game of a table. `None` before the game, and where the rules of this program do not allow its moves.
pub fn replay_position(state: &TableState) -> Option<Position> {
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

/// A table that a client follows.
#[derive(Clone, Debug)]
pub struct FollowedTable {
    state: TableState,
    position: Option<Position>,
}

impl FollowedTable {
    pub(crate) fn new(state: TableState) -> FollowedTable {
        let position = replay_position(&state);
        FollowedTable { state, position }
    }

    /// What the events received so far add up to.
    pub fn state(&self) -> &TableState {
        &self.state
    }

    /// The position on the board. `None` before the game, and where the rules of this program do not allow its moves.
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Whether the game waits for a move of this person.
    pub fn waits_for(&self, person: &PersonId) -> bool {
        let next = self.state.next.and_then(|seat| self.state.seats.get(seat.index()));
        next.is_some_and(|seat| seat.is_of(person) && seat.level().is_none())
    }

    /// Adds an event. On an error nothing has changed.
    pub(crate) fn apply(&mut self, event: &EventEnvelope) -> Result<(), OutOfSequence> {
        self.state.apply(event)?;
        match &event.event {
            Event::Moved { mv, .. } => {
                let played = self.position.as_mut().and_then(|position| play(position, mv));
                if played.is_none() {
                    self.position = None;
                }
            }
            Event::Started { .. } | Event::TakenBack { .. } => self.position = replay_position(&self.state),
            _ => {}
        }
        Ok(())
    }
}
