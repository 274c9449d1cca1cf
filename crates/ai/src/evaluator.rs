//! What the search asks for: a judgement of a position, and how promising each choice looks.

use fastrand::Rng;
use shangrila_rules::{Position, Space, Village};

use crate::seats::{PerSeat, master_counts, win_shares};

/// Judges positions. The search knows nothing about what is behind it: a formula, playouts, or a network.
pub trait Evaluator: Send {
    /// What is expected to come of a position in which the game goes on.
    fn judge(&mut self, position: &Position) -> Judgement;

    /// How promising each choice looks before it is searched: `logits` gets one number for each choice.
    ///
    /// A choice with a number greater by 1 is worth *e* times the attention. The number of a recruit of two is the sum
    /// of the numbers of its two spaces.
    fn promise(&mut self, position: &Position, choices: &[Choice], logits: &mut [f32]);
}

/// One number for each seat, in turn order from the first seat, zero where nobody sits: never a sign to flip.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Judgement {
    /// The chance to win; a shared victory is split, so the sum is 1.
    pub wins: PerSeat,
    /// The expected number of masters at the end.
    pub masters: PerSeat,
}

impl Judgement {
    /// The result of a finished game.
    pub fn of_end(end: &Position) -> Judgement {
        Judgement { wins: win_shares(end), masters: master_counts(end) }
    }
}

/// A small choice of the search: a move, or one student of a recruit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Place a master.
    Place(Space),
    /// Recruit a student here, and perhaps a second one elsewhere.
    Recruit(Space),
    /// Send the students of the first village to the second.
    Journey(Village, Village),
    /// Nothing else is possible.
    Pass,
}

/// Knows nothing: all clans are equally likely to win, all choices equally promising.
#[derive(Clone, Copy, Debug)]
pub struct UniformEvaluator;

impl Evaluator for UniformEvaluator {
    fn judge(&mut self, position: &Position) -> Judgement {
        let seats = position.seats().count();
        let wins = [0, 1, 2, 3].map(|seat| if seat < seats { 1.0 / seats as f32 } else { 0.0 });
        Judgement { wins, masters: master_counts(position) }
    }

    fn promise(&mut self, _: &Position, _: &[Choice], logits: &mut [f32]) {
        logits.fill(0.0);
    }
}

/// Plays one random game to its end and believes the result.
#[derive(Clone, Debug)]
pub struct PlayoutEvaluator {
    rng: Rng,
}

impl PlayoutEvaluator {
    /// The same seed plays the same games.
    pub fn new(seed: u64) -> PlayoutEvaluator {
        PlayoutEvaluator { rng: Rng::with_seed(seed) }
    }
}

impl Evaluator for PlayoutEvaluator {
    fn judge(&mut self, position: &Position) -> Judgement {
        let mut end = *position;
        while end.play_random(|n| self.rng.u32(..n)).is_some() {}
        Judgement::of_end(&end)
    }

    fn promise(&mut self, _: &Position, _: &[Choice], logits: &mut [f32]) {
        logits.fill(0.0);
    }
}
