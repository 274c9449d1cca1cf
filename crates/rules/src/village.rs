//! The thirteen villages and sets of them.

use core::fmt;

use crate::bit_set::bit_set;

/// One of the thirteen villages (R1.1). The printed board does not name them, so they go by letters.
///
/// ```
/// # use shangrila_rules::Village;
/// assert_eq!(Village::from_letter('c'), Some(Village::C));
/// assert_eq!(Village::ALL.len(), Village::COUNT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Village {
    A,
    B,
    /// The red village, out of play with three clans (R1.6).
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    J,
    K,
    L,
    M,
}

impl Village {
    /// The number of villages.
    pub const COUNT: usize = 13;

    /// Every village, in alphabetical order.
    pub const ALL: [Village; Village::COUNT] = [
        Village::A,
        Village::B,
        Village::C,
        Village::D,
        Village::E,
        Village::F,
        Village::G,
        Village::H,
        Village::I,
        Village::J,
        Village::K,
        Village::L,
        Village::M,
    ];

    /// The village's letter, `a` to `m`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The village with this lower-case letter.
    pub fn from_letter(letter: char) -> Option<Village> {
        Village::ALL.into_iter().find(|village| village.letter() == letter)
    }

    #[inline]
    pub(crate) const fn bit_index(self) -> u32 {
        self as u32
    }

    #[inline]
    pub(crate) const fn from_bit_index(index: u32) -> Village {
        Village::ALL[index as usize]
    }
}

impl fmt::Display for Village {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

bit_set! {
    /// A set of villages.
    ///
    /// ```
    /// # use shangrila_rules::{Village, map};
    /// assert!(!map::villages_in_play(3).contains(Village::C));
    /// ```
    VillageSet(u16) of Village, iterated by VillageIter
}

impl VillageSet {
    /// All thirteen villages.
    pub const ALL: VillageSet = VillageSet((1 << Village::COUNT) - 1);
}
