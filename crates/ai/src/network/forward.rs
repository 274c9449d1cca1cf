//! From features to chances: the trunk of the network and its heads.

use super::features::{FIRST_STRONG_SLOPE, Features, GUILDS, SEATS, VILLAGES};
use super::kernels::{add, add_product, add_products, add_scaled, dot, exp};
use super::weights::{Block, JOURNEY_HIDDEN, SPACE_OUTPUTS, WIN_EXTRA, WIN_HIDDEN, Weights};
use shangrila_rules::map::BRIDGE_ENDS;

const SPACES: usize = VILLAGES * GUILDS;
/// Every bridge in both directions, the direction of the alphabet first.
pub(super) const JOURNEYS: usize = 2 * BRIDGE_ENDS.len();

/// The outputs of a space.
const NOBODY: usize = 4;
const PLACE: usize = 5;
const RECRUIT: usize = 6;
const JOURNEY_FROM: usize = 8;
const JOURNEY_TO: usize = JOURNEY_FROM + JOURNEY_HIDDEN;

/// What the network says, seats counted from the one to move.
#[derive(Clone)]
pub(super) struct Output {
    pub(super) wins: [f32; SEATS],
    pub(super) masters: [f32; SEATS],
    pub(super) policy: Policy,
}

/// A number for each small step of a turn, legal or not.
#[derive(Clone)]
pub(super) struct Policy {
    pub(super) place: [f32; SPACES],
    pub(super) recruit: [f32; SPACES],
    pub(super) journey: [f32; JOURNEYS],
}

/// Memory for the channels of all spaces, before and after a block.
pub(super) struct Scratch {
    now: Vec<f32>,
    next: Vec<f32>,
}

impl Scratch {
    pub(super) fn new(weights: &Weights) -> Scratch {
        let zeros = vec![0.0; SPACES * weights.channels];
        Scratch { now: zeros.clone(), next: zeros }
    }
}

/// Runs the network.
pub(super) fn forward(weights: &Weights, features: &Features, scratch: &mut Scratch) -> Output {
    match weights.channels {
        16 => Pass::<16>::run(weights, features, scratch),
        48 => Pass::<48>::run(weights, features, scratch),
        64 => Pass::<64>::run(weights, features, scratch),
        _ => Pass::<32>::run(weights, features, scratch),
    }
}

/// The channels of the seven spaces of a village.
type VillageChannels<const C: usize> = [[f32; C]; GUILDS];

struct Pass<'a, const C: usize> {
    weights: &'a Weights,
    features: &'a Features,
}

