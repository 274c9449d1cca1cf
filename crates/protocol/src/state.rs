//! What the events of a table add up to. Server and clients add them up by this code, so that they agree.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::event::{Event, EventEnvelope, StandInReason};
use crate::ids::{PersonId, TableId};
use crate::people::Sitter;
use crate::settings::{LevelId, TableSettings, TimeControl};

/// A place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatedPlayer {
    /// The letter of the clan: `r`, `b`, `v` or `y`.
    pub clan: char,
    /// Who has it; none while it is free.
    pub sitter: Option<Sitter>,
    /// For whom it is kept before the game, after a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_for: Option<PersonId>,
    /// Why and by whom it is played for the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub stand_in: Option<(StandInReason, LevelId)>,
}

impl SeatedPlayer {
    /// Whether this person has the seat, whoever plays for them.
    pub fn is_of(&self, person: &PersonId) -> bool {
        self.sitter.as_ref().and_then(Sitter::person).is_some_and(|sitter| sitter.id == *person)
    }

    /// The computer player of the server that plays here, if one does.
    pub fn level(&self) -> Option<LevelId> {
        match (&self.sitter, self.stand_in) {
            (_, Some((_, level))) => Some(level),
            (Some(Sitter::Level(level)), None) => Some(*level),
            _ => None,
        }
    }
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// For players.
    Waiting,
    /// The game is on.
    Playing,
    /// The game is over.
    Finished,
    /// There was no game.
    Closed,
}

/// The time of all seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockState {
    /// Milliseconds each seat had when the present turn began.
    pub left: Vec<u64>,
    /// When the present turn began, by the server's clock.
    pub since: u64,
}

/// A wish to take moves back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Takeback {
    /// Who would like to.
    pub seat: u8,
    /// How many moves would remain.
    pub ply: u32,
    /// Who has agreed.
    pub agreed: Vec<u8>,
}

/// A table as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableState {
    /// Which table.
    pub table: TableId,
    /// The number of the last event.
    pub number: u64,
    /// How it is set up.
    pub settings: TableSettings,
    /// Who set it up.
    pub host: PersonId,
    /// The seats in turn order.
    pub seats: Vec<SeatedPlayer>,
    /// How far it is.
    pub phase: Phase,
    /// The version of the rules, once the game has begun.
    pub rules: Option<u32>,
    /// The moves in notation.
    pub moves: Vec<String>,
    /// Whose turn it is.
    pub next: Option<u8>,
    /// The clocks, if the table has them.
    pub clock: Option<ClockState>,
    /// The wish that waits for answers.
    pub takeback: Option<Takeback>,
    /// The seats that won.
    pub winners: Vec<u8>,
    /// Masters of each seat at the end.
    pub masters: Vec<u8>,
    /// Whether ratings changed at the end.
    pub rated: bool,
    /// Where the same people play again.
    pub rematch: Option<TableId>,
}

/// An event that cannot follow: what is known is not what the server has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfSequence {
    /// The number that was expected.
    pub expected: u64,
    /// The number that came.
    pub number: u64,
}

impl fmt::Display for OutOfSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} cannot follow here, where {} was expected", self.number, self.expected)
    }
}

impl core::error::Error for OutOfSequence {}

/// A turn on return: who ran out of time gets at least this much, in milliseconds.
const RETURN_TIME: u64 = 15_000;
/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

impl TableState {
    /// A table after its first event.
    ///
    /// # Errors
    /// When this is another event.
    pub fn open(table: TableId, first: &EventEnvelope) -> Result<TableState, OutOfSequence> {
        let (1, Event::Opened { settings, host, seats }) = (first.number, &first.event) else {
            return Err(OutOfSequence { expected: 1, number: first.number });
        };
        Ok(TableState {
            table,
            number: 1,
            settings: settings.clone(),
            host: host.clone(),
            seats: seats.clone(),
            phase: Phase::Waiting,
            rules: None,
            moves: Vec::new(),
            next: None,
            clock: None,
            takeback: None,
            winners: Vec::new(),
            masters: Vec::new(),
            rated: false,
            rematch: None,
        })
    }

