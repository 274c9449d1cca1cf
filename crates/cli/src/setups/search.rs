//! Looks for a fair set-up: starts from a random one and moves masters until every seat has the same chance.
//!
//! Hardly any random set-up is fair, and only a long search knows. A short search, or the network alone, differs from it by several
//! points; but after one master has moved it differs by about the same. So the neighbours of a set-up pass through a funnel: the network
//! looks at many of them, ever longer searches look at the most promising, and the best one is where the climb goes on.
//!
//! For the same reason a fair set-up leads to others much faster than a random one does: the network alone can say how to move several
//! masters without favouring anyone.

use fastrand::Rng;
use shangrila_rules::map::villages_in_play;
use shangrila_rules::{GameOptions, Guild, Position, Village};
use shangrila_table::FairSetup;
use shangrila_table::fair_setup::{SeatVillages, check_masters, masters_of_setup};

use super::judge::{Glance, deviation, searched};
use super::seats;

/// A stage of the climb.
struct Stage {
    /// The visits of its searches; none for the network alone.
    visits: u32,
    /// The climb goes on to the next stage when no seat's chance is further from an equal share.
    limit: f32,
    /// The neighbours that the stage judges in a step, if they have passed those before it.
    neighbours: usize,
}

/// The last stage searches eight times as long as two seconds allow on one core, because the chances still drift by a few points until
/// then. Within its limit, no two seats are more than the promised two points apart.
const STAGES: [Stage; 5] = [
    Stage { visits: 0, limit: 0.03, neighbours: 250 },
    Stage { visits: 500, limit: 0.025, neighbours: 30 },
    Stage { visits: 5_000, limit: 0.022, neighbours: 8 },
    Stage { visits: 50_000, limit: 0.022, neighbours: 3 },
    Stage { visits: 400_000, limit: 0.01, neighbours: 1 },
];

/// The steps without an improvement after which another random set-up has a better chance.
const PATIENCE: usize = 4;

/// The steps in which a variation moves away from a fair set-up, and the neighbours that the network looks at in each. All steps but
/// the last take one of the fairest at random, so that variations of the same set-up differ.
const VARIATION_STEPS: usize = 8;
const VARIATION_NEIGHBOURS: usize = 200;
const VARIATION_CHOICE: usize = 6;

/// Finds a fair set-up, starting from one of `models` if there are any. The same number of clans, models, seed and number always give the
/// same one. `None` when `stopped` says so.
pub(super) fn find(
    clans: usize,
    models: &[FairSetup],
    seed: u64,
    number: u64,
    stopped: &impl Fn() -> bool,
) -> Option<FairSetup> {
    let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number << 3) ^ clans as u64);
    let mut glance = Glance::new();
    loop {
        let (start, stage) = if models.is_empty() {
            (random(clans, &mut rng), 0)
        } else {
            (vary(&models[rng.usize(..models.len())], &mut glance, &mut rng), STAGES.len() - 1)
        };
        match balance(start, stage, &mut glance, &mut rng, stopped) {
            Some(setup) => return Some(setup),
            None if stopped() => return None,
            None => {}
        }
    }
}

/// A complete set-up in which everybody has placed at random.
fn random(clans: usize, rng: &mut Rng) -> Vec<SeatVillages> {
    loop {
        let mut position = Position::start(seats(clans), GameOptions::default());
        while position.in_opening() && position.play_random(|n| rng.u32(..n)).is_some() {}
        // Rarely, somebody had to pass because no space was left for the last guild.
        if let Some(villages) = masters_of_setup(&position) {
            return villages;
        }
    }
}

