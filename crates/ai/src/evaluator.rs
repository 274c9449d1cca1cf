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

    /// Adds a share of another judgement.
    pub(crate) fn add(&mut self, other: &Judgement, share: f32) {
        for seat in 0..4 {
            self.wins[seat] += other.wins[seat] * share;
            self.masters[seat] += other.masters[seat] * share;
        }
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

/// Knowledge that is checked against the rest of the game: a share of each judgement is the end of one random game.
///
/// What an evaluator has learnt holds for players like those it learnt from. Random games know nothing about players,
/// but they obey the rules to the end, and over many visits their chance evens out.
pub struct BlendedEvaluator<E> {
    knowledge: E,
    playouts: PlayoutEvaluator,
    playout_share: f32,
}

impl<E: Evaluator> BlendedEvaluator<E> {
    /// Mixes `playout_share`, from 0 to 1, of random games into what `knowledge` says.
    pub fn new(knowledge: E, playout_share: f32, seed: u64) -> BlendedEvaluator<E> {
        BlendedEvaluator { knowledge, playouts: PlayoutEvaluator::new(seed), playout_share }
    }
}

impl<E: Evaluator> Evaluator for BlendedEvaluator<E> {
    fn judge(&mut self, position: &Position) -> Judgement {
        let (known, played) = (self.knowledge.judge(position), self.playouts.judge(position));
        let mix = |known: PerSeat, played: PerSeat| {
            core::array::from_fn(|seat| known[seat] + (played[seat] - known[seat]) * self.playout_share)
        };
        Judgement { wins: mix(known.wins, played.wins), masters: mix(known.masters, played.masters) }
    }

    fn promise(&mut self, position: &Position, choices: &[Choice], logits: &mut [f32]) {
        self.knowledge.promise(position, choices, logits);
    }
}
