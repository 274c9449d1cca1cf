//! The logic of one table: who may do what, and which events follow. No clock, no storage, no network.

mod conditional;
mod filling;
mod hosting;
mod origin;
mod ready;
mod vote;

use std::collections::HashMap;

use shangrila_ai::GameSoFar;
use shangrila_protocol::{
    CommandId, Event, EventEnvelope, LevelId, OutOfSequence, Person, PersonId, PersonKind, PersonOrLevel, Phase,
    RatingList, Refusal, SeatedPlayer, StandInReason, TableId, TableState, TableSummary, Visibility, VoteChoice,
};
use shangrila_rules::record::{GameRecord, Turn};
use shangrila_rules::{Choices, Move, PerSeat, Position, RULES_VERSION, Seat};
use shangrila_table::record_notes;

use super::opening::{clans_of, rematch};
use crate::clock;
use crate::store::{Append, Committed, Listing, RatedResult, RatedSeat};
use conditional::{Cancelled, note_cancelled};
use origin::Origin;
use ready::{SeatTimes, may_start, note_seat_times};
pub(crate) use vote::Surroundings;

/// A command of a person at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TableCommand {
    Join {
        seat: Option<Seat>,
    },
    SeatLevel {
        seat: Seat,
        level: Option<LevelId>,
    },
    Fill {
        level: LevelId,
    },
    Leave,
    Return,
    Ready,
    /// Starts the game without waiting any longer. Only the server gives this command, for the host.
    Begin,
    Remove {
        seat: Seat,
    },
    HandOver {
        seat: Seat,
    },
    AnswerSeat {
        agrees: bool,
    },
    Close,
    Play {
        ply: u32,
        mv: String,
    },
    Resign,
    AskTakeback,
    AnswerTakeback {
        agrees: bool,
    },
    Vote {
        choice: VoteChoice,
    },
    Rematch,
}

/// What a command leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    /// These events at this table, at least one.
    Events(Vec<Event>),
    /// A new table for the same players, opened by this event; this table gets an event with its id.
    Rematch { opened: Event },
}

/// A table and its game. It changes by committed events only.
pub(crate) struct TableLogic {
    state: TableState,
    origin: Origin,
    /// The current position; the start position before the game.
    position: Position,
    /// The time of the last event.
    changed: u64,
    /// When the game started.
    started: Option<u64>,
    /// When each seat was taken.
    seat_times: SeatTimes,
    /// What has cancelled conditional moves.
    cancelled: Cancelled,
    /// The number of the event that answered each command.
    answered: HashMap<(PersonId, CommandId), u64>,
    /// How many events other than moves each person has caused.
    caused: HashMap<PersonId, u32>,
}

/// How long a public table waits for players, in milliseconds: two days.
const PUBLIC_WAIT: u64 = 2 * 86_400_000;
/// How long a private table waits for players, in milliseconds: two weeks.
const PRIVATE_WAIT: u64 = 14 * 86_400_000;

/// How many events other than moves a person can cause at one table. Events are kept for good, so nobody may write them without end.
const MAX_CAUSED: u32 = 200;
/// How many of them everyone together can cause.
const MAX_CAUSED_BY_ALL: u32 = 2000;

impl TableCommand {
    /// Whether this can be repeated at a table without end: taking a seat and giving it up, for example. Moves are limited by the rules.
    pub(crate) fn is_repeatable(&self) -> bool {
        match self {
            TableCommand::Join { .. }
            | TableCommand::SeatLevel { .. }
            | TableCommand::Leave
            | TableCommand::Return
            | TableCommand::Ready
            | TableCommand::Remove { .. }
            | TableCommand::HandOver { .. }
            | TableCommand::AnswerSeat { .. }
            | TableCommand::AskTakeback
            | TableCommand::AnswerTakeback { .. }
            | TableCommand::Vote { .. } => true,
            TableCommand::Fill { .. }
            | TableCommand::Begin
            | TableCommand::Close
            | TableCommand::Play { .. }
            | TableCommand::Resign
            | TableCommand::Rematch => false,
        }
    }
}

