//! Proofs, compared with a plain recursion that shares no code with them.

use shangrila_ai::{Evaluation, Params, Search, fitted_evaluator};
use shangrila_rules::{PerSeat, Position, Seat};

use crate::{positions_of_random_games, visits};

/// Max^n by brute force: the shares of the victory when every clan maximises its own and is indifferent between ties.
/// `None` when that takes more than `left` positions.
fn naive(position: &Position, left: &mut u32) -> Option<PerSeat<f32>> {
    let Some(seat) = position.seat_to_move() else { return Some(Evaluation::of_end(position).wins) };
    *left = left.checked_sub(1)?;
    let mut results = Vec::new();
    for mv in &position.legal_moves() {
        let mut after = *position;
        after.play(mv).unwrap();
        results.push(naive(&after, left)?);
    }
    let most = results.iter().map(|wins| wins[seat]).fold(0.0, f32::max);
    results.retain(|wins| wins[seat] > most - 1e-5);
    Some(PerSeat::from_fn(|seat| results.iter().map(|wins| wins[seat]).sum::<f32>() / results.len() as f32))
}

#[test]
fn proofs_agree_with_brute_force() {
    let (mut proofs, mut shared) = (0, 0);
    for position in positions_of_random_games(250) {
        if position.bridges().len() > 4 {
            continue;
        }
        let Some(expected) = naive(&position, &mut 3000) else { continue };
        // With the solver, and with the tree alone.
        for proof_share in [0.3, 0.0] {
            let params = Params { proof_share, proof_nodes: [0; 3], ..Params::default() };
            let mut search = Search::new(&position, params, fitted_evaluator);
            search.run(&visits(20_000));
            let analysis = search.analysis(1);
            if proof_share == 0.0 && !analysis.outlook.proved {
                continue;
            }
            assert!(analysis.outlook.proved, "{position}");
            let clan = position.to_move().unwrap();
            let seat = position.seat_to_move().unwrap();
            let on_seat = |seat| position.seats().clan_at(seat).map_or(0.0, |clan| analysis.outlook.wins[clan]);
            let wins = PerSeat::from_fn(on_seat);
            assert!((wins[seat] - expected[seat]).abs() < 1e-3, "{wins:?}, not {expected:?} in {position}");
            let best = &analysis.lines[0];
            assert!(best.outlook.proved && best.outlook.wins[clan] >= wins[seat] - 1e-3, "{position}");
            if proof_share > 0.0 {
                assert!(Seat::ALL.iter().all(|&seat| (wins[seat] - expected[seat]).abs() < 1e-3), "{position}");
                shared += u32::from(wins.values().iter().any(|&share| share > 0.01 && share < 0.99));
            }
            proofs += 1;
        }
    }
    assert!(proofs > 80 && shared > 3, "{proofs} proofs, {shared} of them with a shared victory");
}

#[test]
fn a_last_journey_that_wins_is_found_and_proved() {
    // Two bridges stand. Red trails by two masters and takes the lead by crossing from l to m.
    let position: Position = "bbbb3/7/7/7/7/7/7/7/7/7/7/RRr4/1b5 400001 rbvy r 90 0".parse().unwrap();
    let mut search = Search::new(&position, Params::default(), fitted_evaluator);
    search.run(&visits(2000));
    let analysis = search.analysis(1);
    assert_eq!(analysis.lines[0].mv.to_string(), "l>m");
    assert!(analysis.outlook.proved);
    assert_eq!(analysis.outlook.wins[position.to_move().unwrap()], 1.0);
}
