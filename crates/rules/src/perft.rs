//! Counting sequences of moves, the classic test of a move generator.

use crate::choices::Choices;
use crate::moves::{Move, MoveList};
use crate::position::Position;

/// The number of ways to play `depth` moves from a position.
///
/// A forced pass counts as a move. A finished game has no moves, so sequences that end early do not count.
///
/// ```
/// # use shangrila_rules::{GameOptions, Position, Seats, perft};
/// let start = Position::start(Seats::FOUR, GameOptions::default());
/// assert_eq!(perft(&start, 1), 13 * 7);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => Choices::of(position).count() as u64,
        _ => perft_divide(position, depth).map(|(_, count)| count).sum(),
    }
}

/// The legal moves, each with the number of ways to play `depth - 1` further moves; nothing for depth 0.
///
/// ```
/// # use shangrila_rules::{GameOptions, Position, Seats, perft, perft_divide};
/// let card = Position::first_game(Seats::FOUR, GameOptions::default());
/// assert_eq!(perft_divide(&card, 2).map(|(_, count)| count).sum::<u64>(), perft(&card, 2));
/// ```
pub fn perft_divide(position: &Position, depth: u32) -> impl Iterator<Item = (Move, u64)> {
    let mut moves = MoveList::new();
    if depth > 0 {
        position.legal_moves_into(&mut moves);
    }
    let position = *position;
    (0..moves.len()).filter_map(move |index| moves.get(index)).map(move |mv| {
        let mut next = position;
        next.play_unchecked(mv);
        (mv, perft(&next, depth - 1))
    })
}
