//! Which clans play, and in which order.

use core::fmt;

use crate::clan::Clan;
use crate::seat::Seat;

/// Three or four different clans in turn order (R2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seats {
    /// Two bits for each seat, the first seat lowest; zero for a seat nobody has, so that equal seats have equal fields.
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
    /// When there are not three or four of them, or one comes twice.
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

    /// The number of clans that play: 3 or 4.
    #[inline]
    pub const fn count(self) -> usize {
        self.count as usize
    }

    /// The clans in turn order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Clan> + Clone {
        (0..self.count).map(move |seat| self.unpack(seat))
    }

    /// Whether this clan plays.
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

/// Why clans cannot be seated like this.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeatsError {
    /// The game is for three or four clans (R2.1).
    Count {
        /// How many were given.
        clans: usize,
    },
    /// A clan has one seat (R2.1).
    Repeated {
        /// The clan that was given twice.
        clan: Clan,
    },
}

impl fmt::Display for SeatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatsError::Count { clans } => write!(f, "{clans} clans are seated, but 3 or 4 play"),
            SeatsError::Repeated { clan } => write!(f, "{clan} is seated twice"),
        }
    }
}

impl core::error::Error for SeatsError {}
