//! The network: agreement with the implementation it was trained by, symmetries, and weight files that are refused.

use std::sync::Arc;

use shangrila_ai::network::{Network, NetworkError, NetworkEvaluator};
use shangrila_ai::{Action, Evaluator, Params, Search};
use shangrila_rules::{Choices, Move, Position, Space};

use crate::{positions_of_random_games, relabelled, visits, with_red_and_violet_exchanged};

/// A small network with random weights, and what PyTorch says about some positions: `train/canaries.py` writes both.
const NETWORK: &[u8] = include_bytes!("../fixtures/canary-network.bin");
const ANSWERS: &str = include_str!("../fixtures/canary-answers.tsv");

/// The network that the levels play with, and what PyTorch says about the same positions.
const TRAINED_NETWORK: &[u8] = include_bytes!("../../weights/network.bin");
const TRAINED_ANSWERS: &str = include_str!("../fixtures/network-answers.tsv");

fn evaluator() -> NetworkEvaluator {
    NetworkEvaluator::new(Arc::new(Network::from_bytes(NETWORK).unwrap()))
}

fn close(one: &[f32], other: &[f32]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-4)
}

/// The legal steps of a turn.
fn steps(position: &Position) -> Vec<Action> {
    let legal = Choices::of(position);
    let places = legal.places.into_iter().map(Action::Place);
    let recruits = legal.recruits.into_iter().map(Action::Recruit);
    places.chain(recruits).chain(legal.journeys.into_iter().map(|(_, from, to)| Action::Journey(from, to))).collect()
}

fn logits(evaluator: &mut NetworkEvaluator, position: &Position, steps: &[Action]) -> Vec<f32> {
    let mut logits = vec![f32::NAN; steps.len()];
    evaluator.policy_logits(position, steps, &mut logits);
    logits
}

fn step(text: &str) -> Action {
    match text.parse::<Move>().unwrap() {
        Move::Place { space } => Action::Place(space),
        Move::Recruit { first, .. } => Action::Recruit(first),
        Move::Journey { from, to } => Action::Journey(from, to),
        Move::Pass => Action::Pass,
    }
}

#[test]
fn networks_answer_as_they_did_in_training() {
    for (network, answers) in [(NETWORK, ANSWERS), (TRAINED_NETWORK, TRAINED_ANSWERS)] {
        let network = Network::from_bytes(network).unwrap();
        compare_with_training(&mut NetworkEvaluator::new(Arc::new(network)), answers);
    }
}

fn compare_with_training(evaluator: &mut NetworkEvaluator, answers: &str) {
    let mut clans_seen = [0; 5];
    let mut compared = 0;
    for line in answers.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [position, wins, masters, policy, _] = fields[..] else { panic!("{line}") };
        let position: Position = position.parse().unwrap();
        let clans = position.seats().count();
        clans_seen[clans] += 1;
        // The answers begin with the seat to move.
        let numbers = |text: &str| -> Vec<f32> { text.split(' ').map(|number| number.parse().unwrap()).collect() };
        let evaluation = evaluator.evaluate(&position);
        let from_mover =
            |values: [f32; 4]| -> Vec<f32> {
                (0..4)
                    .map(|seat| {
                        if seat < clans {
                            values[(position.seat_to_move().unwrap().index() + seat) % clans]
                        } else {
                            0.0
                        }
                    })
                    .collect()
            };
        assert!(close(&from_mover(*evaluation.wins.values()), &numbers(wins)), "{position}: {evaluation:?}, {wins}");
        // Sums over 91 spaces, so less exact.
        let tenth = |values: Vec<f32>| values.into_iter().map(|value| value / 10.0).collect::<Vec<_>>();
        let (ours, theirs) = (tenth(from_mover(*evaluation.masters.values())), tenth(numbers(masters)));
        assert!(close(&ours, &theirs), "{position}: {evaluation:?}, {masters}");
        for (text, number) in policy.split(' ').filter_map(|entry| entry.split_once('=')) {
            let number: f32 = number.parse().unwrap();
            let logit = logits(evaluator, &position, &[step(text)])[0];
            assert!((logit - number).abs() < 1e-4, "{position}: {text} {logit}, {number}");
            compared += 1;
        }
    }
    assert!(clans_seen[3] > 10 && clans_seen[4] > 10 && compared > 500, "{clans_seen:?}, {compared}");
}

/// How far eight-bit weights and seven-bit channels are from the same network in floating-point numbers. The network was
/// trained with rounded weights, so this is a bound on surprises, not on quality; `docs/training.md` has the losses.
#[test]
fn rounding_hardly_changes_the_win_chances() {
    let (mut sum, mut count, mut worst) = (0.0, 0, 0.0_f32);
    for line in TRAINED_ANSWERS.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let numbers = |text: &str| -> Vec<f32> { text.split(' ').map(|number| number.parse().unwrap()).collect() };
        for (rounded, exact) in numbers(fields[1]).into_iter().zip(numbers(fields[4])) {
            let error = (rounded - exact).abs();
            sum += error;
            count += 1;
            worst = worst.max(error);
        }
    }
    assert!(count > 200 && sum / (count as f32) < 0.025 && worst < 0.15, "mean {}, worst {worst}", sum / count as f32);
}

#[test]
fn a_network_that_answers_otherwise_than_in_training_is_refused() {
    use sha2::{Digest, Sha256};
    // The last number of the file is a win chance that the training computed.
    let mut bytes = NETWORK.to_vec();
    let end = bytes.len();
    bytes[end - 4..].copy_from_slice(&0.987_f32.to_le_bytes());
    let hash = Sha256::digest(&bytes[56..]);
    bytes[24..56].copy_from_slice(&hash);
    assert_eq!(Network::from_bytes(&bytes).err(), Some(NetworkError::WrongAnswer));
}

