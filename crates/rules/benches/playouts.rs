//! Random games, move listing and perft. Each benchmark asserts its result, so that a fast wrong answer fails.
//!
//! `cargo bench --package shangrila-rules`

use divan::{Bencher, black_box};
use fastrand::Rng;
use shangrila_rules::{GameOptions, MoveList, Position, Seats, perft};

fn main() {
    divan::main();
}

const GAMES: usize = 100;
const SEATS: [Seats; 2] = [Seats::FOUR, Seats::THREE];

/// Turns and the sum of final hashes of the games from one seed.
fn sampled(seats: Seats) -> (u64, u64) {
    let mut rng = Rng::with_seed(2003);
    let (mut turns, mut hashes) = (0, 0u64);
    for _ in 0..GAMES {
        let mut position = Position::start(seats, GameOptions::default());
        while position.play_random(|n| rng.u32(..n)).is_some() {}
        turns += u64::from(position.ply());
        hashes = hashes.wrapping_add(position.hash64());
    }
    (turns, hashes)
}

fn listed(seats: Seats) -> (u64, u64) {
    let mut rng = Rng::with_seed(2003);
    let mut list = MoveList::new();
    let (mut turns, mut hashes) = (0, 0u64);
    for _ in 0..GAMES {
        let mut position = Position::start(seats, GameOptions::default());
        loop {
            position.legal_moves_into(&mut list);
            let Some(mv) = list.get(rng.usize(..list.len().max(1))) else { break };
            position.play_unchecked(mv);
        }
        turns += u64::from(position.ply());
        hashes = hashes.wrapping_add(position.hash64());
    }
    (turns, hashes)
}

#[divan::bench(args = SEATS)]
fn hundred_games_sampled(bencher: Bencher<'_, '_>, seats: Seats) {
    let expected = if seats == Seats::FOUR { SAMPLED[0] } else { SAMPLED[1] };
    bencher.bench_local(|| assert_eq!(sampled(black_box(seats)), expected));
}

#[divan::bench(args = SEATS)]
fn hundred_games_listed(bencher: Bencher<'_, '_>, seats: Seats) {
    let expected = if seats == Seats::FOUR { LISTED[0] } else { LISTED[1] };
    bencher.bench_local(|| assert_eq!(listed(black_box(seats)), expected));
}

#[divan::bench]
fn perft_of_depth_two() {
    let position = Position::first_game(Seats::FOUR, GameOptions::default());
    assert_eq!(perft(black_box(&position), 2), PERFT_2);
}

const SAMPLED: [(u64, u64); 2] = [(12817, 16126043905971759322), (10939, 3867994896801149177)];
const LISTED: [(u64, u64); 2] = [(12749, 14640762886672649723), (10928, 1185076333309921529)];
const PERFT_2: u64 = 1965;
