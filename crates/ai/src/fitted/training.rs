//! How the weights are fitted: the same terms as in play, with the gradients of what the end of the game says.

use shangrila_rules::{Choices, Move, Position};

use super::owners::{self, space_terms, win_terms};
use super::promise;
use super::view::{CLANS, View, seat_after};
use super::weights::PLACES;
use crate::evaluator::Choice;

/// Weights of one number of clans on their way, with a learning rate of their own each (Adagrad).
pub struct Fit {
    weights: Vec<f32>,
    /// The sum of the squares of all gradients so far.
    squares: Vec<f32>,
    /// The length of a step.
    pub rate: f32,
    /// How strongly a weight is drawn to zero whenever it is used.
    pub decay: f32,
}

/// How surprising the truth was, in nats; less is better.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    /// The owner of a space.
    pub owner: f64,
    /// Spaces looked at.
    pub spaces: u64,
    /// The winner.
    pub win: f64,
    /// Positions looked at.
    pub positions: u64,
    /// The chosen move.
    pub promise: f64,
    /// Choices looked at.
    pub choices: u64,
    /// The squared error of the expected masters.
    pub masters: f64,
}

impl Fit {
    /// Goes on from these weights.
    pub fn new(weights: &[f32], rate: f32, decay: f32) -> Fit {
        Fit { weights: weights.to_vec(), squares: vec![1e-3; weights.len()], rate, decay }
    }

    /// The weights as they are now.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    fn descend(&mut self, place: u32, gradient: f32) {
        let place = place as usize;
        let gradient = gradient + self.decay * self.weights[place];
        self.squares[place] += gradient * gradient;
        self.weights[place] -= self.rate * gradient / self.squares[place].sqrt();
    }

    /// Learns from one position of a game who owned what at the `end` and who won, and counts the loss before that;
    /// without `learn` it only counts. `wins` is the target for each seat.
    pub fn see_end(&mut self, position: &Position, end: &Position, wins: [f32; 4], learn: bool, loss: &mut Loss) {
        let view = View::of(position);
        let owners: [u128; CLANS] =
            core::array::from_fn(|clan| end.masters_of_seat(seat_after(position, clan % view.clans)).bits());
        let expectation = owners::expect(&PLACES.owner, &self.weights, &view);
        for village in view.open_villages() {
            for guild in 0..7 {
                let bit = 8 * village + guild;
                let owner = (0..view.clans).find(|&clan| owners[clan] >> bit & 1 != 0);
                self.see_space(&view, village, guild, owner, learn, loss);
            }
        }
        for clan in 0..view.clans {
            let error = expectation.masters[clan] - owners[clan].count_ones() as f32;
            loss.masters += f64::from(error * error) / view.clans as f64;
        }
        let targets: [f32; CLANS] = core::array::from_fn(|clan| wins[seat_after(position, clan % view.clans)]);
        let chances = owners::win_chances(&PLACES.win, &self.weights, &view, &expectation);
        loss.positions += 1;
        for clan in 0..view.clans {
            loss.win -= f64::from(targets[clan] * chances[clan].max(1e-6).ln());
        }
        if learn {
            for clan in 0..view.clans {
                let gradient = chances[clan] - targets[clan];
                let (places, turn) = PLACES.win.at(&view, clan);
                for (place, value) in places.into_iter().zip(win_terms(&view, &expectation, clan)) {
                    self.descend(place, gradient * value);
                }
                self.descend(turn, gradient);
            }
        }
    }

    fn see_space(
        &mut self,
        view: &View,
        village: usize,
        guild: usize,
        owner: Option<usize>,
        learn: bool,
        loss: &mut Loss,
    ) {
        let terms = space_terms(&PLACES.owner, view, village, guild);
        let sum = |places: &[u32]| places.iter().map(|&place| self.weights[place as usize]).sum::<f32>();
        let mut chances = [0.0; CLANS + 1];
        for clan in 0..view.clans {
            chances[clan] = sum(&terms.clans[clan]).exp();
        }
        if let Some(nobody) = terms.nobody {
            chances[CLANS] = self.weights[nobody as usize].exp();
        }
        let all: f32 = chances.iter().sum();
        let owner = owner.unwrap_or(CLANS);
        loss.spaces += 1;
        loss.owner -= f64::from((chances[owner] / all).max(1e-6).ln());
        if !learn {
            return;
        }
        for clan in 0..view.clans {
            let gradient = chances[clan] / all - f32::from(u8::from(clan == owner));
            for place in terms.clans[clan] {
                self.descend(place, gradient);
            }
        }
        if let Some(nobody) = terms.nobody {
            self.descend(nobody, chances[CLANS] / all - f32::from(u8::from(owner == CLANS)));
        }
    }

    /// Learns from one position which moves a long search preferred: `targets` has a share for each of them.
    pub fn see_choice(&mut self, position: &Position, targets: &[(Move, f32)], learn: bool, loss: &mut Loss) {
        let view = View::of(position);
        let legal = Choices::of(position);
        let mut terms = Vec::new();
        let mut numbers = Vec::new();
        let mut choices = Vec::new();
        let whole = legal.places.into_iter().map(Choice::Place);
        let journeys = legal.journeys.into_iter().map(|(_, from, to)| Choice::Journey(from, to));
        for choice in whole.chain(journeys).chain(legal.recruits.into_iter().map(Choice::Recruit)) {
            let found = promise::terms(&PLACES.promise, &view, position, choice);
            numbers.push(found.as_slice().iter().map(|&place| self.weights[place as usize]).sum::<f32>());
            terms.push(found);
            choices.push(choice);
        }
        // Every move is one choice, or two of them.
        let place_of = |choice: Choice| choices.iter().position(|&other| other == choice);
        let parts = |mv: Move| match mv {
            Move::Place { space } => Some((place_of(Choice::Place(space))?, None)),
            Move::Journey { from, to } => Some((place_of(Choice::Journey(from, to))?, None)),
            Move::Recruit { first, second } => {
                let second = match second {
                    Some(space) => Some(place_of(Choice::Recruit(space))?),
                    None => None,
                };
                Some((place_of(Choice::Recruit(first))?, second))
            }
            Move::Pass => None,
        };
        let mut list = shangrila_rules::MoveList::new();
        legal.list(&mut list);
        let moves: Vec<(usize, Option<usize>)> = list.iter().filter_map(parts).collect();
        if moves.len() < 2 {
            return;
        }
        let number = |&(one, other): &(usize, Option<usize>)| numbers[one] + other.map_or(0.0, |other| numbers[other]);
        let highest = moves.iter().map(number).fold(f32::NEG_INFINITY, f32::max);
        let weights: Vec<f32> = moves.iter().map(|mv| (number(mv) - highest).exp()).collect();
        let all: f32 = weights.iter().sum();
        let mut gradients = vec![0.0; numbers.len()];
        let mut add = |&(one, other): &(usize, Option<usize>), gradient: f32| {
            gradients[one] += gradient;
            if let Some(other) = other {
                gradients[other] += gradient;
            }
        };
        for (mv, weight) in moves.iter().zip(&weights) {
            add(mv, weight / all);
        }
        loss.choices += 1;
        for &(mv, share) in targets {
            let Some(mv) = parts(mv) else { continue };
            add(&mv, -share);
            loss.promise -= f64::from(share * ((number(&mv) - highest) - all.ln()));
        }
        if learn {
            for (terms, gradient) in terms.iter().zip(gradients) {
                for &place in terms.as_slice() {
                    self.descend(place, gradient);
                }
            }
        }
    }
}
