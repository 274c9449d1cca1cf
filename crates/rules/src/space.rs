//! The ninety-one spaces on which tiles lie, and sets of them.

use core::fmt;

use crate::bit_set::bit_set;
use crate::guild::{Guild, GuildSet};
use crate::village::{Village, VillageSet};

/// The space of one guild in one village (R1.3); text form `H@e`.
///
/// Ordered by village, then guild: the order in which the notation writes the two students of a recruit.
///
/// ```
/// # use shangrila_rules::{Guild, Space, Village};
/// let space = Space::new(Village::E, Guild::Healer);
/// assert_eq!(space.to_string(), "H@e");
/// assert_eq!((space.village(), space.guild()), (Village::E, Guild::Healer));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u8);

impl Space {
    /// The number of spaces.
    pub const COUNT: usize = Village::COUNT * Guild::COUNT;

    /// The space of `guild` in `village`.
    #[inline]
    pub const fn new(village: Village, guild: Guild) -> Space {
        Space((village as u8) << 3 | guild as u8)
    }

    /// The village it lies in.
    #[inline]
    pub const fn village(self) -> Village {
        Village::ALL[(self.0 >> 3) as usize]
    }

    /// The guild it belongs to.
    #[inline]
    pub const fn guild(self) -> Guild {
        Guild::ALL[(self.0 & 7) as usize]
    }

    /// Every space, in order.
    pub fn all() -> SpaceIter {
        SpaceSet::ALL.into_iter()
    }

    /// The guild as the only bit of a [`GuildSet`].
    #[inline(always)]
    pub(crate) const fn guild_bit(self) -> u8 {
        1 << (self.0 & 7)
    }

    /// The index of the space's bit in a [`SpaceSet`]: eight bits for each village.
    #[inline(always)]
    pub(crate) const fn bit_index(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    pub(crate) const fn from_bit_index(index: u32) -> Space {
        Space(index as u8)
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.guild().letter(), self.village())
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Space({self})")
    }
}

bit_set! {
    /// A set of spaces: one byte for each village, in it one bit for each guild; every eighth bit is empty.
    ///
    /// ```text
    /// bit  103      96         15       8 7        0
    ///      | -HFYPDAR |  ...  | -HFYPDAR | -HFYPDAR |
    ///        village m         village b  village a
    /// ```
    ///
    /// Most operations work on all villages at once, on the two halves of eight bytes.
    ///
    /// ```
    /// # use shangrila_rules::{GameOptions, Clan, Position, Seats, Village};
    /// let position = Position::first_game(Seats::FOUR, GameOptions::default());
    /// let red = position.masters(Clan::Red);
    /// assert_eq!((red.len(), red.villages().len()), (7, 6));
    /// assert_eq!(red.in_village(Village::J).len(), 2);
    /// ```
    SpaceSet(u128) of Space, iterated by SpaceIter
}

/// The lowest bit of every byte.
const BYTE_ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const BYTE_TOPS: u64 = BYTE_ONES << 7;
/// The seven guild bits of every byte.
const GUILD_BITS: u64 = BYTE_TOPS - BYTE_ONES;

impl SpaceSet {
    /// All ninety-one spaces.
    pub const ALL: SpaceSet = SpaceSet(join(GUILD_BITS, GUILD_BITS) & ((1 << (8 * Village::COUNT)) - 1));

    /// All spaces in these villages.
    pub fn in_villages(villages: VillageSet) -> SpaceSet {
        let all_guilds = |village: Village| u128::from(GuildSet::ALL.0) << (8 * village as u32);
        SpaceSet(villages.into_iter().fold(0, |spaces, village| spaces | all_guilds(village)))
    }

    /// The spaces of the set that belong to one of these guilds.
    #[inline(always)]
    pub const fn only_guilds(self, guilds: GuildSet) -> SpaceSet {
        let bytes = guilds.0 as u64 * BYTE_ONES;
        SpaceSet(self.0 & join(bytes, bytes))
    }

    /// The guilds whose space in `village` is in the set.
    #[inline]
    pub const fn in_village(self, village: Village) -> GuildSet {
        GuildSet((self.0 >> (8 * village as u32)) as u8 & GuildSet::ALL.0)
    }

    /// The villages with at least one space of the set.
    #[inline(always)]
    pub const fn villages(self) -> VillageSet {
        let (low, high) = halves(self.0);
        VillageSet((gather_tops(occupied_tops(low)) | gather_tops(occupied_tops(high)) << 8) as u16)
    }

    /// The guilds with at least one space of the set.
    #[inline(always)]
    pub const fn guilds(self) -> GuildSet {
        let (low, high) = halves(self.0);
        let mut folded = low | high;
        folded |= folded >> 32;
        folded |= folded >> 16;
        folded |= folded >> 8;
        GuildSet(folded as u8 & GuildSet::ALL.0)
    }

