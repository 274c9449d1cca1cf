//! Proofs, held against a plain recursion that shares nothing with them.

use shangrila_ai::{Judgement, Params, Search, built_in_evaluator};
use shangrila_rules::{MoveList, Position};

use crate::{positions_of_random_games, visits};

/// Max^n by looking at everything; `None` when that would take too long.
fn naive(position: &Position, left: &mut u32) -> Option<Judgement> {
    if position.is_over() {
        return Some(Judgement::of_end(position));
    }
    *left = left.checked_sub(1)?;
    let seat = position.seat_to_move();
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut best: Option<Judgement> = None;
    for mv in list.iter() {
        let mut after = *position;
        after.play(mv).unwrap();
        let value = naive(&after, left)?;
        let key = |judgement: &Judgement| (judgement.wins[seat], judgement.masters[seat]);
        if best.is_none_or(|best| key(&value) > key(&best)) {
            best = Some(value);
        }
    }
    best
}

#[test]
fn proofs_agree_with_a_look_at_everything() {
    let mut proofs = 0;
    let mut unlike = 0;
    for position in positions_of_random_games(250) {
        if position.bridges().len() > 4 {
            continue;
        }
        let Some(expected) = naive(&position, &mut 3000) else { continue };
        let mut search = Search::new(&position, Params::default(), built_in_evaluator);
        search.run(&visits(20_000));
        let analysis = search.analysis(1);
        assert!(analysis.outlook.proved, "{position}");
        let seat = position.seat_to_move();
        let clan = position.to_move().unwrap();
        let proved = analysis.outlook.wins[clan];
        // What the clan to move gets does not depend on how ties are broken at the root; below it may.
        unlike += u32::from((proved - expected.wins[seat]).abs() > 1e-6);
        let best = &analysis.lines[0];
        assert!(best.outlook.proved && (best.outlook.wins[clan] - proved).abs() < 1e-6, "{position}");
        proofs += 1;
    }
    assert!(proofs > 50, "{proofs}");
    // A clan that wins in several ways takes the first one found, not the one with the most masters; where the others
    // then choose by their own masters, the result can differ. It hardly ever does.
    assert!(unlike * 50 <= proofs, "{unlike} of {proofs}");
}

#[test]
fn a_last_journey_that_wins_is_found_and_proved() {
    // Two bridges stand. Red trails by two masters, and takes the lead by crossing from l to m.
    let position: Position = "bbbb3/7/7/7/7/7/7/7/7/7/7/RRr4/1b5 400001 rbvy r 90 0".parse().unwrap();
    let mut search = Search::new(&position, Params::default(), built_in_evaluator);
    search.run(&visits(2000));
    let analysis = search.analysis(1);
    assert_eq!(analysis.lines[0].mv.to_string(), "l>m");
    assert!(analysis.outlook.proved);
    assert_eq!(analysis.outlook.wins[position.to_move().unwrap()], 1.0);
}
