//! Values by seat: the search, like a position, identifies clans by their place in the turn order.

use shangrila_rules::{PerClan, PerSeat, Position, Score, Seats};

/// Converts values by seat into values by clan.
pub(crate) fn to_clans(seats: Seats, values: PerSeat<f32>) -> PerClan<f32> {
    PerClan::from_fn(|clan| seats.seat_of(clan).map_or(0.0, |seat| values[seat]))
}

/// Returns each seat's share of the victory in a finished game.
pub(crate) fn win_shares(end: &Position) -> PerSeat<f32> {
    let score = |seat| end.seats().clan_at(seat).map(|_| Score::of(end.masters_of_seat(seat)));
    let scores = PerSeat::from_fn(score);
    let best = scores.values().iter().copied().max().flatten();
    let winners = scores.values().iter().filter(|&&score| score == best).count();
    scores.map(|score| if score == best { 1.0 / winners as f32 } else { 0.0 })
}

/// Returns the number of each seat's masters on the board.
pub(crate) fn master_counts(position: &Position) -> PerSeat<f32> {
    PerSeat::from_fn(|seat| position.masters_of_seat(seat).len() as f32)
}
