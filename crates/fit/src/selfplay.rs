//! Self-play games, with the search results of every move.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use fastrand::Rng;
use shangrila_ai::fitted::{FittedEvaluator, FittedModel};
use shangrila_ai::{
    BlendedEvaluator, Bot, Budget, Evaluator, Limits, NoClock, PLAYOUT_SHARE, Params, PlayoutEvaluator, Search, UctBot,
};
use shangrila_rules::{GameOptions, Move, PerSeat, Position, Seats};

/// The evaluator and strength of the self-play search.
pub(crate) enum Teacher {
    /// Random playouts, for the first generation.
    Playouts { visits: u32 },
    /// The fitted model blended with playouts, as in play.
    Fitted { model: Arc<FittedModel>, visits: u32 },
}

impl Teacher {
    fn evaluator(&self, seed: u64) -> Box<dyn Evaluator> {
        match self {
            Teacher::Playouts { .. } => Box::new(PlayoutEvaluator::new(seed)),
            Teacher::Fitted { model, .. } => {
                let fitted = FittedEvaluator::new(Arc::clone(model));
                Box::new(BlendedEvaluator::new(fitted, PLAYOUT_SHARE, seed))
            }
        }
    }

    fn visits(&self) -> u32 {
        match self {
            Teacher::Playouts { visits } | Teacher::Fitted { visits, .. } => *visits,
        }
    }
}

/// A position of a game with the results of its search.
pub(crate) struct Turn {
    pub(crate) position: Position,
    pub(crate) played: Move,
    /// Each move's share of the visits; empty if the move was forced or played by a guest.
    pub(crate) shares: Vec<(Move, f32)>,
    /// The search's chances of winning, by seat.
    pub(crate) wins: Option<PerSeat<f32>>,
}

/// A finished game.
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
    // Sort by number, so that the same seed fits the same weights.
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, game)| game).collect()
}

/// Half of the games start on the empty board, a quarter from the first-game card, a quarter after some random turns.
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

/// The player of a seat. Games among identical players alone would teach only what such players do.
enum SelfPlayer {
    /// The search that is being trained.
    Learner,
    /// A guest: UCT with random playouts, which plays differently.
    Uct(UctBot),
}

fn players(clans: usize, rng: &mut Rng) -> Vec<SelfPlayer> {
    let guest = |rng: &mut Rng| SelfPlayer::Uct(UctBot::new(Some(rng.u32(200..1500)), rng.u64(..)));
    match rng.u32(..10) {
        0..3 => (0..clans).map(|_| SelfPlayer::Learner).collect(),
        _ => (0..clans).map(|_| if rng.u32(..5) < 2 { SelfPlayer::Learner } else { guest(rng) }).collect(),
    }
}

fn play_one(clans: usize, teacher: &Teacher, seed: u64) -> Game {
    let mut rng = Rng::with_seed(seed);
    let mut position = opening(clans, &mut rng);
    // Noise makes the games differ and tries moves that the policy alone would not.
    let params = Params { noise: 0.6, seed, memory: 64 << 20, ..Params::default() };
    let mut players = players(clans, &mut rng);
    let mut search = Search::new(&position, params, |seed| teacher.evaluator(seed));
    let stop = AtomicBool::new(false);
    let budget = Budget { limits: Limits::visits(teacher.visits()), clock: &NoClock, stop: &stop };
    let mut turns = Vec::new();
    while let Some(seat) = position.seat_to_move() {
        let (mv, shares, wins) = match &mut players[seat.index()] {
            SelfPlayer::Uct(bot) => (bot.think(&position, &budget).map(|thought| thought.mv), Vec::new(), None),
            SelfPlayer::Learner => learner_turn(&position, &mut search, &budget, &mut rng),
        };
        let Some(mv) = mv else { break };
        turns.push(Turn { position, played: mv, shares, wins });
        position.play_unchecked(mv);
        search.advance(mv);
    }
    Game { turns, end: position }
}

/// A move, the visit shares of all moves, and the chances of winning.
type SearchedMove = (Option<Move>, Vec<(Move, f32)>, Option<PerSeat<f32>>);

fn learner_turn(position: &Position, search: &mut Search, budget: &Budget<'_>, rng: &mut Rng) -> SearchedMove {
    search.go_to(position);
    search.run(budget);
    let analysis = search.analysis(usize::MAX);
    let all: u32 = analysis.lines.iter().map(|line| line.visits).sum();
    let shares: Vec<(Move, f32)> =
        analysis.lines.iter().map(|line| (line.mv, line.visits as f32 / all.max(1) as f32)).collect();
    let wins = PerSeat::from_fn(|seat| position.seats().clan_at(seat).map_or(0.0, |clan| analysis.outlook.wins[clan]));
    // Mostly the best move; sometimes a move drawn in proportion to its visits.
    let mv = if rng.f32() < 0.15 { draw_by_share(&shares, rng) } else { shares.first().map(|share| share.0) };
    (mv, if all > 1 { shares } else { Vec::new() }, Some(wins))
}

fn draw_by_share(shares: &[(Move, f32)], rng: &mut Rng) -> Option<Move> {
    let mut left = rng.f32();
    for &(mv, share) in shares {
        left -= share;
        if left <= 0.0 {
            return Some(mv);
        }
    }
    shares.first().map(|share| share.0)
}
