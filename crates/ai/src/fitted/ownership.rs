//! Predicts who will own each space at the end of the game, and so how many masters each clan will have.
//!
//! For every space of an open village, each clan gets a logit: a sum of weights that depend on what lies there, who aims
//! at the space, and how exposed the village is. The softmax over the clans is each clan's chance of owning the space at
//! the end. Villages with a stone are certain. Summed over all spaces, these chances are the expected masters, which
//! `value.rs` turns into chances of winning.

use super::features::{
    Aims, BRIDGE_CLASSES, CLANS, DANGERS, Features, MASTERS_HERE, PHASES, SUPPLIES, TILES, VILLAGES, VillageFeatures,
};
use super::weights::{Block, LayoutBuilder};

/// The states a space can have from the point of view of a clan.
const STATES: usize = 6;
const CAN_PLACE: usize = 0;
const EMPTY: usize = 1;
const OWN: usize = 2;
const OWN_STUDENT: usize = 3;
const FOREIGN: usize = 4;
const FOREIGN_STUDENT: usize = 5;

const AIM_CODES: usize = 64;
const TIMINGS: usize = 4;

/// The weights of this model.
pub(super) struct OwnershipLayout {
    aims: Block,
    timing: Block,
    masters_here: Block,
    exposure: Block,
    supply: Block,
    village: Block,
    tiles: Block,
    nobody: Block,
}

