//! Games that a search plays against itself, with what it thought of every move.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use fastrand::Rng;
use shangrila_ai::fitted::{FittedEvaluator, Knowledge};
use shangrila_ai::{
    BlendedEvaluator, Bot, Budget, Evaluator, Limits, NoClock, PLAYOUT_SHARE, Params, PlayoutEvaluator, Search, UctBot,
};
use shangrila_rules::{GameOptions, Move, Position, Seats};

/// Who plays.
pub(crate) enum Teacher {
    /// Search without knowledge, to begin with.
    Playouts { visits: u32 },
    /// Search with weights.
    Fitted { knowledge: Arc<Knowledge>, visits: u32 },
}

impl Teacher {
    fn evaluator(&self, seed: u64) -> Box<dyn Evaluator> {
        match self {
            Teacher::Playouts { .. } => Box::new(PlayoutEvaluator::new(seed)),
            Teacher::Fitted { knowledge, .. } => {
                let known = FittedEvaluator::new(Arc::clone(knowledge));
                Box::new(BlendedEvaluator::new(known, PLAYOUT_SHARE, seed))
            }
        }
    }

    fn visits(&self) -> u32 {
        match self {
            Teacher::Playouts { visits } | Teacher::Fitted { visits, .. } => *visits,
        }
    }
}

/// A position of a game, and what the search thought of it.
pub(crate) struct Turn {
    pub(crate) position: Position,
    pub(crate) played: Move,
    /// The part of the visits that each move had; empty where the move was forced, or somebody else's.
    pub(crate) shares: Vec<(Move, f32)>,
    /// The chances to win that the search expected.
    pub(crate) wins: Option<[f32; 4]>,
}

/// A game to its end.
pub(crate) struct Game {
    pub(crate) turns: Vec<Turn>,
    pub(crate) end: Position,
}

/// Plays games on several threads.
pub(crate) fn play(clans: usize, teacher: &Teacher, games: u32, threads: usize, seed: u64) -> Vec<Game> {
    let next = AtomicU32::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let seed = seed.wrapping_mul(0x0100_0000).wrapping_add(u64::from(number) * 8 + clans as u64);
                    let game = play_one(clans, teacher, seed);
                    if let Ok(mut done) = done.lock() {
                        done.push((number, game));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    // In the order of their numbers, so that the same seed fits the same weights.
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, game)| game).collect()
}

/// Half of the games begin on the empty board; the others from the card, or after some random turns.
fn opening(clans: usize, rng: &mut Rng) -> Position {
    let seats = if clans == 3 { Seats::THREE } else { Seats::FOUR };
    let options = GameOptions::default();
    match rng.u32(..8) {
        0 | 1 => Position::first_game(seats, options),
        2 | 3 => {
            let mut position = Position::start(seats, options);
            for _ in 0..rng.usize(..=7 * clans + 8) {
                position.play_random(|n| rng.u32(..n));
            }
            position
        }
        _ => Position::start(seats, options),
    }
}

/// Who sits at a table of learners. Games among equals alone would teach what only equals do.
enum Guest {
    /// The search that learns.
    Learner,
    /// Search with random playouts: another way to think.
    Uct(UctBot),
}

fn guests(clans: usize, rng: &mut Rng) -> Vec<Guest> {
    let guest = |rng: &mut Rng| Guest::Uct(UctBot::new(Some(rng.u32(200..1500)), rng.u64(..)));
    match rng.u32(..10) {
        0..3 => (0..clans).map(|_| Guest::Learner).collect(),
        _ => (0..clans).map(|_| if rng.u32(..5) < 2 { Guest::Learner } else { guest(rng) }).collect(),
    }
}

fn play_one(clans: usize, teacher: &Teacher, seed: u64) -> Game {
    let mut rng = Rng::with_seed(seed);
    let mut position = opening(clans, &mut rng);
    // Noise makes the games differ, and shows moves that the weights alone would not.
    let params = Params { noise: 0.6, seed, memory: 64 << 20, ..Params::default() };
    let mut guests = guests(clans, &mut rng);
    let mut search = Search::new(&position, params, |seed| teacher.evaluator(seed));
    let stop = AtomicBool::new(false);
    let budget = Budget { limits: Limits::visits(teacher.visits()), clock: &NoClock, stop: &stop };
    let mut turns = Vec::new();
    while !position.is_over() {
        let (mv, shares, wins) = match &mut guests[position.seat_to_move()] {
            Guest::Uct(bot) => (bot.think(&position, &budget).map(|thought| thought.mv), Vec::new(), None),
            Guest::Learner => learner_turn(&position, &mut search, &budget, &mut rng),
        };
        let Some(mv) = mv else { break };
        turns.push(Turn { position, played: mv, shares, wins });
        position.play_unchecked(mv);
        search.advance(mv);
    }
    Game { turns, end: position }
}

/// A move, the shares of all moves, and the chances to win.
type Searched = (Option<Move>, Vec<(Move, f32)>, Option<[f32; 4]>);

fn learner_turn(position: &Position, search: &mut Search, budget: &Budget<'_>, rng: &mut Rng) -> Searched {
    search.go_to(position);
    search.run(budget);
    let analysis = search.analysis(usize::MAX);
    let all: u32 = analysis.lines.iter().map(|line| line.visits).sum();
    let shares: Vec<(Move, f32)> =
        analysis.lines.iter().map(|line| (line.mv, line.visits as f32 / all.max(1) as f32)).collect();
    let wins = std::array::from_fn(|seat| {
        let named = position.seats().iter().nth(seat);
        named.map_or(0.0, |clan| analysis.outlook.wins[clan])
    });
    // Mostly the best move; sometimes another one, as often as it was visited.
    let mv = if rng.f32() < 0.15 { weighted(&shares, rng) } else { shares.first().map(|share| share.0) };
    (mv, if all > 1 { shares } else { Vec::new() }, Some(wins))
}

fn weighted(shares: &[(Move, f32)], rng: &mut Rng) -> Option<Move> {
    let mut left = rng.f32();
    for &(mv, share) in shares {
        left -= share;
        if left <= 0.0 {
            return Some(mv);
        }
    }
    shares.first().map(|share| share.0)
}
