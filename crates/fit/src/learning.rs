//! Fitting weights to games.

use fastrand::Rng;
use shangrila_ai::Judgement;
use shangrila_ai::fitted::training::{Fit, Loss};

use crate::selfplay::{Game, Turn};

/// The length of a step in each round over the data: ever smaller.
const RATES: [f32; 2] = [0.08, 0.02];

/// How much of the target for the chance to win is what the search thought; the rest is how the game ended.
const SEARCHED_SHARE: f32 = 0.2;

/// The visits of a short search are spread wide; the moves it preferred are what is to be learnt.
const SHARPNESS: f32 = 1.5;

/// Every so many games one is kept aside, to measure on.
const HELD_OUT: usize = 20;

/// Fits on old and new games; returns the weights and a line of figures.
pub(crate) fn fit(from: &[f32], old: &[Game], new: &[Game], seed: u64) -> (Vec<f32>, String) {
    let mut rng = Rng::with_seed(seed);
    let is_held_out = |index: usize| index.is_multiple_of(HELD_OUT);
    let mut samples: Vec<(&Turn, &Game)> = Vec::new();
    let mut held_out: Vec<(&Turn, &Game)> = Vec::new();
    for (index, game) in new.iter().enumerate() {
        let samples = if is_held_out(index) { &mut held_out } else { &mut samples };
        samples.extend(game.turns.iter().map(|turn| (turn, game)));
    }
    samples.extend(old.iter().flat_map(|game| game.turns.iter().map(move |turn| (turn, game))));
    let mut fit = Fit::new(from, RATES[0], 1e-5);
    let before = measure(&mut fit, &held_out);
    for rate in RATES {
        fit.rate = rate;
        rng.shuffle(&mut samples);
        let mut loss = Loss::default();
        for (turn, game) in &samples {
            // The end of a game says much the same about positions that follow each other: half of them are enough.
            see(&mut fit, turn, game, rng.bool(), true, &mut loss);
        }
    }
    let after = measure(&mut fit, &held_out);
    (fit.weights().to_vec(), format!("{} -> {}", describe(&before), describe(&after)))
}

fn see(fit: &mut Fit, turn: &Turn, game: &Game, with_end: bool, learn: bool, loss: &mut Loss) {
    if with_end {
        let result = Judgement::of_end(&game.end).wins;
        let expected = turn.wins.unwrap_or(result);
        let wins = std::array::from_fn(|seat| SEARCHED_SHARE * expected[seat] + (1.0 - SEARCHED_SHARE) * result[seat]);
        fit.see_end(&turn.position, &game.end, wins, learn, loss);
    }
    if !turn.shares.is_empty() {
        let sharpened = |share: f32| share.powf(SHARPNESS);
        let all: f32 = turn.shares.iter().map(|&(_, share)| sharpened(share)).sum();
        let targets: Vec<_> = turn.shares.iter().map(|&(mv, share)| (mv, sharpened(share) / all)).collect();
        fit.see_choice(&turn.position, &targets, learn, loss);
    }
}

fn measure(fit: &mut Fit, samples: &[(&Turn, &Game)]) -> Loss {
    let mut loss = Loss::default();
    for (turn, game) in samples {
        see(fit, turn, game, true, false, &mut loss);
    }
    loss
}

fn describe(loss: &Loss) -> String {
    let mean = |sum: f64, count: u64| sum / count.max(1) as f64;
    format!(
        "owner {:.4}, winner {:.4}, masters ±{:.2}, move {:.3}",
        mean(loss.owner, loss.spaces),
        mean(loss.win, loss.positions),
        mean(loss.masters, loss.positions).sqrt(),
        mean(loss.promise, loss.choices),
    )
}
