//! Games that a search plays against itself, with what it thought of every move.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use fastrand::Rng;
use shangrila_ai::fitted::{FittedEvaluator, Weights};
use shangrila_ai::{Budget, Evaluator, Limits, NoClock, Params, PlayoutEvaluator, Search};
use shangrila_rules::{GameOptions, Move, Position, Seats};

/// Who plays.
pub(crate) enum Teacher {
    /// Search without knowledge, to begin with.
    Playouts { visits: u32 },
    /// Search with weights.
    Fitted { weights: Arc<Weights>, visits: u32 },
}

/// A position of a game, and what the search thought of it.
pub(crate) struct Turn {
    pub(crate) position: Position,
    /// The part of the visits that each move had; empty where the move was forced or random.
    pub(crate) shares: Vec<(Move, f32)>,
    /// The chances to win that the search expected.
    pub(crate) wins: [f32; 4],
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

fn play_one(clans: usize, teacher: &Teacher, seed: u64) -> Game {
    let mut rng = Rng::with_seed(seed);
    let mut position = opening(clans, &mut rng);
    // Noise makes the games differ, and shows moves that the weights alone would not.
    let params = Params { noise: 0.6, seed, memory: 64 << 20, ..Params::default() };
    let (visits, make): (u32, Box<dyn Fn(u64) -> Box<dyn Evaluator>>) = match teacher {
        Teacher::Playouts { visits } => (*visits, Box::new(|seed| Box::new(PlayoutEvaluator::new(seed)))),
        Teacher::Fitted { weights, visits } => {
            (*visits, Box::new(|_| Box::new(FittedEvaluator::new(Arc::clone(weights)))))
        }
    };
    let mut search = Search::new(&position, params, make);
    let stop = AtomicBool::new(false);
    let mut turns = Vec::new();
    while !position.is_over() {
        search.go_to(&position);
        let limits = Limits::visits(visits);
        search.run(&Budget { limits, clock: &NoClock, stop: &stop });
        let analysis = search.analysis(usize::MAX);
        let all: u32 = analysis.lines.iter().map(|line| line.visits).sum();
        let shares: Vec<(Move, f32)> =
            analysis.lines.iter().map(|line| (line.mv, line.visits as f32 / all.max(1) as f32)).collect();
        let wins = std::array::from_fn(|seat| {
            let named = position.seats().iter().nth(seat);
            named.map_or(0.0, |clan| analysis.outlook.wins[clan])
        });
        // Mostly the best move; sometimes another one, as often as it was visited.
        let chosen = if rng.f32() < 0.15 { weighted(&shares, &mut rng) } else { shares.first().map(|share| share.0) };
        let Some(mv) = chosen else { break };
        turns.push(Turn { position, shares: if all > 1 { shares } else { Vec::new() }, wins });
        position.play_unchecked(mv);
        search.advance(mv);
    }
    Game { turns, end: position }
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
