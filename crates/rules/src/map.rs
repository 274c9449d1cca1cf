//! The map: which villages the bridges join, and which part of it three clans use.

use crate::bridge::{Bridge, BridgeSet};
use crate::village::{Village, VillageSet};

use Village::{A, B, C, D, E, F, G, H, I, J, K, L, M};

/// The two villages of each bridge (R1.2), in the order of the notation's bits.
///
/// This is the only table of the map; everything else is computed from it.
pub const BRIDGE_ENDS: [(Village, Village); 23] = [
    (A, B),
    (A, D),
    (A, E),
    (A, G),
    (B, C),
    (B, F),
    (C, F),
    (C, J),
    (D, E),
    (D, G),
    (D, K),
    (E, F),
    (E, H),
    (F, I),
    (G, K),
    (H, I),
    (H, K),
    (H, L),
    (I, J),
    (I, M),
    (J, M),
    (K, L),
    (L, M),
];

/// The village that is out of play with three clans (R1.6).
pub const RED_VILLAGE: Village = C;

/// The bridges at each village on the full map.
const BRIDGES_AT: [BridgeSet; Village::COUNT] = {
    let mut table = [BridgeSet::EMPTY; Village::COUNT];
    let mut index = 0;
    while index < Bridge::COUNT {
        let bridge = Bridge::from_bit_index(index as u32);
        let (one, other) = bridge.ends();
        table[one as usize].insert(bridge);
        table[other as usize].insert(bridge);
        index += 1;
    }
    table
};

/// The index of the bridge between two villages, or `NO_BRIDGE`.
const BRIDGE_BETWEEN: [[u8; Village::COUNT]; Village::COUNT] = {
    let mut table = [[NO_BRIDGE; Village::COUNT]; Village::COUNT];
    let mut index = 0;
    while index < Bridge::COUNT {
        let (one, other) = BRIDGE_ENDS[index];
        table[one as usize][other as usize] = index as u8;
        table[other as usize][one as usize] = index as u8;
        index += 1;
    }
    table
};
const NO_BRIDGE: u8 = u8::MAX;

/// The bridges at a village on the full map.
#[inline]
pub const fn bridges_at(village: Village) -> BridgeSet {
    BRIDGES_AT[village as usize]
}

/// The bridge between two villages on the full map.
#[inline]
pub(crate) const fn bridge_between(one: Village, other: Village) -> Option<Bridge> {
    match BRIDGE_BETWEEN[one as usize][other as usize] {
        NO_BRIDGE => None,
        index => Some(Bridge::from_bit_index(index as u32)),
    }
}

/// The bridges in place at the start, for this number of clans (R1.6).
pub const fn bridges_laid(clans: usize) -> BridgeSet {
    if clans == 3 { BridgeSet::ALL.without(bridges_at(RED_VILLAGE)) } else { BridgeSet::ALL }
}

/// The villages in play, for this number of clans (R1.6).
pub const fn villages_in_play(clans: usize) -> VillageSet {
    if clans == 3 { VillageSet::ALL.without(VillageSet::only(RED_VILLAGE)) } else { VillageSet::ALL }
}

/// The villages at either end of these bridges. With the standing bridges: the villages without a stone (R5.8).
pub fn villages_touched(bridges: BridgeSet) -> VillageSet {
    Village::ALL.into_iter().filter(|&village| !(bridges & bridges_at(village)).is_empty()).collect()
}
