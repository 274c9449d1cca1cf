//! A table and what may happen at it. No clock, no storage, no network: what is asked becomes events or a refusal.

use std::collections::HashMap;

use shangrila_protocol::{
    CommandId, Event, EventEnvelope, LevelId, NewSeat, NewSitter, NewTable, Person, PersonId, PersonKind, Phase,
    RatingList, Refusal, SeatedPlayer, Sitter, StandInReason, TableId, TableSettings, TableState, TableSummary,
    Visibility,
};
use shangrila_rules::record::{GameRecord, Turn};
use shangrila_rules::{Choices, Clan, Move, Position, RULES_VERSION, Seats};

use crate::clock;
use crate::store::RatedResult;

/// What somebody asks for at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Join { seat: Option<u8> },
    SeatLevel { seat: u8, level: Option<LevelId> },
    Fill { level: LevelId },
    Leave,
    Return,
    Close,
    Play { ply: u32, mv: String },
    Resign,
    AskTakeback,
    AnswerTakeback { agrees: bool },
    Rematch,
}

/// A table with its game.
pub(crate) struct Table {
    pub(crate) state: TableState,
    /// Where the game stands; the start while it has not begun.
    pub(crate) position: Position,
    /// When the last event happened.
    pub(crate) changed: u64,
    /// When the game began.
    started: Option<u64>,
    /// Which event answered which command.
    answered: HashMap<(PersonId, CommandId), u64>,
}

/// How long a table waits for players, in milliseconds: two days in the lobby, two weeks behind a link.
const WAITS_IN_PUBLIC: u64 = 2 * 86_400_000;
const WAITS_IN_PRIVATE: u64 = 14 * 86_400_000;

impl Table {
    /// A table from its events; none where there are none, or where they make no sense.
    pub(crate) fn replay(id: &TableId, events: &[EventEnvelope]) -> Result<Option<Table>, String> {
        let Some(state) = TableState::replay(id.clone(), events).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        let position = replay_moves(&state, state.moves.len()).ok_or("the stored moves cannot be played")?;
        let answered = events.iter().filter_map(answer_of).collect();
        let changed = events.last().map_or(0, |event| event.at);
        let started = events.iter().find(|event| matches!(event.event, Event::Started { .. })).map(|event| event.at);
        Ok(Some(Table { state, position, changed, started, answered }))
    }

    /// The event that has answered a command already.
    pub(crate) fn answer(&self, by: &PersonId, id: &CommandId) -> Option<u64> {
        self.answered.get(&(by.clone(), id.clone())).copied()
    }

