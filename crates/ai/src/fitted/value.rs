//! Turns expected masters into each clan's chance of winning: a softmax over a few weighted terms per clan.

use super::features::{CLANS, Features, PHASES};
use super::ownership::Expectation;
use super::weights::{Block, LayoutBuilder};
use crate::portable;

/// The number of terms per clan.
pub(super) const VALUE_TERMS: usize = 6;

/// The weights of this model.
pub(super) struct ValueLayout {
    terms: Block,
    turn: Block,
}

impl ValueLayout {
    pub(super) const fn new(layout: &mut LayoutBuilder) -> ValueLayout {
        ValueLayout { terms: layout.block(PHASES * VALUE_TERMS), turn: layout.block(PHASES * CLANS) }
    }

    /// The weight of each term, and the weight that depends on when the clan moves.
    pub(super) fn weights(&self, features: &Features, clan: usize) -> ([u32; VALUE_TERMS], u32) {
        let term = |index| self.terms.at(features.phase * VALUE_TERMS + index);
        (core::array::from_fn(term), self.turn.at(features.phase * CLANS + clan))
    }
}

/// A clan's terms; leads are relative to the average of all clans.
pub(super) fn value_terms(features: &Features, expectation: &Expectation, clan: usize) -> [f32; VALUE_TERMS] {
    let clans = features.clans;
    let mean = |values: &[f32; CLANS]| values[..clans].iter().sum::<f32>() / clans as f32;
    let lead = expectation.masters[clan] - mean(&expectation.masters);
    let spread = (mean(&expectation.variance) + 0.3).sqrt();
    let supply = features.supply[clan].iter().map(|&tiles| f32::from(tiles)).sum::<f32>();
    [
        lead / spread,
        lead / 4.0,
        f32::from(features.presence[clan]) / 4.0,
        f32::from(features.student_count[clan]) / 4.0,
        supply / 16.0,
        f32::from(features.score[clan]) / 8.0,
    ]
}

/// Returns each clan's chance of winning.
pub(super) fn win_chances(
    layout: &ValueLayout,
    weights: &[f32],
    features: &Features,
    expectation: &Expectation,
) -> [f32; CLANS] {
    let mut chances = [0.0; CLANS];
    let mut highest = f32::NEG_INFINITY;
    for (clan, chance) in chances.iter_mut().enumerate().take(features.clans) {
        let (indices, turn) = layout.weights(features, clan);
        let values = value_terms(features, expectation, clan);
        let sum: f32 = indices.iter().zip(values).map(|(&index, value)| weights[index as usize] * value).sum();
        *chance = sum + weights[turn as usize];
        highest = highest.max(*chance);
    }
    let mut sum = 0.0;
    for chance in &mut chances[..features.clans] {
        *chance = portable::exp(*chance - highest);
        sum += *chance;
    }
    chances.map(|chance| chance / sum)
}
