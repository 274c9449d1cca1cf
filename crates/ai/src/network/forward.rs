//! From features to chances: the trunk of the network and its heads.

use super::arithmetic::{add, add_product, add_scaled, exp, greater};
use super::features::{FIRST_STRONG_SLOPE, FeatureList, Features, GUILDS, MAX_BRIDGES, SEATS, VILLAGES};
use super::weights::{Block, JOURNEY_HIDDEN, SPACE_OUTPUTS, WIN_EXTRA, WIN_HIDDEN, Weights};
use shangrila_kernels::{Blocks, FINE_BITS, PackedMatrix, add_shifted, round_and_clamp};
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

/// Activations in training are between 0 and about 8, in steps of one sixteenth.
const ACTIVATION_STEP: f32 = 1.0 / 16.0;
/// The first layer counts in finer steps, a quarter of those of the activations.
const FIRST_LAYER_SHIFT: u32 = 2;
const FIRST_LAYER_STEP: f32 = ACTIVATION_STEP / (1 << FIRST_LAYER_SHIFT) as f32;
/// Means are an eighth of a step exact.
const MEAN_SHIFT: u32 = FINE_BITS;

/// Memory for the channels of all spaces, before and after a block, and for what they mean to their own space and to the neighbours of
/// their village.
pub(super) struct Scratch {
    now: Vec<u8>,
    next: Vec<u8>,
    own: Vec<i32>,
    to_weaker: Vec<i32>,
    to_stronger: Vec<i32>,
}

impl Scratch {
    pub(super) fn new(weights: &Weights) -> Scratch {
        let size = SPACES * weights.channels;
        let (channels, sums) = (|| vec![0; size], || vec![0; size]);
        Scratch { now: channels(), next: channels(), own: sums(), to_weaker: sums(), to_stronger: sums() }
    }
}

/// Runs the network.
pub(super) fn forward(weights: &Weights, features: &Features, scratch: &mut Scratch) -> Output {
    forward_observed(weights, features, scratch, None)
}

/// Sees the channels of one space after the other.
type Observer<'a> = Option<&'a mut dyn FnMut(&[u8])>;

/// [`forward`] that shows the channels of every open space to `see`, before the first block and after each.
pub(super) fn forward_observed(
    weights: &Weights,
    features: &Features,
    scratch: &mut Scratch,
    see: Observer<'_>,
) -> Output {
    match weights.channels {
        #[cfg(not(target_family = "wasm"))]
        16 => Pass::<16>::run(weights, features, scratch, see),
        #[cfg(not(target_family = "wasm"))]
        32 => Pass::<32>::run(weights, features, scratch, see),
        #[cfg(not(target_family = "wasm"))]
        48 => Pass::<48>::run(weights, features, scratch, see),
        _ => Pass::<64>::run(weights, features, scratch, see),
    }
}

/// The channels of the seven spaces of a village.
type VillageChannels<const C: usize> = [[u8; C]; GUILDS];
/// Sums that will become channels, in finer steps.
type VillageSums<const C: usize> = [[i32; C]; GUILDS];

/// What the channels of every village mean to itself, to its weaker and to its stronger neighbours.
struct Sums<'a, const C: usize> {
    own: &'a mut [VillageSums<C>],
    to_weaker: &'a mut [VillageSums<C>],
    to_stronger: &'a mut [VillageSums<C>],
}

struct Pass<'a, const C: usize> {
    weights: &'a Weights,
    features: &'a Features,
}

