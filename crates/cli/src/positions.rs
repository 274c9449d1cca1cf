//! Reads positions from the command line and the engine protocol, and lists their moves.

use shangrila_rules::{GameOptions, Position, ReadPositionError, Seats};

/// Parses a position in notation, or one of the four names.
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

/// Returns all legal moves in notation, sorted as text.
pub(crate) fn sorted_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().iter().map(|mv| mv.to_string()).collect();
    moves.sort_unstable();
    moves
}
