//! What the computer players answer to a puzzle: how hard it is, and which mistakes are typical.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use shangrila_ai::{Budget, Level, Limits, NoClock};
use shangrila_puzzles::equivalence::{NamelessBoard, are_equivalent};
use shangrila_puzzles::rating::{ANCHORS, puzzle_rating};
use shangrila_rules::{Move, Position};

/// The levels that define the scale of ratings.
const LEVELS: [Level; ANCHORS.len()] = [Level::Goatherd, Level::Pilgrim, Level::Guide, Level::Abbot, Level::Sage];

/// Players of each level, and how often each is asked. Weak levels draw their move, so the same player answers differently.
const PLAYERS: u64 = 6;
const TRIES: usize = 4;

/// What the strongest level may search, which has no limit of its own.
const SAGE_VISITS: u32 = 500;

/// The answers of all levels.
pub(super) struct Answers {
    pub(super) rating: u16,
    /// Typical wrong answers, the most frequent first.
    pub(super) mistakes: Vec<Move>,
}

/// Asks the levels.
pub(super) fn ask(position: &Position, answers: &[Move], most_mistakes: usize) -> Answers {
    let mut solved = [0.0; LEVELS.len()];
    let mut wrong: HashMap<NamelessBoard, (usize, Move)> = HashMap::new();
    let stop = AtomicBool::new(false);
    let budget = Budget { limits: Limits::visits(SAGE_VISITS), clock: &NoClock, stop: &stop };
    for (level, solved) in LEVELS.into_iter().zip(&mut solved) {
        for seed in 1..=PLAYERS {
            let mut player = level.bot(seed);
            for _ in 0..TRIES {
                let Some(thought) = player.think(position, &budget) else { continue };
                if answers.iter().any(|&answer| are_equivalent(position, answer, thought.mv)) {
                    *solved += 1.0 / (PLAYERS as usize * TRIES) as f64;
                } else {
                    wrong.entry(NamelessBoard::after(position, thought.mv)).or_insert((0, thought.mv)).0 += 1;
                }
            }
        }
    }
    let mut mistakes: Vec<(usize, Move)> = wrong.into_values().collect();
    mistakes.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    Answers {
        rating: puzzle_rating(solved, (PLAYERS as usize * TRIES) as f64),
        mistakes: mistakes.into_iter().take(most_mistakes).map(|(_, mv)| mv).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_obvious_answer_is_easy_and_what_nobody_plays_is_hard() {
        // Only the bridges ab and lm stand: a>b wins at once.
        let position: Position = "RRRR3/bbbb3/7/7/7/7/7/7/7/7/7/7/b6 400001 rbvy r 60 0".parse().unwrap();
        let easy = ask(&position, &["a>b".parse().unwrap()], 3);
        let hard = ask(&position, &["Y@a".parse().unwrap()], 3);
        assert!(easy.rating + 600 < hard.rating, "{} {}", easy.rating, hard.rating);
        assert_eq!(hard.mistakes.first().map(Move::to_string), Some("a>b".to_string()));
    }
}