impl OwnershipLayout {
    pub(super) const fn new(layout: &mut LayoutBuilder) -> OwnershipLayout {
        OwnershipLayout {
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

/// The number of weights that add up to the logit of a clan for a space.
pub(super) const SPACE_TERMS: usize = 7;

/// The indices of the weights for one space of an open village.
pub(super) struct SpaceTerms {
    /// The weights of each clan's logit.
    pub(super) clans: [[u32; SPACE_TERMS]; CLANS],
    /// The weight of the outcome that nobody owns the space, if it is empty now.
    pub(super) nobody: Option<u32>,
}

const _: () = assert!(OWN_STUDENT == OWN + 1 && FOREIGN_STUDENT == FOREIGN + 1);

/// Returns the terms of one space.
pub(super) fn space_terms(layout: &OwnershipLayout, features: &Features, village: usize, guild: usize) -> SpaceTerms {
    let here = &features.villages[village];
    let bit = 1_u8 << guild;
    let mut clans = [[0; SPACE_TERMS]; CLANS];
    for (clan, terms) in clans.iter_mut().enumerate().take(features.clans) {
        let has = |guilds: u8| usize::from(guilds & bit != 0);
        let can_place = usize::from(here.masters[clan] != 0 && features.in_supply[clan] & bit != 0);
        let facts = has(here.masters[clan]) | has(here.occupied) << 1 | has(here.students) << 2 | can_place << 3;
        let state = usize::from(STATE_OF[facts]);
        let base = village_terms(layout, features, village, clan);
        terms[..4].copy_from_slice(&base.map(|term| term + state as u32));
        let supply = usize::from(features.supply[clan][guild]).min(SUPPLIES - 1);
        let code = usize::from(aim_codes(here, clan).to_le_bytes()[guild]);
        terms[4..].copy_from_slice(&own_terms(layout, features.phase, clan, state, supply, code));
    }
    let nobody = (here.occupied & bit == 0).then(|| nobody_term(layout, features, here, bit));
    SpaceTerms { clans, nobody }
}

/// Returns the terms that all spaces of a village share, for the first state.
#[inline]
fn village_terms(layout: &OwnershipLayout, features: &Features, village: usize, clan: usize) -> [u32; 4] {
    let here = &features.villages[village];
    let phase = features.phase;
    let masters = here.masters_of(clan);
    let exposure = here.bridge_class() * DANGERS + here.danger();
    [
        layout.masters_here.at((phase * MASTERS_HERE + masters) * STATES),
        layout.exposure.at((phase * BRIDGE_CLASSES * DANGERS + exposure) * STATES),
        layout.village.at((phase * VILLAGES + village) * STATES),
        layout.tiles.at((phase * TILES + usize::from(here.tiles)) * STATES),
    ]
}

/// Returns how the clan aims at each guild's space, one byte per guild and one bit per way: students in a dominant,
/// stronger, weaker or hopeless neighbour, and masters who could recruit one in a stronger or in a weaker neighbour.
#[inline]
fn aim_codes(here: &VillageFeatures, clan: usize) -> u64 {
    let Aims { students: [hopeless, weaker, stronger, dominant], latent_stronger, latent_weaker } = here.aims[clan];
    spread(dominant)
        | spread(stronger) << 1
        | spread(weaker) << 2
        | spread(hopeless) << 3
        | spread(latent_stronger) << 4
        | spread(latent_weaker) << 5
}

/// Returns the terms that are specific to one space.
#[inline]
fn own_terms(
    layout: &OwnershipLayout,
    phase: usize,
    clan: usize,
    state: usize,
    supply: usize,
    code: usize,
) -> [u32; 3] {
    let timing = usize::from(code & 3 != 0) | usize::from(code & 12 != 0) << 1;
    [
        layout.aims.at((phase * STATES + state) * AIM_CODES + code),
        layout.timing.at(((phase * STATES + state) * CLANS + clan) * TIMINGS + timing),
        layout.supply.at((phase * STATES + state) * SUPPLIES + supply),
    ]
}

#[inline]
fn nobody_term(layout: &OwnershipLayout, features: &Features, here: &VillageFeatures, bit: u8) -> u32 {
    let can_place = |clan: &usize| here.masters[*clan] != 0 && features.in_supply[*clan] & bit != 0;
    let clans = (0..features.clans).filter(can_place).count();
    layout.nobody.at((features.phase * BRIDGE_CLASSES + here.bridge_class()) * (CLANS + 1) + clans)
}

/// The expected end of the game for each clan, starting with the clan to move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expectation {
    pub(super) masters: [f32; CLANS],
    /// The variance of the masters, treating spaces as independent.
    pub(super) variance: [f32; CLANS],
}

impl Expectation {
    /// Adds one space with each clan's chance of owning it.
    pub(super) fn add(&mut self, chances: &[f32; CLANS]) {
        for clan in 0..CLANS {
            self.masters[clan] += chances[clan];
            self.variance[clan] += chances[clan] * (1.0 - chances[clan]);
        }
    }
}

/// Returns the certain part of the expectation: the masters in villages with a stone.
pub(super) fn settled(features: &Features) -> Expectation {
    let mut expectation = Expectation::default();
    for (_, here) in features.villages.iter().enumerate().filter(|(village, _)| features.open >> village & 1 == 0) {
        for clan in 0..CLANS {
            expectation.masters[clan] += here.masters[clan].count_ones() as f32;
        }
    }
    expectation
}

/// Guilds are processed side by side, one byte of a word or one lane of a vector each.
const LANES: usize = 8;

/// Precomputed sums of the weights that are specific to one space: one lookup instead of three.
pub(super) struct SpaceTable {
    /// Indexed by phase, clan, state, supply and aim code.
    sums: Vec<f32>,
}

/// The number of sums per state: one for each supply and aim code.
const SUMS: usize = SUPPLIES * AIM_CODES;

impl SpaceTable {
    pub(super) fn new(layout: &OwnershipLayout, weights: &[f32]) -> SpaceTable {
        let mut sums = Vec::with_capacity(PHASES * CLANS * STATES * SUMS);
        for phase in 0..PHASES {
            for clan in 0..CLANS {
                for state in 0..STATES {
                    for index in 0..SUMS {
                        let terms = own_terms(layout, phase, clan, state, index / AIM_CODES, index % AIM_CODES);
                        sums.push(terms.iter().map(|&term| weights[term as usize]).sum());
                    }
                }
            }
        }
        SpaceTable { sums }
    }

    fn of(&self, phase: usize, clan: usize) -> &[f32; STATES * SUMS] {
        let start = (phase * CLANS + clan) * STATES * SUMS;
        self.sums[start..].first_chunk().expect("the table has all phases and clans")
    }
}

/// For each set of guilds, a word with the lowest bit set in the byte of each member.
static SPREAD: [u64; 128] = {
    let mut table = [0; 128];
    let mut set = 0;
    while set < 128 {
        let mut guild = 0;
        while guild < 7 {
            table[set] |= ((set as u64 >> guild) & 1) << (8 * guild);
            guild += 1;
        }
        set += 1;
    }
    table
};

#[inline(always)]
fn spread(guilds: u8) -> u64 {
    SPREAD[usize::from(guilds & 127)]
}

/// The state of a space, indexed by four bits: own master, any master, student, a master can be placed.
static STATE_OF: [u8; 16] = {
    let mut table = [EMPTY as u8; 16];
    let mut bits = 0;
    while bits < 16 {
        let (own, any, student, place) = (bits & 1 != 0, bits & 2 != 0, bits >> 2 & 1, bits & 8 != 0);
        if own {
            table[bits] = (OWN + student) as u8;
        } else if any {
            table[bits] = (FOREIGN + student) as u8;
        } else if place {
            table[bits] = CAN_PLACE as u8;
        }
        bits += 1;
    }
    table
};

/// Returns the expected masters of every clan.
pub(super) fn expect(
    layout: &OwnershipLayout,
    table: &SpaceTable,
    weights: &[f32],
    features: &Features,
) -> Expectation {
    let mut expectation = settled(features);
    for village in features.open_villages() {
        let here = &features.villages[village];
        let mut chances = [[0.0; LANES]; CLANS];
        for (clan, numbers) in chances.iter_mut().enumerate().take(features.clans) {
            let mut base = [0.0; STATES];
            for term in village_terms(layout, features, village, clan) {
                let row: &[f32; STATES] = weights[term as usize..].first_chunk().expect("a row of states");
                for (sum, weight) in base.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            let places = if here.masters[clan] == 0 { 0 } else { features.in_supply[clan] & !here.occupied };
            let facts = spread(here.masters[clan])
                | spread(here.occupied) << 1
                | spread(here.students) << 2
                | spread(places) << 3;
            let codes = (aim_codes(here, clan) | features.supply_lanes[clan] << 6).to_le_bytes();
            let sums = table.of(features.phase, clan);
            for (guild, (fact, code)) in facts.to_le_bytes().into_iter().zip(codes).enumerate().take(7) {
                let state = usize::from(STATE_OF[usize::from(fact & 15)]).min(STATES - 1);
                numbers[guild] = base[state] + sums[state * SUMS + usize::from(code)];
            }
            for number in numbers.iter_mut() {
                *number = fast_exp(*number);
            }
        }
        let mut sums = [f32::MIN_POSITIVE; LANES];
        let empty = !here.occupied & 0x7f;
        if empty != 0 {
            for (guild, sum) in sums.iter_mut().enumerate().take(7).filter(|(guild, _)| empty >> guild & 1 != 0) {
                *sum += fast_exp(weights[nobody_term(layout, features, here, 1 << guild) as usize]);
            }
        }
        for numbers in &chances[..features.clans] {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += number;
            }
        }
        // The eighth lane belongs to no guild.
        sums[7] = f32::INFINITY;
        let shares = sums.map(|sum| 1.0 / sum);
        for clan in 0..features.clans {
            let (mut mean, mut variance) = ([0.0; LANES], [0.0; LANES]);
            for lane in 0..LANES {
                let chance = chances[clan][lane] * shares[lane];
                mean[lane] = chance;
                variance[lane] = chance * (1.0 - chance);
            }
            expectation.masters[clan] += mean.iter().sum::<f32>();
            expectation.variance[clan] += variance.iter().sum::<f32>();
        }
    }
    expectation
}

/// Approximates *e*<sup>x</sup> to about four digits, for `x` between -60 and 60, in a form the compiler can vectorise.
#[inline(always)]
pub(super) fn fast_exp(x: f32) -> f32 {
    /// Adding this rounds to an integer, left in the low bits.
    const ROUNDING: f32 = 12_582_912.0;
    let y = x.clamp(-60.0, 60.0) * core::f32::consts::LOG2_E;
    let shifted = y + ROUNDING;
    let part = y - (shifted - ROUNDING);
    // 2 to the power of `part`, which is between -1/2 and 1/2, by its Taylor series.
    let power =
        1.0 + part * (core::f32::consts::LN_2 + part * (0.240_226_5 + part * (0.055_504_1 + part * 0.009_618_1)));
    f32::from_bits(power.to_bits().wrapping_add(shifted.to_bits() << 23))
}
