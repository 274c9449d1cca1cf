//! Who will own each space at the end, how many masters that makes, and who wins.
//!
//! For every space of an open village each clan gets a number, the sum of weights that depend on what lies there, who
//! aims at it, and how exposed the village is; the softmax of the numbers is the chance of each clan to own the space at
//! the end. Villages at peace are certain. The sums over all spaces are the expected masters, and a second, small formula
//! turns those into chances to win.

use super::view::{
    Aims, BRIDGE_CLASSES, CLANS, DANGERS, MASTERS_HERE, PHASES, SUPPLIES, TILES, VILLAGES, View, VillageView,
};
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

const _: () = assert!(OWN_STUDENT == OWN + 1 && FOREIGN_STUDENT == FOREIGN + 1);

/// The terms of one space.
pub(super) fn space_terms(layout: &OwnerLayout, view: &View, village: usize, guild: usize) -> SpaceTerms {
    let here = &view.villages[village];
    let bit = 1_u8 << guild;
    let mut clans = [[0; SPACE_TERMS]; CLANS];
    for (clan, terms) in clans.iter_mut().enumerate().take(view.clans) {
        let has = |guilds: u8| usize::from(guilds & bit != 0);
        let can_place = usize::from(here.masters[clan] != 0 && view.in_supply[clan] & bit != 0);
        let facts = has(here.masters[clan]) | has(here.occupied) << 1 | has(here.students) << 2 | can_place << 3;
        let state = usize::from(STATE_OF[facts]);
        let base = village_terms(layout, view, village, clan);
        terms[..4].copy_from_slice(&base.map(|term| term + state as u32));
        let supply = usize::from(view.supply[clan][guild]).min(SUPPLIES - 1);
        let code = usize::from(aim_codes(here, clan).to_le_bytes()[guild]);
        terms[4..].copy_from_slice(&own_terms(layout, view.phase, clan, state, supply, code));
    }
    let nobody = (here.occupied & bit == 0).then(|| nobody_term(layout, view, here, bit));
    SpaceTerms { clans, nobody }
}

/// The terms that all spaces of a village share, for the first state.
#[inline]
fn village_terms(layout: &OwnerLayout, view: &View, village: usize, clan: usize) -> [u32; 4] {
    let here = &view.villages[village];
    let phase = view.phase;
    let masters = here.masters_of(clan);
    let exposure = here.bridge_class() * DANGERS + here.danger();
    [
        layout.masters_here.at((phase * MASTERS_HERE + masters) * STATES),
        layout.exposure.at((phase * BRIDGE_CLASSES * DANGERS + exposure) * STATES),
        layout.village.at((phase * VILLAGES + village) * STATES),
        layout.tiles.at((phase * TILES + usize::from(here.tiles)) * STATES),
    ]
}

/// For each guild, as one byte, how the clan aims at its space: students behind a bridge that is dominant, stronger,
/// weaker, hopeless; masters who could send one from a stronger and from a weaker village.
#[inline]
fn aim_codes(here: &VillageView, clan: usize) -> u64 {
    let Aims { students: [hopeless, weaker, stronger, dominant], latent_stronger, latent_weaker } = here.aims[clan];
    spread(dominant)
        | spread(stronger) << 1
        | spread(weaker) << 2
        | spread(hopeless) << 3
        | spread(latent_stronger) << 4
        | spread(latent_weaker) << 5
}

/// The terms of one space alone.
#[inline]
fn own_terms(layout: &OwnerLayout, phase: usize, clan: usize, state: usize, supply: usize, code: usize) -> [u32; 3] {
    let timing = usize::from(code & 3 != 0) | usize::from(code & 12 != 0) << 1;
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

impl Expectation {
    /// Adds one space with the chance of each clan to own it.
    pub(super) fn add(&mut self, chances: &[f32; CLANS]) {
        for clan in 0..CLANS {
            self.masters[clan] += chances[clan];
            self.variance[clan] += chances[clan] * (1.0 - chances[clan]);
        }
    }
}

/// What is certain: the masters in villages at peace.
pub(super) fn settled(view: &View) -> Expectation {
    let mut expectation = Expectation::default();
    for (_, here) in view.villages.iter().enumerate().filter(|(village, _)| view.open >> village & 1 == 0) {
        for clan in 0..CLANS {
            expectation.masters[clan] += here.masters[clan].count_ones() as f32;
        }
    }
    expectation
}

/// Guilds are handled side by side: one byte of a word, or one number of a vector, for each.
const LANES: usize = 8;

/// The weights that depend on the space alone, added up for all that can be: one look instead of three.
pub(super) struct SpaceTable {
    /// By phase, clan, state, supply and aim code.
    sums: Vec<f32>,
}

/// The sums of a state: for each supply and aim code.
const SUMS: usize = SUPPLIES * AIM_CODES;

impl SpaceTable {
    pub(super) fn new(layout: &OwnerLayout, weights: &[f32]) -> SpaceTable {
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

/// For each set of guilds a word with the lowest bit of the byte of each.
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

/// The states, by whether there is an own master, any master, a student, and whether a master can be placed.
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

/// Expected masters of every clan.
pub(super) fn expect(layout: &OwnerLayout, table: &SpaceTable, weights: &[f32], view: &View) -> Expectation {
    let mut expectation = settled(view);
    for village in view.open_villages() {
        let here = &view.villages[village];
        let mut chances = [[0.0; LANES]; CLANS];
        for (clan, numbers) in chances.iter_mut().enumerate().take(view.clans) {
            let mut base = [0.0; STATES];
            for term in village_terms(layout, view, village, clan) {
                let row: &[f32; STATES] = weights[term as usize..].first_chunk().expect("a row of states");
                for (sum, weight) in base.iter_mut().zip(row) {
                    *sum += weight;
                }
            }
            let places = if here.masters[clan] == 0 { 0 } else { view.in_supply[clan] & !here.occupied };
            let facts = spread(here.masters[clan])
                | spread(here.occupied) << 1
                | spread(here.students) << 2
                | spread(places) << 3;
            let codes = (aim_codes(here, clan) | view.supply_lanes[clan] << 6).to_le_bytes();
            let sums = table.of(view.phase, clan);
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
                *sum += fast_exp(weights[nobody_term(layout, view, here, 1 << guild) as usize]);
            }
        }
        for numbers in &chances[..view.clans] {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += number;
            }
        }
        // The eighth lane is nobody's.
        sums[7] = f32::INFINITY;
        let shares = sums.map(|sum| 1.0 / sum);
        for clan in 0..view.clans {
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

/// *e* to the power of `x`, to about four digits, for numbers between -60 and 60; written so that the compiler can
/// compute eight at once.
#[inline(always)]
pub(super) fn fast_exp(x: f32) -> f32 {
    /// Adding this leaves a whole number in the low bits.
    const ROUNDING: f32 = 12_582_912.0;
    let y = x.clamp(-60.0, 60.0) * core::f32::consts::LOG2_E;
    let shifted = y + ROUNDING;
    let part = y - (shifted - ROUNDING);
    // 2 to the power of `part`, which is between -1/2 and 1/2, by its series.
    let power =
        1.0 + part * (core::f32::consts::LN_2 + part * (0.240_226_5 + part * (0.055_504_1 + part * 0.009_618_1)));
    f32::from_bits(power.to_bits().wrapping_add(shifted.to_bits() << 23))
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
