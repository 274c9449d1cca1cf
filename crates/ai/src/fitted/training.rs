//! Fits the weights by stochastic gradient descent, using the same terms as in play.

use shangrila_rules::{Choices, Move, PerSeat, Position};

use super::features::{CLANS, Features, seat_after};
use super::ownership::{self, space_terms};
use super::policy;
use super::value::{self, value_terms};
use super::weights::LAYOUT;
use crate::evaluator::Action;

/// Trains the weights for one number of clans with Adagrad.
pub struct Trainer {
    weights: Vec<f32>,
    /// The sum of squared gradients of each weight so far.
    squares: Vec<f32>,
    /// The learning rate.
    pub rate: f32,
    /// The weight decay, applied whenever a weight is updated.
    pub decay: f32,
}

/// Sums of losses over training samples, in nats unless noted; lower is better.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    /// The cross-entropy of the final owners of spaces.
    pub ownership: f64,
    /// The number of spaces in `ownership`.
    pub spaces: u64,
    /// The cross-entropy of the winner.
    pub value: f64,
    /// The number of positions in `value` and `masters`.
    pub positions: u64,
    /// The cross-entropy of the chosen move.
    pub policy: f64,
    /// The number of positions in `policy`.
    pub policy_positions: u64,
    /// The squared error of the expected masters.
    pub masters: f64,
}

impl Trainer {
    /// Starts from these weights.
    pub fn new(weights: &[f32], rate: f32, decay: f32) -> Trainer {
        Trainer { weights: weights.to_vec(), squares: vec![1e-3; weights.len()], rate, decay }
    }