impl TableLogic {
    /// Rebuilds a table from its events; `None` if there are none.
    ///
    /// # Errors
    /// If the events contradict each other or the rules.
    pub(crate) fn replay(id: &TableId, events: &[Committed<EventEnvelope>]) -> Result<Option<TableLogic>, String> {
        let envelopes = events.iter().map(|event| &**event);
        let Some(state) = TableState::replay(id.clone(), envelopes).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        let position = position_after(&state, state.moves.len()).ok_or("the stored moves cannot be played")?;
        let answered = events.iter().filter_map(|event| answered_by(event)).collect();
        let mut caused = HashMap::new();
        events.iter().filter_map(|event| cause(event)).for_each(|person| *caused.entry(person).or_default() += 1);
        let origin = events.first().map(|event| Origin::of(event)).unwrap_or_default();
        let changed = events.last().map_or(0, |event| event.at);
        let started = events.iter().find(|event| matches!(event.event, Event::Started { .. })).map(|event| event.at);
        let mut seat_times = SeatTimes::default();
        let mut cancelled = Cancelled::default();
        for event in events {
            note_seat_times(&mut seat_times, event);
            note_cancelled(&mut cancelled, event);
        }
        Ok(Some(TableLogic { state, origin, position, changed, started, seat_times, cancelled, answered, caused }))
    }

