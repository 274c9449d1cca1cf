//! Checks the perft counts of the fixtures with the library and, where that is quick enough, with the plain model.

use std::path::Path;

use crate::model::Model;
use shangrila_rules::{Position, Setup, perft};

/// Counts above this are left to `cargo xtask soak`.
const MAX_PATHS: u64 = if cfg!(feature = "soak") { u64::MAX } else { 3_000_000 };
const MAX_PATHS_OF_THE_MODEL: u64 = if cfg!(feature = "soak") { 200_000 } else { 4_000 };

fn model_perft(model: &Model, depth: u32) -> u64 {
    let moves = model.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let count = |mv| {
        let mut next = model.clone();
        next.play(mv);
        model_perft(&next, depth - 1)
    };
    moves.into_iter().map(count).sum()
}

fn check_file(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/perft").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let mut position: Option<Position> = None;
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(text) = line.strip_prefix("position ") {
            position = Some(text.parse().unwrap());
            continue;
        }
        let (depth, count) = line.split_once(' ').unwrap();
        let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
        let position = position.unwrap();
        if count <= MAX_PATHS {
            assert_eq!(perft(&position, depth), count, "depth {depth} of {position}");
            checked += 1;
        }
        if count <= MAX_PATHS_OF_THE_MODEL {
            let model = Model::from_setup(&Setup::from(position));
            assert_eq!(model_perft(&model, depth), count, "depth {depth} of {position}, by the model");
        }
    }
    assert!(checked > 0);
}

#[test]
fn starts() {
    check_file("starts.perft");
}

#[test]
fn first_games() {
    check_file("first-games.perft");
}

#[test]
fn games_under_way() {
    check_file("under-way.perft");
}

#[test]
fn late_games() {
    check_file("late.perft");
}