    /// A table after all its events.
    ///
    /// # Errors
    /// At the first event that cannot follow.
    pub fn replay<'a>(
        table: TableId,
        events: impl IntoIterator<Item = &'a EventEnvelope>,
    ) -> Result<Option<TableState>, OutOfSequence> {
        let mut events = events.into_iter();
        let Some(first) = events.next() else { return Ok(None) };
        let mut state = TableState::open(table, first)?;
        events.try_for_each(|event| state.apply(event))?;
        Ok(Some(state))
    }

    /// Adds an event.
    ///
    /// # Errors
    /// When it cannot follow; nothing has changed then.
    pub fn apply(&mut self, numbered: &EventEnvelope) -> Result<(), OutOfSequence> {
        let unfit = OutOfSequence { expected: self.number + 1, number: numbered.number };
        if numbered.number != self.number + 1 || !self.fits(&numbered.event) {
            return Err(unfit);
        }
        self.number = numbered.number;
        let at = numbered.at;
        match &numbered.event {
            Event::Opened { .. } => {}
            Event::Joined { seat, sitter } => self.seats[usize::from(*seat)].sitter = Some(sitter.clone()),
            Event::Left { seat } => self.seats[usize::from(*seat)].sitter = None,
            Event::Started { seats, next, rules } => {
                self.seats.clone_from(seats);
                self.phase = Phase::Playing;
                self.rules = Some(*rules);
                self.next = Some(*next);
                let full = match self.settings.clock {
                    TimeControl::None => None,
                    TimeControl::Live { base, .. } => Some(u64::from(base) * 1000),
                    TimeControl::Days { days } => Some(u64::from(days) * DAY),
                };
                self.clock = full.map(|full| ClockState { left: vec![full; self.seats.len()], since: at });
            }
            Event::Moved { mv, next, seat, .. } => {
                self.moves.push(mv.clone());
                self.stop_clock(usize::from(*seat), at);
                self.next = *next;
                self.takeback = None;
            }
            Event::StoodIn { seat, reason, level } => {
                self.seats[usize::from(*seat)].stand_in = Some((*reason, *level));
                if self.next == Some(*seat) {
                    self.pause_clock(usize::from(*seat), at);
                }
                // Computer players agree to everything.
                if let Some(takeback) = &mut self.takeback
                    && takeback.seat != *seat
                    && !takeback.agreed.contains(seat)
                {
                    takeback.agreed.push(*seat);
                }
            }
            Event::Returned { seat } => {
                self.seats[usize::from(*seat)].stand_in = None;
                if let Some(clock) = &mut self.clock {
                    let left = &mut clock.left[usize::from(*seat)];
                    *left = match self.settings.clock {
                        TimeControl::Days { days } => u64::from(days) * DAY,
                        TimeControl::Live { increment, .. } => {
                            (*left).max(RETURN_TIME).max(u64::from(increment) * 1000)
                        }
                        TimeControl::None => *left,
                    };
                    if self.next == Some(*seat) {
                        clock.since = at;
                    }
                }
            }
            Event::TakebackAsked { seat, ply } => {
                let agreed = (0..self.seats.len() as u8)
                    .filter(|other| other != seat && self.seats[usize::from(*other)].level().is_some())
                    .collect();
                self.takeback = Some(Takeback { seat: *seat, ply: *ply, agreed });
            }
            Event::TakebackAnswered { seat, agrees } => match &mut self.takeback {
                Some(takeback) if *agrees => takeback.agreed.push(*seat),
                _ => self.takeback = None,
            },
            Event::TakenBack { ply, next } => {
                self.moves.truncate(*ply as usize);
                self.takeback = None;
                if let Some(mover) = self.next {
                    self.pause_clock(usize::from(mover), at);
                }
                self.next = Some(*next);
                if let (Some(clock), TimeControl::Days { days }) = (&mut self.clock, self.settings.clock) {
                    clock.left[usize::from(*next)] = u64::from(days) * DAY;
                }
            }
            Event::Finished { winners, masters, rated } => {
                self.phase = Phase::Finished;
                self.next = None;
                self.winners.clone_from(winners);
                self.masters.clone_from(masters);
                self.rated = *rated;
                self.takeback = None;
            }
            Event::Rematch { table } => self.rematch = Some(table.clone()),
            Event::Closed => self.phase = Phase::Closed,
        }
        Ok(())
    }

    /// Whether an event speaks of what is there. Whether it was allowed is the server's business.
    fn fits(&self, event: &Event) -> bool {
        let seat_fits = |seat: u8| usize::from(seat) < self.seats.len();
        let playing = self.phase == Phase::Playing;
        match event {
            Event::Opened { .. } => false,
            Event::Joined { seat, .. } | Event::Left { seat } => self.phase == Phase::Waiting && seat_fits(*seat),
            Event::Started { seats, next, .. } => {
                self.phase == Phase::Waiting && seats.len() == self.seats.len() && seat_fits(*next)
            }
            Event::Moved { seat, ply, next, .. } => {
                playing && self.next == Some(*seat) && *ply as usize == self.moves.len() && next.is_none_or(seat_fits)
            }
            Event::StoodIn { seat, .. } | Event::Returned { seat } | Event::TakebackAnswered { seat, .. } => {
                playing && seat_fits(*seat)
            }
            Event::TakebackAsked { seat, ply } => playing && seat_fits(*seat) && (*ply as usize) < self.moves.len(),
            Event::TakenBack { ply, next } => playing && (*ply as usize) < self.moves.len() && seat_fits(*next),
            Event::Finished { winners, masters, .. } => {
                playing && winners.iter().all(|&seat| seat_fits(seat)) && masters.len() == self.seats.len()
            }
            Event::Rematch { .. } => self.phase == Phase::Finished,
            Event::Closed => self.phase == Phase::Waiting,
        }
    }

    /// The seat of a person.
    pub fn seat_of(&self, person: &PersonId) -> Option<u8> {
        self.seats.iter().position(|seat| seat.is_of(person)).map(|seat| seat as u8)
    }

    /// When the time of the seat to move ends, by the server's clock. Computer players have no such limit.
    pub fn deadline(&self) -> Option<u64> {
        let (clock, seat) = (self.clock.as_ref()?, usize::from(self.next?));
        self.seats[seat].level().is_none().then(|| clock.since + clock.left[seat])
    }

    /// The milliseconds a seat has left at a time of the server's clock.
    pub fn time_left(&self, seat: u8, now: u64) -> Option<u64> {
        let left = *self.clock.as_ref()?.left.get(usize::from(seat))?;
        let runs = self.next == Some(seat) && self.seats[usize::from(seat)].level().is_none();
        let since = self.clock.as_ref()?.since;
        Some(if runs { left.saturating_sub(now.saturating_sub(since)) } else { left })
    }

    /// A seat has moved: what it used is gone, what it gains for the turn is added.
    fn stop_clock(&mut self, seat: usize, at: u64) {
        let stood_in = self.seats[seat].level().is_some();
        let Some(clock) = &mut self.clock else { return };
        if !stood_in {
            let left = clock.left[seat].saturating_sub(at.saturating_sub(clock.since));
            clock.left[seat] = match self.settings.clock {
                TimeControl::Live { increment, .. } => left + u64::from(increment) * 1000,
                TimeControl::Days { days } => u64::from(days) * DAY,
                TimeControl::None => left,
            };
        }
        clock.since = at;
    }

    /// The turn of a seat ends without a move.
    fn pause_clock(&mut self, seat: usize, at: u64) {
        let Some(clock) = &mut self.clock else { return };
        clock.left[seat] = clock.left[seat].saturating_sub(at.saturating_sub(clock.since));
        clock.since = at;
    }
}
