//! Which clans play, and in which turn order.

use core::fmt;

use crate::clan::Clan;
use crate::seat::Seat;

/// Three or four different clans in turn order (R2.1).
///
/// ```
/// # use shangrila_rules::{Clan, Seat, Seats};
/// let seats = Seats::new(&[Clan::Yellow, Clan::Violet, Clan::Red])?;
/// assert_eq!(seats.to_string(), "yvr");
/// assert_eq!(seats.seat_of(Clan::Red), Some(Seat::Third));
/// assert_eq!(seats.next(Seat::Third), Seat::First);
/// # Ok::<(), shangrila_rules::SeatsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seats {
    /// Two bits per seat, the first seat lowest; zero for an empty fourth seat, so that equal seats compare equal.
    order: u8,
    count: u8,
}

impl Seats {
    /// Red, blue, violet, yellow: the default order for four (R2.1).
    pub const FOUR: Seats = Seats::pack(&[Clan::Red, Clan::Blue, Clan::Violet, Clan::Yellow]);

    /// Red, blue, yellow: the default order for three (R2.1).
    pub const THREE: Seats = Seats::pack(&[Clan::Red, Clan::Blue, Clan::Yellow]);

    /// Seats the clans in the given order.
    ///
    /// # Errors
    /// If the order does not have three or four clans, or repeats one.
    pub fn new(order: &[Clan]) -> Result<Seats, SeatsError> {
        if !(3..=4).contains(&order.len()) {
            return Err(SeatsError::Count { clans: order.len() });
        }
        for (index, &clan) in order.iter().enumerate() {
            if order[..index].contains(&clan) {
                return Err(SeatsError::Repeated { clan });
            }
        }
        Ok(Seats::pack(order))
    }

    const fn pack(clans: &[Clan]) -> Seats {
        let (mut order, mut seat) = (0, 0);
        while seat < clans.len() {
            order |= (clans[seat] as u8) << (2 * seat);
            seat += 1;
        }
        Seats { order, count: clans.len() as u8 }
    }

    /// The number of clans playing: 3 or 4.
    #[inline]
    pub const fn count(self) -> usize {
        self.count as usize
    }

    /// The clans in turn order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Clan> + Clone {
        (0..self.count).map(move |seat| self.unpack(seat))
    }

    /// Whether a clan plays.
    pub fn contains(self, clan: Clan) -> bool {
        self.seat_of(clan).is_some()
    }

    /// The seat of a clan; `None` if it does not play.
    pub fn seat_of(self, clan: Clan) -> Option<Seat> {
        Seat::ALL.into_iter().zip(self.iter()).find(|&(_, seated)| seated == clan).map(|(seat, _)| seat)
    }

    /// The clan on a seat; `None` on the fourth seat of a game of three clans.
    #[inline]
    pub const fn clan_at(self, seat: Seat) -> Option<Clan> {
        if (seat as u8) < self.count { Some(self.unpack(seat as u8)) } else { None }
    }

    #[inline]
    const fn unpack(self, index: u8) -> Clan {
        Clan::ALL[(self.order >> (2 * (index & 3)) & 3) as usize]
    }

    /// The seat that moves after this one.
    #[inline]
    pub const fn next(self, seat: Seat) -> Seat {
        let next = seat as u8 + 1;
        if next >= self.count { Seat::First } else { Seat::ALL[next as usize & (Seat::COUNT - 1)] }
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|clan| write!(f, "{}", clan.letter()))
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seats({self})")
    }
}

/// Why clans cannot be seated in a given order.
///
/// ```
/// # use shangrila_rules::{Clan, Seats, SeatsError};
/// assert_eq!(Seats::new(&[Clan::Red]), Err(SeatsError::Count { clans: 1 }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeatsError {
    /// Not three or four clans (R2.1).
    Count {
        /// The number of clans given.
        clans: usize,
    },
    /// A clan with more than one seat (R2.1).
    Repeated {
        /// The clan given twice.
        clan: Clan,
    },
}

impl fmt::Display for SeatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatsError::Count { clans } => write!(f, "{clans} clans are seated, but the game is for 3 or 4"),
            SeatsError::Repeated { clan } => write!(f, "{clan} is seated twice"),
        }
    }
}

impl core::error::Error for SeatsError {}
