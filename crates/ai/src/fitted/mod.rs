//! The evaluator made of understanding: what matters was chosen by people, how much it matters was fitted on games.

mod owners;
mod promise;
pub mod training;
mod view;
mod weights;

use std::sync::Arc;

use shangrila_rules::Position;

use crate::evaluator::{Choice, Evaluator, Judgement};
use owners::SpaceTable;
use view::{View, seat_after};
use weights::PLACES;
pub use weights::{Weights, WeightsError};

/// Judges positions by fitted weights.
#[derive(Clone)]
pub struct FittedEvaluator {
    knowledge: Arc<Knowledge>,
}

/// Weights, and what is computed from them once.
pub struct Knowledge {
    weights: Weights,
    /// For three and for four clans.
    tables: [SpaceTable; 2],
}

impl Knowledge {
    /// Prepares weights for use.
    pub fn new(weights: Weights) -> Knowledge {
        let tables = [3, 4].map(|clans| SpaceTable::new(&PLACES.owner, weights.for_clans(clans)));
        Knowledge { weights, tables }
    }
}

impl FittedEvaluator {
    /// An evaluator that knows this.
    pub fn new(knowledge: Arc<Knowledge>) -> FittedEvaluator {
        FittedEvaluator { knowledge }
    }
}

impl Evaluator for FittedEvaluator {
    fn judge(&mut self, position: &Position) -> Judgement {
        let view = View::of(position);
        let weights = self.knowledge.weights.for_clans(view.clans);
        let table = &self.knowledge.tables[view.clans - 3];
        let expectation = owners::expect(&PLACES.owner, table, weights, &view);
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
        let weights = self.knowledge.weights.for_clans(view.clans);
        for (choice, logit) in choices.iter().zip(logits) {
            let terms = promise::terms(&PLACES.promise, &view, position, *choice);
            *logit = terms.as_slice().iter().map(|&term| weights[term as usize]).sum();
        }
    }
}