#[test]
fn relabelling_guilds_changes_nothing() {
    let mut evaluator = evaluator();
    let order = [3, 0, 6, 1, 2, 5, 4];
    for position in positions_of_random_games(4) {
        let other = relabelled(&position, order);
        let (one, two) = (evaluator.evaluate(&position), evaluator.evaluate(&other));
        assert!(close(one.wins.values(), two.wins.values()), "{position}");
        // Guild `order[g]` of the first is guild `g` of the second.
        let moved = |space: Space| {
            let guild = order.iter().position(|&from| from == space.guild() as usize).unwrap();
            Space::new(space.village(), shangrila_rules::Guild::ALL[guild])
        };
        let here = steps(&position);
        let there: Vec<Action> = here
            .iter()
            .map(|&step| match step {
                Action::Place(space) => Action::Place(moved(space)),
                Action::Recruit(space) => Action::Recruit(moved(space)),
                other => other,
            })
            .collect();
        assert!(
            close(&logits(&mut evaluator, &position, &here), &logits(&mut evaluator, &other, &there)),
            "{position}"
        );
    }
}

#[test]
fn relabelling_clans_changes_nothing() {
    let mut evaluator = evaluator();
    for position in positions_of_random_games(4) {
        let other = with_red_and_violet_exchanged(&position);
        assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&other), "{position}");
    }
}

/// The seats of a position that is not in the set-up matter only relative to the one to move.
#[test]
fn rotating_the_seats_rotates_the_answer() {
    let mut evaluator = evaluator();
    let text = "rR2vb1/1Yy4/v2B3/7/2rrb2/1v3bb/1b1y1r1/rY1v3/y1b3y/v1R1r2/7/2v2yv/b2by2 7ffff7";
    let one: Position = format!("{text} rbvy b 40 0").parse().unwrap();
    let two: Position = format!("{text} bvyr b 40 0").parse().unwrap();
    let (one, two) = (evaluator.evaluate(&one), evaluator.evaluate(&two));
    let rotated = |values: &[f32; 4]| [values[1], values[2], values[3], values[0]];
    assert_eq!(rotated(one.wins.values()), *two.wins.values());
    assert_eq!(rotated(one.masters.values()), *two.masters.values());
}

#[test]
fn every_legal_step_gets_a_number() {
    let mut evaluator = evaluator();
    for position in positions_of_random_games(4) {
        let steps = steps(&position);
        // Asked for the policy first, or after a evaluation, the answer is the same.
        let before =
            logits(&mut NetworkEvaluator::new(Arc::new(Network::from_bytes(NETWORK).unwrap())), &position, &steps);
        let evaluation = evaluator.evaluate(&position);
        assert!((evaluation.wins.values().iter().sum::<f32>() - 1.0).abs() < 1e-4, "{position}");
        let after = logits(&mut evaluator, &position, &steps);
        assert!(after.iter().all(|logit| logit.is_finite() && *logit != 0.0), "{position}");
        assert_eq!(before, after);
    }
}

#[test]
fn villages_at_peace_are_counted_exactly() {
    // Everything but k, l and m is at peace; red has seven masters there, blue four.
    let position: Position = "rrrrrrr/bbbb3/7/7/7/7/7/7/7/7/7/r6/1b5 600000 rbvy r 90 0".parse().unwrap();
    let evaluation = evaluator().evaluate(&position);
    let masters = evaluation.masters.values();
    assert!(masters[0] >= 7.0 && masters[1] >= 4.0, "{evaluation:?}");
    assert!(masters[0] <= 28.0 && masters[2] <= 21.0, "{evaluation:?}");
}

#[test]
fn a_search_with_root_noise_visits_more_of_the_root() {
    let position = crate::start(shangrila_rules::Seats::FOUR);
    let moves = |noise: f32| {
        let params = Params { noise: 0.0, ..Params::default() };
        let mut search = Search::new(&position, params, |_| Box::new(evaluator()) as Box<dyn Evaluator>);
        search.add_root_noise(noise, 5);
        search.run(&visits(200));
        let lines = search.analysis(usize::MAX).lines;
        lines.into_iter().map(|line| (line.mv, line.visits)).collect::<Vec<_>>()
    };
    let (calm, noisy) = (moves(0.0), moves(0.5));
    assert_ne!(calm, noisy);
    assert_eq!(calm.iter().map(|(_, visits)| visits).sum::<u32>(), noisy.iter().map(|(_, visits)| visits).sum::<u32>());
}

#[test]
fn files_that_are_not_networks_are_refused() {
    let error = |bytes: &[u8]| Network::from_bytes(bytes).err();
    assert_eq!(error(b""), Some(NetworkError::NotANetwork));
    assert_eq!(error(&[0; 100]), Some(NetworkError::NotANetwork));
    assert_eq!(error(&NETWORK[..NETWORK.len() - 4]), Some(NetworkError::Length { found: NETWORK.len() - 60 }));
    let changed = |at: usize, byte: u8| {
        let mut bytes = NETWORK.to_vec();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(error(&changed(7, 9)), Some(NetworkError::Version { found: 9 }));
    assert_eq!(error(&changed(8, 17)), Some(NetworkError::Shape { channels: 17, blocks: 2 }));
    assert_eq!(error(&changed(12, 99)), Some(NetworkError::Shape { channels: 16, blocks: 99 }));
    // Another size than the weights are for.
    assert!(matches!(error(&changed(12, 1)), Some(NetworkError::OutOfRange | NetworkError::Length { .. })));
    assert_eq!(error(&changed(100, NETWORK[100] ^ 1)), Some(NetworkError::Damaged));
}
