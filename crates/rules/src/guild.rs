//! The seven guilds, sets of them, and values kept for each of them.

use core::fmt;

use crate::bit_set::bit_set;
use crate::indexed::indexed;

/// A guild (R1.3). Every village has one space for each.
///
/// ```
/// # use shangrila_rules::Guild;
/// assert_eq!(Guild::from_letter('Y'), Some(Guild::YetiWhisperer));
/// assert_eq!(Guild::YetiWhisperer.to_string(), "Yeti-whisperer");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Guild {
    /// `R`
    Rainmaker,
    /// `A`
    Astrologer,
    /// `D`
    Dragonbreeder,
    /// `P`
    Priest,
    /// `Y`
    YetiWhisperer,
    /// `F`
    Firekeeper,
    /// `H`
    Healer,
}

impl Guild {
    /// The number of guilds.
    pub const COUNT: usize = 7;

    /// Every guild, in the order of a village's spaces: `RADPYFH`.
    pub const ALL: [Guild; Guild::COUNT] = [
        Guild::Rainmaker,
        Guild::Astrologer,
        Guild::Dragonbreeder,
        Guild::Priest,
        Guild::YetiWhisperer,
        Guild::Firekeeper,
        Guild::Healer,
    ];

    /// The guild's letter in moves.
    pub const fn letter(self) -> char {
        match self {
            Guild::Rainmaker => 'R',
            Guild::Astrologer => 'A',
            Guild::Dragonbreeder => 'D',
            Guild::Priest => 'P',
            Guild::YetiWhisperer => 'Y',
            Guild::Firekeeper => 'F',
            Guild::Healer => 'H',
        }
    }

    /// The guild with this upper-case letter.
    pub fn from_letter(letter: char) -> Option<Guild> {
        Guild::ALL.into_iter().find(|guild| guild.letter() == letter)
    }

    /// The guild's English name.
    pub const fn name(self) -> &'static str {
        match self {
            Guild::Rainmaker => "Rainmaker",
            Guild::Astrologer => "Astrologer",
            Guild::Dragonbreeder => "Dragonbreeder",
            Guild::Priest => "Priest",
            Guild::YetiWhisperer => "Yeti-whisperer",
            Guild::Firekeeper => "Firekeeper",
            Guild::Healer => "Healer",
        }
    }

    #[inline]
    pub(crate) const fn bit_index(self) -> u32 {
        self as u32
    }

    #[inline]
    pub(crate) const fn from_bit_index(index: u32) -> Guild {
        Guild::ALL[index as usize]
    }
}

impl fmt::Display for Guild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

bit_set! {
    /// A set of guilds, such as the occupied spaces of a village.
    ///
    /// ```
    /// # use shangrila_rules::{Guild, GuildSet};
    /// let free = GuildSet::ALL.without(GuildSet::only(Guild::Healer));
    /// assert_eq!(free.len(), 6);
    /// ```
    GuildSet(u8) of Guild, iterated by GuildIter
}

impl GuildSet {
    /// All seven guilds.
    pub const ALL: GuildSet = GuildSet((1 << Guild::COUNT) - 1);
}

indexed! {
    /// One value for each guild, indexed by [`Guild`].
    ///
    /// ```
    /// # use shangrila_rules::{Guild, PerGuild};
    /// let mut tiles = PerGuild::from_fn(|_| 6);
    /// tiles[Guild::Priest] -= 1;
    /// assert_eq!(tiles.values().iter().sum::<i32>(), 41);
    /// ```
    PerGuild by Guild
}
