//! Fits weights to games.

use fastrand::Rng;
use shangrila_ai::Evaluation;
use shangrila_ai::fitted::training::{Loss, Trainer};
use shangrila_rules::PerSeat;

use crate::selfplay::{Game, Turn};

/// The learning rate of each pass over the data.
const RATES: [f32; 2] = [0.08, 0.02];

/// The weight of the search's value in the value target; the rest is the result of the game.
const SEARCHED_SHARE: f32 = 0.2;

/// The exponent that sharpens visit shares into policy targets, because a short search spreads its visits widely.
const SHARPNESS: f32 = 1.5;

/// One in this many games is held out to measure the loss on.
const HOLD_OUT_EVERY: usize = 20;

/// Fits weights to old and new games. Returns the weights and a line with the losses before and after.
pub(crate) fn fit(from: &[f32], old: &[Game], new: &[Game], seed: u64) -> (Vec<f32>, String) {
    let mut rng = Rng::with_seed(seed);
    let is_held_out = |index: usize| index.is_multiple_of(HOLD_OUT_EVERY);
    let mut samples: Vec<(&Turn, &Game)> = Vec::new();
    let mut held_out: Vec<(&Turn, &Game)> = Vec::new();
    for (index, game) in new.iter().enumerate() {
        let samples = if is_held_out(index) { &mut held_out } else { &mut samples };
        samples.extend(game.turns.iter().map(|turn| (turn, game)));
    }
    samples.extend(old.iter().flat_map(|game| game.turns.iter().map(move |turn| (turn, game))));
    let mut trainer = Trainer::new(from, RATES[0], 1e-5);
    let before = measure(&mut trainer, &held_out);
    for rate in RATES {
        trainer.rate = rate;
        rng.shuffle(&mut samples);
        let mut loss = Loss::default();
        for (turn, game) in &samples {
            // Consecutive positions share the same result, so half of them are enough.
            train_on(&mut trainer, turn, game, rng.bool(), true, &mut loss);
        }
    }
    let after = measure(&mut trainer, &held_out);
    (trainer.weights().to_vec(), format!("{} -> {}", describe(&before), describe(&after)))
}

fn train_on(trainer: &mut Trainer, turn: &Turn, game: &Game, with_value: bool, learn: bool, loss: &mut Loss) {
    if with_value {
        let result = Evaluation::of_end(&game.end).wins;
        let expected = turn.wins.unwrap_or(result);
        let wins = PerSeat::from_fn(|seat| SEARCHED_SHARE * expected[seat] + (1.0 - SEARCHED_SHARE) * result[seat]);
        trainer.train_value(&turn.position, &game.end, wins, learn, loss);
    }
    if !turn.shares.is_empty() {
        let sharpened = |share: f32| share.powf(SHARPNESS);
        let all: f32 = turn.shares.iter().map(|&(_, share)| sharpened(share)).sum();
        let targets: Vec<_> = turn.shares.iter().map(|&(mv, share)| (mv, sharpened(share) / all)).collect();
        trainer.train_policy(&turn.position, &targets, learn, loss);
    }
}

fn measure(trainer: &mut Trainer, samples: &[(&Turn, &Game)]) -> Loss {
    let mut loss = Loss::default();
    for (turn, game) in samples {
        train_on(trainer, turn, game, true, false, &mut loss);
    }
    loss
}

fn describe(loss: &Loss) -> String {
    let mean = |sum: f64, count: u64| sum / count.max(1) as f64;
    format!(
        "owner {:.4}, winner {:.4}, masters ±{:.2}, move {:.3}",
        mean(loss.ownership, loss.spaces),
        mean(loss.value, loss.positions),
        mean(loss.masters, loss.positions).sqrt(),
        mean(loss.policy, loss.policy_positions),
    )
}
