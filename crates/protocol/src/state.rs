//! The state of a table: the sum of its events. Server and clients both compute it with this code, so they always agree.

use core::fmt;

use serde::{Deserialize, Serialize};
use shangrila_rules::Seat;

use crate::event::{Event, EventEnvelope, StandInReason, VoteChoice};
use crate::ids::{PersonId, TableId};
use crate::people::PersonOrLevel;
use crate::seat_index;
use crate::settings::{LevelId, TableSettings, TimeControl};
use crate::vacation::Vacation;

/// A seat and the player on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatedPlayer {
    /// The letter of the clan: `r`, `b`, `v` or `y`.
    pub clan: char,
    /// The player; `None` while the seat is free. Tables stored by earlier versions call it `sitter`.
    #[serde(alias = "sitter")]
    pub player: Option<PersonOrLevel>,
    /// The person a seat of a rematch is reserved for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_for: Option<PersonId>,
    /// The name of that person.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kept_for_name: String,
    /// The computer player standing in for the person, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub stand_in: Option<(StandInReason, LevelId)>,
    /// Whether a stand-in has chosen a move for the person. A win then counts for nobody, and the person's rating cannot rise.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub helped: bool,
    /// The latest time in which the clock of the seat stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<Vacation>,
    /// In lists of tables: whether a live game is only waiting for its players, and this one has not yet said that they are ready.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub asked: bool,
}

impl SeatedPlayer {
    /// A seat without a stand-in.
    pub fn new(clan: char, player: Option<PersonOrLevel>) -> SeatedPlayer {
        SeatedPlayer {
            clan,
            player,
            kept_for: None,
            kept_for_name: String::new(),
            stand_in: None,
            helped: false,
            vacation: None,
            asked: false,
        }
    }

    /// Whether every move of this seat was chosen by the player who has it, so that a win counts for them.
    pub fn plays_alone(&self) -> bool {
        self.stand_in.is_none() && !self.helped
    }

    /// The vacation that its player is on.
    pub fn vacation_at(&self, now: u64) -> Option<Vacation> {
        self.vacation.filter(|vacation| vacation.is_on(now))
    }

    /// The milliseconds of a turn that its clock has counted.
    fn counted(&self, since: u64, now: u64) -> u64 {
        let stood_still = self.vacation.map_or(0, |vacation| vacation.overlap(since, now));
        now.saturating_sub(since).saturating_sub(stood_still)
    }

    /// Whether the seat belongs to this person, even if a stand-in plays for them.
    pub fn is_of(&self, person: &PersonId) -> bool {
        self.player.as_ref().and_then(PersonOrLevel::person).is_some_and(|seated| seated.id == *person)
    }

    /// The computer player that makes the moves of this seat, if one does.
    pub fn level(&self) -> Option<LevelId> {
        match (&self.player, self.stand_in) {
            (_, Some((_, level))) => Some(level),
            (Some(PersonOrLevel::Level(level)), None) => Some(*level),
            _ => None,
        }
    }
}

/// The stage a table has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// In the waiting room: some seats are free.
    Waiting,
    /// The game is in progress.
    Playing,
    /// The game is over.
    Finished,
    /// The table was closed before the game started or by a moderator, or its players voted to end the game without a result.
    Closed,
}

/// The clocks of all seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockState {
    /// The milliseconds each seat had left when the current turn began.
    pub left: Vec<u64>,
    /// When the current turn began, by the server's clock.
    pub since: u64,
}

/// A pending takeback request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Takeback {
    /// The seat that asked.
    #[serde(with = "seat_index")]
    pub seat: Seat,
    /// How many moves would remain.
    pub ply: u32,
    /// The other seats that have agreed so far.
    #[serde(with = "seat_index::list")]
    pub agreed: Vec<Seat>,
}

/// A player's vote on how to go on without the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vote {
    /// The seat that voted.
    #[serde(with = "seat_index")]
    pub seat: Seat,
    /// What it voted for.
    pub choice: VoteChoice,
}

/// Asks everyone at a full table whether they are ready for a live game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReadyCheck {
    /// The seats whose players are ready.
    #[serde(with = "seat_index::list")]
    pub ready: Vec<Seat>,
    /// When those who are not ready lose their seats, by the server's clock; never at private tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// A person's request for a seat whose player a computer player stands in for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatRequest {
    /// The seat.
    #[serde(with = "seat_index")]
    pub seat: Seat,
    /// Who asks for it.
    pub player: PersonOrLevel,
    /// The players who have agreed so far.
    #[serde(with = "seat_index::list")]
    pub agreed: Vec<Seat>,
}

