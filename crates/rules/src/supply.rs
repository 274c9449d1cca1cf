//! Tiles on the board, and thereby in the supplies.

use crate::guild::{Guild, GuildSet};
use crate::seat::Seat;

/// The number of tiles each clan has of each guild (R1.4).
pub const TILES_PER_GUILD: usize = 6;

/// The tiles on the board, masters and students together, counted for each seat and guild.
///
/// Each count is written in binary, and each binary digit has a word of its own, with one byte per seat and one bit per
/// guild. A journey can then update all seats and guilds at once, and the guilds that a clan has used up are one `and`
/// away. Tiles that are not on the board are in the supply (R1.5), so nothing else needs storing.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TileCounts {
    ones: [u8; Seat::COUNT],
    twos: [u8; Seat::COUNT],
    fours: [u8; Seat::COUNT],
}

impl TileCounts {
    #[inline]
    pub(crate) const fn on_board(&self, seat: Seat, guild: Guild) -> usize {
        let [one, two, four] = [self.ones[seat as usize], self.twos[seat as usize], self.fours[seat as usize]];
        (one >> guild as u8 & 1 | (two >> guild as u8 & 1) << 1 | (four >> guild as u8 & 1) << 2) as usize
    }

    #[inline]
    pub(crate) const fn in_supply(&self, seat: Seat, guild: Guild) -> usize {
        TILES_PER_GUILD - self.on_board(seat, guild)
    }

    /// Counts one more tile of the guild with this bit.
    #[inline(always)]
    pub(crate) const fn add(&mut self, seat: Seat, guild_bit: u8) {
        let carry_two = self.ones[seat as usize] & guild_bit;
        let carry_four = self.twos[seat as usize] & carry_two;
        self.ones[seat as usize] ^= guild_bit;
        self.twos[seat as usize] ^= carry_two;
        self.fours[seat as usize] ^= carry_four;
    }

    /// Counts one tile less for every set bit: a byte for each seat, in it a bit for each guild.
    #[inline(always)]
    pub(crate) const fn take_back(&mut self, tiles: u32) {
        let ones = u32::from_le_bytes(self.ones);
        let twos = u32::from_le_bytes(self.twos);
        let fours = u32::from_le_bytes(self.fours);
        let borrow_two = tiles & !ones;
        let borrow_four = borrow_two & !twos;
        self.ones = (ones ^ tiles).to_le_bytes();
        self.twos = (twos ^ borrow_two).to_le_bytes();
        self.fours = (fours ^ borrow_four).to_le_bytes();
    }

    /// The guilds with a tile in the supply.
    #[inline(always)]
    pub(crate) const fn guilds_in_supply(&self, seat: Seat) -> GuildSet {
        // Six is 110 in binary, and seven cannot occur.
        GuildSet(!(self.twos[seat as usize] & self.fours[seat as usize]) & GuildSet::ALL.0)
    }

    /// The guilds with exactly one tile left in the supply.
    #[inline(always)]
    pub(crate) const fn guilds_with_last_tile(&self, seat: Seat) -> GuildSet {
        // Five is 101 in binary.
        GuildSet(self.ones[seat as usize] & !self.twos[seat as usize] & self.fours[seat as usize])
    }

    /// The guilds without a tile on the board.
    #[inline(always)]
    pub(crate) const fn guilds_unplaced(&self, seat: Seat) -> GuildSet {
        GuildSet(!(self.ones[seat as usize] | self.twos[seat as usize] | self.fours[seat as usize]) & GuildSet::ALL.0)
    }
}
