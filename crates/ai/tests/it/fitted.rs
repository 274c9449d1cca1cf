//! The fitted evaluator: symmetries, and that its weights are what they should be.

use std::sync::Arc;

use shangrila_ai::fitted::training::{Fit, Loss};
use shangrila_ai::fitted::{FittedEvaluator, Knowledge, Weights, WeightsError};
use shangrila_ai::{Choice, Evaluator, Judgement};
use shangrila_rules::{Choices, Guild, Position};

use crate::positions_of_random_games;

/// The same position with its guilds relabelled: the columns of every village in another order.
fn relabelled(position: &Position, order: [usize; 7]) -> Position {
    let text = position.to_string();
    let (villages, rest) = text.split_once(' ').unwrap();
    let expand = |village: &str| -> Vec<char> {
        let spaces = village.chars().flat_map(|letter| match letter.to_digit(10) {
            Some(run) => vec!['.'; run as usize],
            None => vec![letter],
        });
        spaces.collect()
    };
    let permute = |village: &str| -> String {
        let spaces = expand(village);
        order.iter().map(|&from| if spaces[from] == '.' { '1' } else { spaces[from] }).collect()
    };
    // Runs of empty spaces are written as one digit.
    let compact = |village: String| {
        let mut out = String::new();
        let mut run = 0;
        for letter in village.chars().chain(['|']) {
            if letter == '1' {
                run += 1;
                continue;
            }
            if run > 0 {
                out.push_str(&run.to_string());
                run = 0;
            }
            if letter != '|' {
                out.push(letter);
            }
        }
        out
    };
    let villages: Vec<String> = villages.split('/').map(|village| compact(permute(village))).collect();
    format!("{} {rest}", villages.join("/")).parse().unwrap()
}

fn evaluator() -> FittedEvaluator {
    FittedEvaluator::new(Arc::new(Knowledge::new(Weights::built_in())))
}

fn close(one: &[f32; 4], other: &[f32; 4]) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-3)
}

#[test]
fn relabelling_guilds_changes_nothing() {
    let mut evaluator = evaluator();
    for position in positions_of_random_games(6) {
        let other = relabelled(&position, [3, 0, 6, 1, 2, 5, 4]);
        let (one, two) = (evaluator.judge(&position), evaluator.judge(&other));
        assert!(close(&one.wins, &two.wins) && close(&one.masters, &two.masters), "{position}");
        let numbers = |position: &Position, evaluator: &mut FittedEvaluator| {
            let choices: Vec<Choice> = Choices::of(position).recruits.into_iter().map(Choice::Recruit).collect();
            let mut logits = vec![0.0; choices.len()];
            evaluator.promise(position, &choices, &mut logits);
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
        // Neither letter is a digit of the bridges.
        let exchanged = |letter| match letter {
            'r' => 'v',
            'v' => 'r',
            'R' => 'V',
            'V' => 'R',
            other => other,
        };
        let other: Position = position.to_string().chars().map(exchanged).collect::<String>().parse().unwrap();
        let (one, two) = (evaluator.judge(&position), evaluator.judge(&other));
        assert!(close(&one.wins, &two.wins) && close(&one.masters, &two.masters), "{position}");
    }
}

#[test]
fn villages_at_peace_are_counted_exactly() {
    // Everything but l and m is at peace; red has seven masters there, blue four.
    let position: Position = "rrrrrrr/bbbb3/7/7/7/7/7/7/7/7/7/r6/1b5 400001 rbvy r 90 0".parse().unwrap();
    let judgement = evaluator().judge(&position);
    assert!(judgement.masters[0] >= 7.0 && judgement.masters[1] >= 4.0, "{judgement:?}");
    assert!(judgement.wins[0] > 0.9, "{judgement:?}");
}

#[test]
fn weights_survive_their_bytes_and_damage_is_noticed() {
    let weights = Weights::built_in();
    assert_ne!(weights, Weights::zero(), "the program comes with weights that fit its layout");
    let bytes = weights.to_bytes();
    assert_eq!(Weights::from_bytes(&bytes), Ok(weights));
    assert_eq!(Weights::from_bytes(b""), Err(WeightsError::NoWeights));
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

/// What is learnt from a game is known afterwards: who owned what, who won, and what was played.
#[test]
fn fitting_reduces_surprise() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut position = crate::start(shangrila_rules::Seats::FOUR);
    let mut turns = Vec::new();
    while !position.is_over() {
        let before = position;
        let mv = position.play_random(|n| rng.u32(..n)).unwrap();
        turns.push((before, mv));
    }
    let wins = Judgement::of_end(&position).wins;
    let mut fit = Fit::new(Weights::zero().for_clans(4), 0.05, 0.0);
    let mut losses = Vec::new();
    for round in 0..4 {
        let mut loss = Loss::default();
        for (before, mv) in &turns {
            fit.see_end(before, &position, wins, round > 0, &mut loss);
            fit.see_choice(before, &[(*mv, 1.0)], round > 0, &mut loss);
        }
        losses.push(loss);
    }
    let (first, last) = (losses[0], losses[3]);
    assert!(last.owner < 0.8 * first.owner, "{first:?} {last:?}");
    assert!(last.win < 0.9 * first.win, "{first:?} {last:?}");
    assert!(last.promise < 0.97 * first.promise, "{first:?} {last:?}");
    assert!(last.masters < first.masters, "{first:?} {last:?}");
    assert_eq!(first.spaces, last.spaces);
}

#[test]
fn all_guilds_share_their_weights() {
    // One master of each guild in turn, everything else equal: the expectation is the same.
    let mut evaluator = evaluator();
    let judgements = Guild::ALL.map(|guild| {
        let mut spaces = ["1"; 7];
        spaces[guild as usize] = "r";
        let a = spaces.concat();
        let text = format!("{a}/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy b 60 0");
        let mut compact = text.clone();
        for run in (2..=7).rev() {
            compact = compact.replacen(&"1".repeat(run), &run.to_string(), 2);
        }
        evaluator.judge(&compact.parse::<Position>().unwrap())
    });
    assert!(judgements.iter().all(|judgement| close(&judgement.masters, &judgements[0].masters)));
}
