//! The four clans, sets of them, and values kept for each of them.

use core::fmt;

use crate::bit_set::bit_set;
use crate::indexed::indexed;

/// A side in the game (R1.4). Clans differ only in name and colour.
///
/// ```
/// # use shangrila_rules::Clan;
/// assert_eq!(Clan::from_letter('v'), Some(Clan::Violet));
/// assert_eq!(format!("{} is {}", Clan::Violet.name(), Clan::Violet), "Li-Lamas is violet");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Clan {
    /// Ro-Tarya, red, `r`.
    Red,
    /// Ba-Lao, blue, `b`.
    Blue,
    /// Gyl-Den, yellow, `y`.
    Yellow,
    /// Li-Lamas, violet, `v`.
    Violet,
}

impl Clan {
    /// The number of clans.
    pub const COUNT: usize = 4;

    /// Every clan, in the order of the notation's letters.
    pub const ALL: [Clan; Clan::COUNT] = [Clan::Red, Clan::Blue, Clan::Yellow, Clan::Violet];

    /// The clan's letter in the notation: for its masters, its seat and its turn.
    pub const fn letter(self) -> char {
        match self {
            Clan::Red => 'r',
            Clan::Blue => 'b',
            Clan::Yellow => 'y',
            Clan::Violet => 'v',
        }
    }

    /// The clan with this lower-case letter.
    pub fn from_letter(letter: char) -> Option<Clan> {
        Clan::ALL.into_iter().find(|clan| clan.letter() == letter)
    }

    /// The clan's name, the same in every edition but the Dutch.
    pub const fn name(self) -> &'static str {
        match self {
            Clan::Red => "Ro-Tarya",
            Clan::Blue => "Ba-Lao",
            Clan::Yellow => "Gyl-Den",
            Clan::Violet => "Li-Lamas",
        }
    }

    #[inline]
    pub(crate) const fn bit_index(self) -> u32 {
        self as u32
    }

    #[inline]
    pub(crate) const fn from_bit_index(index: u32) -> Clan {
        Clan::ALL[index as usize]
    }

    /// The English word for the clan's colour.
    pub const fn colour(self) -> &'static str {
        match self {
            Clan::Red => "red",
            Clan::Blue => "blue",
            Clan::Yellow => "yellow",
            Clan::Violet => "violet",
        }
    }
}

impl fmt::Display for Clan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.colour())
    }
}

bit_set! {
    /// A set of clans.
    ///
    /// ```
    /// # use shangrila_rules::{Clan, ClanSet};
    /// let winners: ClanSet = [Clan::Violet, Clan::Red].into_iter().collect();
    /// assert!(winners.contains(Clan::Red) && winners.len() == 2);
    /// ```
    ClanSet(u8) of Clan, iterated by ClanIter
}

indexed! {
    /// One value for each clan, indexed by [`Clan`].
    ///
    /// ```
    /// # use shangrila_rules::{Clan, PerClan};
    /// let letters = PerClan::from_fn(Clan::letter);
    /// assert_eq!(letters[Clan::Yellow], 'y');
    /// ```
    PerClan by Clan
}
