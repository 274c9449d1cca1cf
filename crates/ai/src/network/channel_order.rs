//! The order in which the trunk keeps its channels.
//!
//! The browser skips inputs that are zero, but only four neighbouring ones together, or two (`crates/kernels`). What a channel means does
//! not depend on its number, so channels that tend to be zero in the same spaces become neighbours, which leaves about a tenth fewer
//! products. The weight file and the heads keep the order of the training: the floating-point sums of the heads depend on it.

use super::canaries::CANARY_POSITIONS;
use super::features::Features;
use super::forward::{Scratch, forward_observed};
use super::weights::Weights;
use shangrila_rules::Position;

/// Channels that are skipped together.
const GROUP: usize = 4;

/// Reorders the channels of the trunk so that more groups are zero as a whole, judging by the spaces of the canary positions.
pub(super) fn reorder(weights: &mut Weights) {
    let mut scratch = Scratch::new(weights);
    let mut spaces: Vec<u64> = Vec::new();
    for text in CANARY_POSITIONS {
        let Ok(position) = text.parse::<Position>() else { continue };
        let mut see = |channels: &[u8]| {
            spaces.push(channels.iter().rev().fold(0, |bits, &channel| bits << 1 | u64::from(channel > 0)));
        };
        forward_observed(weights, &Features::of(&position), &mut scratch, Some(&mut see));
    }
    let order = order(&spaces, weights.channels);
    weights.reorder(&order);
}

/// Builds groups greedily: each begins with the remaining channel that is positive in most spaces, and continues with those that share most
/// spaces with the group. Each number in `spaces` has a bit for each positive channel.
fn order(spaces: &[u64], channels: usize) -> Vec<usize> {
    // For each channel, a bit for each space.
    let columns: Vec<Vec<u64>> = (0..channels)
        .map(|channel| {
            let column = spaces.chunks(64);
            column.map(|spaces| spaces.iter().fold(0, |bits, space| bits << 1 | space >> channel & 1)).collect()
        })
        .collect();
    let mut left: Vec<usize> = (0..channels).collect();
    let mut order = Vec::with_capacity(channels);
    let mut group = Vec::new();
    while !left.is_empty() {
        if order.len().is_multiple_of(GROUP) {
            group = vec![u64::MAX; spaces.len().div_ceil(64)];
        }
        let in_common = |&index: &usize| -> u32 {
            columns[left[index]].iter().zip(&group).map(|(column, group)| (column & group).count_ones()).sum()
        };
        let best = (0..left.len()).max_by_key(in_common).unwrap_or(0);
        let channel = left.remove(best);
        if order.len().is_multiple_of(GROUP) {
            group.clone_from(&columns[channel]);
        } else {
            group.iter_mut().zip(&columns[channel]).for_each(|(group, column)| *group |= column);
        }
        order.push(channel);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_that_are_positive_together_become_neighbours() {
        // Even channels in one half of the spaces, odd ones in the other, and the first channel once more.
        let spaces: Vec<u64> = (0..100).map(|space| if space % 2 == 0 { 0b0101_0101 } else { 0b1010_1010 }).collect();
        let found = order(&[&spaces[..], &[1]].concat(), 8);
        assert_eq!(found[0], 0);
        assert!(found[..4].iter().all(|channel| channel % 2 == 0), "{found:?}");
        assert!(found[4..].iter().all(|channel| channel % 2 == 1), "{found:?}");
    }

    #[test]
    fn an_order_names_every_channel_once() {
        for channels in [16, 48, 64] {
            let mut found = order(&[], channels);
            found.sort_unstable();
            assert_eq!(found, (0..channels).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_order_changes_no_answer() {
        let weights = || Weights::from_bytes(include_bytes!("../../weights/network.bin")).unwrap();
        let (original, mut reordered) = (weights(), weights());
        reorder(&mut reordered);
        assert_ne!(original.places, reordered.places);
        for text in CANARY_POSITIONS {
            let features = Features::of(&text.parse().unwrap());
            let output = |weights: &Weights| {
                let output = super::super::forward::forward(weights, &features, &mut Scratch::new(weights));
                let bits = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
                let policy = [&output.policy.place[..], &output.policy.recruit, &output.policy.journey].concat();
                (bits(&output.wins), bits(&output.masters), bits(&policy))
            };
            assert!(output(&original) == output(&reordered), "{text}");
        }
    }

    #[test]
    fn the_order_leaves_fewer_groups_that_are_not_zero() {
        let mut weights = Weights::from_bytes(include_bytes!("../../weights/network.bin")).unwrap();
        let groups = |weights: &Weights| {
            let (mut scratch, mut groups) = (Scratch::new(weights), 0);
            for text in CANARY_POSITIONS {
                let features = Features::of(&text.parse().unwrap());
                let mut see = |channels: &[u8]| {
                    groups += channels.as_chunks::<GROUP>().0.iter().filter(|group| **group != [0; GROUP]).count();
                };
                forward_observed(weights, &features, &mut scratch, Some(&mut see));
            }
            groups
        };
        let before = groups(&weights);
        reorder(&mut weights);
        let after = groups(&weights);
        assert!(after * 10 < before * 9, "{after} of {before}");
    }
}
