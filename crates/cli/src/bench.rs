//! `shangrila bench`: measures how fast random games are played on one core.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::json;
use shangrila_rules::{GameOptions, MoveList, Position, Seats};

use crate::Failure;
use crate::args::BenchArgs;

/// Games between two readings of the clock.
const BATCH: u32 = 50;

/// Each measurement takes the median of this many slices, because other processes disturb some of them.
const SLICES: usize = 15;

pub(crate) fn run(out: &mut impl Write, args: &BenchArgs) -> Result<(), Failure> {
    let time = Duration::from_secs_f64(args.seconds);
    let sampled_4p = measure(Seats::FOUR, time, sampled_game);
    let sampled_3p = measure(Seats::THREE, time, sampled_game);
    let listed_4p = measure(Seats::FOUR, time, listed_game);
    let listed_3p = measure(Seats::THREE, time, listed_game);
    if args.json {
        let object = json!({
            "playouts_per_second_4p": sampled_4p.games.round() as u64,
            "playouts_per_second_3p": sampled_3p.games.round() as u64,
            "listed_playouts_per_second_4p": listed_4p.games.round() as u64,
            "listed_playouts_per_second_3p": listed_3p.games.round() as u64,
            "turns_per_second_4p": sampled_4p.turns.round() as u64,
            "turns_per_second_3p": sampled_3p.turns.round() as u64,
        });
        return Ok(writeln!(out, "{object}")?);
    }
    writeln!(out, "random playouts on one core      games/s      turns/s   ns/turn   turns/game")?;
    for (name, rate) in [
        ("4 clans, sampled moves", sampled_4p),
        ("3 clans, sampled moves", sampled_3p),
        ("4 clans, listed moves", listed_4p),
        ("3 clans, listed moves", listed_3p),
    ] {
        let (ns, length) = (1e9 / rate.turns, rate.turns / rate.games);
        writeln!(out, "{name:<28}{:>12.0} {:>12.0} {ns:>9.1} {length:>12.1}", rate.games, rate.turns)?;
    }
    Ok(())
}

/// Games and turns per second.
#[derive(Clone, Copy)]
struct Rate {
    games: f64,
    turns: f64,
}

fn measure(seats: Seats, time: Duration, game: impl Fn(Position, &mut Rng, &mut MoveList) -> Position) -> Rate {
    let start = Position::start(seats, GameOptions::default());
    let mut rng = Rng::with_seed(2003);
    let mut moves = MoveList::new();
    let mut slices: Vec<Rate> = (0..SLICES)
        .map(|_| {
            let (mut games, mut turns) = (0, 0);
            let began = Instant::now();
            while began.elapsed() < time / SLICES as u32 {
                for _ in 0..BATCH {
                    let end = black_box(game(black_box(start), &mut rng, &mut moves));
                    turns += u64::from(end.ply());
                }
                games += BATCH;
            }
            let seconds = began.elapsed().as_secs_f64();
            Rate { games: f64::from(games) / seconds, turns: turns as f64 / seconds }
        })
        .collect();
    slices.sort_unstable_by(|one, other| one.turns.total_cmp(&other.turns));
    slices[SLICES / 2]
}

/// Plays uniformly random legal moves without listing them.
fn sampled_game(mut position: Position, rng: &mut Rng, _: &mut MoveList) -> Position {
    while position.play_random(|n| rng.u32(..n)).is_some() {}
    position
}

/// Lists all legal moves each turn and plays a random one.
fn listed_game(mut position: Position, rng: &mut Rng, moves: &mut MoveList) -> Position {
    loop {
        position.legal_moves_into(moves);
        if moves.is_empty() {
            return position;
        }
        let Some(mv) = moves.get(rng.usize(..moves.len())) else { return position };
        position.play_unchecked(mv);
    }
}
