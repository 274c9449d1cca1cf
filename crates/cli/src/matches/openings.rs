//! The openings of a match: the starting positions of its games.

use std::fmt;
use std::str::FromStr;

use fastrand::Rng;
use shangrila_rules::record::Start;
use shangrila_rules::{GameOptions, Move, Seats};

/// No game can be over after so few turns: three clans take 21 turns to set up and then break 19 bridges.
const MAX_RANDOM_TURNS: u32 = 40;

/// How the games of a match start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Openings {
    /// From the first-game set-up.
    Card,
    /// From the empty board.
    Free,
    /// After this many random turns from the empty board, different in every round.
    Random(u32),
}

impl Openings {
    /// Returns the start of a game and the random turns played before the bots take over.
    pub(crate) fn begin(self, seats: Seats, seed: u64) -> (Start, Vec<Move>) {
        let options = GameOptions::default();
        match self {
            Openings::Card => (Start::FirstGame { seats, options }, Vec::new()),
            Openings::Free => (Start::Free { seats, options }, Vec::new()),
            Openings::Random(turns) => {
                let start = Start::Free { seats, options };
                let mut position = start.position();
                let mut rng = Rng::with_seed(seed);
                let moves = (0..turns).map_while(|_| position.play_random(|n| rng.u32(..n))).collect();
                (start, moves)
            }
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Card => write!(f, "card"),
            Openings::Free => write!(f, "free"),
            Openings::Random(turns) => write!(f, "random:{turns}"),
        }
    }
}

impl FromStr for Openings {
    type Err = String;

    fn from_str(text: &str) -> Result<Openings, String> {
        let turns = text.strip_prefix("random:").and_then(|turns| turns.parse().ok());
        match (text, turns) {
            ("card", _) => Ok(Openings::Card),
            ("free", _) => Ok(Openings::Free),
            (_, Some(turns @ 1..=MAX_RANDOM_TURNS)) => Ok(Openings::Random(turns)),
            _ => Err(format!("expected card, free, or random:K with K from 1 to {MAX_RANDOM_TURNS}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_round_trip_through_text() {
        for text in ["card", "free", "random:1", "random:40"] {
            assert_eq!(text.parse::<Openings>().unwrap().to_string(), text);
        }
        for text in ["", "cards", "random", "random:", "random:0", "random:41", "random:-1"] {
            assert!(text.parse::<Openings>().unwrap_err().contains("random:K"), "{text}");
        }
    }

    #[test]
    fn random_turns_are_legal_and_depend_on_the_seed_alone() {
        for seats in [Seats::THREE, Seats::FOUR] {
            let (start, moves) = Openings::Random(MAX_RANDOM_TURNS).begin(seats, 7);
            assert_eq!(moves.len(), MAX_RANDOM_TURNS as usize);
            let mut position = start.position();
            for &mv in &moves {
                position.play(mv).unwrap();
            }
            assert!(!position.is_over());
            assert_eq!(Openings::Random(MAX_RANDOM_TURNS).begin(seats, 7).1, moves);
            assert_ne!(Openings::Random(MAX_RANDOM_TURNS).begin(seats, 8).1, moves);
        }
    }
}