/// A set-up several masters away from a fair one that is about as fair: wherever the network's opinion of the two differs, the difference
/// between the seats stays small.
fn vary(model: &FairSetup, glance: &mut Glance, rng: &mut Rng) -> Vec<SeatVillages> {
    let before = glance.chances(model.villages());
    let corrections: Vec<f32> = model.chances().zip(before).map(|(chance, before)| chance - before).collect();
    let mut villages = model.villages().to_vec();
    for step in 1..=VARIATION_STEPS {
        let expected = |villages: &[SeatVillages], glance: &mut Glance| {
            let chances = glance.chances(villages);
            unfairness(chances.iter().zip(&corrections).map(|(chance, correction)| chance + correction))
        };
        let mut next = Vec::new();
        while next.len() < VARIATION_NEIGHBOURS {
            let changed = neighbour(&villages, rng);
            if changed != villages && check_masters(&changed).is_ok() {
                next.push((expected(&changed, glance), changed));
            }
        }
        next.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let choice = if step < VARIATION_STEPS { VARIATION_CHOICE } else { 1 };
        villages = next.swap_remove(rng.usize(..choice)).1;
    }
    villages
}

/// A set-up and each seat's chance by every stage up to the present one.
#[derive(Clone)]
struct Judged {
    villages: Vec<SeatVillages>,
    chances: Vec<Vec<f32>>,
}

impl Judged {
    fn new(villages: Vec<SeatVillages>, glance: &mut Glance) -> Judged {
        let chances = vec![glance.chances(&villages)];
        Judged { villages, chances }
    }

    /// Has the next stage judge it too.
    fn judge_further(&mut self) {
        self.chances.push(searched(&self.villages, STAGES[self.chances.len()].visits, 1));
    }

    /// The chances by the last stage that judged it.
    fn last(&self) -> &[f32] {
        self.chances.last().map_or(&[], Vec::as_slice)
    }

    /// How unfair it will turn out by the stage that `base`, a neighbour, was last judged by, if this stage and the earlier one differ
    /// about both by the same.
    fn expected_unfairness(&self, base: &Judged) -> f32 {
        let stage = self.chances.len() - 1;
        let expected = |seat: usize| self.last()[seat] + base.last()[seat] - base.chances[stage][seat];
        unfairness((0..self.villages.len()).map(expected))
    }
}

/// What the climb reduces: the sum of the squares of the distances to an equal share.
fn unfairness(chances: impl ExactSizeIterator<Item = f32>) -> f32 {
    let share = 1.0 / chances.len() as f32;
    chances.map(|chance| (chance - share).powi(2)).sum()
}

/// Moves masters until every seat has the same chance by all stages from `first` on; `None` if that does not work out.
fn balance(
    start: Vec<SeatVillages>,
    first: usize,
    glance: &mut Glance,
    rng: &mut Rng,
    stopped: &impl Fn() -> bool,
) -> Option<FairSetup> {
    let mut setup = Judged::new(start, glance);
    for (stage, Stage { limit, .. }) in STAGES.iter().enumerate() {
        if stage > 0 {
            setup.judge_further();
        }
        let mut failures = 0;
        while stage >= first && deviation(setup.last()) > *limit {
            let next = best_neighbour(&setup, glance, rng);
            if next.expected_unfairness(&setup) < unfairness(setup.last().iter().copied()) {
                (setup, failures) = (next, 0);
            } else {
                failures += 1;
            }
            if failures == PATIENCE || stopped() {
                return None;
            }
        }
    }
    let chances = setup.chances.pop()?;
    FairSetup::new(setup.villages, &chances).ok()
}

/// Passes random neighbours through the funnel of all stages up to the last that judged `base`, and returns the best.
fn best_neighbour(base: &Judged, glance: &mut Glance, rng: &mut Rng) -> Judged {
    let mut neighbours = Vec::new();
    while neighbours.len() < STAGES[0].neighbours {
        let villages = neighbour(&base.villages, rng);
        if villages != base.villages && check_masters(&villages).is_ok() {
            neighbours.push(Judged::new(villages, glance));
        }
    }
    let best_first = |neighbours: &mut Vec<Judged>| {
        neighbours.sort_by(|one, other| one.expected_unfairness(base).total_cmp(&other.expected_unfairness(base)));
    };
    best_first(&mut neighbours);
    for stage in &STAGES[1..base.chances.len()] {
        neighbours.truncate(stage.neighbours);
        neighbours.iter_mut().for_each(Judged::judge_further);
        best_first(&mut neighbours);
    }
    neighbours.swap_remove(0)
}