/// The state of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableState {
    /// The table it is the state of.
    pub table: TableId,
    /// The number of the last event.
    pub number: u64,
    /// The time of the last event, by the server's clock.
    #[serde(default)]
    pub changed: u64,
    /// When the table was opened, by the server's clock.
    #[serde(default)]
    pub opened: u64,
    /// The settings it was opened with.
    pub settings: TableSettings,
    /// The person who opened the table.
    pub host: PersonId,
    /// The seats in turn order.
    pub seats: Vec<SeatedPlayer>,
    /// Waiting, playing, finished or closed.
    pub phase: Phase,
    /// The ready check, while all seats of a live game are taken but not everyone is ready.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready_check: Option<ReadyCheck>,
    /// The version of the rules, once the game has started.
    pub rules: Option<u32>,
    /// The moves played so far, in notation.
    pub moves: Vec<String>,
    /// Those of the moves that were conditional moves: the number of moves before each, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditional: Vec<u32>,
    /// The seat to move.
    #[serde(default, with = "seat_index::optional")]
    pub next: Option<Seat>,
    /// When the current turn began, by the server's clock.
    #[serde(default)]
    pub turn_since: u64,
    /// The clocks, if the game is timed.
    pub clock: Option<ClockState>,
    /// The takeback request waiting for answers.
    pub takeback: Option<Takeback>,
    /// The request for a seat that waits for answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat_request: Option<SeatRequest>,
    /// The votes on how to go on without the player to move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub votes: Vec<Vote>,
    /// The seats that won.
    #[serde(with = "seat_index::list")]
    pub winners: Vec<Seat>,
    /// The number of masters of each seat at the end.
    pub masters: Vec<u8>,
    /// Whether the game changed ratings.
    pub rated: bool,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
    /// Who has opened the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_by: Option<PersonId>,
    /// Why a moderator has closed the table, if one has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_because: Option<String>,
}

/// The event does not follow the current state: the copy of the table is out of date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfSequence {
    /// The number that was expected.
    pub expected: u64,
    /// The number of the event.
    pub number: u64,
}

impl fmt::Display for OutOfSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} does not fit; expected event {}", self.number, self.expected)
    }
}

impl core::error::Error for OutOfSequence {}

/// Whether an event starts a turn, or hands the present one to another player.
fn is_new_turn(event: &Event, next: Option<Seat>) -> bool {
    match event {
        Event::Started { .. } | Event::Moved { .. } | Event::TakenBack { .. } | Event::Finished { .. } => true,
        Event::StoodIn { seat, .. } | Event::Returned { seat } | Event::TookOver { seat, .. } => next == Some(*seat),
        _ => false,
    }
}

/// The least time a player who returns has for the turn, in milliseconds.
const RETURN_TIME: u64 = 15_000;
/// A day in milliseconds.
const DAY: u64 = 86_400_000;

impl TableState {
    /// Returns the state after the first event.
    ///
    /// # Errors
    /// If it is not an `opened` event with number 1.
    pub fn open(table: TableId, first: &EventEnvelope) -> Result<TableState, OutOfSequence> {
        let (1, Event::Opened { settings, host, seats }) = (first.number, &first.event) else {
            return Err(OutOfSequence { expected: 1, number: first.number });
        };
        Ok(TableState {
            table,
            number: 1,
            changed: first.at,
            opened: first.at,
            settings: settings.clone(),
            host: host.clone(),
            seats: seats.clone(),
            phase: Phase::Waiting,
            ready_check: None,
            rules: None,
            moves: Vec::new(),
            conditional: Vec::new(),
            next: None,
            turn_since: 0,
            clock: None,
            takeback: None,
            seat_request: None,
            votes: Vec::new(),
            winners: Vec::new(),
            masters: Vec::new(),
            rated: false,
            rematch: None,
            rematch_by: None,
            closed_because: None,
        })
    }

    /// Returns the state after all events; `None` if there are none.
    ///
    /// # Errors
    /// At the first event that does not fit.
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

