//! The evaluator made of understanding: what matters was chosen by people, how much it matters was fitted on games.

mod owners;
mod promise;
pub mod training;
mod view;
mod weights;

use std::sync::Arc;

use shangrila_rules::Position;

use crate::evaluator::{Choice, Evaluator, Judgement};
use view::{View, seat_after};
use weights::PLACES;
pub use weights::{Weights, WeightsError};

/// Judges positions by fitted weights.
#[derive(Clone)]
pub struct FittedEvaluator {
    weights: Arc<Weights>,
}

impl FittedEvaluator {
    /// An evaluator with these weights.
    pub fn new(weights: Arc<Weights>) -> FittedEvaluator {
        FittedEvaluator { weights }
    }
}

impl Evaluator for FittedEvaluator {
    fn judge(&mut self, position: &Position) -> Judgement {
        let view = View::of(position);
        let weights = self.weights.for_clans(view.clans);
        let expectation = owners::expect(&PLACES.owner, weights, &view);
        let chances = owners::win_chances(&PLACES.win, weights, &view, &expectation);
        let mut judgement = Judgement::default();
        for clan in 0..view.clans {
            let seat = seat_after(position, clan);
            judgement.wins[seat] = chances[clan];
            judgement.masters[seat] = expectation.masters[clan];
        }
        judgement
    }

    fn promise(&mut self, position: &Position, choices: &[Choice], logits: &mut [f32]) {
        let view = View::of(position);
        let weights = self.weights.for_clans(view.clans);
        for (choice, logit) in choices.iter().zip(logits) {
            let terms = promise::terms(&PLACES.promise, &view, position, *choice);
            *logit = terms.as_slice().iter().map(|&term| weights[term as usize]).sum();
        }
    }
}