    /// Takes events that are stored.
    pub(crate) fn apply(&mut self, events: &[EventEnvelope]) -> Result<(), String> {
        for numbered in events {
            self.state.apply(numbered).map_err(|error| error.to_string())?;
            self.changed = numbered.at;
            self.answered.extend(answer_of(numbered));
            match &numbered.event {
                Event::Moved { mv, .. } => {
                    let mv: Move = mv.parse().map_err(|error| format!("{mv}: {error}"))?;
                    self.position.play(mv).map_err(|error| error.to_string())?;
                }
                Event::Started { .. } | Event::TakenBack { .. } => {
                    self.started.get_or_insert(numbered.at);
                    let moves = self.state.moves.len();
                    self.position = replay_moves(&self.state, moves).ok_or("the moves cannot be played")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether somebody may look at the table.
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

    /// When the server has to do something by itself.
    pub(crate) fn wake(&self) -> Option<u64> {
        match self.state.phase {
            Phase::Waiting => Some(match self.state.settings.visibility {
                Visibility::Public => self.changed + WAITS_IN_PUBLIC,
                Visibility::Private => self.changed + WAITS_IN_PRIVATE,
            }),
            Phase::Playing if self.level_to_move().is_some() => Some(self.changed),
            Phase::Playing => self.state.deadline(),
            Phase::Finished | Phase::Closed => None,
        }
    }

    /// The computer player whose turn it is.
    pub(crate) fn level_to_move(&self) -> Option<LevelId> {
        self.state.seats[usize::from(self.state.next?)].level()
    }

    /// The table as lists show it.
    pub(crate) fn summary(&self) -> TableSummary {
        TableSummary {
            table: self.state.table.clone(),
            settings: self.state.settings.clone(),
            host: self.state.host.clone(),
            seats: self.state.seats.clone(),
            phase: self.state.phase,
            moves: self.state.moves.len() as u32,
            next: self.state.next,
            deadline: self.state.deadline(),
            winners: self.state.winners.clone(),
            masters: self.state.masters.clone(),
            changed: self.changed,
        }
    }

    /// The game as a record.
    pub(crate) fn record(&self) -> Option<GameRecord> {
        let seats = seats_of(&self.state.seats)?;
        let mut record = GameRecord::new(self.state.settings.start(seats));
        record.date = self.started.and_then(clock::day);
        for (clan, seat) in seats.iter().zip(&self.state.seats) {
            record.players[clan] = match &seat.sitter {
                Some(Sitter::Person(person)) if !person.name.is_empty() => Some(person.name.clone()),
                Some(Sitter::Level(level)) => Some(format!("bot:{}", level.id())),
                _ => None,
            };
        }
        record.line.turns =
            self.state.moves.iter().map(|mv| mv.parse::<Move>().ok().map(Turn::from)).collect::<Option<_>>()?;
        Some(record)
    }

    /// What a command of somebody leads to. `draw` gives a random number below its argument.
    pub(crate) fn decide(
        &self,
        by: &Person,
        command: &Command,
        stand_in: LevelId,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Event>, Refusal> {
        let seat = self.state.seat_of(&by.id);
        let first = match command {
            Command::Play { ply, mv } => return self.play(seat, *ply, mv),
            Command::Join { seat: wanted } => self.join(by, *wanted)?,
            Command::SeatLevel { seat, level } => {
                self.host_only(by)?;
                self.in_phase(Phase::Waiting)?;
                let there = self.state.seats.get(usize::from(*seat)).ok_or(Refusal::NotFound)?;
                match (&there.sitter, level) {
                    (Some(Sitter::Person(_)), _) => return Err(Refusal::SeatTaken),
                    (Some(Sitter::Level(_)), None) => Event::Left { seat: *seat },
                    (None, None) => return Err(Refusal::WrongPhase),
                    (_, Some(level)) => Event::Joined { seat: *seat, sitter: Sitter::Level(*level) },
                }
            }
            Command::Fill { level } => {
                self.host_only(by)?;
                self.in_phase(Phase::Waiting)?;
                return self.fill(*level, draw);
            }
            Command::Leave => match (self.state.phase, seat) {
                (_, None) => return Err(Refusal::NotSeated),
                (Phase::Waiting, Some(seat)) => Event::Left { seat },
                (Phase::Playing, Some(seat)) => {
                    self.not_stood_in(seat)?;
                    Event::StoodIn { seat, reason: StandInReason::Left, level: stand_in }
                }
                _ => return Err(Refusal::WrongPhase),
            },
            Command::Return => {
                let seat = self.playing_seat(seat)?;
                match self.state.seats[usize::from(seat)].stand_in {
                    Some((StandInReason::Resigned, _)) => return Err(Refusal::Resigned),
                    Some(_) => Event::Returned { seat },
                    None => return Err(Refusal::WrongPhase),
                }
            }
            Command::Close => {
                self.host_only(by)?;
                self.in_phase(Phase::Waiting)?;
                Event::Closed
            }
            Command::Resign => {
                let seat = self.playing_seat(seat)?;
                if let Some((StandInReason::Resigned, _)) = self.state.seats[usize::from(seat)].stand_in {
                    return Err(Refusal::Resigned);
                }
                Event::StoodIn { seat, reason: StandInReason::Resigned, level: stand_in }
            }
            Command::AskTakeback => {
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
            Command::AnswerTakeback { agrees } => {
                let seat = self.playing_seat(seat)?;
                let takeback = self.state.takeback.as_ref().ok_or(Refusal::NothingToTakeBack)?;
                if takeback.agreed.contains(&seat) || (takeback.seat == seat && *agrees) {
                    return Err(Refusal::WrongPhase);
                }
                // Who asked may change their mind, too.
                Event::TakebackAnswered { seat, agrees: *agrees }
            }
            Command::Rematch => {
                if seat.is_none() {
                    return Err(Refusal::NotSeated);
                }
                self.in_phase(Phase::Finished)?;
                if self.state.rematch.is_some() {
                    return Err(Refusal::WrongPhase);
                }
                // The other table comes first; whoever opens it adds the event.
                return Ok(Vec::new());
            }
        };
        Ok(self.follow(vec![first], draw))
    }

    /// The start of a table at which everybody sits already.
    pub(crate) fn start_if_full(&self, draw: &mut dyn FnMut(usize) -> usize) -> Vec<Event> {
        self.follow(Vec::new(), draw)
    }

    /// The time of the seat to move has run out.
    pub(crate) fn run_out(&self, stand_in: LevelId) -> Option<Vec<Event>> {
        let seat = self.state.next?;
        Some(self.follow(vec![Event::StoodIn { seat, reason: StandInReason::Time, level: stand_in }], &mut |_| 0))
    }

    /// People who are gone for good have given up.
    pub(crate) fn gone(&self, stand_in: LevelId) -> Vec<Event> {
        let gone = |seat: &SeatedPlayer| {
            seat.sitter.as_ref().and_then(Sitter::person).is_some_and(|person| person.name.is_empty())
        };
        let seats = self.state.seats.iter().enumerate().filter(|(_, seat)| gone(seat));
        seats
            .filter_map(|(index, seat)| match (self.state.phase, seat.stand_in) {
                (Phase::Waiting, _) => Some(Event::Left { seat: index as u8 }),
                (Phase::Playing, Some((StandInReason::Resigned, _))) => None,
                (Phase::Playing, _) => {
                    Some(Event::StoodIn { seat: index as u8, reason: StandInReason::Resigned, level: stand_in })
                }
                _ => None,
            })
            .collect()
    }

    /// A computer player of the server has chosen a move.
    pub(crate) fn play_level(&self, mv: Move) -> Option<Vec<Event>> {
        self.level_to_move()?;
        self.position.is_legal(mv).then(|| self.moved(mv))
    }

    /// What is rated at the end of this game, if anything is. Who does not play at the end has not won.
    pub(crate) fn result(&self, winners: &[u8]) -> Option<RatedResult> {
        if !self.state.settings.rated {
            return None;
        }
        let mut list = RatingList::People;
        let mut seats = Vec::new();
        for (index, seat) in self.state.seats.iter().enumerate() {
            let won = winners.contains(&(index as u8)) && seat.stand_in.is_none();
            let rated = match seat.sitter.as_ref()? {
                Sitter::Person(person) => {
                    if person.kind == PersonKind::Bot {
                        list = RatingList::Bots;
                    }
                    person.id.to_string()
                }
                Sitter::Level(level) => {
                    list = RatingList::Bots;
                    format!("level:{}", level.id())
                }
            };
            seats.push((rated, won));
        }
        // The same computer player on two seats would be rated against itself.
        let alone = seats.iter().all(|(rated, _)| seats.iter().filter(|(other, _)| other == rated).count() == 1);
        (alone && seats.iter().any(|(_, won)| *won)).then_some(RatedResult { list, seats })
    }

    fn play(&self, seat: Option<u8>, ply: u32, mv: &str) -> Result<Vec<Event>, Refusal> {
        let seat = self.playing_seat(seat)?;
        self.not_stood_in(seat)?;
        let moves = self.state.moves.len() as u32;
        if ply != moves {
            return Err(Refusal::Stale { ply: moves });
        }
        if self.state.next != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let parsed: Move = mv.parse().map_err(|_| Refusal::not_a_move(mv))?;
        self.position.check_legal(parsed).map_err(|why| Refusal::IllegalMove { why })?;
        Ok(self.moved(parsed))
    }

    /// A legal move, the passes it forces, and the end if it comes.
    fn moved(&self, mv: Move) -> Vec<Event> {
        let mut position = self.position;
        let mut ply = self.state.moves.len() as u32;
        let mut events = Vec::with_capacity(1);
        let mut mv = mv;
        loop {
            let Some(seat) = position.seat_to_move() else { return events };
            position.play_unchecked(mv);
            let next = position.seat_to_move().map(u8::from);
            events.push(Event::Moved { seat: seat.into(), ply, mv: mv.to_string(), next });
            ply += 1;
            if next.is_none() {
                events.push(self.finished(&position));
                return events;
            }
            if !Choices::of(&position).must_pass() {
                return events;
            }
            mv = Move::Pass;
        }
    }

    fn finished(&self, position: &Position) -> Event {
        let seats = position.seats();
        let winners = position.outcome().map_or_else(Default::default, |outcome| outcome.winners);
        let winners: Vec<u8> =
            seats.iter().enumerate().filter(|(_, clan)| winners.contains(*clan)).map(|(seat, _)| seat as u8).collect();
        let masters = seats.iter().map(|clan| position.score(clan).masters as u8).collect();
        let rated = self.result(&winners).is_some();
        Event::Finished { winners, masters, rated }
    }

    fn join(&self, by: &Person, wanted: Option<u8>) -> Result<Event, Refusal> {
        self.in_phase(Phase::Waiting)?;
        if self.state.seat_of(&by.id).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        let settings = &self.state.settings;
        if settings.rated && by.kind == PersonKind::Guest {
            return Err(Refusal::NeedsAccount);
        }
        let kept = |seat: &SeatedPlayer| seat.kept_for.as_ref() == Some(&by.id);
        let invited = self.state.seats.iter().any(kept);
        if by.kind == PersonKind::Bot && !settings.bots_may_join && !invited {
            return Err(Refusal::NotForBots);
        }
        let free =
            |seat: &SeatedPlayer| seat.sitter.is_none() && seat.kept_for.as_ref().is_none_or(|person| *person == by.id);
        let seat = match wanted {
            Some(seat) => {
                self.state.seats.get(usize::from(seat)).ok_or(Refusal::NotFound).map(|_| usize::from(seat))?
            }
            None => {
                let own = self.state.seats.iter().position(|seat| kept(seat) && seat.sitter.is_none());
                own.or_else(|| self.state.seats.iter().position(free)).ok_or(Refusal::SeatTaken)?
            }
        };
        if !free(&self.state.seats[seat]) {
            return Err(Refusal::SeatTaken);
        }
        Ok(Event::Joined { seat: seat as u8, sitter: Sitter::Person(by.clone()) })
    }

    fn fill(&self, level: LevelId, draw: &mut dyn FnMut(usize) -> usize) -> Result<Vec<Event>, Refusal> {
        let free = self.state.seats.iter().enumerate().filter(|(_, seat)| seat.sitter.is_none());
        let joined: Vec<Event> =
            free.map(|(seat, _)| Event::Joined { seat: seat as u8, sitter: Sitter::Level(level) }).collect();
        if self.state.seats.iter().all(|seat| seat.sitter.as_ref().and_then(Sitter::person).is_none()) {
            return Err(Refusal::SeatsFree);
        }
        Ok(self.follow(joined, draw))
    }

    /// Adds what follows by itself: the start when everybody sits, the taking back when everybody agrees.
    fn follow(&self, mut events: Vec<Event>, draw: &mut dyn FnMut(usize) -> usize) -> Vec<Event> {
        let mut state = self.state.clone();
        for event in &events {
            let fits = state.apply(&EventEnvelope {
                number: state.number + 1,
                at: self.changed,
                id: None,
                by: None,
                event: event.clone(),
            });
            debug_assert!(fits.is_ok(), "{event:?}");
        }
        if state.phase == Phase::Waiting && state.seats.iter().all(|seat| seat.sitter.is_some()) {
            events.extend(self.started(state.seats.clone(), draw));
        }
        if let Some(takeback) = &state.takeback
            && takeback.agreed.len() + 1 == state.seats.len()
            && let Some(next) = replay_moves(&state, takeback.ply as usize).and_then(|position| position.seat_to_move())
        {
            events.push(Event::TakenBack { ply: takeback.ply, next: next.into() });
        }
        events
    }

    fn started(&self, mut seats: Vec<SeatedPlayer>, draw: &mut dyn FnMut(usize) -> usize) -> Option<Event> {
        if self.state.settings.draw_seats {
            for last in (1..seats.len()).rev() {
                seats.swap(last, draw(last + 1));
            }
        }
        seats.iter_mut().for_each(|seat| seat.kept_for = None);
        let position = self.state.settings.start(seats_of(&seats)?).position();
        Some(Event::Started { seats, next: position.seat_to_move()?.into(), rules: RULES_VERSION })
    }

    /// The number of moves before the last one that a seat chose.
    fn last_choice_of(&self, seat: u8) -> Option<u32> {
        let mut position = self.state.settings.start(seats_of(&self.state.seats)?).position();
        let mut last = None;
        for (ply, mv) in self.state.moves.iter().enumerate() {
            if position.seat_to_move().map(u8::from) == Some(seat) && !Choices::of(&position).must_pass() {
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

    fn playing_seat(&self, seat: Option<u8>) -> Result<u8, Refusal> {
        let seat = seat.ok_or(Refusal::NotSeated)?;
        self.in_phase(Phase::Playing).map(|()| seat)
    }

    fn not_stood_in(&self, seat: u8) -> Result<(), Refusal> {
        match self.state.seats[usize::from(seat)].stand_in {
            Some((StandInReason::Resigned, _)) => Err(Refusal::Resigned),
            Some(_) => Err(Refusal::StoodIn),
            None => Ok(()),
        }
    }
}

fn answer_of(event: &EventEnvelope) -> Option<((PersonId, CommandId), u64)> {
    Some(((event.by.clone()?, event.id.clone()?), event.number))
}

/// The clans in turn order.
fn seats_of(seats: &[SeatedPlayer]) -> Option<Seats> {
    let clans: Vec<Clan> = seats.iter().map(|seat| Clan::from_letter(seat.clan)).collect::<Option<_>>()?;
    Seats::new(&clans).ok()
}

/// The position after so many moves.
fn replay_moves(state: &TableState, moves: usize) -> Option<Position> {
    let mut position = state.settings.start(seats_of(&state.seats)?).position();
    for mv in &state.moves[..moves] {
        position.play(mv.parse().ok()?).ok()?;
    }
    Some(position)
}

/// The first event of a table.
///
/// # Errors
/// What is wrong with the wish.
pub(crate) fn opened(host: &Person, new: &NewTable) -> Result<Event, Refusal> {
    let bad = |message: String| Refusal::BadMessage { message };
    new.settings.check().map_err(|error| bad(error.to_string()))?;
    if new.settings.rated && host.kind == PersonKind::Guest {
        return Err(Refusal::NeedsAccount);
    }
    let usual = usual_seats(&new.settings);
    let seats = if new.seats.is_empty() { &usual } else { &new.seats };
    if seats.len() != usize::from(new.settings.seats) {
        return Err(bad(format!("seats: {} are given, but settings.seats is {}", seats.len(), new.settings.seats)));
    }
    if seats.iter().filter(|seat| seat.sitter == NewSitter::Me).count() > 1 {
        return Err(bad("seats: one seat a person".to_string()));
    }
    let seats: Vec<SeatedPlayer> = seats
        .iter()
        .map(|seat| SeatedPlayer {
            clan: seat.clan,
            sitter: match seat.sitter {
                NewSitter::Free => None,
                NewSitter::Me => Some(Sitter::Person(host.clone())),
                NewSitter::Level(level) => Some(Sitter::Level(level)),
            },
            kept_for: None,
            stand_in: None,
        })
        .collect();
    if seats_of(&seats).is_none() {
        return Err(bad("seats: every clan is one of r, b, v, y, and none comes twice".to_string()));
    }
    if seats.iter().all(|seat| matches!(seat.sitter, Some(Sitter::Level(_)))) {
        return Err(bad("seats: somebody has to play".to_string()));
    }
    Ok(Event::Opened { settings: new.settings.clone(), host: host.id.clone(), seats })
}

/// The host on the first seat, the others free.
fn usual_seats(settings: &TableSettings) -> Vec<NewSeat> {
    let seats = if settings.seats == 3 { Seats::THREE } else { Seats::FOUR };
    let seat = |(index, clan): (usize, Clan)| NewSeat {
        clan: clan.letter(),
        sitter: if index == 0 { NewSitter::Me } else { NewSitter::Free },
    };
    seats.iter().enumerate().map(seat).collect()
}

/// The first event of another game for the same people: whoever asks for it sits already, the others have their seats kept, and the next
/// one begins.
pub(crate) fn rematch(state: &TableState, host: &Person) -> Event {
    let mut seats: Vec<SeatedPlayer> = state
        .seats
        .iter()
        .map(|seat| {
            let (sitter, kept_for) = match &seat.sitter {
                Some(Sitter::Level(level)) => (Some(Sitter::Level(*level)), None),
                Some(Sitter::Person(person)) if person.id == host.id => (Some(Sitter::Person(host.clone())), None),
                Some(Sitter::Person(person)) if !person.name.is_empty() => (None, Some(person.id.clone())),
                _ => (None, None),
            };
            SeatedPlayer { clan: seat.clan, sitter, kept_for, stand_in: None }
        })
        .collect();
    seats.rotate_left(1);
    Event::Opened { settings: state.settings.clone(), host: host.id.clone(), seats }
}

#[cfg(test)]
mod tests;
