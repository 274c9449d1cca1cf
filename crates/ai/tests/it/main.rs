//! Tests of the computer players through their public interface.

mod bots;
mod companion;
mod endgame;
mod fitted;
mod network;
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

/// The same position with its guilds relabelled: the columns of every village in another order.
fn relabelled(position: &Position, order: [usize; 7]) -> Position {
    let text = position.to_string();
    let (villages, rest) = text.split_once(' ').unwrap();
    let expand = |village: &str| -> Vec<char> {
        let spaces = village.chars().flat_map(|letter| match letter.to_digit(10) {
            Some(run) => vec!['.'; run as usize],
            None => vec![letter],
        });
        spaces.collect()
    };
    let permute = |village: &str| -> String {
        let spaces = expand(village);
        order.iter().map(|&from| if spaces[from] == '.' { '1' } else { spaces[from] }).collect()
    };
    // Runs of empty spaces are written as one digit.
    let compact = |village: String| {
        let mut out = String::new();
        let mut run = 0;
        for letter in village.chars().chain(['|']) {
            if letter == '1' {
                run += 1;
                continue;
            }
            if run > 0 {
                out.push_str(&run.to_string());
                run = 0;
            }
            if letter != '|' {
                out.push(letter);
            }
        }
        out
    };
    let villages: Vec<String> = villages.split('/').map(|village| compact(permute(village))).collect();
    format!("{} {rest}", villages.join("/")).parse().unwrap()
}

/// The same position with the clans red and violet exchanged. Neither letter is a hexadecimal digit of the bridges.
fn with_red_and_violet_exchanged(position: &Position) -> Position {
    let exchanged = |letter| match letter {
        'r' => 'v',
        'v' => 'r',
        'R' => 'V',
        'V' => 'R',
        other => other,
    };
    position.to_string().chars().map(exchanged).collect::<String>().parse().unwrap()
}
