//! The position hash: a sum that is updated incrementally with the board and mixed at the end.
//!
//! For each village and seat, the masters there are read as a seven-bit number and multiplied by a random key of that
//! village and seat. The students are treated likewise, and each broken bridge adds a key. A journey changes one such
//! number per seat, so updating the sum takes a few multiplications and no loop over tiles. Two boards share a sum only
//! if random 64-bit keys satisfy an equation with small factors, which is as unlikely as a collision of any 64-bit hash.
//! The low bits of a sum are weak on their own, so [`finish`] mixes them.

use crate::bridge::Bridge;
use crate::clan::Clan;
use crate::opening::OPENING_MASTERS;
use crate::seat::Seat;
use crate::space::Space;
use crate::village::Village;

/// Room for the thirteen villages; a power of two, so that a masked index needs no bounds check.
const VILLAGE_SLOTS: usize = 16;

pub(crate) struct Keys {
    masters: [[u64; VILLAGE_SLOTS]; Seat::COUNT],
    students: [u64; VILLAGE_SLOTS],
    broken: [u64; Bridge::COUNT],
    /// By seat and clan.
    pub(crate) seats: [[u64; Clan::COUNT]; Seat::COUNT],
    /// By the seat to move, and a last one for the end of the game.
    pub(crate) turn: [u64; Seat::COUNT + 1],
    /// By the number of passes in a row.
    pub(crate) passes: [u64; Seat::COUNT + 1],
    /// By ply. After the opening, the number of turns taken has no influence on the game.
    pub(crate) opening: [u64; OPENING_MASTERS * Seat::COUNT],
    pub(crate) twelve_stones: u64,
    pub(crate) recruit_up_to_two: u64,
}

pub(crate) static KEYS: Keys = {
    let mut state = SEED;
    Keys {
        masters: [fill(&mut state), fill(&mut state), fill(&mut state), fill(&mut state)],
        students: fill(&mut state),
        broken: fill(&mut state),
        seats: [fill(&mut state), fill(&mut state), fill(&mut state), fill(&mut state)],
        turn: fill(&mut state),
        passes: fill(&mut state),
        opening: fill(&mut state),
        twelve_stones: split_mix(&mut state),
        recruit_up_to_two: split_mix(&mut state),
    }
};

/// Changing the seed, or the order of the keys, changes every hash.
const SEED: u64 = u64::from_be_bytes(*b"Shangri1");

impl Keys {
    /// One master's term of the sum.
    #[inline(always)]
    pub(crate) const fn master(&self, seat: Seat, space: Space) -> u64 {
        self.masters[seat as usize][village_slot(space)] << (space.bit_index() & 7)
    }

    /// One student's term of the sum.
    #[inline(always)]
    pub(crate) const fn student(&self, space: Space) -> u64 {
        self.students[village_slot(space)] << (space.bit_index() & 7)
    }

    /// How the sum changes when a seat's masters in a village, as bits of guilds, change.
    #[inline(always)]
    pub(crate) const fn masters_change(&self, seat: Seat, village: Village, before: u8, after: u8) -> u64 {
        self.masters[seat as usize][village as usize].wrapping_mul((after as u64).wrapping_sub(before as u64))
    }

    /// How the sum changes when the students in a village, as bits of guilds, change.
    #[inline(always)]
    pub(crate) const fn students_change(&self, village: Village, before: u8, after: u8) -> u64 {
        self.students[village as usize].wrapping_mul((after as u64).wrapping_sub(before as u64))
    }

    /// A broken bridge's term of the sum.
    #[inline(always)]
    pub(crate) const fn broken(&self, bridge: Bridge) -> u64 {
        self.broken[bridge.bit_index() as usize]
    }
}

#[inline(always)]
const fn village_slot(space: Space) -> usize {
    (space.bit_index() >> 3) as usize & (VILLAGE_SLOTS - 1)
}

const fn fill<const N: usize>(state: &mut u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut index = 0;
    while index < N {
        keys[index] = split_mix(state);
        index += 1;
    }
    keys
}

/// SplitMix64, the generator by Sebastiano Vigna (public domain).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    finish(*state)
}

/// Spreads every bit over the whole word; distinct words stay distinct.
pub(crate) const fn finish(sum: u64) -> u64 {
    let mut mixed = sum;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
