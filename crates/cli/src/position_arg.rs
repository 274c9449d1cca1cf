//! Positions as they are given to the program: by text or by name.

use std::convert::Infallible;
use std::str::FromStr;

use shangrila_rules::{GameOptions, Position, ReadPositionError, Seats};

/// A position on the command line. It is read later, because one that is refused is no error of usage.
#[derive(Clone)]
pub(crate) struct PositionArg(String);

impl FromStr for PositionArg {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<PositionArg, Infallible> {
        Ok(PositionArg(text.to_string()))
    }
}

impl PositionArg {
    pub(crate) fn read(&self) -> Result<Position, crate::Failure> {
        read_position(&self.0).map_err(|error| crate::refused(format!("no position: {error}")))
    }
}

/// Reads a position in the notation, or one of the four names.
pub(crate) fn read_position(text: &str) -> Result<Position, ReadPositionError> {
    let options = GameOptions::default();
    match text {
        "start3" => Ok(Position::start(Seats::THREE, options)),
        "start4" => Ok(Position::start(Seats::FOUR, options)),
        "card3" => Ok(Position::first_game(Seats::THREE, options)),
        "card4" => Ok(Position::first_game(Seats::FOUR, options)),
        _ => text.parse(),
    }
}

/// All legal moves as text, sorted as text.
pub(crate) fn sorted_moves(position: &Position) -> Vec<String> {
    let mut list = shangrila_rules::MoveList::new();
    position.legal_moves(&mut list);
    let mut moves: Vec<String> = list.iter().map(|mv| mv.to_string()).collect();
    moves.sort_unstable();
    moves
}
