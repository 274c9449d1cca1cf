//! Who will own each space at the end, how many masters that makes, and who wins.
//!
//! For every space of an open village each clan gets a number, the sum of weights that depend on what lies there, who
//! aims at it, and how exposed the village is; the softmax of the numbers is the chance of each clan to own the space at
//! the end. Villages at peace are certain. The sums over all spaces are the expected masters, and a second, small formula
//! turns those into chances to win.

use super::view::{CLANS, PHASES, View, VillageView};
use super::weights::{Block, Layout};

/// What a space is to a clan.
const STATES: usize = 6;
const CAN_PLACE: usize = 0;
const EMPTY: usize = 1;
const OWN: usize = 2;
const OWN_STUDENT: usize = 3;
const FOREIGN: usize = 4;
const FOREIGN_STUDENT: usize = 5;

const AIM_CODES: usize = 64;
const TIMINGS: usize = 4;
const MASTERS_HERE: usize = 5;
const DANGERS: usize = 9;
const BRIDGE_CLASSES: usize = 5;
const SUPPLIES: usize = 4;
const VILLAGES: usize = 13;
const TILES: usize = 15;

/// Where the weights of this model are.
pub(super) struct OwnerLayout {
    aims: Block,
    timing: Block,
    masters_here: Block,
    exposure: Block,
    supply: Block,
    village: Block,
    tiles: Block,
    nobody: Block,
}

impl OwnerLayout {
    pub(super) const fn new(layout: &mut Layout) -> OwnerLayout {
        OwnerLayout {
            aims: layout.block(PHASES * STATES * AIM_CODES),
            timing: layout.block(PHASES * STATES * TIMINGS * CLANS),
            masters_here: layout.block(PHASES * STATES * MASTERS_HERE),
            exposure: layout.block(PHASES * STATES * BRIDGE_CLASSES * DANGERS),
            supply: layout.block(PHASES * STATES * SUPPLIES),
            village: layout.block(PHASES * STATES * VILLAGES),
            tiles: layout.block(PHASES * STATES * TILES),
            nobody: layout.block(PHASES * BRIDGE_CLASSES * (CLANS + 1)),
        }
    }
}

/// How many weights make up the number of a clan and space.
pub(super) const SPACE_TERMS: usize = 7;

/// What a space of an open village is to every clan, in the terms of the model.
pub(super) struct SpaceTerms {
    /// The weights of each clan's number.
    pub(super) clans: [[u32; SPACE_TERMS]; CLANS],
    /// The weight for nobody, if the space is empty.
    pub(super) nobody: Option<u32>,
}

fn state(here: &VillageView, clan: usize, bit: u8, in_supply: u8) -> usize {
    let student = usize::from(here.students & bit != 0);
    if here.masters[clan] & bit != 0 {
        OWN + student
    } else if here.occupied & bit != 0 {
        FOREIGN + student
    } else if here.masters[clan] != 0 && in_supply & bit != 0 {
        CAN_PLACE
    } else {
        EMPTY
    }
}

const _: () = assert!(OWN_STUDENT == OWN + 1 && FOREIGN_STUDENT == FOREIGN + 1);

/// The terms of one space.
pub(super) fn space_terms(layout: &OwnerLayout, view: &View, village: usize, guild: usize) -> SpaceTerms {
    let here = &view.villages[village];
    let bit = 1_u8 << guild;
    let mut clans = [[0; SPACE_TERMS]; CLANS];
    for (clan, terms) in clans.iter_mut().enumerate().take(view.clans) {
        let state = state(here, clan, bit, view.in_supply[clan]);
        let base = village_terms(layout, view, village, clan);
        terms[..4].copy_from_slice(&base.map(|term| term + state as u32));
        terms[4..].copy_from_slice(&own_terms(layout, view, here, clan, guild, state));
    }
    let nobody = (here.occupied & bit == 0).then(|| nobody_term(layout, view, here, bit));
    SpaceTerms { clans, nobody }
}

/// The terms that all spaces of a village share, for the first state.
#[inline]
fn village_terms(layout: &OwnerLayout, view: &View, village: usize, clan: usize) -> [u32; 4] {
    let here = &view.villages[village];
    let phase = view.phase;
    let masters = (here.masters[clan].count_ones() as usize).min(MASTERS_HERE - 1);
    let exposure = here.bridge_class() * DANGERS + here.danger();
    [
        layout.masters_here.at((phase * MASTERS_HERE + masters) * STATES),
        layout.exposure.at((phase * BRIDGE_CLASSES * DANGERS + exposure) * STATES),
        layout.village.at((phase * VILLAGES + village) * STATES),
        layout.tiles.at((phase * TILES + usize::from(here.tiles)) * STATES),
    ]
}

/// The terms of one space alone.
#[inline]
fn own_terms(
    layout: &OwnerLayout,
    view: &View,
    here: &VillageView,
    clan: usize,
    guild: usize,
    state: usize,
) -> [u32; 3] {
    let aims = &here.aims[clan];
    let has = |guilds: u8| usize::from(guilds >> guild & 1);
    let [hopeless, weaker, stronger, dominant] = aims.students.map(has);
    let latent = [aims.latent_stronger, aims.latent_weaker].map(has);
    let code = dominant | stronger << 1 | weaker << 2 | hopeless << 3 | latent[0] << 4 | latent[1] << 5;
    let timing = (dominant | stronger) | (weaker | hopeless) << 1;
    let supply = usize::from(view.supply[clan][guild]).min(SUPPLIES - 1);
    let phase = view.phase;
    [
        layout.aims.at((phase * STATES + state) * AIM_CODES + code),
        layout.timing.at(((phase * STATES + state) * CLANS + clan) * TIMINGS + timing),
        layout.supply.at((phase * STATES + state) * SUPPLIES + supply),
    ]
}