    /// Applies an event.
    ///
    /// # Errors
    /// If it does not fit; the state is unchanged then.
    pub fn apply(&mut self, envelope: &EventEnvelope) -> Result<(), OutOfSequence> {
        let mismatch = OutOfSequence { expected: self.number + 1, number: envelope.number };
        if envelope.number != self.number + 1 || !self.is_consistent(&envelope.event) {
            return Err(mismatch);
        }
        self.number = envelope.number;
        let at = envelope.at;
        self.changed = at;
        if is_new_turn(&envelope.event, self.next) {
            self.turn_since = at;
            self.votes.clear();
        }
        match &envelope.event {
            Event::Opened { .. } => {}
            Event::Joined { seat, player } => self.for_player(*seat, |taken| taken.player = Some(player.clone())),
            Event::Left { seat } => {
                self.for_player(*seat, |left| left.player = None);
                self.ready_check = None;
            }
            Event::ReadyCheck { ready, until } => {
                self.ready_check = Some(ReadyCheck { ready: ready.clone(), until: *until });
            }
            Event::Ready { seat } => {
                if let Some(check) = &mut self.ready_check
                    && !check.ready.contains(seat)
                {
                    check.ready.push(*seat);
                }
            }
            Event::Started { seats, next, rules } => {
                self.seats.clone_from(seats);
                self.phase = Phase::Playing;
                self.ready_check = None;
                self.rules = Some(*rules);
                self.next = Some(*next);
                let full = match self.settings.clock {
                    TimeControl::None => None,
                    TimeControl::Live { base, .. } => Some(u64::from(base) * 1000),
                    TimeControl::Days { days } => Some(u64::from(days) * DAY),
                };
                self.clock = full.map(|full| ClockState { left: vec![full; self.seats.len()], since: at });
            }
            Event::Moved { mv, next, seat, ply, conditional } => {
                self.moves.push(mv.clone());
                self.conditional.extend(conditional.then_some(*ply));
                // A pass is forced, so nobody chooses it.
                self.for_player(*seat, |player| player.helped |= player.stand_in.is_some() && mv != "pass");
                self.stop_clock(*seat, at);
                // A skipped turn is over with its move.
                self.for_player(*seat, |player| {
                    player.stand_in.take_if(|(reason, _)| *reason == StandInReason::Skipped);
                });
                self.next = *next;
                self.takeback = None;
            }
            Event::StoodIn { seat, reason, level } => {
                self.for_player(*seat, |player| player.stand_in = Some((*reason, *level)));
                let player = self.settings.player_seat(*seat);
                if self.player_to_move() == Some(player) {
                    self.pause_clock(player, at);
                }
                // Computer players agree to every takeback.
                if let Some(takeback) = &mut self.takeback
                    && takeback.seat != player
                    && !takeback.agreed.contains(&player)
                {
                    takeback.agreed.push(player);
                }
            }
            Event::Returned { seat } => {
                self.for_player(*seat, |player| player.stand_in = None);
                self.seat_request.take_if(|request| request.seat == *seat);
                self.start_again(*seat, at);
            }
            Event::Vacation { seat, time } => self.take_vacation(*seat, *time),
            Event::TookOver { seat, player } => {
                // Others have chosen the moves so far.
                let helped = !self.moves.is_empty();
                self.for_player(*seat, |taken| {
                    taken.vacation = None;
                    taken.player = Some(player.clone());
                    taken.stand_in = None;
                    taken.helped = helped;
                });
                self.seat_request = None;
                self.start_again(*seat, at);
            }
            Event::HostChanged { host } => self.host = host.clone(),
            Event::SeatAsked { seat, player } => {
                self.seat_request = Some(SeatRequest { seat: *seat, player: player.clone(), agreed: Vec::new() });
            }
            Event::SeatAnswered { seat, agrees } => match &mut self.seat_request {
                Some(request) if *agrees => request.agreed.push(*seat),
                _ => self.seat_request = None,
            },
            Event::TakebackAsked { seat, ply } => {
                let others = self.players().filter(|(other, player)| other != seat && player.level().is_some());
                let agreed = others.map(|(other, _)| other).collect();
                self.takeback = Some(Takeback { seat: *seat, ply: *ply, agreed });
            }
            Event::TakebackAnswered { seat, agrees } => match &mut self.takeback {
                Some(takeback) if *agrees => takeback.agreed.push(*seat),
                _ => self.takeback = None,
            },
            Event::TakenBack { ply, next } => {
                self.moves.truncate(*ply as usize);
                self.conditional.retain(|played| played < ply);
                self.takeback = None;
                if let Some(mover) = self.next {
                    self.pause_clock(mover, at);
                }
                self.next = Some(*next);
                let mover = self.settings.player_seat(*next);
                if let (Some(clock), TimeControl::Days { days }) = (&mut self.clock, self.settings.clock) {
                    clock.left[mover.index()] = u64::from(days) * DAY;
                }
            }
            Event::Finished { winners, masters, rated } => {
                self.phase = Phase::Finished;
                self.next = None;
                self.winners.clone_from(winners);
                self.masters.clone_from(masters);
                self.rated = *rated;
                self.takeback = None;
                self.seat_request = None;
            }
            Event::Voted { seat, choice } => {
                self.votes.retain(|vote| vote.seat != *seat);
                self.votes.push(Vote { seat: *seat, choice: *choice });
            }
            Event::Ended => {
                self.phase = Phase::Closed;
                self.next = None;
                self.takeback = None;
                self.votes.clear();
            }
            Event::Rematch { table } => {
                self.rematch = Some(table.clone());
                self.rematch_by.clone_from(&envelope.by);
            }
            Event::Closed => {
                self.phase = Phase::Closed;
                self.ready_check = None;
            }
            Event::ClosedByModerator { reason } => {
                self.phase = Phase::Closed;
                self.next = None;
                self.takeback = None;
                self.votes.clear();
                self.ready_check = None;
                self.closed_because = Some(reason.clone());
            }
        }
        Ok(())
    }

