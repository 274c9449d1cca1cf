//! The policy: the logit of an action is a sum of weights for what it does and where.

use shangrila_rules::{Position, Space, Village};

use super::features::{
    BRIDGE_CLASSES, CLANS, DANGERS, Features, MASTERS_HERE, PHASES, SUPPLIES, TILES, VILLAGES, VillageFeatures,
};
use super::journey_outcome::JourneyOutcome;
use super::weights::{Block, LayoutBuilder};
use crate::evaluator::Action;

const CODES: usize = 64;

/// The weights of this model.
pub(super) struct PolicyLayout {
    place: [Block; PLACE_TERMS],
    recruit: [Block; RECRUIT_TERMS],
    journey: [Block; JOURNEY_TERMS],
}

const PLACE_TERMS: usize = 7;
const PLACE_SIZES: [usize; PLACE_TERMS] =
    [MASTERS_HERE * BRIDGE_CLASSES, DANGERS * CLANS, CODES, 9, SUPPLIES * TILES, VILLAGES, 25];
const RECRUIT_TERMS: usize = 7;
const RECRUIT_SIZES: [usize; RECRUIT_TERMS] =
    [MASTERS_HERE * BRIDGE_CLASSES, DANGERS * CLANS, CODES, 16, SUPPLIES * 9, CODES, VILLAGES];
const JOURNEY_TERMS: usize = 8;
const JOURNEY_SIZES: [usize; JOURNEY_TERMS] = [8 * 7, 16, 20, 16, 15, 12, 9, 12];

/// The largest number of terms of any action.
pub(super) const MAX_TERMS: usize = 8;

impl PolicyLayout {
    pub(super) const fn new(layout: &mut LayoutBuilder) -> PolicyLayout {
        PolicyLayout {
            place: layout.blocks(PHASES, PLACE_SIZES),
            recruit: layout.blocks(PHASES, RECRUIT_SIZES),
            journey: layout.blocks(PHASES, JOURNEY_SIZES),
        }
    }
}

/// The indices of the weights that add up to the logit of an action.
pub(super) struct Terms {
    indices: [u32; MAX_TERMS],
    len: usize,
}

impl Terms {
    const NONE: Terms = Terms { indices: [0; MAX_TERMS], len: 0 };

    fn new<const N: usize>(phase: usize, blocks: &[Block; N], sizes: &[usize; N], values: [usize; N]) -> Terms {
        let mut terms = Terms { indices: [0; MAX_TERMS], len: N };
        for (index, value) in values.into_iter().enumerate() {
            debug_assert!(value < sizes[index], "term {index}: {value}");
            terms.indices[index] = blocks[index].at(phase * sizes[index] + value);
        }
        terms
    }

    pub(super) fn as_slice(&self) -> &[u32] {
        &self.indices[..self.len]
    }
}

/// Returns the terms of an action of the clan to move.
pub(super) fn terms(layout: &PolicyLayout, features: &Features, position: &Position, action: Action) -> Terms {
    match action {
        Action::Place(space) => place_terms(layout, features, position, space),
        Action::Recruit(space) => recruit_terms(layout, features, space),
        Action::Journey(from, to) => journey_terms(layout, features, from, to),
        Action::Pass => Terms::NONE,
    }
}

/// Returns the effect of one more tile in a village: how many neighbours with opposing students stop being stronger,
/// and how many neighbours become weaker while the mover has students here. Each is counted up to two.
fn tile_effect(features: &Features, here: &VillageFeatures) -> usize {
    let (mut held_off, mut overtaken) = (0_usize, 0_usize);
    let stronger = here.rank + 9;
    let own_students = here.masters[0] & here.students != 0;
    for &neighbour in here.neighbours() {
        let there = &features.villages[usize::from(neighbour)];
        let foreign_students = there.students & !there.masters[0] != 0;
        held_off += usize::from(there.rank > here.rank && there.rank <= stronger && foreign_students);
        overtaken += usize::from(own_students && here.rank <= there.rank && stronger > there.rank);
    }
    held_off.min(2) * 3 + overtaken.min(2)
}

/// Returns who aims at a space: opposing students in stronger neighbours, in weaker ones, and opposing masters that could
/// still recruit a student; then the same for the clan to move.
fn aim_code(here: &VillageFeatures, guild: usize) -> usize {
    let mut code = 0;
    for (clan, aims) in here.aims.iter().enumerate() {
        let has = |guilds: u8| usize::from(guilds >> guild & 1);
        let [hopeless, weaker, stronger, dominant] = aims.students.map(has);
        let bits =
            (stronger | dominant) | (weaker | hopeless) << 1 | has(aims.latent_stronger | aims.latent_weaker) << 2;
        code |= bits << if clan == 0 { 3 } else { 0 };
    }
    code
}

