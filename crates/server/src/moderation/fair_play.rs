//! What helps a moderator judge whether someone plays by themselves: how often they choose the move of the strongest level, how long they
//! think, and with whom they play rated games. It proves nothing, and nothing follows from it automatically.
//!
//! Comparing takes long. One game at a time is compared in the background, move by move, and waits for its turn among the computer players,
//! so that nobody's game waits for more than one short search. What was compared is stored.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shangrila_ai::{Budget, Level, Limits, Stopwatch};
use shangrila_protocol::{Agreement, Event, EventEnvelope, FairPlay, PersonId, TableId, TableState, ThinkingTimes};
use shangrila_rules::{Choices, Clan, Move, Position, Seat, Seats};
use tokio::sync::Mutex as AsyncMutex;

use crate::room::Rooms;
use crate::store::{Committed, ModerationStore, StoreError, TableStore};

/// How many of a player's latest games are compared.
const GAMES: usize = 10;
/// The budget of each comparison, in visits: about as much as the level has for a quick move.
const VISITS: u32 = 400;
/// How many companions are listed.
const COMPANIONS: usize = 10;
/// The bounds between which thinking times are counted, in seconds.
const BOUNDS: [u32; 7] = [1, 2, 5, 10, 30, 60, 300];

/// Compares games and knows which ones are waiting for it.
#[derive(Clone)]
pub(crate) struct FairPlayDesk {
    tables: Arc<dyn TableStore>,
    store: Arc<dyn ModerationStore>,
    rooms: Rooms,
    pending: Arc<Mutex<HashSet<(TableId, u8)>>>,
    /// Held while a game is compared: one at a time.
    comparing: Arc<AsyncMutex<()>>,
}

/// A move that a player chose.
struct ChosenMove {
    position: Position,
    mv: Move,
    /// How long the player took, in milliseconds.
    took: u64,
}

impl FairPlayDesk {
    pub(crate) fn new(tables: Arc<dyn TableStore>, store: Arc<dyn ModerationStore>, rooms: Rooms) -> FairPlayDesk {
        FairPlayDesk { tables, store, rooms, pending: Arc::default(), comparing: Arc::default() }
    }

    /// Returns what is known about a player, and has the rest computed.
    pub(crate) async fn look_at(&self, person: &PersonId) -> Result<FairPlay, StoreError> {
        let (mut agreements, mut pending, mut moves) = (Vec::new(), 0, Vec::new());
        for (table, seat) in self.store.latest_games(person, GAMES).await? {
            let chosen = chosen_moves(&table, &self.tables.events(&table, 0).await?, seat);
            match self.store.agreement(&table, seat).await? {
                Some((moves, agreed)) => agreements.push(Agreement { table, moves, agreed }),
                None => {
                    pending += 1;
                    self.start(table, seat, &chosen);
                }
            }
            moves.extend(chosen);
        }
        let companions = self.store.companions(person, COMPANIONS).await?;
        Ok(FairPlay { agreements, pending, times: thinking_times(&moves), companions })
    }

    /// Has a game compared, unless it is waiting for that already.
    fn start(&self, table: TableId, seat: Seat, chosen: &[ChosenMove]) {
        let key = (table, u8::from(seat));
        if !self.pending().insert(key.clone()) {
            return;
        }
        let questions: Vec<(Position, Move)> = chosen.iter().map(|chosen| (chosen.position, chosen.mv)).collect();
        let desk = self.clone();
        tokio::spawn(async move {
            let turn = desk.comparing.lock().await;
            let mut agreed = 0;
            for (position, mv) in &questions {
                agreed += u32::from(desk.strongest_move(*position).await == Some(*mv));
            }
            if let Err(error) = desk.store.set_agreement(&key.0, seat, questions.len() as u32, agreed).await {
                tracing::error!(%error, "cannot store a comparison");
            }
            drop(turn);
            desk.pending().remove(&key);
        });
    }

    async fn strongest_move(&self, position: Position) -> Option<Move> {
        let permit = self.rooms.wait_to_think().await;
        let thought = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
            let budget = Budget { limits: Limits::visits(VISITS), clock: &clock, stop: &stop };
            Level::Sage.bot(1).think(&position, &budget).map(|thought| thought.mv)
        });
        thought.await.ok().flatten()
    }

    fn pending(&self) -> MutexGuard<'_, HashSet<(TableId, u8)>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the moves that the person on a seat chose: without forced ones, those of stand-ins, and those taken back.
fn chosen_moves(table: &TableId, events: &[Committed<EventEnvelope>], seat: Seat) -> Vec<ChosenMove> {
    let Some((first, rest)) = events.split_first() else { return Vec::new() };
    let Ok(mut state) = TableState::open(table.clone(), first) else { return Vec::new() };
    // For every move of the game, who chose it.
    let mut chosen: Vec<Option<u64>> = Vec::new();
    for event in rest {
        match &event.event {
            Event::Moved { seat: mover, .. } => {
                let player = &state.seats[mover.index()];
                let own = *mover == seat && player.level().is_none();
                chosen.push(own.then(|| event.at.saturating_sub(state.turn_since)));
            }
            Event::TakenBack { ply, .. } => chosen.truncate(*ply as usize),
            _ => {}
        }
        if state.apply(event).is_err() {
            return Vec::new();
        }
    }
    let clans: Option<Vec<Clan>> = state.seats.iter().map(|seat| Clan::from_letter(seat.clan)).collect();
    let Some(seats) = clans.and_then(|clans| Seats::new(&clans).ok()) else { return Vec::new() };
    let mut position = state.settings.start(seats).position();
    let mut moves = Vec::new();
    for (text, took) in state.moves.iter().zip(chosen) {
        let Ok(mv) = text.parse::<Move>() else { break };
        if let Some(took) = took.filter(|_| !Choices::of(&position).must_pass()) {
            moves.push(ChosenMove { position, mv, took });
        }
        if position.play(mv).is_err() {
            break;
        }
    }
    moves
}

fn thinking_times(moves: &[ChosenMove]) -> Vec<ThinkingTimes> {
    let mut at_least = 0;
    let bounds = BOUNDS.into_iter().map(Some).chain([None]);
    bounds
        .map(|below| {
            let range = at_least..below.map_or(u64::MAX, |below| u64::from(below) * 1000);
            at_least = range.end;
            let moves = moves.iter().filter(|chosen| range.contains(&chosen.took)).count() as u32;
            ThinkingTimes { below, moves }
        })
        .collect()
}