impl<const C: usize> Pass<'_, C> {
    fn run(weights: &Weights, features: &Features, scratch: &mut Scratch) -> Output {
        let pass = Pass::<C> { weights, features };
        let (mut now, mut next) = (villages_mut::<C>(&mut scratch.now), villages_mut::<C>(&mut scratch.next));
        pass.first_layer(now);
        for block in &weights.blocks {
            pass.mix(block, now, next);
            core::mem::swap(&mut now, &mut next);
        }
        pass.heads(now)
    }

    fn open_villages(&self) -> impl Iterator<Item = usize> {
        (0..VILLAGES).filter(|&village| self.features.villages[village].is_open())
    }

    fn first_layer(&self, channels: &mut [VillageChannels<C>]) {
        let Weights { space, guild, village, global, bias, .. } = self.weights;
        let (space, guild, village) = (rows::<C>(space), rows::<C>(guild), rows::<C>(village));
        let mut all = [0.0; C];
        all.copy_from_slice(bias);
        self.features.for_position(|feature, value| add_scaled(&mut all, &rows::<C>(global)[feature], value));
        let mut of_guild = [all; GUILDS];
        for (number, sum) in of_guild.iter_mut().enumerate() {
            add_rows(sum, guild, |see| self.features.for_guild(number, see));
        }
        for number in self.open_villages() {
            let mut of_village = [0.0; C];
            add_rows(&mut of_village, village, |see| self.features.for_village(number, see));
            for (number_of_guild, sum) in channels[number].iter_mut().enumerate() {
                let mut here = of_guild[number_of_guild];
                add(&mut here, &of_village);
                add_rows(&mut here, space, |see| self.features.for_space(number, number_of_guild, see));
                *sum = here.map(|value| value.max(0.0));
            }
        }
    }

    /// One mixing block: every space sees its neighbours over standing bridges, its village, its guild and the whole board.
    fn mix(&self, block: &Block, now: &[VillageChannels<C>], next: &mut [VillageChannels<C>]) {
        let (own, strong, weak) = (rows::<C>(&block.own), rows::<C>(&block.strong), rows::<C>(&block.weak));
        let mut guild_sums = [[0.0; C]; GUILDS];
        for village in self.open_villages() {
            for guild in 0..GUILDS {
                add(&mut guild_sums[guild], &now[village][guild]);
            }
        }
        let mut all = [0.0; C];
        for sum in &mut guild_sums {
            *sum = sum.map(|value| value / VILLAGES as f32);
            add_scaled(&mut all, sum, 1.0 / GUILDS as f32);
        }
        let mut of_board = [0.0; C];
        of_board.copy_from_slice(&block.bias);
        add_product(&mut of_board, &all, rows(&block.global));
        let mut of_guild = [of_board; GUILDS];
        add_products(&mut of_guild, &guild_sums, rows(&block.guild));
        for village in self.open_villages() {
            let here = &now[village];
            let mut of_village = [0.0; C];
            add_product(&mut of_village, &mean(here), rows(&block.village));
            let mut sums = of_guild;
            sums.iter_mut().for_each(|sum| add(sum, &of_village));
            add_products(&mut sums, here, own);
            let neighbours = self.features.villages[village].neighbours();
            for (matrix, is_strong) in [(strong, true), (weak, false)] {
                let mut around = [[0.0; C]; GUILDS];
                let mut any = false;
                for neighbour in neighbours.iter().filter(|one| (one.slope >= FIRST_STRONG_SLOPE) == is_strong) {
                    let there = &now[usize::from(neighbour.village)];
                    around.iter_mut().zip(there).for_each(|(sum, row)| add(sum, row));
                    any = true;
                }
                if any {
                    add_products(&mut sums, &around, matrix);
                }
            }
            next[village] = sums.map(|sum| sum.map(|value| value.max(0.0)));
        }
    }

    fn heads(&self, channels: &[VillageChannels<C>]) -> Output {
        let Weights { outputs, output_bias, kind, kind_bias, .. } = self.weights;
        let mut bias = [0.0; SPACE_OUTPUTS];
        bias.copy_from_slice(output_bias);
        let mut policy = Policy { place: [0.0; SPACES], recruit: [0.0; SPACES], journey: [0.0; JOURNEYS] };
        let mut of_spaces = [[[0.0; SPACE_OUTPUTS]; GUILDS]; VILLAGES];
        let mut village_means = [[0.0; C]; VILLAGES];
        let mut pooled = [0.0; C];
        for village in self.open_villages() {
            of_spaces[village] = [bias; GUILDS];
            add_products(&mut of_spaces[village], &channels[village], rows(outputs));
            village_means[village] = mean(&channels[village]);
            add_scaled(&mut pooled, &village_means[village], 1.0 / VILLAGES as f32);
        }
        let mut kinds = [kind_bias[0], kind_bias[1], kind_bias[2]];
        add_product(&mut kinds, &pooled, rows(kind));
        for village in self.open_villages() {
            for guild in 0..GUILDS {
                policy.place[village * GUILDS + guild] = of_spaces[village][guild][PLACE] + kinds[0];
                policy.recruit[village * GUILDS + guild] = of_spaces[village][guild][RECRUIT] + kinds[1];
            }
        }
        self.journeys(&of_spaces, &village_means, kinds[2], &mut policy);
        let Expectation { masters, variance } = self.expect(&of_spaces);
        Output { wins: self.win_chances(&pooled, &masters, &variance), masters, policy }
    }

    fn journeys(
        &self,
        of_spaces: &[[[f32; SPACE_OUTPUTS]; GUILDS]; VILLAGES],
        village_means: &[[f32; C]; VILLAGES],
        kind: f32,
        policy: &mut Policy,
    ) {
        let Weights { journey_from, journey_to, journey_slope, journey_out, journey_bias, .. } = self.weights;
        let slopes = rows::<JOURNEY_HIDDEN>(journey_slope);
        for from in self.open_villages() {
            let here = &self.features.villages[from];
            // Only the seat to move sends students.
            if here.masters[0] & here.students == 0 {
                continue;
            }
            let from_part = kind + dot(&village_means[from], journey_from);
            for neighbour in here.neighbours() {
                let to = usize::from(neighbour.village);
                let slope = usize::from(self.features.slope(from, to));
                let mut logit = from_part + dot(&village_means[to], journey_to) + journey_bias[slope];
                for guild in (0..GUILDS).filter(|guild| here.students >> guild & 1 != 0) {
                    for unit in 0..JOURNEY_HIDDEN {
                        let sum = of_spaces[from][guild][JOURNEY_FROM + unit]
                            + of_spaces[to][guild][JOURNEY_TO + unit]
                            + slopes[slope][unit];
                        logit += journey_out[unit] * sum.max(0.0);
                    }
                }
                if let Some(journey) = journey_index(from, to) {
                    policy.journey[journey] = logit;
                }
            }
        }
    }

    /// Sums up the owners at the end. Nothing changes any more in villages with a stone.
    fn expect(&self, of_spaces: &[[[f32; SPACE_OUTPUTS]; GUILDS]; VILLAGES]) -> Expectation {
        let mut expectation = Expectation { masters: [0.0; SEATS], variance: [0.0; SEATS] };
        for (village, spaces) in self.features.villages.iter().zip(of_spaces) {
            if !village.is_open() {
                for seat in 0..SEATS {
                    expectation.masters[seat] += village.masters[seat].count_ones() as f32;
                }
                continue;
            }
            for space in spaces {
                let mut logits = [f32::NEG_INFINITY; 8];
                logits[..=NOBODY].copy_from_slice(&space[..=NOBODY]);
                if self.features.clans < SEATS {
                    logits[SEATS - 1] = f32::NEG_INFINITY;
                }
                let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let powers = logits.map(|logit| exp(logit - highest));
                let scale = 1.0 / powers.iter().sum::<f32>();
                for seat in 0..SEATS {
                    let chance = powers[seat] * scale;
                    expectation.masters[seat] += chance;
                    expectation.variance[seat] += chance * (1.0 - chance);
                }
            }
        }
        expectation
    }

    fn win_chances(&self, pooled: &[f32; C], masters: &[f32; SEATS], variance: &[f32; SEATS]) -> [f32; SEATS] {
        let Weights { win, win_bias, win_direct, .. } = self.weights;
        let mut extra = [0.0; WIN_EXTRA];
        for seat in 0..SEATS {
            extra[seat] = masters[seat] / 20.0;
            extra[SEATS + seat] = variance[seat].sqrt() / 3.0;
        }
        let mut index = 2 * SEATS;
        for one in 0..SEATS {
            for other in one + 1..SEATS {
                extra[index] = (masters[one] - masters[other]) / (variance[one] + variance[other] + 0.5).sqrt();
                index += 1;
            }
        }
        extra[index..index + self.features.scalars.len()].copy_from_slice(&self.features.scalars);
        index += self.features.scalars.len();
        extra[index] = self.features.bridges_left as f32 / 23.0;
        extra[index + 1] = if self.features.clans == 3 { 1.0 } else { 0.0 };

        let mut first = [0.0; WIN_HIDDEN];
        first.copy_from_slice(&win_bias[0]);
        let (from_pooled, from_extra) = rows::<WIN_HIDDEN>(&win[0]).split_at(C);
        add_product(&mut first, pooled, from_pooled);
        add_product(&mut first, &extra, from_extra);
        let mut second = [0.0; WIN_HIDDEN];
        second.copy_from_slice(&win_bias[1]);
        add_product(&mut second, &first.map(|value| value.max(0.0)), rows(&win[1]));
        let mut logits = [0.0; SEATS];
        logits.copy_from_slice(&win_bias[2]);
        add_product(&mut logits, &second.map(|value| value.max(0.0)), rows(&win[2]));
        let (from_pooled, from_extra) = rows::<SEATS>(win_direct).split_at(C);
        add_product(&mut logits, pooled, from_pooled);
        add_product(&mut logits, &extra, from_extra);
        logits[self.features.clans..].fill(f32::NEG_INFINITY);
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let powers = logits.map(|logit| exp(logit - highest));
        let sum: f32 = powers.iter().sum();
        let mut chances = powers.map(|power| power / sum);
        chances[self.features.clans..].fill(0.0);
        chances
    }
}