    /// Returns the current weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    fn descend(&mut self, index: u32, gradient: f32) {
        let index = index as usize;
        let gradient = gradient + self.decay * self.weights[index];
        self.squares[index] += gradient * gradient;
        self.weights[index] -= self.rate * gradient / self.squares[index].sqrt();
    }

    /// Trains ownership and value on one position of a game that ended in `end`, and adds the loss before the update.
    ///
    /// `wins` is the target value of each seat. Without `learn` the loss is measured but nothing is updated.
    pub fn train_value(
        &mut self,
        position: &Position,
        end: &Position,
        wins: PerSeat<f32>,
        learn: bool,
        loss: &mut Loss,
    ) {
        let features = Features::of(position);
        let owners: [u128; CLANS] =
            core::array::from_fn(|clan| end.masters_of_seat(seat_after(position, clan % features.clans)).bits());
        let mut expectation = ownership::settled(&features);
        for village in features.open_villages() {
            for guild in 0..7 {
                let bit = 8 * village + guild;
                let owner = (0..features.clans).find(|&clan| owners[clan] >> bit & 1 != 0);
                let chances = self.train_ownership(&features, village, guild, owner, learn, loss);
                expectation.add(&chances);
            }
        }
        for clan in 0..features.clans {
            let error = expectation.masters[clan] - owners[clan].count_ones() as f32;
            loss.masters += f64::from(error * error) / features.clans as f64;
        }
        let targets: [f32; CLANS] = core::array::from_fn(|clan| wins[seat_after(position, clan % features.clans)]);
        let chances = value::win_chances(&LAYOUT.value, &self.weights, &features, &expectation);
        loss.positions += 1;
        for clan in 0..features.clans {
            loss.value -= f64::from(targets[clan] * chances[clan].max(1e-6).ln());
        }
        if learn {
            for clan in 0..features.clans {
                let gradient = chances[clan] - targets[clan];
                let (indices, turn) = LAYOUT.value.weights(&features, clan);
                for (index, value) in indices.into_iter().zip(value_terms(&features, &expectation, clan)) {
                    self.descend(index, gradient * value);
                }
                self.descend(turn, gradient);
            }
        }
    }

    fn train_ownership(
        &mut self,
        features: &Features,
        village: usize,
        guild: usize,
        owner: Option<usize>,
        learn: bool,
        loss: &mut Loss,
    ) -> [f32; CLANS] {
        let terms = space_terms(&LAYOUT.ownership, features, village, guild);
        let sum = |indices: &[u32]| indices.iter().map(|&index| self.weights[index as usize]).sum::<f32>();
        let mut chances = [0.0; CLANS + 1];
        for clan in 0..features.clans {
            chances[clan] = sum(&terms.clans[clan]).exp();
        }
        if let Some(nobody) = terms.nobody {
            chances[CLANS] = self.weights[nobody as usize].exp();
        }
        let all: f32 = chances.iter().sum();
        let owner = owner.unwrap_or(CLANS);
        loss.spaces += 1;
        loss.ownership -= f64::from((chances[owner] / all).max(1e-6).ln());
        let shares = core::array::from_fn(|clan| chances[clan] / all);
        if !learn {
            return shares;
        }
        for clan in 0..features.clans {
            let gradient = chances[clan] / all - f32::from(u8::from(clan == owner));
            for index in terms.clans[clan] {
                self.descend(index, gradient);
            }
        }
        if let Some(nobody) = terms.nobody {
            self.descend(nobody, chances[CLANS] / all - f32::from(u8::from(owner == CLANS)));
        }
        shares
    }

    /// Trains the policy on one position; `targets` gives the share of the search's visits for each move.
    pub fn train_policy(&mut self, position: &Position, targets: &[(Move, f32)], learn: bool, loss: &mut Loss) {
        let features = Features::of(position);
        let legal = Choices::of(position);
        let mut terms = Vec::new();
        let mut logits = Vec::new();
        let mut actions = Vec::new();
        let places = legal.places.into_iter().map(Action::Place);
        let journeys = legal.journeys.into_iter().map(|(_, from, to)| Action::Journey(from, to));
        for action in places.chain(journeys).chain(legal.recruits.into_iter().map(Action::Recruit)) {
            let found = policy::terms(&LAYOUT.policy, &features, position, action);
            logits.push(found.as_slice().iter().map(|&index| self.weights[index as usize]).sum::<f32>());
            terms.push(found);
            actions.push(action);
        }
        // Every move consists of one or two actions.
        let index_of = |action: Action| actions.iter().position(|&other| other == action);
        let parts = |mv: Move| match mv {
            Move::Place { space } => Some((index_of(Action::Place(space))?, None)),
            Move::Journey { from, to } => Some((index_of(Action::Journey(from, to))?, None)),
            Move::Recruit { first, second } => {
                let second = match second {
                    Some(space) => Some(index_of(Action::Recruit(space))?),
                    None => None,
                };
                Some((index_of(Action::Recruit(first))?, second))
            }
            Move::Pass => None,
        };
        let moves: Vec<(usize, Option<usize>)> = legal.moves().iter().filter_map(parts).collect();
        if moves.len() < 2 {
            return;
        }
        let logit = |&(one, other): &(usize, Option<usize>)| logits[one] + other.map_or(0.0, |other| logits[other]);
        let highest = moves.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f32> = moves.iter().map(|mv| (logit(mv) - highest).exp()).collect();
        let all: f32 = weights.iter().sum();
        let mut gradients = vec![0.0; logits.len()];
        let mut add = |&(one, other): &(usize, Option<usize>), gradient: f32| {
            gradients[one] += gradient;
            if let Some(other) = other {
                gradients[other] += gradient;
            }
        };
        for (mv, weight) in moves.iter().zip(&weights) {
            add(mv, weight / all);
        }
        loss.policy_positions += 1;
        for &(mv, share) in targets {
            let Some(mv) = parts(mv) else { continue };
            add(&mv, -share);
            loss.policy -= f64::from(share * ((logit(&mv) - highest) - all.ln()));
        }
        if learn {
            for (terms, gradient) in terms.iter().zip(gradients) {
                for &index in terms.as_slice() {
                    self.descend(index, gradient);
                }
            }
        }
    }
}