    /// Whether an event is consistent with the state. Whether it was allowed is for the server to decide.
    fn is_consistent(&self, event: &Event) -> bool {
        let seat_exists = |seat: Seat| seat.index() < self.seats.len();
        let playing = self.phase == Phase::Playing;
        match event {
            Event::Opened { .. } => false,
            Event::Joined { seat, .. } | Event::Left { seat } => self.phase == Phase::Waiting && seat_exists(*seat),
            Event::ReadyCheck { ready, .. } => {
                self.phase == Phase::Waiting
                    && self.ready_check.is_none()
                    && ready.iter().all(|&seat| seat_exists(seat))
            }
            Event::Ready { seat } => self.phase == Phase::Waiting && self.ready_check.is_some() && seat_exists(*seat),
            Event::Started { seats, next, .. } => {
                self.phase == Phase::Waiting && seats.len() == self.seats.len() && seat_exists(*next)
            }
            Event::Moved { seat, ply, next, .. } => {
                playing && self.next == Some(*seat) && *ply as usize == self.moves.len() && next.is_none_or(seat_exists)
            }
            Event::Vacation { seat, time } => playing && seat_exists(*seat) && time.from <= time.until,
            Event::StoodIn { seat, .. }
            | Event::Returned { seat }
            | Event::TookOver { seat, .. }
            | Event::SeatAsked { seat, .. }
            | Event::SeatAnswered { seat, .. }
            | Event::TakebackAnswered { seat, .. } => playing && seat_exists(*seat),
            Event::Voted { seat, .. } => playing && seat_exists(*seat) && self.next != Some(*seat),
            Event::HostChanged { .. } => self.phase == Phase::Waiting,
            Event::Ended => playing,
            Event::TakebackAsked { seat, ply } => playing && seat_exists(*seat) && (*ply as usize) < self.moves.len(),
            Event::TakenBack { ply, next } => playing && (*ply as usize) < self.moves.len() && seat_exists(*next),
            Event::Finished { winners, masters, .. } => {
                playing && winners.iter().all(|&seat| seat_exists(seat)) && masters.len() == self.seats.len()
            }
            Event::Rematch { .. } => self.phase == Phase::Finished,
            Event::Closed => self.phase == Phase::Waiting,
            Event::ClosedByModerator { .. } => playing || self.phase == Phase::Waiting,
        }
    }

    /// Returns when free seats go to computer players, by the server's clock; `None` if they do not, or if there are none.
    pub fn fill_due(&self) -> Option<u64> {
        let has_free_seat = self.seats.iter().any(|seat| seat.player.is_none());
        let fill = self.settings.fill.filter(|_| self.phase == Phase::Waiting && has_free_seat)?;
        Some(self.opened + 1000 * u64::from(fill.after))
    }

