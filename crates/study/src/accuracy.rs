//! How well somebody has played, as a percentage: Lichess's accuracy, carried over to three and four players.
//!
//! Lichess turns the percentage points of win chance that a move gives away into the accuracy of the move by a curve that was fitted to
//! people's games of two, where the fair share is 50%. Here the fair share is 33% or 25%, so the points are scaled first: giving away one's
//! whole fair share counts the same at any table.

use shangrila_ai::portable;

/// The curve that Lichess published: `103.1668 · exp(−0.04354 · points) − 3.1669`.
const SCALE: f32 = 103.1668;
const DECAY: f32 = 0.043_54;
const OFFSET: f32 = 3.1669;

/// The least and the most weight of a turn, in percentage points of a game of two.
const WEIGHTS: (f32, f32) = (0.5, 12.0);

/// The accuracy of a turn, from 0 to 100, that gives away this much of the chance of winning in a game of this many players.
pub fn accuracy_of_turn(loss: f32, players: usize) -> f32 {
    let points = as_in_a_game_of_two(loss, players);
    (SCALE * portable::exp(-DECAY * points) - OFFSET).clamp(0.0, 100.0)
}

/// The accuracy of a game, from the accuracy of each turn and how much the player's chance of winning moved around it, in a game of this
/// many players. `None` without turns.
///
/// As on Lichess it is the mean of two means: one weighted by how much was at stake, and the harmonic mean, which keeps a single blunder
/// from vanishing among many good turns.
pub fn accuracy_of_game(turns: &[(f32, f32)], players: usize) -> Option<f32> {
    if turns.is_empty() {
        return None;
    }
    let weight = |swing: f32| as_in_a_game_of_two(swing, players).clamp(WEIGHTS.0, WEIGHTS.1);
    let weights: f32 = turns.iter().map(|&(_, swing)| weight(swing)).sum();
    let weighted = turns.iter().map(|&(accuracy, swing)| accuracy * weight(swing)).sum::<f32>() / weights;
    // An accuracy of 0 must not make the harmonic mean undefined.
    let harmonic = turns.len() as f32 / turns.iter().map(|&(accuracy, _)| 1.0 / accuracy.max(1.0)).sum::<f32>();
    Some((weighted + harmonic) / 2.0)
}

/// A part of the chance of winning as percentage points in a game of two.
fn as_in_a_game_of_two(chance: f32, players: usize) -> f32 {
    100.0 * chance * players as f32 / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_that_gives_nothing_away_is_perfect_and_one_that_gives_everything_away_is_worthless() {
        for players in [3, 4] {
            assert!(accuracy_of_turn(0.0, players) > 99.9);
            assert!(accuracy_of_turn(1.0, players) < 0.1);
        }
    }

    #[test]
    fn the_fair_share_weighs_the_same_at_any_table() {
        let (three, four) = (accuracy_of_turn(1.0 / 3.0, 3), accuracy_of_turn(0.25, 4));
        assert!((three - four).abs() < 1e-3, "{three} and {four}");
        // 50 percentage points in a game of two.
        assert!((four - 8.53).abs() < 0.1, "{four}");
    }

    #[test]
    fn one_blunder_shows_among_good_turns_and_more_when_much_was_at_stake() {
        let good = (100.0, 0.01);
        let game = |blunder: (f32, f32)| {
            let mut turns = vec![good; 19];
            turns.push(blunder);
            accuracy_of_game(&turns, 4).unwrap()
        };
        let (calm, tense) = (game((5.0, 0.01)), game((5.0, 0.1)));
        assert!(tense < calm && calm < 95.0, "{calm}, {tense}");
        assert!((accuracy_of_game(&[good; 5], 4).unwrap() - 100.0).abs() < 1e-3);
        assert_eq!(accuracy_of_game(&[], 4), None);
        assert!(accuracy_of_game(&[(0.0, 0.2)], 3).unwrap() < 1.0);
    }
}
