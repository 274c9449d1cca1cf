//! Tests of the computer players through their public interface.

mod bots;
mod endgame;
mod fitted;
mod search;

use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use shangrila_ai::{Budget, Limits, NoClock};
use shangrila_rules::{GameOptions, Position, Seats};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A budget limited by visits alone.
fn visits(visits: u32) -> Budget<'static> {
    Budget { limits: Limits::visits(visits), clock: &NoClock, stop: &NEVER }
}

/// The empty board.
fn start(seats: Seats) -> Position {
    Position::start(seats, GameOptions::default())
}

/// The position after `turns` random moves.
fn after_random_turns(seats: Seats, turns: usize, seed: u64) -> Position {
    let mut rng = Rng::with_seed(seed);
    let mut position = start(seats);
    for _ in 0..turns {
        position.play_random(|n| rng.u32(..n));
    }
    position
}

/// About every sixth position of random games, from the first turn to the last.
fn positions_of_random_games(games: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let mut position = start(if seed % 2 == 0 { Seats::FOUR } else { Seats::THREE });
        while !position.is_over() {
            if rng.u32(..6) == 0 {
                positions.push(position);
            }
            position.play_random(|n| rng.u32(..n));
        }
    }
    positions
}
