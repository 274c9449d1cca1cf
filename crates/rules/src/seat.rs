//! Places in the turn order, and values kept for each of them.

use crate::indexed::indexed;

/// A place in the turn order. The first seat moves first; a game of three clans has no fourth seat.
///
/// Which clan sits where is the business of [`Seats`](crate::Seats).
///
/// ```
/// # use shangrila_rules::{Clan, Seat, Seats};
/// assert_eq!(Seats::FOUR.clan_at(Seat::Second), Some(Clan::Blue));
/// assert_eq!(Seats::THREE.clan_at(Seat::Fourth), None);
/// assert_eq!(Seat::new(3), Some(Seat::Fourth));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Seat {
    First,
    Second,
    Third,
    Fourth,
}

impl Seat {
    /// The number of seats at a full table.
    pub const COUNT: usize = 4;

    /// Every seat, in turn order.
    pub const ALL: [Seat; Seat::COUNT] = [Seat::First, Seat::Second, Seat::Third, Seat::Fourth];

    /// The seat with this index, from 0; `None` from 4 on.
    #[inline]
    pub const fn new(index: u8) -> Option<Seat> {
        match index {
            0 => Some(Seat::First),
            1 => Some(Seat::Second),
            2 => Some(Seat::Third),
            3 => Some(Seat::Fourth),
            _ => None,
        }
    }

    /// The index of the seat: 0 for the first, 3 for the fourth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl From<Seat> for u8 {
    #[inline]
    fn from(seat: Seat) -> u8 {
        seat as u8
    }
}

indexed! {
    /// One value for each seat, indexed by [`Seat`].
    ///
    /// ```
    /// # use shangrila_rules::{PerSeat, Seat};
    /// let mut wins = PerSeat::from_fn(|_| 0);
    /// wins[Seat::Third] += 1;
    /// assert_eq!(wins.values(), &[0, 0, 1, 0]);
    /// ```
    PerSeat by Seat
}
