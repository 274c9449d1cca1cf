//! Conditional moves: what a player may prepare, and which of it is to be played.

use shangrila_protocol::{
    ConditionalLine, ConditionalMoves, Event, EventEnvelope, LONGEST_CONDITIONAL_LINE, MOST_CONDITIONAL_LINES, Person,
    PersonId, PersonKind, PersonOrLevel, Phase, Refusal, TimeControl,
};
use shangrila_rules::{Move, Seat};

use super::TableLogic;
use crate::store::Prepared;

/// The number of the last event that has cancelled all earlier conditional moves of each seat.
pub(super) type Cancelled = [u64; Seat::ALL.len()];

/// Notes what cancels conditional moves: a takeback those of everyone, a stand-in those of the player who is replaced.
pub(super) fn note_cancelled(cancelled: &mut Cancelled, envelope: &EventEnvelope) {
    match &envelope.event {
        Event::TakenBack { .. } => cancelled.fill(envelope.number),
        Event::StoodIn { seat, .. } | Event::Returned { seat } | Event::TookOver { seat, .. } => {
            cancelled[seat.index()] = envelope.number;
        }
        _ => {}
    }
}

impl TableLogic {
    /// Checks conditional moves and returns them as they are stored.
    ///
    /// # Errors
    /// Why they are refused.
    pub(crate) fn check_conditional(&self, by: &Person, wish: &ConditionalMoves) -> Result<Prepared, Refusal> {
        let seat = self.playing_seat(self.state.seat_of(&by.id))?;
        self.not_stood_in(seat)?;
        let next = self.state.next.ok_or(Refusal::WrongPhase)?;
        if !self.has_time_for_conditions() {
            return Err(Refusal::WrongPhase);
        }
        if self.state.seats[next.index()].is_of(&by.id) {
            return Err(Refusal::YourTurn);
        }
        let ply = self.state.moves.len() as u32;
        if wish.ply != ply {
            return Err(Refusal::Stale { ply });
        }
        if wish.lines.len() > MOST_CONDITIONAL_LINES {
            return Err(Refusal::TooMany);
        }
        let mut lines: Vec<String> = Vec::with_capacity(wish.lines.len());
        for text in &wish.lines {
            let line: ConditionalLine = text.parse().map_err(|error| {
                let shangrila_protocol::NotAPly(word) = error;
                Refusal::not_a_move(&word)
            })?;
            self.check_line(&by.id, next, &line)?;
            let line = line.to_string();
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        Ok(Prepared { person: by.id.clone(), number: self.state.number, ply, lines })
    }

    /// Checks one line, as far as the position is known: not behind a ply that can be any move.
    fn check_line(&self, by: &PersonId, next: Seat, line: &ConditionalLine) -> Result<(), Refusal> {
        let bad = |message: String| Refusal::BadMessage { message: format!("{line}: {message}") };
        let plies = line.plies();
        if plies.len() > LONGEST_CONDITIONAL_LINE {
            return Err(bad(format!("a line has at most {LONGEST_CONDITIONAL_LINE} plies")));
        }
        // A pass is a ply, too, so the seats take turns.
        let is_own = |index: usize| self.state.seats[(next.index() + index) % self.state.seats.len()].is_of(by);
        if plies.is_empty() || !is_own(plies.len() - 1) {
            return Err(bad("a line ends with a move of the player who prepares it".to_string()));
        }
        let mut position = Some(self.position);
        for (index, ply) in plies.iter().enumerate() {
            match (ply, &mut position) {
                (Some(mv), Some(position)) => position.play(*mv).map_err(|why| Refusal::IllegalMove { why })?,
                (Some(_), None) => {}
                (None, _) if is_own(index) => return Err(bad("* is for moves of others".to_string())),
                (None, _) => position = None,
            }
        }
        Ok(())
    }

    /// Returns what is left of conditional moves, if they have not been cancelled.
    pub(crate) fn rest_of(&self, prepared: &Prepared) -> ConditionalMoves {
        let rest = self.lines_left(prepared).into_iter().map(|line| line.to_string());
        ConditionalMoves { ply: self.state.moves.len() as u32, lines: rest.collect() }
    }

    /// Returns the player to move if they may have left conditional moves.
    pub(crate) fn may_have_prepared(&self) -> Option<&PersonId> {
        let seated = &self.state.seats[self.state.next.filter(|_| self.has_time_for_conditions())?.index()];
        let person = seated.player.as_ref().and_then(PersonOrLevel::person)?;
        (person.kind != PersonKind::Bot).then_some(&person.id)
    }

    /// Returns the move that the conditional moves of the player to move lead to: that of the first line that the game has followed, and
    /// whose move is legal now.
    pub(crate) fn conditional_answer(&self, prepared: &Prepared) -> Option<Move> {
        let seat = self.state.next.filter(|seat| self.state.seats[seat.index()].level().is_none())?;
        if !self.state.seats[seat.index()].is_of(&prepared.person) {
            return None;
        }
        let answer = |line: ConditionalLine| line.plies().first().copied().flatten();
        self.lines_left(prepared).into_iter().filter_map(answer).find(|mv| self.position.is_legal(*mv))
    }

    /// Returns the events of a conditional move.
    pub(crate) fn play_conditional(&self, mv: Move) -> Option<Vec<Event>> {
        let mut events = self.position.is_legal(mv).then(|| self.moved(mv))?;
        if let Some(Event::Moved { conditional, .. }) = events.first_mut() {
            *conditional = true;
        }
        Some(events)
    }

    /// Conditional moves are for games in which nobody waits at the board.
    fn has_time_for_conditions(&self) -> bool {
        self.state.phase == Phase::Playing && !matches!(self.state.settings.clock, TimeControl::Live { .. })
    }

    /// The lines that the game has followed so far, from the next ply on.
    fn lines_left(&self, prepared: &Prepared) -> Vec<ConditionalLine> {
        let own = Seat::ALL.into_iter().zip(&self.state.seats).filter(|(_, seated)| seated.is_of(&prepared.person));
        let is_cancelled = own.clone().any(|(seat, _)| self.cancelled[seat.index()] > prepared.number);
        let played = self.state.moves.get(prepared.ply as usize..).filter(|_| !is_cancelled && own.count() > 0);
        let Some(played) =
            played.and_then(|moves| moves.iter().map(|mv| mv.parse().ok()).collect::<Option<Vec<Move>>>())
        else {
            return Vec::new();
        };
        let rest = |line: &String| {
            let line: ConditionalLine = line.parse().ok()?;
            line.after(&played).map(|rest| ConditionalLine::new(rest.to_vec()))
        };
        prepared.lines.iter().filter_map(rest).collect()
    }
}
