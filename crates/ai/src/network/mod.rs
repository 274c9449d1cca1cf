//! The neural network: win chances, masters and policy from one small network that treats all guilds alike.
//!
//! Every space of an open village has a vector of channels, computed from the features of the space, its guild, its
//! village and the whole position. A few blocks mix them along the standing bridges, and heads read off the owner of each
//! space at the end, the win chances and the policy. `docs/training.md` says how the weights come about.

mod arithmetic;
mod canaries;
mod channel_order;
mod features;
mod forward;
mod installed;
mod weights;

use std::sync::Arc;

use shangrila_rules::{Choices, Position, Space, SpaceSet};

use crate::bot::Bot;
use crate::evaluator::{Action, BlendedEvaluator, Evaluation, Evaluator};
use crate::search::{Params, SearchBot};
use crate::symmetry::GuildClasses;
pub use canaries::CANARY_POSITIONS;
use features::{Features, GUILDS};
use forward::{Output, Policy, Scratch, forward, journey_index};
pub use installed::{install, installed, network_evaluator};
pub use weights::NetworkError;
use weights::Weights;

/// A network, ready to be shared by any number of evaluators.
pub struct Network {
    weights: Weights,
}

impl Network {
    /// Reads a weight file, as `train/` writes them.
    ///
    /// # Errors
    /// When the bytes are not a network, are one of another version or size, do not match their hash, or give other answers
    /// than in training.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut weights = Weights::from_bytes(bytes)?;
        canaries::check(&weights)?;
        channel_order::reorder(&mut weights);
        Ok(Network { weights })
    }

    /// A player that searches with the network. `playout_share`, from 0 to 1, of each evaluation is a random playout.
    pub fn bot(self: &Arc<Network>, playout_share: f32, params: Params) -> Box<dyn Bot> {
        let evaluator = |seed| -> Box<dyn Evaluator> {
            let network = NetworkEvaluator::new(Arc::clone(self));
            if playout_share > 0.0 {
                Box::new(BlendedEvaluator::new(network, playout_share, seed))
            } else {
                Box::new(network)
            }
        };
        Box::new(SearchBot::new(params, evaluator))
    }
}

/// How many policies are kept. The search asks for the policy of a position at its second visit, after others were
/// evaluated; what has been overwritten by then is computed again.
const KEPT_POLICIES: usize = 16_384;

/// Evaluates positions with a [`Network`].
pub struct NetworkEvaluator {
    network: Arc<Network>,
    scratch: Scratch,
    /// Policies of positions evaluated lately, each in the place its hash points to.
    policies: Vec<Option<(u64, Box<Policy>)>>,
}

impl NetworkEvaluator {
    /// An evaluator with memory of its own.
    pub fn new(network: Arc<Network>) -> NetworkEvaluator {
        let scratch = Scratch::new(&network.weights);
        NetworkEvaluator { network, scratch, policies: vec![None; KEPT_POLICIES] }
    }

    fn run(&mut self, features: &Features) -> Output {
        forward(&self.network.weights, features, &mut self.scratch)
    }

    fn keep(&mut self, hash: u64, policy: Policy) {
        match &mut self.policies[hash as usize % KEPT_POLICIES] {
            Some((key, kept)) => {
                *key = hash;
                **kept = policy;
            }
            empty => *empty = Some((hash, Box::new(policy))),
        }
    }

    fn policy(&mut self, position: &Position) -> Option<&Policy> {
        let hash = position.hash64();
        let place = hash as usize % KEPT_POLICIES;
        if self.policies[place].as_ref().is_none_or(|(key, _)| *key != hash) {
            let output = self.run(&Features::of(position));
            self.keep(hash, output.policy);
        }
        self.policies[place].as_ref().map(|(_, policy)| &**policy)
    }
}

impl Evaluator for NetworkEvaluator {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let features = Features::of(position);
        let output = self.run(&features);
        let mut evaluation = Evaluation::default();
        for seat in 0..features.clans {
            evaluation.wins[features.seat_in_game(seat)] = output.wins[seat];
            evaluation.masters[features.seat_in_game(seat)] = output.masters[seat];
        }
        self.keep(position.hash64(), output.policy);
        evaluation
    }

    fn policy_logits(&mut self, position: &Position, actions: &[Action], logits: &mut [f32]) {
        let Some(policy) = self.policy(position) else { return };
        let index = |space: Space| space.village() as usize * GUILDS + space.guild() as usize;
        for (action, logit) in actions.iter().zip(logits) {
            *logit = match *action {
                Action::Place(space) => policy.place[index(space)],
                Action::Recruit(space) => policy.recruit[index(space)],
                Action::Journey(from, to) => {
                    journey_index(from as usize, to as usize).map_or(0.0, |journey| policy.journey[journey])
                }
                Action::Pass => 0.0,
            };
        }
    }
}

/// The placements that the search tells apart: where guilds lie alike, one of them stands for all. The policy is trained
/// to be a distribution over these.
pub fn distinct_placements(position: &Position) -> SpaceSet {
    let classes = GuildClasses::of(position);
    Choices::of(position).places.into_iter().filter(|&space| classes.is_first(space)).collect()
}
