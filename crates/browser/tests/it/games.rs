//! Recorded games to start tests from.

use fastrand::Rng;
use shangrila_rules::record::{GameRecord, Start, Turn};
use shangrila_rules::{Choices, GameOptions, Seats};
use shangrila_table::link::pack;

/// A game of four persons from the first-game set-up, so many random turns on.
pub(crate) fn random_game(turns: usize, seed: u64) -> GameRecord {
    let mut rng = Rng::with_seed(seed);
    let start = Start::FirstGame { seats: Seats::FOUR, options: GameOptions::default() };
    let mut record = GameRecord::new(start);
    let mut position = start.position();
    while record.line.turns.len() < turns
        && let Some(mv) = position.play_random(|n| rng.u32(..n))
    {
        record.line.turns.push(Turn::from(mv));
    }
    players(record, &["person"; 4])
}

/// A game in which something of every kind can be chosen.
pub(crate) fn middle_game() -> GameRecord {
    let has_all = |record: &GameRecord| {
        let choices = Choices::of(&record.final_position());
        !choices.places.is_empty() && choices.recruits.len() > 2 && choices.journeys.into_iter().count() > 2
    };
    (0..).map(|seed| random_game(24, seed)).find(has_all).expect("most games are like that")
}

/// A game that is over.
pub(crate) fn finished_game() -> GameRecord {
    random_game(usize::MAX, 1)
}

/// The game with other players, named as in records.
pub(crate) fn players(mut record: GameRecord, names: &[&str]) -> GameRecord {
    for (clan, name) in record.start.position().seats().iter().zip(names) {
        record.players[clan] = Some(name.to_string());
    }
    record
}

/// The address of a game.
pub(crate) fn link(record: &GameRecord) -> String {
    format!("#/game/{}", pack(record))
}

/// The last turns of a game that is over, for what takes its time on every turn.
pub(crate) fn last_turns(turns: usize) -> GameRecord {
    let whole = finished_game();
    let before = whole.line.turns.len() - turns;
    let mut position = whole.start.position();
    whole.moves().take(before).for_each(|mv| position.play(mv).expect("a legal move"));
    let mut record = GameRecord::new(Start::Position(position));
    record.line.turns = whole.line.turns[before..].to_vec();
    players(record, &["person"; 4])
}
