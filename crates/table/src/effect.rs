//! What placing a master or recruiting students changes: the strength of villages, and which bridges change their stronger side.

use core::cmp::Ordering;

use shangrila_rules::{Bridge, Move, Position, Strength, Village};

/// What a placement or a recruitment changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveEffect {
    /// The villages that become stronger.
    pub villages: Vec<StrengthChange>,
    /// The bridges whose stronger side changes.
    pub flips: Vec<BridgeFlip>,
    /// The masters of the clan to move, before and after.
    pub masters: (usize, usize),
}

/// A village that becomes stronger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the type says it")]
pub struct StrengthChange {
    pub village: Village,
    pub before: Strength,
    pub after: Strength,
}

/// A standing bridge whose stronger side changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BridgeFlip {
    /// The bridge.
    pub bridge: Bridge,
    /// The village at one end, which improves.
    pub village: Village,
    /// The village at the other end.
    pub other: Village,
    /// Whether `village` is now stronger; otherwise the two are now tied, and nobody is driven out in either direction.
    pub stronger: bool,
}

impl MoveEffect {
    /// The effect of a placement or a recruitment; `None` for other moves and illegal ones.
    pub fn of(position: &Position, mv: Move) -> Option<MoveEffect> {
        let clan = position.to_move()?;
        let mut villages: Vec<Village> = match mv {
            Move::Place { space } => vec![space.village()],
            Move::Recruit { first, second } => {
                core::iter::once(first).chain(second).map(|space| space.village()).collect()
            }
            Move::Journey { .. } | Move::Pass => return None,
        };
        villages.dedup();
        let mut after = *position;
        after.play(mv).ok()?;
        let change = |&village: &Village| StrengthChange {
            village,
            before: position.strength(village),
            after: after.strength(village),
        };
        let flip = |bridge: Bridge| {
            let (one, other) = bridge.ends();
            let balance = |position: &Position| position.strength(one).cmp(&position.strength(other));
            let (was, is) = (balance(position), balance(&after));
            (was != is).then(|| {
                let (village, other) = if is > was { (one, other) } else { (other, one) };
                BridgeFlip { bridge, village, other, stronger: is != Ordering::Equal }
            })
        };
        Some(MoveEffect {
            villages: villages.iter().map(change).collect(),
            flips: position.bridges().into_iter().filter_map(flip).collect(),
            masters: (position.score(clan).masters, after.score(clan).masters),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_rules::{GameOptions, Seats, Stronger};

    /// R5.4
    #[test]
    fn flips_are_the_bridges_on_which_journeys_turn_out_differently() {
        let mut rng = fastrand::Rng::with_seed(5);
        let (mut flips, mut ties) = (0, 0);
        for _ in 0..20 {
            let mut position = Position::first_game(Seats::FOUR, GameOptions::default());
            loop {
                let before = position;
                let Some(mv) = position.play_random(|n| rng.u32(..n)) else { break };
                let Some(effect) = MoveEffect::of(&before, mv) else { continue };
                for bridge in before.bridges() {
                    let (one, other) = bridge.ends();
                    let drives_out = |position: &Position, from, to| {
                        position.journey_report(from, to).unwrap().stronger == Stronger::Origin
                    };
                    let directions = [(one, other), (other, one)];
                    let changes = directions
                        .iter()
                        .any(|&(from, to)| drives_out(&before, from, to) != drives_out(&position, from, to));
                    let flip = effect.flips.iter().find(|flip| flip.bridge == bridge);
                    assert_eq!(flip.is_some(), changes, "{bridge} after {mv} in {before}");
                    if let Some(flip) = flip {
                        assert_eq!(drives_out(&position, flip.village, flip.other), flip.stronger);
                        assert!(!drives_out(&position, flip.other, flip.village));
                        flips += 1;
                        ties += usize::from(!flip.stronger);
                    }
                }
                for change in effect.villages {
                    assert_eq!(
                        (change.before, change.after),
                        (before.strength(change.village), position.strength(change.village))
                    );
                    assert!(change.after > change.before);
                }
            }
        }
        assert!(flips > 50 && ties > 10, "{flips}, {ties}");
    }

    #[test]
    fn journeys_have_a_preview_of_their_own() {
        let position: Position = "R6/7/7/7/7/7/7/7/7/7/7/7/7 7fffff rbvy r 40 0".parse().unwrap();
        assert_eq!(MoveEffect::of(&position, "a>b".parse().unwrap()), None);
    }
}