impl<const C: usize> Pass<'_, C> {
    fn run(weights: &Weights, features: &Features, scratch: &mut Scratch, mut see: Observer<'_>) -> Output {
        let pass = Pass::<C> { weights, features };
        let Scratch { now, next, own, to_weaker, to_stronger } = scratch;
        let (mut now, mut next) = (by_village(now), by_village(next));
        let mut sums =
            Sums { own: by_village(own), to_weaker: by_village(to_weaker), to_stronger: by_village(to_stronger) };
        // In the sums over villages, closed ones count as zero.
        for village in (0..VILLAGES).filter(|&village| !features.villages[village].is_open()) {
            (now[village], next[village]) = ([[0; C]; GUILDS], [[0; C]; GUILDS]);
        }
        pass.first_layer(now);
        if let Some(see) = &mut see {
            pass.open_villages().for_each(|village| now[village].iter().for_each(|channels| see(channels)));
        }
        for block in &weights.blocks {
            pass.multiply(block, now, &mut sums);
            pass.mix(block, now, &sums, next);
            core::mem::swap(&mut now, &mut next);
            if let Some(see) = &mut see {
                pass.open_villages().for_each(|village| now[village].iter().for_each(|channels| see(channels)));
            }
        }
        pass.heads(now)
    }

    /// For each channel as the heads know it, its place in the trunk.
    fn places(&self) -> &[u8; C] {
        self.weights.places.first_chunk().expect("a place for every channel")
    }

    fn open_villages(&self) -> impl Iterator<Item = usize> {
        (0..VILLAGES).filter(|&village| self.features.villages[village].is_open())
    }

    fn first_layer(&self, channels: &mut [VillageChannels<C>]) {
        let Weights { space, guild, village, global, bias, .. } = self.weights;
        let (space, guild, village) = (rows::<C, i16>(space), rows::<C, i16>(guild), rows::<C, i16>(village));
        let mut of_position = [0.0; C];
        of_position.copy_from_slice(bias);
        self.features
            .for_position(|feature, value| add_scaled(&mut of_position, &rows::<C, f32>(global)[feature], value));
        let all = of_position.map(|value| (value / FIRST_LAYER_STEP).round_ties_even() as i16);
        let mut of_guild = [all; GUILDS];
        for (number, sum) in of_guild.iter_mut().enumerate() {
            add_rows(sum, guild, &self.features.for_guild(number));
        }
        for number in self.open_villages() {
            let mut of_village = [0; C];
            add_rows(&mut of_village, village, &self.features.for_village(number));
            for (number_of_guild, channels) in channels[number].iter_mut().enumerate() {
                let mut here = of_guild[number_of_guild];
                add(&mut here, &of_village);
                add_rows(&mut here, space, &self.features.for_space(number, number_of_guild));
                round_and_clamp(&here, FIRST_LAYER_SHIFT, channels);
            }
        }
    }

    /// A bit for each open village.
    fn open_set(&self) -> u32 {
        self.open_villages().map(|village| 1 << village).sum()
    }

    /// Multiplies the channels of each village, for its weaker and its stronger neighbours only where it has any.
    fn multiply(&self, block: &Block, now: &[VillageChannels<C>], sums: &mut Sums<'_, C>) {
        let (mut stronger, mut weaker) = (0, 0);
        for village in self.open_villages() {
            for neighbour in self.features.villages[village].neighbours() {
                let kind = if neighbour.slope >= FIRST_STRONG_SLOPE { &mut stronger } else { &mut weaker };
                *kind |= 1 << neighbour.village;
            }
        }
        let open = self.open_set();
        let now = Blocks::new(now, open);
        block.own.block_products(&now, open, sums.own);
        block.strong.block_products(&now, stronger, sums.to_weaker);
        block.weak.block_products(&now, weaker, sums.to_stronger);
    }

    /// One mixing block: every space sees its neighbours over standing bridges, its village, its guild and the whole board.
    fn mix(&self, block: &Block, now: &[VillageChannels<C>], sums: &Sums<'_, C>, next: &mut [VillageChannels<C>]) {
        let now: &[VillageChannels<C>; VILLAGES] = now.first_chunk().expect("all villages");
        let mut village_sums = [[0; C]; VILLAGES];
        for village in self.open_villages() {
            sum_rows::<C, GUILDS>(&mut village_sums[village], |guild| &now[village][guild]);
        }
        let mut guild_sums = [[0; C]; GUILDS];
        for (guild, sums) in guild_sums.iter_mut().enumerate() {
            sum_rows::<C, VILLAGES>(sums, |village| &now[village][guild]);
        }
        let mut board_sum = [0; C];
        guild_sums.iter().for_each(|sum| add(&mut board_sum, sum));

        let shift = u32::from(block.shift);
        // Rounded to the nearest.
        let half = 1 << (shift + MEAN_SHIFT) >> 1;
        let mut of_board = [[0; C]];
        of_board[0] = core::array::from_fn(|channel| (block.bias[channel] << MEAN_SHIFT) + half);
        add_means::<C, 1, { VILLAGES * GUILDS }>(&block.global, &[board_sum], &mut of_board);
        let mut of_guild = [of_board[0]; GUILDS];
        add_means::<C, GUILDS, VILLAGES>(&block.guild, &guild_sums, &mut of_guild);
        let mut of_village = [[0; C]; VILLAGES];
        add_means::<C, VILLAGES, GUILDS>(&block.village, &village_sums, &mut of_village);
        for village in self.open_villages() {
            let neighbours = self.features.villages[village].neighbours();
            for guild in 0..GUILDS {
                let mut sources = [&sums.own[village][guild]; 1 + MAX_BRIDGES];
                for (source, neighbour) in sources[1..].iter_mut().zip(neighbours) {
                    let from = if neighbour.slope >= FIRST_STRONG_SLOPE { &sums.to_weaker } else { &sums.to_stronger };
                    *source = &from[usize::from(neighbour.village)][guild];
                }
                let sources = &sources[..=neighbours.len().min(MAX_BRIDGES)];
                // What counts in eighths of a step can be cut off to whole ones, and what is a multiple of an activation be added after
                // the shift: the result is the same.
                let means = [&of_guild[guild], &of_village[village]];
                add_shifted(&now[village][guild], sources, means, MEAN_SHIFT, shift, &mut next[village][guild]);
            }
        }
    }

    fn heads(&self, channels: &[VillageChannels<C>]) -> Output {
        let Weights { outputs, output_bias, kind, kind_bias, .. } = self.weights;
        let mut bias = [0.0; SPACE_OUTPUTS];
        bias.copy_from_slice(output_bias);
        let step = ACTIVATION_STEP / (1 << self.weights.output_shift) as f32;
        let mut policy = Policy { place: [0.0; SPACES], recruit: [0.0; SPACES], journey: [0.0; JOURNEYS] };
        let mut of_spaces = [[[0.0; SPACE_OUTPUTS]; GUILDS]; VILLAGES];
        let mut village_means = [[0.0; C]; VILLAGES];
        let mut pooled = [0.0; C];
        let mut sums = [[[0; SPACE_OUTPUTS]; GUILDS]; VILLAGES];
        outputs.block_products(&Blocks::new(channels, self.open_set()), self.open_set(), &mut sums);
        for village in self.open_villages() {
            for (outputs, sums) in of_spaces[village].iter_mut().zip(&sums[village]) {
                for output in 0..SPACE_OUTPUTS {
                    outputs[output] = sums[output] as f32 * step + bias[output];
                }
            }
            village_means[village] = mean(&channels[village]);
            add_scaled(&mut pooled, &village_means[village], 1.0 / VILLAGES as f32);
        }
        let pooled = core::array::from_fn(|channel| pooled[usize::from(self.places()[channel]) % C]);
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
        let slopes = rows::<JOURNEY_HIDDEN, f32>(journey_slope);
        let dot = |village: usize, weights: &[f32]| -> f32 {
            let means = &village_means[village];
            self.places().iter().zip(weights).map(|(&place, weight)| means[usize::from(place) % C] * weight).sum()
        };
        // Computed once for each destination.
        let mut to_parts = [None; VILLAGES];
        for from in self.open_villages() {
            let here = &self.features.villages[from];
            // Only the seat to move sends students.
            if here.masters[0] & here.students == 0 {
                continue;
            }
            let from_part = kind + dot(from, journey_from);
            for neighbour in here.neighbours() {
                let to = usize::from(neighbour.village);
                let slope = usize::from(self.features.slope(from, to));
                let to_part = *to_parts[to].get_or_insert_with(|| dot(to, journey_to));
                let mut logit = from_part + to_part + journey_bias[slope];
                for guild in (0..GUILDS).filter(|guild| here.students >> guild & 1 != 0) {
                    for unit in 0..JOURNEY_HIDDEN {
                        let sum = of_spaces[from][guild][JOURNEY_FROM + unit]
                            + of_spaces[to][guild][JOURNEY_TO + unit]
                            + slopes[slope][unit];
                        logit += journey_out[unit] * greater(sum, 0.0);
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
                let mut logits = *space.first_chunk::<{ NOBODY + 1 }>().expect("an output for every owner");
                if self.features.clans < SEATS {
                    logits[SEATS - 1] = f32::NEG_INFINITY;
                }
                let highest = logits.iter().copied().fold(f32::NEG_INFINITY, greater);
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
        let (from_pooled, from_extra) = rows::<WIN_HIDDEN, f32>(&win[0]).split_at(C);
        add_product(&mut first, pooled, from_pooled);
        add_product(&mut first, &extra, from_extra);
        let mut second = [0.0; WIN_HIDDEN];
        second.copy_from_slice(&win_bias[1]);
        add_product(&mut second, &first.map(|value| greater(value, 0.0)), rows(&win[1]));
        let mut logits = [0.0; SEATS];
        logits.copy_from_slice(&win_bias[2]);
        add_product(&mut logits, &second.map(|value| greater(value, 0.0)), rows(&win[2]));
        let (from_pooled, from_extra) = rows::<SEATS, f32>(win_direct).split_at(C);
        add_product(&mut logits, pooled, from_pooled);
        add_product(&mut logits, &extra, from_extra);
        logits[self.features.clans..].fill(f32::NEG_INFINITY);
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, greater);
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

/// Adds the rows of the features that are set.
#[inline(always)]
fn add_rows<const C: usize>(sum: &mut [i16; C], rows: &[[i16; C]], list: &FeatureList) {
    for &feature in list.as_slice() {
        add(sum, &rows[usize::from(feature)]);
    }
}

/// Channels that are summed up together, so that their sums stay in registers.
const SUMMED: usize = 16;

/// Adds up the channels of `R` rows.
#[inline(always)]
fn sum_rows<'a, const C: usize, const R: usize>(sums: &mut [u16; C], row: impl Fn(usize) -> &'a [u8; C]) {
    for (part, sums) in sums.as_chunks_mut::<SUMMED>().0.iter_mut().enumerate() {
        let lanes = |number: usize| -> &[u8; SUMMED] { &row(number).as_chunks().0[part] };
        for first in (0..R).step_by(2) {
            // The sum of two still fits into eight bits.
            let mut both = *lanes(first);
            if first + 1 < R {
                add(&mut both, lanes(first + 1));
            }
            for (sum, both) in sums.iter_mut().zip(both) {
                *sum += u16::from(both);
            }
        }
    }
}

/// The mean of `COUNT` channels in eighths of a step, rounded to the nearest, given their sum.
#[inline(always)]
fn mean_in_eighths<const COUNT: usize>(sum: u16) -> u32 {
    // Adding this number rounds to an integer, which is then in the lowest bits. `COUNT` is odd, so no mean is half-way between two, and
    // the product is exact enough to tell. The same number turns the sum into a float, for which the compiler finds no vector instruction in
    // the browser.
    const ROUND: f32 = 8_388_608.0;
    let exact = f32::from_bits(ROUND.to_bits() | u32::from(sum)) - ROUND;
    let shifted = exact * ((1 << MEAN_SHIFT) as f32 / COUNT as f32) + ROUND;
    shifted.to_bits() - ROUND.to_bits()
}

/// Adds the products of a matrix with the means of `COUNT` channels each, given their sums; in eighths of a step.
#[inline(always)]
fn add_means<const C: usize, const R: usize, const COUNT: usize>(
    matrix: &PackedMatrix,
    sums: &[[u16; C]; R],
    totals: &mut [[i32; C]; R],
) {
    let mut means = [[0; C]; R];
    for (mean, &sum) in means.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
        *mean = mean_in_eighths::<COUNT>(sum) as u16;
    }
    matrix.add_fine_products(&means, totals);
}

fn mean<const C: usize>(village: &VillageChannels<C>) -> [f32; C] {
    let mut sum = [0; C];
    sum_rows::<C, GUILDS>(&mut sum, |guild| &village[guild]);
    sum.map(|value| f32::from(value) * (ACTIVATION_STEP / GUILDS as f32))
}

fn rows<const N: usize, T>(matrix: &[T]) -> &[[T; N]] {
    matrix.as_chunks().0
}

fn by_village<const C: usize, T>(channels: &mut [T]) -> &mut [[[T; C]; GUILDS]] {
    channels.as_chunks_mut::<C>().0.as_chunks_mut::<GUILDS>().0
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_kernels::MAX_INPUT;

    #[test]
    fn means_are_divided_exactly() {
        fn check<const COUNT: usize>() {
            for sum in 0..=COUNT as u16 * u16::from(MAX_INPUT) {
                let exact = (f64::from(sum) * 8.0 / COUNT as f64).round() as u32;
                assert_eq!(mean_in_eighths::<COUNT>(sum), exact, "{sum} / {COUNT}");
            }
        }
        check::<GUILDS>();
        check::<VILLAGES>();
        check::<{ VILLAGES * GUILDS }>();
    }
}