/// The masters of each seat at the end, and how uncertain they are.
struct Expectation {
    masters: [f32; SEATS],
    variance: [f32; SEATS],
}

/// The place of a journey in [`Policy::journey`].
pub(super) fn journey_index(from: usize, to: usize) -> Option<usize> {
    let index = JOURNEY_BETWEEN[from][to];
    (usize::from(index) < JOURNEYS).then_some(usize::from(index))
}

const JOURNEY_BETWEEN: [[u8; VILLAGES]; VILLAGES] = {
    let mut table = [[u8::MAX; VILLAGES]; VILLAGES];
    let mut bridge = 0;
    while bridge < BRIDGE_ENDS.len() {
        let (one, other) = BRIDGE_ENDS[bridge];
        table[one as usize][other as usize] = 2 * bridge as u8;
        table[other as usize][one as usize] = 2 * bridge as u8 + 1;
        bridge += 1;
    }
    table
};

/// The most features that a space, guild or village has set: those of a village with five bridges.
const MAX_FEATURES: usize = 40;

/// Adds the rows of all features that `list` names.
#[inline(always)]
fn add_rows<const C: usize>(sum: &mut [f32; C], rows: &[[f32; C]], list: impl FnOnce(&mut dyn FnMut(usize))) {
    // Listed first, so that the sum stays in registers.
    let mut features = [0_u8; MAX_FEATURES];
    let mut count = 0;
    list(&mut |feature| {
        features[count] = feature as u8;
        count += 1;
    });
    for &feature in &features[..count] {
        add(sum, &rows[usize::from(feature)]);
    }
}

fn mean<const C: usize>(village: &VillageChannels<C>) -> [f32; C] {
    let mut sum = [0.0; C];
    for row in village {
        add(&mut sum, row);
    }
    sum.map(|value| value / GUILDS as f32)
}

fn rows<const N: usize>(matrix: &[f32]) -> &[[f32; N]] {
    matrix.as_chunks().0
}

fn villages_mut<const C: usize>(channels: &mut [f32]) -> &mut [VillageChannels<C>] {
    channels.as_chunks_mut::<C>().0.as_chunks_mut::<GUILDS>().0
}