    /// All spaces of the villages with at least one space of the set.
    #[inline(always)]
    pub(crate) const fn whole_villages(self) -> SpaceSet {
        let (low, high) = halves(self.0);
        let (low, high) = (occupied_tops(low), occupied_tops(high));
        SpaceSet(join(low - (low >> 7), high - (high >> 7)))
    }

    /// The set without the first space it has in each village.
    #[inline(always)]
    pub(crate) const fn without_first_of_each_village(self) -> SpaceSet {
        let (low, high) = halves(self.0);
        // The top bit stops the borrow of the subtraction at its byte.
        SpaceSet(join(low & ((low | BYTE_TOPS) - BYTE_ONES), high & ((high | BYTE_TOPS) - BYTE_ONES)))
    }

    /// The element with `rank` smaller elements; `rank` must be below the number of elements.
    #[inline(always)]
    pub(crate) fn nth(self, rank: u32) -> Space {
        let (low, high) = halves(self.0);
        let in_low = low.count_ones();
        // Branch-free on purpose: which half holds the space is a coin toss that the processor would mispredict half of
        // the time.
        let beyond = u32::from(rank >= in_low);
        let half = low ^ (low ^ high) & u64::from(beyond).wrapping_neg();
        let rank = rank - (in_low & beyond.wrapping_neg());
        Space::from_bit_index(beyond << 6 | shangrila_bits::nth_set_bit(half, rank))
    }

    /// Writes `tag` combined with the bit index of each space to the front of `out`, in order, and returns how many.
    ///
    /// Every village writes eight slots, and the next village overwrites the surplus: with no loop over the bits there
    /// is nothing to mispredict. `out` therefore needs seven spare slots.
    #[inline(always)]
    pub(crate) fn write_tagged(self, tag: u16, out: &mut [u16]) -> usize {
        let mut len = 0;
        for (village, byte) in self.0.to_le_bytes().into_iter().take(Village::COUNT).enumerate() {
            let tag = tag | (village as u16) << 3;
            let slots: &mut [u16; 8] = out[len..].first_chunk_mut().expect("room for a village");
            let guilds = &GUILDS_IN_BYTE[(byte & GuildSet::ALL.0) as usize];
            for (slot, guild) in slots.iter_mut().zip(guilds) {
                *slot = tag | guild;
            }
            len += byte.count_ones() as usize;
        }
        len
    }
}

/// For each set of guilds, the numbers of its guilds in order.
static GUILDS_IN_BYTE: [[u16; 8]; 128] = {
    let mut table = [[0; 8]; 128];
    let mut set = 0;
    while set < 128 {
        let (mut guild, mut count) = (0, 0);
        while guild < Guild::COUNT {
            if set >> guild & 1 != 0 {
                table[set][count] = guild as u16;
                count += 1;
            }
            guild += 1;
        }
        set += 1;
    }
    table
};

#[inline(always)]
const fn halves(bits: u128) -> (u64, u64) {
    (bits as u64, (bits >> 64) as u64)
}

#[inline(always)]
const fn join(low: u64, high: u64) -> u128 {
    low as u128 | (high as u128) << 64
}

/// The top bit of each byte that is not empty.
#[inline(always)]
const fn occupied_tops(bytes: u64) -> u64 {
    (bytes + GUILD_BITS) & BYTE_TOPS
}

/// Collects the top bits of the eight bytes into one byte.
#[inline(always)]
const fn gather_tops(tops: u64) -> u64 {
    (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A [`SpaceSet`] as a position stores it: sixteen bytes, so that one village is one byte of memory.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SpaceBytes([u8; 16]);

impl SpaceBytes {
    pub(crate) const fn new(set: SpaceSet) -> SpaceBytes {
        SpaceBytes(set.0.to_le_bytes())
    }

    #[inline(always)]
    pub(crate) const fn set(&self) -> SpaceSet {
        SpaceSet(u128::from_le_bytes(self.0))
    }

    #[inline(always)]
    pub(crate) const fn in_village(&self, village: Village) -> u8 {
        self.0[village as usize]
    }

    #[inline(always)]
    pub(crate) const fn set_village(&mut self, village: Village, guilds: u8) {
        self.0[village as usize] = guilds;
    }

    #[inline(always)]
    pub(crate) const fn insert(&mut self, space: Space) {
        // Always writes both halves, at a fixed address. Writing only the byte or one half would make the next turn's
        // load of the whole set wait for the store.
        let index = space.bit_index();
        let in_high = index as u64 >> 6;
        let bit = join((in_high ^ 1) << (index & 63), in_high << (index & 63));
        self.0 = (self.set().0 | bit).to_le_bytes();
    }
}
