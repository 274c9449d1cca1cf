//! The twenty-three bridges and sets of them.

use core::fmt;

use crate::bit_set::bit_set;
use crate::map::BRIDGE_ENDS;
use crate::village::Village;

/// A bridge between two neighbouring villages (R1.2); text form `ab`.
///
/// ```
/// # use shangrila_rules::{Bridge, Village};
/// let bridge = Bridge::between(Village::B, Village::A).expect("a and b are neighbours");
/// assert_eq!(bridge.ends(), (Village::A, Village::B));
/// assert_eq!(Bridge::between(Village::A, Village::M), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bridge(
    /// The position in [`BRIDGE_ENDS`].
    u8,
);

impl Bridge {
    /// The number of bridges on the full map.
    pub const COUNT: usize = BRIDGE_ENDS.len();

    /// Every bridge, in the order of the notation's bits.
    pub fn all() -> impl ExactSizeIterator<Item = Bridge> {
        (0..Bridge::COUNT as u8).map(Bridge)
    }

    /// The bridge between two villages on the full map, whether or not it still stands; `None` if they are not neighbours.
    #[inline]
    pub fn between(one: Village, other: Village) -> Option<Bridge> {
        crate::map::bridge_between(one, other)
    }

    /// The two villages it joins, in alphabetical order.
    #[inline]
    pub const fn ends(self) -> (Village, Village) {
        BRIDGE_ENDS[self.0 as usize]
    }

    #[inline]
    pub(crate) const fn bit_index(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) const fn from_bit_index(index: u32) -> Bridge {
        Bridge(index as u8)
    }
}

impl fmt::Display for Bridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, other) = self.ends();
        write!(f, "{one}{other}")
    }
}

impl fmt::Debug for Bridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bridge({self})")
    }
}

bit_set! {
    /// A set of bridges, such as those still standing.
    ///
    /// ```
    /// # use shangrila_rules::{Bridge, BridgeSet, map};
    /// let removed = BridgeSet::ALL.without(map::bridges_laid(3));
    /// assert_eq!(removed.into_iter().map(|bridge| bridge.to_string()).collect::<Vec<_>>(), ["bc", "cf", "cj"]);
    /// ```
    BridgeSet(u32) of Bridge, iterated by BridgeIter
}

impl BridgeSet {
    /// All twenty-three bridges.
    pub const ALL: BridgeSet = BridgeSet((1 << Bridge::COUNT) - 1);

    /// The set with this mask; `None` if a set bit matches no bridge.
    pub const fn from_bits(bits: u32) -> Option<BridgeSet> {
        if bits & !BridgeSet::ALL.0 == 0 { Some(BridgeSet(bits)) } else { None }
    }
}
