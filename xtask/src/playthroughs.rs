//! `cargo xtask playthroughs`: random games, written out in full as golden files.

use std::fmt::Write;
use std::fs;

use fastrand::Rng;
use shangrila_rules::{Choices, GameOptions, Move, Position, RecruitRule, Seats, Stones};

use crate::process::root;

/// How the moves of a game are chosen.
#[derive(Clone, Copy)]
enum Policy {
    /// Every legal move is equally likely.
    Uniform,
    /// Recruit whenever possible.
    RecruitHeavy,
    /// Start a journey only if nothing else is possible.
    JourneyAverse,
}

pub(crate) fn write() -> Result<(), String> {
    let default = GameOptions::default();
    let twelve = GameOptions { stones: Stones::Twelve, recruit: RecruitRule::UpToTwo };
    let odd_seats: Seats = "vyr".parse().map_err(|error| format!("{error}"))?;
    // The seeds of the two uniform games are the first that lead to a forced pass.
    let games = [
        ("four-free-uniform", Position::start(Seats::FOUR, default), Policy::Uniform, 24),
        ("four-card-recruit-heavy", Position::first_game(Seats::FOUR, default), Policy::RecruitHeavy, 2),
        ("four-free-journey-averse", Position::start(Seats::FOUR, default), Policy::JourneyAverse, 3),
        ("three-free-uniform", Position::start(Seats::THREE, default), Policy::Uniform, 47),
        ("three-card-recruit-heavy", Position::first_game(Seats::THREE, default), Policy::RecruitHeavy, 5),
        ("three-free-all-options", Position::start(odd_seats, twelve), Policy::JourneyAverse, 6),
    ];
    for (name, start, policy, seed) in games {
        let text = playthrough(start, policy, seed);
        let path = root().join("fixtures/playthroughs").join(format!("{name}.txt"));
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("Wrote fixtures/playthroughs. Review the diff before you commit it.");
    Ok(())
}

fn playthrough(mut position: Position, policy: Policy, seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut text = String::from("# legal moves, hash, move played, position before it\n");
    loop {
        let preferred = |mv: &Move| match policy {
            Policy::Uniform => true,
            Policy::RecruitHeavy => matches!(mv, Move::Recruit { .. }),
            Policy::JourneyAverse => !matches!(mv, Move::Journey { .. }),
        };
        let all: Vec<Move> = position.legal_moves().iter().collect();
        let some: Vec<Move> = all.iter().copied().filter(preferred).collect();
        let mv = rng.choice(if some.is_empty() { &all } else { &some }).copied();
        let played = mv.map_or("-".to_string(), |mv| mv.to_string());
        let count = Choices::of(&position).count();
        writeln!(text, "{count} {:016x} {played} {position}", position.hash64()).expect("writing to a string");
        let Some(mv) = mv else { break };
        position.play_unchecked(mv);
    }
    for standing in position.standings() {
        let (place, clan, score) = (standing.place, standing.clan, standing.score);
        writeln!(text, "# {place}. {clan} {}/{}", score.masters, score.villages).expect("writing to a string");
    }
    text
}
