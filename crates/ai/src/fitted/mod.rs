//! The fitted evaluator: hand-designed features with weights fitted on self-play games.

mod features;
mod journey_outcome;
mod ownership;
mod policy;
pub mod training;
mod value;
mod weights;

use std::sync::{Arc, LazyLock};

use shangrila_rules::Position;

use crate::evaluator::{Action, BlendedEvaluator, Evaluation, Evaluator};
use features::{Features, seat_after};
use ownership::SpaceTable;
use weights::LAYOUT;
pub use weights::{Weights, WeightsError};

/// Evaluates positions with a [`FittedModel`].
#[derive(Clone)]
pub struct FittedEvaluator {
    model: Arc<FittedModel>,
}

/// Fitted weights and the lookup tables computed from them.
pub struct FittedModel {
    weights: Weights,
    /// One table for three clans and one for four.
    tables: [SpaceTable; 2],
}

impl FittedModel {
    /// Computes the lookup tables from the weights.
    pub fn new(weights: Weights) -> FittedModel {
        let tables = [3, 4].map(|clans| SpaceTable::new(&LAYOUT.ownership, weights.for_clans(clans)));
        FittedModel { weights, tables }
    }
}

impl FittedEvaluator {
    /// Creates an evaluator; clones share the model.
    pub fn new(model: Arc<FittedModel>) -> FittedEvaluator {
        FittedEvaluator { model }
    }
}

/// The weight of the random playout in the value of the built-in evaluator.
pub const PLAYOUT_SHARE: f32 = 0.5;

/// Creates the evaluator of the player `fitted`: the model with its built-in weights, blended with random playouts.
pub fn fitted_evaluator(seed: u64) -> Box<dyn Evaluator> {
    static MODEL: LazyLock<Arc<FittedModel>> = LazyLock::new(|| Arc::new(FittedModel::new(Weights::built_in())));
    Box::new(BlendedEvaluator::new(FittedEvaluator::new(Arc::clone(&MODEL)), PLAYOUT_SHARE, seed))
}

impl Evaluator for FittedEvaluator {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let features = Features::of(position);
        let weights = self.model.weights.for_clans(features.clans);
        let table = &self.model.tables[features.clans - 3];
        let expectation = ownership::expect(&LAYOUT.ownership, table, weights, &features);
        let chances = value::win_chances(&LAYOUT.value, weights, &features, &expectation);
        let mut evaluation = Evaluation::default();
        for clan in 0..features.clans {
            let seat = seat_after(position, clan);
            evaluation.wins[seat] = chances[clan];
            evaluation.masters[seat] = expectation.masters[clan];
        }
        evaluation
    }

    fn policy_logits(&mut self, position: &Position, actions: &[Action], logits: &mut [f32]) {
        let features = Features::of(position);
        let weights = self.model.weights.for_clans(features.clans);
        for (action, logit) in actions.iter().zip(logits) {
            let terms = policy::terms(&LAYOUT.policy, &features, position, *action);
            *logit = terms.as_slice().iter().map(|&term| weights[term as usize]).sum();
        }
    }
}
