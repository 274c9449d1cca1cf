//! What comes on which day: every item of a list once before one comes again, the same for everyone.

/// The place in a list of `count` items of the one for a day, counted from 1 January 1970 in UTC. `None` if the list is empty.
pub fn index_of_day(count: usize, day: u64) -> Option<usize> {
    let round = day.checked_div(count as u64)?;
    let mut order: Vec<u64> = (0..count as u64).collect();
    order.sort_by_key(|&number| scramble(round, number));
    Some(order[day as usize % count] as usize)
}

/// Mixes two numbers into one that looks random (the finaliser of SplitMix64). It must never change: what a day brings depends on it.
pub(crate) const fn scramble(seed: u64, number: u64) -> u64 {
    let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_add(1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_items_have_their_day_before_one_comes_again() {
        for round in [0, 2967, 2968] {
            let days: BTreeSet<_> = (0..7).map(|day| index_of_day(7, round * 7 + day)).collect();
            assert_eq!(days.len(), 7);
        }
        assert_eq!(index_of_day(0, 20_773), None);
    }
}