#[inline]
fn nobody_term(layout: &OwnerLayout, view: &View, here: &VillageView, bit: u8) -> u32 {
    let can_place = |clan: &usize| here.masters[*clan] != 0 && view.in_supply[*clan] & bit != 0;
    let clans = (0..view.clans).filter(can_place).count();
    layout.nobody.at((view.phase * BRIDGE_CLASSES + here.bridge_class()) * (CLANS + 1) + clans)
}

/// What the model expects of the end, for each clan from the one to move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expectation {
    pub(super) masters: [f32; CLANS],
    /// The variance of the masters, if spaces were independent.
    pub(super) variance: [f32; CLANS],
}

/// Guilds are handled side by side, so that the compiler can use vector instructions.
const LANES: usize = 8;

/// Expected masters of every clan.
pub(super) fn expect(layout: &OwnerLayout, weights: &[f32], view: &View) -> Expectation {
    let mut expectation = Expectation::default();
    for (village, here) in view.villages.iter().enumerate() {
        if view.open >> village & 1 == 0 {
            for clan in 0..CLANS {
                expectation.masters[clan] += here.masters[clan].count_ones() as f32;
            }
            continue;
        }
        let mut chances = [[0.0; LANES]; CLANS];
        for (clan, numbers) in chances.iter_mut().enumerate().take(view.clans) {
            let mut base = [0.0; STATES];
            for term in village_terms(layout, view, village, clan) {
                let row = &weights[term as usize..][..STATES];
                for (sum, weight) in base.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            for guild in 0..7 {
                let state = state(here, clan, 1 << guild, view.in_supply[clan]);
                let terms = own_terms(layout, view, here, clan, guild, state);
                numbers[guild] = base[state] + terms.iter().map(|&term| weights[term as usize]).sum::<f32>();
            }
            numbers.iter_mut().for_each(|number| *number = fast_exp(*number));
        }
        let mut sums = [f32::MIN_POSITIVE; LANES];
        let empty = !here.occupied & 0x7f;
        if empty != 0 {
            for (guild, sum) in sums.iter_mut().enumerate().take(7).filter(|(guild, _)| empty >> guild & 1 != 0) {
                *sum += fast_exp(weights[nobody_term(layout, view, here, 1 << guild) as usize]);
            }
        }
        for numbers in &chances[..view.clans] {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += number;
            }
        }
        for clan in 0..view.clans {
            let (mut mean, mut variance) = (0.0, 0.0);
            for guild in 0..7 {
                let chance = chances[clan][guild] / sums[guild];
                mean += chance;
                variance += chance * (1.0 - chance);
            }
            expectation.masters[clan] += mean;
            expectation.variance[clan] += variance;
        }
    }
    expectation
}

/// *e* to the power of `x`, to about five digits, for numbers that make sense here.
#[inline]
pub(super) fn fast_exp(x: f32) -> f32 {
    let y = (x * core::f32::consts::LOG2_E).clamp(-100.0, 100.0);
    let whole = y.floor();
    let part = y - whole;
    // 2 to the power of `part`, by the polynomial that fits best between 0 and 1.
    let power = 1.0 + part * (0.695_976 + part * (0.224_494 + part * 0.079_440_2));
    power * f32::from_bits(((whole as i32 + 127) << 23) as u32)
}

/// What the second formula looks at, for each clan.
pub(super) const WIN_TERMS: usize = 6;

/// Where its weights are.
pub(super) struct WinLayout {
    terms: Block,
    turn: Block,
}

impl WinLayout {
    pub(super) const fn new(layout: &mut Layout) -> WinLayout {
        WinLayout { terms: layout.block(PHASES * WIN_TERMS), turn: layout.block(PHASES * CLANS) }
    }

    /// The weights of the terms, and the one that depends on when the clan moves.
    pub(super) fn at(&self, view: &View, clan: usize) -> ([u32; WIN_TERMS], u32) {
        let term = |index| self.terms.at(view.phase * WIN_TERMS + index);
        (core::array::from_fn(term), self.turn.at(view.phase * CLANS + clan))
    }
}

/// The terms of a clan, relative to the average of all clans where that matters.
pub(super) fn win_terms(view: &View, expectation: &Expectation, clan: usize) -> [f32; WIN_TERMS] {
    let clans = view.clans;
    let mean = |values: &[f32; CLANS]| values[..clans].iter().sum::<f32>() / clans as f32;
    let lead = expectation.masters[clan] - mean(&expectation.masters);
    let spread = (mean(&expectation.variance) + 0.3).sqrt();
    let supply = view.supply[clan].iter().map(|&tiles| f32::from(tiles)).sum::<f32>();
    [
        lead / spread,
        lead / 4.0,
        f32::from(view.presence[clan]) / 4.0,
        f32::from(view.student_count[clan]) / 4.0,
        supply / 16.0,
        f32::from(view.score[clan]) / 8.0,
    ]
}

/// The chance of each clan to win.
pub(super) fn win_chances(layout: &WinLayout, weights: &[f32], view: &View, expectation: &Expectation) -> [f32; CLANS] {
    let mut chances = [0.0; CLANS];
    let mut highest = f32::NEG_INFINITY;
    for (clan, chance) in chances.iter_mut().enumerate().take(view.clans) {
        let (places, turn) = layout.at(view, clan);
        let values = win_terms(view, expectation, clan);
        let sum: f32 = places.iter().zip(values).map(|(&place, value)| weights[place as usize] * value).sum();
        *chance = sum + weights[turn as usize];
        highest = highest.max(*chance);
    }
    let mut sum = 0.0;
    for chance in &mut chances[..view.clans] {
        *chance = (*chance - highest).exp();
        sum += *chance;
    }
    chances.map(|chance| chance / sum)
}