/// Moves a random master to another village, or swaps it with another clan's master of the same guild. The result may break the rules.
fn neighbour(setup: &[SeatVillages], rng: &mut Rng) -> Vec<SeatVillages> {
    let mut changed = setup.to_vec();
    let (seat, guild) = (rng.usize(..setup.len()), rng.usize(..Guild::COUNT));
    if rng.bool() {
        let villages = villages_in_play(setup.len());
        let open: Vec<Village> = Village::ALL.into_iter().filter(|&village| villages.contains(village)).collect();
        changed[seat][guild] = open[rng.usize(..open.len())];
    } else {
        let other = (seat + rng.usize(1..setup.len())) % setup.len();
        (changed[seat][guild], changed[other][guild]) = (setup[other][guild], setup[seat][guild]);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_set_ups_and_their_neighbours_keep_the_rules_of_the_free_set_up() {
        let mut rng = Rng::with_seed(5);
        for clans in [3, 4] {
            for _ in 0..20 {
                let setup = random(clans, &mut rng);
                assert_eq!(check_masters(&setup), Ok(()));
                let legal = (0..50).filter(|_| check_masters(&neighbour(&setup, &mut rng)).is_ok()).count();
                assert!(legal > 5, "{legal} legal neighbours of {setup:?}");
            }
        }
    }

    #[test]
    fn a_step_of_the_climb_makes_a_set_up_fairer_by_the_network() {
        for clans in [3, 4] {
            let (mut rng, mut glance) = (Rng::with_seed(7), Glance::new());
            let start = Judged::new(random(clans, &mut rng), &mut glance);
            let next = best_neighbour(&start, &mut glance, &mut rng);
            assert_eq!(check_masters(&next.villages), Ok(()));
            assert!(deviation(next.last()) < deviation(start.last()));
        }
    }

    #[test]
    fn a_neighbour_is_expected_to_differ_from_a_long_search_as_much_as_the_set_up_itself() {
        let judged = |chances: &[[f32; 3]]| Judged {
            villages: vec![[Village::A; Guild::COUNT]; 3],
            chances: chances.iter().map(|chances| chances.to_vec()).collect(),
        };
        let third = 1.0 / 3.0;
        let base = judged(&[[0.3, 0.4, 0.3], [third + 0.1, third - 0.1, third]]);
        let better = judged(&[[0.2, 0.5, 0.3]]);
        assert!(better.expected_unfairness(&base) < 1e-6);
        assert!((judged(&[[0.3, 0.4, 0.3]]).expected_unfairness(&base) - 0.02).abs() < 1e-6);
    }

    #[test]
    fn a_search_that_is_stopped_finds_nothing() {
        let start = random(4, &mut Rng::with_seed(1));
        assert_eq!(balance(start, 0, &mut Glance::new(), &mut Rng::with_seed(1), &|| true), None);
    }

    #[test]
    fn a_variation_moves_several_masters_and_stays_as_fair_as_the_network_can_tell() {
        let model: &FairSetup = &"glfdmek lakebig fhmjdai 327 329 344".parse().unwrap();
        let (mut glance, mut rng) = (Glance::new(), Rng::with_seed(11));
        let before = glance.chances(model.villages());
        let varied = vary(model, &mut glance, &mut rng);
        assert_eq!(check_masters(&varied), Ok(()));
        let pairs = model.villages().iter().flatten().zip(varied.iter().flatten());
        assert!(pairs.filter(|(one, other)| one != other).count() >= 5);
        for ((chance, before), after) in model.chances().zip(before).zip(glance.chances(&varied)) {
            assert!((chance - before + after - 1.0 / 3.0).abs() < 0.02, "{varied:?}");
        }
        assert_ne!(varied, vary(model, &mut glance, &mut rng));
    }
}
