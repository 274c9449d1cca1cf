//! The position hash: a sum that every change of the board updates, mixed at the end.
//!
//! A board is summed up village by village: for each seat its masters there, read as a number of seven bits, times a
//! key of that village and seat; the students likewise; and a key for each fallen bridge. A journey changes one such
//! number for each seat, so updating the sum takes a handful of multiplications and no loop over tiles. Two boards with
//! the same sum need an equation between random 64-bit keys with small factors, as unlikely as for any 64-bit hash; but
//! its low bits alone say little, so [`finish`] stirs them.

use crate::bridge::Bridge;
use crate::clan::Clan;
use crate::opening::OPENING_MASTERS;
use crate::seat::Seat;
use crate::space::Space;
use crate::village::Village;

/// Enough for the thirteen villages; a power of two spares the check of the index.
const VILLAGE_SLOTS: usize = 16;

pub(crate) struct Keys {
    masters: [[u64; VILLAGE_SLOTS]; Seat::COUNT],
    students: [u64; VILLAGE_SLOTS],
    fallen: [u64; Bridge::COUNT],
    /// By seat and clan.
    pub(crate) seats: [[u64; Clan::COUNT]; Seat::COUNT],
    /// By the seat to move, and a last one for the end of the game.
    pub(crate) turn: [u64; Seat::COUNT + 1],
    /// By the number of passes in a row.
    pub(crate) passes: [u64; Seat::COUNT + 1],
    /// By ply. After the opening the number of turns taken has no influence on the game.
    pub(crate) opening: [u64; OPENING_MASTERS * Seat::COUNT],
    pub(crate) twelve_stones: u64,
    pub(crate) recruit_up_to_two: u64,
}

pub(crate) static KEYS: Keys = {
    let mut state = SEED;
    Keys {
        masters: [fill(&mut state), fill(&mut state), fill(&mut state), fill(&mut state)],
        students: fill(&mut state),
        fallen: fill(&mut state),
        seats: [fill(&mut state), fill(&mut state), fill(&mut state), fill(&mut state)],
        turn: fill(&mut state),
        passes: fill(&mut state),
        opening: fill(&mut state),
        twelve_stones: split_mix(&mut state),
        recruit_up_to_two: split_mix(&mut state),
    }
};

/// A change here, or in the order of the keys, changes every hash there is.
const SEED: u64 = u64::from_be_bytes(*b"Shangri1");

impl Keys {
    /// The part of the sum for one master of a seat.
    #[inline(always)]
    pub(crate) const fn master(&self, seat: Seat, space: Space) -> u64 {
        self.masters[seat as usize][village_slot(space)] << (space.bit_index() & 7)
    }

    /// The part of the sum for one student.
    #[inline(always)]
    pub(crate) const fn student(&self, space: Space) -> u64 {
        self.students[village_slot(space)] << (space.bit_index() & 7)
    }

    /// The change of the sum when the masters of a seat in a village, as bits of guilds, become others.
    #[inline(always)]
    pub(crate) const fn masters_change(&self, seat: Seat, village: Village, before: u8, after: u8) -> u64 {
        self.masters[seat as usize][village as usize].wrapping_mul((after as u64).wrapping_sub(before as u64))
    }

    /// The change of the sum when the students in a village, as bits of guilds, become others.
    #[inline(always)]
    pub(crate) const fn students_change(&self, village: Village, before: u8, after: u8) -> u64 {
        self.students[village as usize].wrapping_mul((after as u64).wrapping_sub(before as u64))
    }

    /// The part of the sum for a bridge that is down.
    #[inline(always)]
    pub(crate) const fn fallen(&self, bridge: Bridge) -> u64 {
        self.fallen[bridge.bit_index() as usize]
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

/// Spreads every bit over the whole word; different words stay different.
pub(crate) const fn finish(sum: u64) -> u64 {
    let mut mixed = sum;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