    /// Changes the seats of the player who has this one.
    fn for_player(&mut self, seat: Seat, change: impl Fn(&mut SeatedPlayer)) {
        for seat in self.settings.seats_with(seat) {
            self.seats.get_mut(seat.index()).into_iter().for_each(&change);
        }
    }

    /// Returns the seat that stands for the player to move.
    pub fn player_to_move(&self) -> Option<Seat> {
        self.next.map(|seat| self.settings.player_seat(seat))
    }

    /// Returns the players, each by the seat that stands for them.
    pub fn players(&self) -> impl Iterator<Item = (Seat, &SeatedPlayer)> + Clone {
        self.settings.player_seats().zip(&self.seats)
    }

    /// Returns the seat of a person: the first one of two.
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        Seat::ALL.into_iter().zip(&self.seats).find(|(_, player)| player.is_of(person)).map(|(seat, _)| seat)
    }

    /// Returns when the seat to move runs out of time, by the server's clock. Computer players have no deadline.
    pub fn deadline(&self) -> Option<u64> {
        let (clock, seat) = (self.clock.as_ref()?, self.player_to_move()?.index());
        let left = clock.left[seat];
        let end = self.seats[seat].vacation.map_or(clock.since + left, |vacation| vacation.after(clock.since, left));
        self.seats[seat].level().is_none().then_some(end)
    }

    /// Returns the milliseconds a seat has left at `now`, by the server's clock.
    pub fn time_left(&self, seat: Seat, now: u64) -> Option<u64> {
        let seat = self.settings.player_seat(seat);
        let left = *self.clock.as_ref()?.left.get(seat.index())?;
        let runs = self.player_to_move() == Some(seat) && self.seats[seat.index()].level().is_none();
        let since = self.clock.as_ref()?.since;
        Some(if runs { left.saturating_sub(self.seats[seat.index()].counted(since, now)) } else { left })
    }

    /// Gives the player who plays on at a seat at least the time for a turn.
    fn start_again(&mut self, seat: Seat, at: u64) {
        let (seat, to_move) = (self.settings.player_seat(seat), self.player_to_move());
        let Some(clock) = &mut self.clock else { return };
        let left = &mut clock.left[seat.index()];
        *left = match self.settings.clock {
            TimeControl::Days { days } => u64::from(days) * DAY,
            TimeControl::Live { increment, .. } => (*left).max(RETURN_TIME).max(u64::from(increment) * 1000),
            TimeControl::None => *left,
        };
        if to_move == Some(seat) {
            clock.since = at;
        }
    }

    /// Notes a vacation. What an earlier one has saved in this turn is settled when another one begins.
    fn take_vacation(&mut self, seat: Seat, time: Vacation) {
        let is_another = self.seats[seat.index()].vacation.is_some_and(|before| before.from != time.from);
        let to_move = self.player_to_move() == Some(self.settings.player_seat(seat));
        if is_another && to_move && self.seats[seat.index()].level().is_none() {
            let since = self.clock.as_ref().map_or(0, |clock| clock.since);
            self.pause_clock(seat, time.from.max(since));
        }
        self.for_player(seat, |player| player.vacation = Some(time));
    }

    /// Ends a turn with a move: subtracts the time used and adds the increment.
    fn stop_clock(&mut self, seat: Seat, at: u64) {
        let seat = self.settings.player_seat(seat).index();
        let stood_in = self.seats[seat].level().is_some();
        let Some(clock) = &mut self.clock else { return };
        if !stood_in {
            let left = clock.left[seat].saturating_sub(self.seats[seat].counted(clock.since, at));
            clock.left[seat] = match self.settings.clock {
                TimeControl::Live { increment, .. } => left + u64::from(increment) * 1000,
                TimeControl::Days { days } => u64::from(days) * DAY,
                TimeControl::None => left,
            };
        }
        clock.since = at;
    }

    /// Ends a turn without a move.
    fn pause_clock(&mut self, seat: Seat, at: u64) {
        let seat = self.settings.player_seat(seat).index();
        let Some(clock) = &mut self.clock else { return };
        clock.left[seat] = clock.left[seat].saturating_sub(self.seats[seat].counted(clock.since, at));
        clock.since = at;
    }
}
