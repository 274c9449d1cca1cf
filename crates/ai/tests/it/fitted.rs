//! The fitted evaluator: its symmetries, its weights and their training.

use std::sync::Arc;

use shangrila_ai::fitted::training::{Loss, Trainer};
use shangrila_ai::fitted::{FittedEvaluator, FittedModel, Weights, WeightsError};
use shangrila_ai::{Action, Evaluation, Evaluator};
use shangrila_rules::{Choices, Guild, PerSeat, Position, Seat};

use crate::{positions_of_random_games, relabelled, with_red_and_violet_exchanged};

fn evaluator() -> FittedEvaluator {
    FittedEvaluator::new(Arc::new(FittedModel::new(Weights::built_in())))
}

fn close(one: &PerSeat<f32>, other: &PerSeat<f32>) -> bool {
    one.iter().all(|(seat, value)| (value - other[seat]).abs() < 1e-3)
}

#[test]
fn relabelling_guilds_changes_nothing() {
    let mut evaluator = evaluator();
    for position in positions_of_random_games(6) {
        let other = relabelled(&position, [3, 0, 6, 1, 2, 5, 4]);
        let (one, two) = (evaluator.evaluate(&position), evaluator.evaluate(&other));
        assert!(close(&one.wins, &two.wins) && close(&one.masters, &two.masters), "{position}");
        let numbers = |position: &Position, evaluator: &mut FittedEvaluator| {
            let actions: Vec<Action> = Choices::of(position).recruits.into_iter().map(Action::Recruit).collect();
            let mut logits = vec![0.0; actions.len()];
            evaluator.policy_logits(position, &actions, &mut logits);
            logits.sort_by(f32::total_cmp);
            logits
        };
        let (one, two) = (numbers(&position, &mut evaluator), numbers(&other, &mut evaluator));
        assert!(one.iter().zip(&two).all(|(one, two)| (one - two).abs() < 1e-4), "{position}");
    }
}

#[test]
fn relabelling_clans_changes_nothing() {
    let mut evaluator = evaluator();
    for position in positions_of_random_games(4) {
        let other = with_red_and_violet_exchanged(&position);
        let (one, two) = (evaluator.evaluate(&position), evaluator.evaluate(&other));
        assert!(close(&one.wins, &two.wins) && close(&one.masters, &two.masters), "{position}");
    }
}

#[test]
fn masters_in_villages_with_a_stone_are_counted_exactly() {
    // Every village but l and m has a stone; red has seven masters in those villages, blue four.
    let position: Position = "rrrrrrr/bbbb3/7/7/7/7/7/7/7/7/7/r6/1b5 400001 rbvy r 90 0".parse().unwrap();
    let evaluation = evaluator().evaluate(&position);
    assert!(evaluation.masters[Seat::First] >= 7.0 && evaluation.masters[Seat::Second] >= 4.0, "{evaluation:?}");
    assert!(evaluation.wins[Seat::First] > 0.9, "{evaluation:?}");
}

#[test]
fn weights_round_trip_and_damaged_files_are_rejected() {
    let weights = Weights::built_in();
    assert_ne!(weights, Weights::zero(), "the built-in weights match the layout");
    let bytes = weights.to_bytes();
    assert_eq!(Weights::from_bytes(&bytes), Ok(weights));
    assert_eq!(Weights::from_bytes(b""), Err(WeightsError::NotWeights));
    assert_eq!(Weights::from_bytes(&bytes[..bytes.len() - 2]).unwrap_err().to_string(), {
        let found = (bytes.len() - 2 - 16) / 4;
        WeightsError::Length { found }.to_string()
    });
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(Weights::from_bytes(&damaged), Err(WeightsError::Damaged));
    let mut newer = bytes;
    newer[7] += 1;
    assert!(matches!(Weights::from_bytes(&newer), Err(WeightsError::Version { .. })));
}

/// After training on a game, its owners, winner and moves are less surprising.
#[test]
fn training_reduces_every_loss() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut position = crate::start(shangrila_rules::Seats::FOUR);
    let mut turns = Vec::new();
    while !position.is_over() {
        let before = position;
        let mv = position.play_random(|n| rng.u32(..n)).unwrap();
        turns.push((before, mv));
    }
    let wins = Evaluation::of_end(&position).wins;
    let mut fit = Trainer::new(Weights::zero().for_clans(4), 0.05, 0.0);
    let mut losses = Vec::new();
    for round in 0..4 {
        let mut loss = Loss::default();
        for (before, mv) in &turns {
            fit.train_value(before, &position, wins, round > 0, &mut loss);
            fit.train_policy(before, &[(*mv, 1.0)], round > 0, &mut loss);
        }
        losses.push(loss);
    }
    let (first, last) = (losses[0], losses[3]);
    assert!(last.ownership < 0.8 * first.ownership, "{first:?} {last:?}");
    assert!(last.value < 0.9 * first.value, "{first:?} {last:?}");
    assert!(last.policy < 0.97 * first.policy, "{first:?} {last:?}");
    assert!(last.masters < first.masters, "{first:?} {last:?}");
    assert_eq!(first.spaces, last.spaces);
}

#[test]
fn all_guilds_share_their_weights() {
    // The expectation is the same whichever guild the only master belongs to.
    let mut evaluator = evaluator();
    let evaluations = Guild::ALL.map(|guild| {
        let mut spaces = ["1"; 7];
        spaces[guild as usize] = "r";
        let a = spaces.concat();
        let text = format!("{a}/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy b 60 0");
        let mut compact = text.clone();
        for run in (2..=7).rev() {
            compact = compact.replacen(&"1".repeat(run), &run.to_string(), 2);
        }
        evaluator.evaluate(&compact.parse::<Position>().unwrap())
    });
    assert!(evaluations.iter().all(|evaluation| close(&evaluation.masters, &evaluations[0].masters)));
}
