//! Sets of journeys: a bridge and a direction each.

use crate::bridge::{Bridge, BridgeSet};
use crate::map::BRIDGE_ENDS;
use crate::village::{Village, VillageSet};

/// A set of journeys, each of them a bridge and a direction.
///
/// ```
/// # use shangrila_rules::{BridgeSet, JourneySet, Village, VillageSet};
/// let from_m = JourneySet::leaving(VillageSet::only(Village::M), BridgeSet::ALL);
/// let destinations: Vec<Village> = from_m.into_iter().map(|(_, _, to)| to).collect();
/// assert_eq!(destinations, [Village::I, Village::J, Village::L]);
/// ```
// The low half holds the bridges crossed from their first village to their second, the high half the other direction.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[must_use]
pub struct JourneySet(u64);

/// The bit of the first bridge in its second direction.
const BACKWARDS: u32 = 32;

impl JourneySet {
    /// All journeys that leave one of `villages` over one of `bridges`.
    #[inline(always)]
    pub fn leaving(villages: VillageSet, bridges: BridgeSet) -> JourneySet {
        let bits = usize::from(villages.0);
        let leaving = LEAVING_FIRST_SEVEN[bits & 127] | LEAVING_LAST_SIX[bits >> 7 & 63];
        let standing = u64::from(bridges.bits());
        JourneySet(leaving & (standing | standing << BACKWARDS))
    }

    /// Whether the set has no journeys.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of journeys.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The journey with `rank` journeys before it; `rank` must be below the length.
    #[inline(always)]
    pub(crate) fn nth(self, rank: u32) -> (Bridge, Village, Village) {
        journey_at(shangrila_bits::nth_set_bit(self.0, rank))
    }
}

#[inline(always)]
fn journey_at(bit: u32) -> (Bridge, Village, Village) {
    let bridge = Bridge::from_bit_index(bit % BACKWARDS);
    let (one, other) = bridge.ends();
    if bit < BACKWARDS { (bridge, one, other) } else { (bridge, other, one) }
}

impl IntoIterator for JourneySet {
    type Item = (Bridge, Village, Village);
    type IntoIter = JourneyIter;

    #[inline]
    fn into_iter(self) -> JourneyIter {
        JourneyIter(self.0)
    }
}

/// Iterates over a [`JourneySet`]: bridge, origin, destination.
///
/// ```
/// # use shangrila_rules::{BridgeSet, JourneySet, Village, VillageSet};
/// let mut journeys = JourneySet::leaving(VillageSet::only(Village::A), BridgeSet::ALL).into_iter();
/// let (bridge, from, to) = journeys.next().expect("four bridges lead away from a");
/// assert_eq!((bridge.to_string(), from, to), ("ab".to_string(), Village::A, Village::B));
/// ```
#[derive(Clone, Debug)]
pub struct JourneyIter(u64);

impl Iterator for JourneyIter {
    type Item = (Bridge, Village, Village);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(journey_at(bit))
    }
}

impl core::fmt::Debug for JourneySet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(self.into_iter().map(|(_, from, to)| format!("{from}>{to}"))).finish()
    }
}

/// For each set of the villages `a` to `g`, the journeys that leave them.
static LEAVING_FIRST_SEVEN: [u64; 128] = leaving_table(0);
/// For each set of the villages `h` to `m`, the journeys that leave them.
static LEAVING_LAST_SIX: [u64; 64] = leaving_table(7);

const fn leaving_table<const N: usize>(shift: u32) -> [u64; N] {
    let mut table = [0; N];
    let mut villages = 0;
    while villages < N {
        table[villages] = journeys_leaving(VillageSet((villages as u16) << shift));
        villages += 1;
    }
    table
}

const fn journeys_leaving(villages: VillageSet) -> u64 {
    let (mut journeys, mut index) = (0, 0);
    while index < Bridge::COUNT {
        let (one, other) = BRIDGE_ENDS[index];
        if villages.contains(one) {
            journeys |= 1 << index;
        }
        if villages.contains(other) {
            journeys |= 1 << (index as u32 + BACKWARDS);
        }
        index += 1;
    }
    journeys
}
