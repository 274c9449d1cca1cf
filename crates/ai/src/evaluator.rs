//! What the search asks of an evaluator: a value for a position and a policy over its actions.

use fastrand::Rng;
use shangrila_rules::{PerSeat, Position, Seat, Space, Village};

use crate::seats::{master_counts, win_shares};

/// Evaluates positions for the search, which does not know whether a formula, playouts or a network is behind it.
pub trait Evaluator: Send {
    /// Estimates the outcome of a position in which the game is not over.
    fn evaluate(&mut self, position: &Position) -> Evaluation;

    /// Writes one policy logit per action into `logits`: how good each action looks before it is searched.
    ///
    /// The search turns logits into priors with a softmax. The logit of a recruit of two students is the sum of the
    /// logits of its two spaces.
    fn policy_logits(&mut self, position: &Position, actions: &[Action], logits: &mut [f32]);
}

/// The estimated outcome for each seat, in turn order. Empty seats have zeros.
///
/// Every seat has its own value, so nothing is ever negated.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Evaluation {
    /// The chance of winning. A shared victory is split, so the values add up to 1.
    pub wins: PerSeat<f32>,
    /// The expected number of masters at the end of the game.
    pub masters: PerSeat<f32>,
}

impl Evaluation {
    /// Returns the result of a finished game.
    pub fn of_end(end: &Position) -> Evaluation {
        Evaluation { wins: win_shares(end), masters: master_counts(end) }
    }

    /// Adds `other`, scaled by `weight`.
    pub(crate) fn add_scaled(&mut self, other: &Evaluation, weight: f32) {
        for seat in Seat::ALL {
            self.wins[seat] += other.wins[seat] * weight;
            self.masters[seat] += other.masters[seat] * weight;
        }
    }
}

/// One step of the search: a whole move, or one student of a recruit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Place a master.
    Place(Space),
    /// Recruit a student here; a second one may follow as the next action.
    Recruit(Space),
    /// Send the students of the first village to the second.
    Journey(Village, Village),
    /// Pass, or decline the second student of a recruit.
    Pass,
}

/// Gives every clan the same chance of winning and every action the same logit.
#[derive(Clone, Copy, Debug)]
pub struct UniformEvaluator;

impl Evaluator for UniformEvaluator {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let seats = position.seats().count();
        let wins = PerSeat::from_fn(|seat| if seat.index() < seats { 1.0 / seats as f32 } else { 0.0 });
        Evaluation { wins, masters: master_counts(position) }
    }

    fn policy_logits(&mut self, _: &Position, _: &[Action], logits: &mut [f32]) {
        logits.fill(0.0);
    }
}

/// Plays one random game to the end and returns its result.
#[derive(Clone, Debug)]
pub struct PlayoutEvaluator {
    rng: Rng,
}

impl PlayoutEvaluator {
    /// Creates an evaluator; the same seed plays the same games.
    pub fn new(seed: u64) -> PlayoutEvaluator {
        PlayoutEvaluator { rng: Rng::with_seed(seed) }
    }
}

impl Evaluator for PlayoutEvaluator {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let mut end = *position;
        while end.play_random(|n| self.rng.u32(..n)).is_some() {}
        Evaluation::of_end(&end)
    }

    fn policy_logits(&mut self, _: &Position, _: &[Action], logits: &mut [f32]) {
        logits.fill(0.0);
    }
}

/// Mixes the value of another evaluator with the result of one random playout. The policy is the other evaluator's.
///
/// What an evaluator has learnt holds for players like the ones it learnt from. Playouts know nothing about players,
/// but they follow the rules to the end of the game, and over many visits their noise averages out.
pub struct BlendedEvaluator<E> {
    inner: E,
    playouts: PlayoutEvaluator,
    playout_share: f32,
}

impl<E: Evaluator> BlendedEvaluator<E> {
    /// Wraps `inner`; `playout_share`, from 0 to 1, is the weight of the playout in each value.
    pub fn new(inner: E, playout_share: f32, seed: u64) -> BlendedEvaluator<E> {
        BlendedEvaluator { inner, playouts: PlayoutEvaluator::new(seed), playout_share }
    }
}

impl<E: Evaluator> Evaluator for BlendedEvaluator<E> {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let (learnt, played) = (self.inner.evaluate(position), self.playouts.evaluate(position));
        let mix = |learnt: PerSeat<f32>, played: PerSeat<f32>| {
            PerSeat::from_fn(|seat| learnt[seat] + (played[seat] - learnt[seat]) * self.playout_share)
        };
        Evaluation { wins: mix(learnt.wins, played.wins), masters: mix(learnt.masters, played.masters) }
    }

    fn policy_logits(&mut self, position: &Position, actions: &[Action], logits: &mut [f32]) {
        self.inner.policy_logits(position, actions, logits);
    }
}