    /// Applies events that are stored.
    ///
    /// # Errors
    /// If they contradict the table; it may be half changed then and has to be replayed.
    pub(crate) fn apply(&mut self, events: &[Committed<EventEnvelope>]) -> Result<(), String> {
        for envelope in events {
            self.state.apply(envelope).map_err(|error| error.to_string())?;
            self.changed = envelope.at;
            note_seat_times(&mut self.seat_times, envelope);
            note_cancelled(&mut self.cancelled, envelope);
            self.answered.extend(answered_by(envelope));
            cause(envelope).into_iter().for_each(|person| *self.caused.entry(person).or_default() += 1);
            match &envelope.event {
                Event::Moved { mv, .. } => {
                    let mv: Move = mv.parse().map_err(|error| format!("{mv}: {error}"))?;
                    self.position.play(mv).map_err(|error| error.to_string())?;
                }
                Event::Started { .. } | Event::TakenBack { .. } => {
                    self.started.get_or_insert(envelope.at);
                    let moves = self.state.moves.len();
                    self.position = position_after(&self.state, moves).ok_or("the moves cannot be played")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn state(&self) -> &TableState {
        &self.state
    }

    /// Returns the time of the last event.
    pub(crate) fn changed(&self) -> u64 {
        self.changed
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the number of the event that answered a command, if it was carried out already.
    pub(crate) fn answer(&self, by: &PersonId, id: &CommandId) -> Option<u64> {
        self.answered.get(&(by.clone(), id.clone())).copied()
    }

    /// Whether a person may cause more events here by commands that can be repeated.
    pub(crate) fn may_cause_more(&self, person: &PersonId) -> bool {
        let own = self.caused.get(person).copied().unwrap_or(0);
        own < MAX_CAUSED && self.caused.values().sum::<u32>() < MAX_CAUSED_BY_ALL
    }

    /// Prepares events for the store: numbers them and works out how lists and ratings change. The table stays as it is.
    ///
    /// # Errors
    /// If an event contradicts the table.
    pub(crate) fn draft(
        &self,
        cause: Option<(&PersonId, &CommandId)>,
        events: Vec<Event>,
        now: u64,
    ) -> Result<Append, OutOfSequence> {
        // Time never goes backwards at a table, even if the clock does.
        let at = now.max(self.changed);
        let result = events.iter().find_map(|event| match event {
            Event::Finished { winners, .. } => self.result(winners),
            _ => None,
        });
        let mut after = self.state.clone();
        let mut envelopes = Vec::with_capacity(events.len());
        for (index, event) in events.into_iter().enumerate() {
            let (by, id) = cause.filter(|_| index == 0).unzip();
            let envelope = EventEnvelope { number: after.number + 1, at, id: id.cloned(), by: by.cloned(), event };
            after.apply(&envelope)?;
            envelopes.push(envelope);
        }
        Ok(append(&after, at, envelopes, result))
    }

    /// Whether a person may look at the table.
    pub(crate) fn may_view(&self, person: Option<&PersonId>) -> bool {
        let settings = &self.state.settings;
        let belongs = person.is_some_and(|person| {
            self.state.host == *person
                || self.state.seats.iter().any(|seat| seat.is_of(person) || seat.kept_for.as_ref() == Some(person))
        });
        let over = matches!(self.state.phase, Phase::Finished | Phase::Closed);
        belongs
            || self.state.phase == Phase::Waiting
            || settings.spectators
            || (over && settings.visibility == Visibility::Public)
    }

    /// Returns when the server has to act on its own.
    pub(crate) fn wake(&self) -> Option<u64> {
        wake(&self.state, self.changed)
    }

    /// Returns the computer player whose turn it is, if any.
    pub(crate) fn level_to_move(&self) -> Option<LevelId> {
        level_to_move(&self.state)
    }

    /// Returns the game for a computer player that adapts to the people at the table; `None` if the stored moves are not in the
    /// notation.
    pub(crate) fn game_so_far(&self) -> Option<GameSoFar> {
        let start = self.state.settings.start(clans_of(&self.state.seats)?).position();
        let moves = self.state.moves.iter().map(|mv| mv.parse().ok()).collect::<Option<_>>()?;
        let people =
            PerSeat::from_fn(|seat| self.state.seats.get(seat.index()).is_some_and(|seat| seat.level().is_none()));
        Some(GameSoFar { start, moves, people })
    }

    /// Returns the game as a record; `None` if the stored moves are not in the notation.
    pub(crate) fn record(&self) -> Option<GameRecord> {
        let clans = clans_of(&self.state.seats)?;
        let mut record = GameRecord::new(self.state.settings.start(clans));
        record.date = self.started.and_then(clock::day);
        for (clan, seat) in clans.iter().zip(&self.state.seats) {
            record.players[clan] = match &seat.player {
                Some(PersonOrLevel::Person(person)) if !person.name.is_empty() => Some(person.name.clone()),
                Some(PersonOrLevel::Level(level)) => Some(format!("bot:{}", level.id())),
                _ => None,
            };
        }
        record_notes::set_pairs(&mut record, self.state.settings.pairs.map(Into::into));
        // A resignation ends a game of two at once; in others a computer player goes on.
        if self.state.phase == Phase::Finished && !self.position.is_over() {
            let has_resigned = |seat: &SeatedPlayer| matches!(seat.stand_in, Some((StandInReason::Resigned, _)));
            let resigned = clans.iter().zip(&self.state.seats).find(|(_, seat)| has_resigned(seat));
            record_notes::set_resigned(&mut record, resigned.map(|(clan, _)| clan));
        }
        record.line.turns =
            self.state.moves.iter().map(|mv| mv.parse::<Move>().ok().map(Turn::from)).collect::<Option<_>>()?;
        Some(record)
    }

    /// Decides what a command leads to. `draw` returns a random number below its argument.
    ///
    /// # Errors
    /// Why the command is refused.
    pub(crate) fn decide(
        &self,
        by: &Person,
        command: &TableCommand,
        around: &Surroundings,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Decision, Refusal> {
        let (seat, stand_in) = (self.state.seat_of(&by.id), around.stand_in);
        let first = match command {
            TableCommand::Play { ply, mv } => {
                let seated = seat.map(|seat| &self.state.seats[seat.index()]);
                if seated.is_some_and(|seated| seated.vacation_at(around.now).is_some()) {
                    return Err(Refusal::OnVacation);
                }
                return self.play(seat, *ply, mv).map(Decision::Events);
            }
            TableCommand::Join { seat: wanted } if self.state.phase == Phase::Playing => self.take_over(by, *wanted)?,
            TableCommand::Join { seat: wanted } => self.join(by, *wanted)?,
            TableCommand::SeatLevel { seat, level } => {
                self.host_only(by)?;
                self.in_phase(Phase::Waiting)?;
                self.one_clan_each()?;
                self.not_arranged()?;
                let there = self.state.seats.get(seat.index()).ok_or(Refusal::NotFound)?;
                match (&there.player, level) {
                    (Some(PersonOrLevel::Person(_)), _) => return Err(Refusal::SeatTaken),
                    (Some(PersonOrLevel::Level(_)), None) => Event::Left { seat: *seat },
                    (None, None) => return Err(Refusal::WrongPhase),
                    (_, Some(level)) => Event::Joined { seat: *seat, player: PersonOrLevel::Level(*level) },
                }
            }
            TableCommand::Fill { level } => {
                self.host_only(by)?;
                self.in_phase(Phase::Waiting)?;
                self.one_clan_each()?;
                return self.fill(*level, seat, around, draw).map(Decision::Events);
            }
            TableCommand::Leave => match (self.state.phase, seat) {
                (_, None) => return Err(Refusal::NotSeated),
                (Phase::Waiting, Some(seat)) => {
                    let mut left = self.gives_up(seat, stand_in);
                    if self.is_deserted_after(&left) {
                        left.push(Event::Closed);
                        return Ok(Decision::Events(left));
                    }
                    return Ok(Decision::Events(self.with_consequences(left, Some(seat), around, draw)));
                }
                // Whoever plays for rating plays alone. They can resign, or run out of time.
                (Phase::Playing, Some(_)) if self.state.settings.rated => return Err(Refusal::RatedGame),
                (Phase::Playing, Some(seat)) => {
                    self.not_stood_in(seat)?;
                    Event::StoodIn { seat, reason: StandInReason::Left, level: stand_in }
                }
                _ => return Err(Refusal::WrongPhase),
            },
            TableCommand::Return => {
                let seat = self.playing_seat(seat)?;
                match self.state.seats[seat.index()].stand_in {
                    Some((StandInReason::Resigned, _)) => return Err(Refusal::Resigned),
                    Some(_) => Event::Returned { seat },
                    None => return Err(Refusal::WrongPhase),
                }
            }
            TableCommand::Remove { seat: removed } => {
                let events = self.remove(by, *removed, stand_in)?;
                return Ok(Decision::Events(self.with_consequences(events, seat, around, draw)));
            }
            TableCommand::HandOver { seat } => self.hand_over(by, *seat)?,
            TableCommand::AnswerSeat { agrees } => self.answer_seat(seat, *agrees)?,
            TableCommand::Ready => {
                self.in_phase(Phase::Waiting)?;
                self.say_ready(seat)?
            }
            TableCommand::Begin => {
                self.host_only(by)?;
                self.in_phase(Phase::Waiting)?;
                return Ok(Decision::Events(self.begin(around, draw)));
            }
            TableCommand::Close => {
                self.host_only(by)?;
                self.in_phase(Phase::Waiting)?;
                Event::Closed
            }
            TableCommand::Resign => {
                let seat = self.playing_seat(seat)?;
                if let Some((StandInReason::Resigned, _)) = self.state.seats[seat.index()].stand_in {
                    return Err(Refusal::Resigned);
                }
                return Ok(Decision::Events(self.resigned(seat, stand_in)));
            }
            TableCommand::AskTakeback => {
                let seat = self.playing_seat(seat)?;
                self.not_stood_in(seat)?;
                if self.state.settings.rated {
                    return Err(Refusal::RatedGame);
                }
                if self.state.takeback.is_some() {
                    return Err(Refusal::WrongPhase);
                }
                Event::TakebackAsked { seat, ply: self.last_choice_of(seat).ok_or(Refusal::NothingToTakeBack)? }
            }
            TableCommand::AnswerTakeback { agrees } => {
                let seat = self.playing_seat(seat)?;
                let takeback = self.state.takeback.as_ref().ok_or(Refusal::NothingToTakeBack)?;
                // The player who asked cannot agree, but may withdraw the request.
                if takeback.agreed.contains(&seat) || (takeback.seat == seat && *agrees) {
                    return Err(Refusal::WrongPhase);
                }
                Event::TakebackAnswered { seat, agrees: *agrees }
            }
            TableCommand::Vote { choice } => {
                let events = self.vote(seat, *choice, around)?;
                return Ok(Decision::Events(self.with_consequences(events, None, around, draw)));
            }
            TableCommand::Rematch => {
                if seat.is_none() {
                    return Err(Refusal::NotSeated);
                }
                self.in_phase(Phase::Finished)?;
                if self.state.rematch.is_some() {
                    return Err(Refusal::WrongPhase);
                }
                return Ok(Decision::Rematch { opened: rematch(&self.state, by) });
            }
        };
        let acting = match &first {
            Event::Joined { seat, player: PersonOrLevel::Person(_) } => Some(*seat),
            _ => seat,
        };
        Ok(Decision::Events(self.with_consequences(vec![first], acting, around, draw)))
    }

    /// Returns the events when the seat to move runs out of time.
    pub(crate) fn run_out(&self, around: &Surroundings) -> Option<Vec<Event>> {
        let seat = self.state.next?;
        let stood_in = Event::StoodIn { seat, reason: StandInReason::Time, level: around.stand_in };
        Some(self.with_consequences(vec![stood_in], None, around, &mut |_| 0))
    }

    /// Returns the events for players who have deleted their account: they give up their seat or resign.
    pub(crate) fn remove_deleted(&self, stand_in: LevelId) -> Vec<Event> {
        let is_deleted = |seat: &SeatedPlayer| {
            seat.player.as_ref().and_then(PersonOrLevel::person).is_some_and(|person| person.name.is_empty())
        };
        let seats = self.state.players().filter(|(_, player)| is_deleted(player));
        let events = seats.map(|(seat, player)| match (self.state.phase, player.stand_in) {
            (Phase::Waiting, _) => self.gives_up(seat, stand_in),
            (Phase::Playing, Some((StandInReason::Resigned, _))) => Vec::new(),
            (Phase::Playing, _) => self.resigned(seat, stand_in),
            _ => Vec::new(),
        });
        let mut events = events.collect::<Vec<_>>().concat();
        // If both of two players are gone, the game ends only once.
        if let Some(end) = events.iter().position(|event| matches!(event, Event::Finished { .. })) {
            events.truncate(end + 1);
        }
        events
    }

    /// Returns the events of a resignation: a computer player takes the seat, and a game of two is over.
    fn resigned(&self, seat: Seat, stand_in: LevelId) -> Vec<Event> {
        let mut events = vec![Event::StoodIn { seat, reason: StandInReason::Resigned, level: stand_in }];
        if self.state.settings.pairs.is_some() {
            let winners = self.state.settings.player_seats().filter(|&other| other != seat).collect();
            events.push(Event::Finished { winners, masters: masters(&self.position), rated: false });
        }
        events
    }

    /// Returns the events of a computer player's move; `None` if it is not a computer player's turn or the move is illegal.
    pub(crate) fn play_level(&self, mv: Move) -> Option<Vec<Event>> {
        self.level_to_move()?;
        self.position.is_legal(mv).then(|| self.moved(mv))
    }

    /// Returns the result to rate at the end of this game, if any. A win does not count if a stand-in has chosen any of its moves.
    pub(crate) fn result(&self, winners: &[Seat]) -> Option<RatedResult> {
        if !self.state.settings.rated {
            return None;
        }
        let mut list = RatingList::People;
        let mut seats = Vec::new();
        for (seat, seated) in Seat::ALL.into_iter().zip(&self.state.seats) {
            let may_gain = seated.plays_alone();
            let won = winners.contains(&seat) && may_gain;
            let id = match seated.player.as_ref()? {
                PersonOrLevel::Person(person) => {
                    if person.kind == PersonKind::Bot {
                        list = RatingList::Bots;
                    }
                    person.id.to_string()
                }
                PersonOrLevel::Level(level) => {
                    list = RatingList::Bots;
                    format!("level:{}", level.id())
                }
            };
            seats.push(RatedSeat { id, won, may_gain });
        }
        // A computer player on two seats would be rated against itself.
        let unique = seats.iter().all(|seat| seats.iter().filter(|other| other.id == seat.id).count() == 1);
        (unique && seats.iter().any(|seat| seat.won)).then_some(RatedResult { list, seats })
    }

    fn play(&self, seat: Option<Seat>, ply: u32, mv: &str) -> Result<Vec<Event>, Refusal> {
        let seat = self.playing_seat(seat)?;
        self.not_stood_in(seat)?;
        let moves = self.state.moves.len() as u32;
        if ply != moves {
            return Err(Refusal::Stale { ply: moves });
        }
        if self.state.player_to_move() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let parsed: Move = mv.parse().map_err(|_| Refusal::not_a_move(mv))?;
        self.position.check_legal(parsed).map_err(|why| Refusal::IllegalMove { why })?;
        Ok(self.moved(parsed))
    }

    /// A legal move, the passes it forces, and the end of the game if it comes.
    fn moved(&self, mv: Move) -> Vec<Event> {
        let mut position = self.position;
        let mut ply = self.state.moves.len() as u32;
        let mut events = Vec::with_capacity(1);
        let mut mv = mv;
        while let Some(seat) = position.seat_to_move() {
            position.play_unchecked(mv);
            let next = position.seat_to_move();
            events.push(Event::Moved { seat, ply, mv: mv.to_string(), next, conditional: false });
            ply += 1;
            if next.is_none() {
                events.push(self.finished(&position));
            } else if !Choices::of(&position).must_pass() {
                break;
            }
            mv = Move::Pass;
        }
        events
    }

    fn finished(&self, position: &Position) -> Event {
        let clans = position.seats();
        let winners: Vec<Seat> = match self.state.settings.pairs {
            Some(pairs) => position.pair_winners(pairs.into()),
            None => {
                let winners = position.outcome().map_or_else(Default::default, |outcome| outcome.winners);
                let seats = Seat::ALL.into_iter().zip(clans.iter());
                seats.filter(|(_, clan)| winners.contains(*clan)).map(|(seat, _)| seat).collect()
            }
        };
        let rated = self.result(&winners).is_some();
        Event::Finished { winners, masters: masters(position), rated }
    }

    fn join(&self, by: &Person, wanted: Option<Seat>) -> Result<Event, Refusal> {
        self.in_phase(Phase::Waiting)?;
        if self.state.seat_of(&by.id).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        if self.origin.is_arranged() {
            return self.come_back(by, wanted);
        }
        let settings = &self.state.settings;
        if settings.rated && by.kind == PersonKind::Guest {
            return Err(Refusal::NeedsAccount);
        }
        let reserved = |seat: &SeatedPlayer| seat.kept_for.as_ref() == Some(&by.id);
        let invited = self.state.seats.iter().any(reserved);
        if by.kind == PersonKind::Bot && !settings.bots_may_join && !invited {
            return Err(Refusal::NotForBots);
        }
        let free =
            |seat: &SeatedPlayer| seat.player.is_none() && seat.kept_for.as_ref().is_none_or(|kept| *kept == by.id);
        let find = |wanted: &dyn Fn(&SeatedPlayer) -> bool| {
            Seat::ALL.into_iter().zip(&self.state.seats).find(|(_, player)| wanted(player)).map(|(seat, _)| seat)
        };
        let seat = match wanted {
            Some(seat) => seat,
            None => {
                let own = find(&|seat| reserved(seat) && seat.player.is_none());
                own.or_else(|| find(&free)).ok_or(Refusal::SeatTaken)?
            }
        };
        if !free(self.state.seats.get(seat.index()).ok_or(Refusal::NotFound)?) {
            return Err(Refusal::SeatTaken);
        }
        let seat = settings.player_seat(seat);
        Ok(Event::Joined { seat, player: PersonOrLevel::Person(by.clone()) })
    }

    /// Adds the events that follow automatically. `acting` is the seat of whoever causes all this.
    fn with_consequences(
        &self,
        mut events: Vec<Event>,
        acting: Option<Seat>,
        around: &Surroundings,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Vec<Event> {
        events.extend(self.next_host(&events));
        events.extend(self.granted_seat(&events, around));
        let after = after(&self.state, &events);
        if after.phase == Phase::Waiting && after.seats.iter().all(|seat| seat.player.is_some()) {
            events.extend(self.ready_check(&after, acting, around));
        }
        with_consequences(&self.state, events, draw)
    }

    /// Returns the number of moves before the last one that a seat chose itself; a forced pass is not a choice.
    fn last_choice_of(&self, seat: Seat) -> Option<u32> {
        let mut position = self.state.settings.start(clans_of(&self.state.seats)?).position();
        let mut last = None;
        for (ply, mv) in self.state.moves.iter().enumerate() {
            let mover = position.seat_to_move().map(|mover| self.state.settings.player_seat(mover));
            if mover == Some(seat) && !Choices::of(&position).must_pass() {
                last = Some(ply as u32);
            }
            position.play(mv.parse().ok()?).ok()?;
        }
        last
    }

    fn in_phase(&self, phase: Phase) -> Result<(), Refusal> {
        if self.state.phase == phase { Ok(()) } else { Err(Refusal::WrongPhase) }
    }

    fn host_only(&self, by: &Person) -> Result<(), Refusal> {
        if self.state.host == by.id { Ok(()) } else { Err(Refusal::NotHost) }
    }

    /// Computer players think for one clan each.
    fn one_clan_each(&self) -> Result<(), Refusal> {
        match self.state.settings.pairs {
            None => Ok(()),
            Some(_) => Err(Refusal::BadMessage { message: "pairs: only people play two clans each".to_string() }),
        }
    }

    fn playing_seat(&self, seat: Option<Seat>) -> Result<Seat, Refusal> {
        let seat = seat.ok_or(Refusal::NotSeated)?;
        self.in_phase(Phase::Playing).map(|()| seat)
    }

    fn not_stood_in(&self, seat: Seat) -> Result<(), Refusal> {
        match self.state.seats[seat.index()].stand_in {
            Some((StandInReason::Resigned, _)) => Err(Refusal::Resigned),
            Some(_) => Err(Refusal::StoodIn),
            None => Ok(()),
        }
    }
}

/// The masters of every seat.
fn masters(position: &Position) -> Vec<u8> {
    position.seats().iter().map(|clan| position.score(clan).masters as u8).collect()
}

/// Adds the events that follow automatically: the start once every seat is taken, the takeback once everyone agrees.
pub(super) fn with_consequences(
    state: &TableState,
    mut events: Vec<Event>,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Vec<Event> {
    let state = after(state, &events);
    let is_full = state.seats.iter().all(|seat| seat.player.is_some());
    if state.phase == Phase::Waiting && is_full && may_start(&state) {
        events.extend(started(&state, draw));
    }
    if let Some(takeback) = &state.takeback
        && takeback.agreed.len() + 1 == state.settings.players()
        && let Some(next) = position_after(&state, takeback.ply as usize).and_then(|position| position.seat_to_move())
    {
        events.push(Event::TakenBack { ply: takeback.ply, next });
    }
    events
}

/// The state after these events.
fn after(state: &TableState, events: &[Event]) -> TableState {
    let mut state = state.clone();
    for event in events {
        let envelope = EventEnvelope { number: state.number + 1, at: 0, id: None, by: None, event: event.clone() };
        let applied = state.apply(&envelope);
        debug_assert!(applied.is_ok(), "{event:?}");
    }
    state
}

fn started(state: &TableState, draw: &mut dyn FnMut(usize) -> usize) -> Option<Event> {
    let mut seats = state.seats.clone();
    if state.settings.draw_seats {
        // Two players with two clans each stay on opposite seats.
        let opposite = seats.len() - state.settings.players();
        for last in (1..state.settings.players()).rev() {
            let other = draw(last + 1);
            seats.swap(last, other);
            if opposite > 0 {
                seats.swap(last + opposite, other + opposite);
            }
        }
    }
    for seat in &mut seats {
        seat.kept_for = None;
        seat.kept_for_name.clear();
    }
    let next = state.settings.start(clans_of(&seats)?).position().seat_to_move()?;
    Some(Event::Started { seats, next, rules: RULES_VERSION })
}

/// Everything the store needs to know about new events that lead to this state.
pub(super) fn append(
    after: &TableState,
    changed: u64,
    events: Vec<EventEnvelope>,
    result: Option<RatedResult>,
) -> Append {
    let listing = if events.iter().all(|envelope| matches!(envelope.event, Event::Moved { .. })) {
        let (moves, next, deadline) = (after.moves.len() as u32, after.next, after.deadline());
        Listing::Turn { moves, next, deadline, changed }
    } else {
        Listing::Whole(Box::new(TableSummary {
            table: after.table.clone(),
            settings: after.settings.clone(),
            host: after.host.clone(),
            seats: listed_seats(after),
            phase: after.phase,
            moves: after.moves.len() as u32,
            next: after.next,
            deadline: after.deadline(),
            winners: after.winners.clone(),
            masters: after.masters.clone(),
            rating_changes: Vec::new(),
            opened: after.opened,
            changed,
        }))
    };
    Append { table: after.table.clone(), events, listing, wake: wake(after, changed), result }
}

/// The seats with who is asked whether they are ready, which lists cannot tell otherwise.
fn listed_seats(state: &TableState) -> Vec<SeatedPlayer> {
    let mut seats = state.seats.clone();
    if let Some(check) = &state.ready_check {
        for (seat, player) in state.settings.player_seats().zip(&mut seats) {
            player.asked = !check.ready.contains(&seat);
        }
    }
    seats
}

fn wake(state: &TableState, changed: u64) -> Option<u64> {
    match state.phase {
        Phase::Waiting => {
            let close =
                changed + if state.settings.visibility == Visibility::Public { PUBLIC_WAIT } else { PRIVATE_WAIT };
            let ready = state.ready_check.as_ref().and_then(|check| check.until);
            [Some(close), ready, state.fill_due()].into_iter().flatten().min()
        }
        Phase::Playing if level_to_move(state).is_some() => Some(changed),
        Phase::Playing => state.deadline(),
        Phase::Finished | Phase::Closed => None,
    }
}

fn level_to_move(state: &TableState) -> Option<LevelId> {
    state.seats[state.next?.index()].level()
}

fn answered_by(event: &EventEnvelope) -> Option<((PersonId, CommandId), u64)> {
    Some(((event.by.clone()?, event.id.clone()?), event.number))
}

/// Returns who caused an event that is not a move.
fn cause(event: &EventEnvelope) -> Option<PersonId> {
    event.by.clone().filter(|_| !matches!(event.event, Event::Moved { .. }))
}

/// The position after so many moves.
fn position_after(state: &TableState, moves: usize) -> Option<Position> {
    let mut position = state.settings.start(clans_of(&state.seats)?).position();
    for mv in &state.moves[..moves] {
        position.play(mv.parse().ok()?).ok()?;
    }
    Some(position)
}

#[cfg(test)]
mod meeting_tests;
#[cfg(test)]
mod origin_tests;
#[cfg(test)]
mod pairs_tests;
#[cfg(test)]
mod tests;