fn place_terms(layout: &PolicyLayout, features: &Features, position: &Position, space: Space) -> Terms {
    let village = space.village() as usize;
    let guild = space.guild() as usize;
    let here = &features.villages[village];
    // In the opening the surroundings matter: the mover's masters next door, and the tiles already here.
    let surroundings = if position.in_opening() {
        let own_next_door =
            here.neighbours().iter().filter(|&&next| features.villages[usize::from(next)].masters[0] != 0).count();
        own_next_door.min(4) * 5 + usize::from(here.tiles.min(4))
    } else {
        0
    };
    let supply = usize::from(features.supply[0][guild]).min(SUPPLIES - 1);
    let values = [
        here.masters_of(0) * BRIDGE_CLASSES + here.bridge_class(),
        here.danger() * CLANS + usize::from(here.first_attacker),
        aim_code(here, guild),
        tile_effect(features, here),
        supply * TILES + usize::from(here.tiles),
        village,
        surroundings,
    ];
    Terms::new(features.phase, &layout.place, &PLACE_SIZES, values)
}

fn recruit_terms(layout: &PolicyLayout, features: &Features, space: Space) -> Terms {
    let village = space.village() as usize;
    let guild = space.guild() as usize;
    let bit = 1_u8 << guild;
    let here = &features.villages[village];
    // What the student could do next door, with one or two more tiles in its village.
    let mut targets = 0;
    for &neighbour in here.neighbours() {
        let there = &features.villages[usize::from(neighbour)];
        let stronger = here.rank + 8 > there.rank;
        let soon_stronger = here.rank + 16 > there.rank;
        let own = there.masters[0] & bit != 0;
        let foreign = !own && there.occupied & bit != 0;
        let empty = there.occupied & bit == 0;
        targets |= usize::from(stronger && foreign)
            | usize::from(stronger && empty) << 1
            | usize::from(stronger && own && there.students & bit == 0) << 2
            | usize::from(!stronger && soon_stronger && foreign) << 3
            | usize::from(!stronger && empty) << 4
            | usize::from(!stronger && foreign) << 5;
    }
    let own_students = (here.masters[0] & here.students).count_ones() as usize;
    let foreign_students = (!here.masters[0] & here.students).count_ones() as usize;
    let supply = usize::from(features.supply[0][guild]).min(SUPPLIES - 1);
    let values = [
        here.masters_of(0) * BRIDGE_CLASSES + here.bridge_class(),
        here.danger() * CLANS + usize::from(here.first_attacker),
        targets,
        own_students.min(3) * 4 + foreign_students.min(3),
        supply * 9 + tile_effect(features, here),
        aim_code(here, guild),
        village,
    ];
    Terms::new(features.phase, &layout.recruit, &RECRUIT_SIZES, values)
}

/// Clamps a number to a range and counts it from the lower end.
fn clipped(value: i32, from: i32, to: i32) -> usize {
    (value.clamp(from, to) - from) as usize
}

fn journey_terms(layout: &PolicyLayout, features: &Features, from: Village, to: Village) -> Terms {
    let (from, to) = (from as usize, to as usize);
    let (origin, target) = (&features.villages[from], &features.villages[to]);
    let JourneyOutcome { gains, joined, lost, target: after, origin_rank } = JourneyOutcome::of(features, from, to);
    // Neighbours from which opposing students can attack afterwards.
    let attackers = |village: &VillageFeatures, rank: u8, other: usize| {
        let others = village.neighbours().iter().map(|&next| usize::from(next)).filter(|&next| next != other);
        let attacks = |next: &usize| {
            let there = &features.villages[*next];
            there.rank > rank && there.students & !there.masters[0] != 0
        };
        others.filter(attacks).count().min(2)
    };
    let opponents = 1..features.clans;
    let best_gain = opponents.clone().map(|clan| gains[clan]).max().unwrap_or(0);
    let all_gains: i32 = opponents.clone().map(|clan| gains[clan]).sum();
    let leader = opponents.clone().max_by_key(|&clan| features.score[clan]).unwrap_or(1);
    let leading = features.score[0] >= features.score[leader];
    let (closes_origin, closes_target) = (origin.bridges == 1, target.bridges == 1);
    let kept = |village: &VillageFeatures| {
        let counts = |clan: usize| village.masters[clan].count_ones() as i32;
        counts(0) - opponents.clone().map(counts).max().unwrap_or(0)
    };
    let closed_lead = if closes_origin { kept(origin) } else { 0 } + if closes_target { kept(&after) } else { 0 };
    // The last journey decides whether the game is won, shared or lost.
    let final_lead = if features.journeys_left == 1 {
        let own = i32::from(features.score[0]) + gains[0];
        let best = opponents.clone().map(|clan| i32::from(features.score[clan]) + gains[clan]).max().unwrap_or(0);
        1 + clipped(own - best, -5, 5)
    } else {
        0
    };
    let values = [
        clipped(gains[0], -2, 5) * 7 + clipped(best_gain, -3, 3),
        lost.min(3) * 4 + joined.min(3),
        (usize::from(closes_origin) + 2 * usize::from(closes_target)) * 5 + clipped(closed_lead, -2, 2),
        attackers(origin, origin_rank, to) * 4 + (origin.masters[0].count_ones() as usize).min(3),
        attackers(target, after.rank, from) * 5 + (after.masters[0].count_ones() as usize).min(4),
        clipped(gains[leader], -3, 2) * 2 + usize::from(leading),
        clipped(all_gains, -4, 4),
        final_lead,
    ];
    Terms::new(features.phase, &layout.journey, &JOURNEY_SIZES, values)
}
