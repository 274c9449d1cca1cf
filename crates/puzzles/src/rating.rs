//! How hard a puzzle is, and how good its solver.
//!
//! Both are on one scale, on which 400 points of difference mean odds of ten to one. The scale is defined by the computer players: [`ANCHORS`]
//! has the points of each level. A puzzle's rating follows from how often they solve it; a person's from the puzzles by Glicko.

use skillratings::Outcomes;
use skillratings::glicko::{GlickoConfig, GlickoRating, glicko};

/// The lowest rating of a puzzle.
pub const MIN_RATING: u16 = 400;
/// The highest rating of a puzzle.
pub const MAX_RATING: u16 = 2800;

/// The points of the five levels from the weakest to the strongest, which define the scale.
pub const ANCHORS: [f64; 5] = [600.0, 1000.0, 1300.0, 1700.0, 2100.0];

/// The puzzles' ratings are expected around this one, with this standard deviation. It steadies those that all levels solve, or none.
const EXPECTED: (f64, f64) = (1400.0, 400.0);

/// The chance that a solver of one rating solves a puzzle of another.
pub fn chance_to_solve(solver: f64, puzzle: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf((puzzle - solver) / 400.0))
}

/// The rating of a puzzle, from the share of the tries in which each level of [`ANCHORS`] solved it and the number of tries: the rating that
/// makes this result likeliest.
pub fn puzzle_rating(solved: [f64; 5], tries: f64) -> u16 {
    // The derivative of the logarithm of the likelihood falls as the rating rises, so bisection finds its root.
    let (mean, deviation) = EXPECTED;
    let slope = |rating: f64| {
        let misfit = ANCHORS.iter().zip(solved).map(|(&level, share)| chance_to_solve(level, rating) - share);
        tries * misfit.sum::<f64>() * core::f64::consts::LN_10 / 400.0 - (rating - mean) / (deviation * deviation)
    };
    let (mut low, mut high) = (f64::from(MIN_RATING), f64::from(MAX_RATING));
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    low.round() as u16
}

/// How sure a puzzle's rating is, as a Glicko deviation.
const PUZZLE_DEVIATION: f64 = 80.0;
/// The deviation never falls below this, so that a rating keeps following its owner.
const MIN_DEVIATION: f64 = 60.0;

/// A person's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolverRating {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

impl Default for SolverRating {
    fn default() -> SolverRating {
        SolverRating { rating: 1200.0, deviation: 350.0 }
    }
}

impl SolverRating {
    /// Whether the rating is still a guess.
    pub fn is_provisional(self) -> bool {
        self.deviation > 110.0
    }

    /// The rating after a puzzle.
    #[must_use]
    pub fn after(self, puzzle: u16, solved: bool) -> SolverRating {
        let player = GlickoRating { rating: self.rating, deviation: self.deviation };
        let opponent = GlickoRating { rating: f64::from(puzzle), deviation: PUZZLE_DEVIATION };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        // Without the constant `c`: time that passes does not make a rating less sure.
        let (after, _) = glicko(&player, &opponent, &outcome, &GlickoConfig { c: 0.0 });
        SolverRating {
            rating: after.rating.clamp(100.0, 3500.0),
            deviation: after.deviation.clamp(MIN_DEVIATION, 350.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_that_more_levels_solve_is_easier() {
        let ratings = [
            puzzle_rating([1.0; 5], 24.0),
            puzzle_rating([0.6, 0.9, 1.0, 1.0, 1.0], 24.0),
            puzzle_rating([0.1, 0.4, 0.6, 0.9, 1.0], 24.0),
            puzzle_rating([0.0, 0.1, 0.2, 0.5, 0.9], 24.0),
            puzzle_rating([0.0; 5], 24.0),
        ];
        assert!(ratings.is_sorted(), "{ratings:?}");
        assert!(ratings[4] - ratings[0] > 1200, "{ratings:?}");
        assert!(ratings[0] >= MIN_RATING && ratings[4] <= MAX_RATING);
    }

    #[test]
    fn a_puzzle_that_is_solved_as_the_scale_expects_gets_that_rating() {
        for rating in [800.0, 1400.0, 2000.0] {
            let solved = ANCHORS.map(|level| chance_to_solve(level, rating));
            assert!((f64::from(puzzle_rating(solved, 1000.0)) - rating).abs() < 5.0);
        }
    }

    #[test]
    fn a_rating_follows_a_solver_of_constant_strength() {
        // Solves a puzzle whenever its own strength says so: deterministic, by the fractional part of the expected score so far.
        for strength in [900.0, 1300.0, 1900.0] {
            let (mut rating, mut owed) = (SolverRating::default(), 0.0);
            for number in 0..200 {
                let puzzle = (rating.rating as i32 + (number * 37) % 300 - 150).clamp(400, 2800) as u16;
                owed += chance_to_solve(strength, f64::from(puzzle));
                let solved = owed >= 1.0;
                owed -= f64::from(u8::from(solved));
                rating = rating.after(puzzle, solved);
            }
            assert!((rating.rating - strength).abs() < 120.0, "{strength}: {rating:?}");
            assert!(!rating.is_provisional());
        }
    }

    #[test]
    fn solving_raises_a_rating_and_failing_lowers_it() {
        let start = SolverRating::default();
        assert!(start.is_provisional());
        assert!(start.after(1200, true).rating > start.rating + 50.0);
        assert!(start.after(1200, false).rating < start.rating - 50.0);
        assert!(start.after(2500, false).rating > start.after(1200, false).rating);
        let settled = SolverRating { rating: 1500.0, deviation: MIN_DEVIATION };
        assert!((settled.after(1500, true).deviation - MIN_DEVIATION).abs() < 1e-9);
    }
}
