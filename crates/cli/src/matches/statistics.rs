//! Estimates and confidence intervals for match results.

/// A mean with its 95% confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) mean: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// With fewer rounds, the variance between them is too uncertain to use.
const MIN_ROUNDS: usize = 8;

/// A variance below this is rounding error: the means of different rounds differ by at least a twelfth.
const ROUNDING_VARIANCE: f64 = 1e-12;

/// The 97.5% quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Estimates the win share from the mean share in each round of `games` games.
///
/// The games of a round share their opening and the bots' seeds, so games are not independent, but rounds are. The
/// interval is therefore Student's t interval for the mean over rounds. In simulated matches it covers the true share in
/// 95 of 100 cases with 40 rounds, and in 90 with 10 rounds of strongly dependent games.
///
/// With few rounds, or if all of them are equal, the variance between rounds says little or nothing. Then it is Wilson's
/// score interval (1927) over single games, with shared victories counted in part; it makes sense for any number of games
/// and for shares of 0 and 1.
pub(crate) fn win_share(round_means: &[f64], games: usize) -> Estimate {
    let mean = mean(round_means);
    let rounds = round_means.len() as f64;
    let spread = variance(round_means);
    let (low, high) = if round_means.len() < MIN_ROUNDS || spread < ROUNDING_VARIANCE {
        wilson(mean, rounds * games as f64)
    } else {
        let error = student_t(rounds - 1.0) * (spread / rounds).sqrt();
        (mean - error, mean + error)
    };
    Estimate { mean, low: low.max(0.0), high: high.min(1.0) }
}

/// Returns the mean; 0 for an empty slice.
pub(crate) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// Returns the unbiased variance; 0 for fewer than two values.
pub(crate) fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    if values.len() < 2 { 0.0 } else { squares / (values.len() - 1) as f64 }
}

/// Returns Wilson's score interval for a share observed in `games` independent games.
fn wilson(share: f64, games: f64) -> (f64, f64) {
    if games == 0.0 {
        return (0.0, 1.0);
    }
    let middle = share + Z * Z / (2.0 * games);
    let width = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    let scale = 1.0 + Z * Z / games;
    ((middle - width) / scale, (middle + width) / scale)
}

/// Returns the 97.5% quantile of Student's t distribution, by the expansion around the normal quantile (Abramowitz and
/// Stegun 26.7.5). Accurate to a thousandth from seven degrees of freedom.
fn student_t(freedom: f64) -> f64 {
    let power = |exponent| Z.powi(exponent);
    Z + (power(3) + Z) / (4.0 * freedom)
        + (5.0 * power(5) + 16.0 * power(3) + 3.0 * Z) / (96.0 * freedom.powi(2))
        + (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * Z) / (384.0 * freedom.powi(3))
}

/// Statistics of the time per turn, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Times {
    pub(crate) turns: usize,
    pub(crate) mean: f64,
    /// 99% of turns took no longer.
    pub(crate) percentile_99: f64,
    pub(crate) longest: f64,
}

impl Times {
    /// Computes the statistics; `None` without any turns.
    pub(crate) fn of(mut seconds: Vec<f32>) -> Option<Times> {
        seconds.sort_unstable_by(f32::total_cmp);
        let turns = seconds.len();
        // Nearest-rank percentile: the smallest time that 99% of turns do not exceed.
        let rank = (turns * 99).div_ceil(100).checked_sub(1)?;
        let sum: f64 = seconds.iter().map(|&time| f64::from(time)).sum();
        Some(Times {
            turns,
            mean: sum / turns as f64,
            percentile_99: f64::from(seconds[rank]),
            longest: f64::from(seconds[turns - 1]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64, tolerance: f64) {
        assert!((one - other).abs() <= tolerance, "{one} is not {other}");
    }

    #[test]
    fn mean_and_variance_match_textbook_values() {
        close(mean(&[1.0, 2.0, 6.0]), 3.0, 1e-12);
        close(variance(&[1.0, 2.0, 6.0]), 7.0, 1e-12);
        assert_eq!((mean(&[]), variance(&[]), variance(&[5.0])), (0.0, 0.0, 0.0));
    }

    #[test]
    fn student_t_quantiles_match_published_tables() {
        for (freedom, quantile) in [(7.0, 2.3646), (9.0, 2.2622), (15.0, 2.1314), (30.0, 2.0423), (1e9, 1.9600)] {
            close(student_t(freedom), quantile, 1e-3);
        }
    }

    /// 1 of 10: (0.1 + 0.19207 ± 1.95996 * sqrt(0.009 + 0.0096036)) / 1.38415; 0 of 10: 0 and 3.84146 / 13.84146.
    #[test]
    fn wilson_intervals_match_hand_computed_values() {
        let (low, high) = wilson(0.1, 10.0);
        close(low, 0.0179, 1e-4);
        close(high, 0.4042, 1e-4);
        let (low, high) = wilson(0.0, 10.0);
        close(low, 0.0, 1e-12);
        close(high, 0.2775, 1e-4);
    }

    #[test]
    fn intervals_are_computed_over_rounds() {
        // Mean 0.5, variance 16 / 15 / 16 = 1 / 15, error 2.1314 * sqrt(1 / 15 / 16) = 0.13758.
        let rounds: Vec<f64> = (0..16).map(|round| if round % 2 == 0 { 0.25 } else { 0.75 }).collect();
        let estimate = win_share(&rounds, 4);
        close(estimate.mean, 0.5, 1e-12);
        close(estimate.low, 0.5 - 0.13758, 2e-4);
        close(estimate.high, 0.5 + 0.13758, 2e-4);
    }

    #[test]
    fn few_or_equal_rounds_fall_back_to_single_games() {
        let (low, high) = wilson(0.5, 8.0);
        assert_eq!(win_share(&[0.25, 0.75], 4), Estimate { mean: 0.5, low, high });
        let sure = win_share(&[1.0; 20], 4);
        close(sure.low, 80.0 / (80.0 + Z * Z), 1e-12);
        close(sure.mean, 1.0, 1e-12);
        close(sure.high, 1.0, 1e-12);
        let third = win_share(&[1.0 / 3.0; 25], 3);
        assert!(third.high - third.low > 0.1, "equal rounds do not mean certainty: {third:?}");
        assert_eq!(win_share(&[], 4), Estimate { mean: 0.0, low: 0.0, high: 1.0 });
    }

    /// With dependent games: in half of the rounds, all games have the same result.
    #[test]
    fn intervals_cover_the_true_share_as_often_as_claimed() {
        let mut rng = fastrand::Rng::with_seed(1908);
        for (rounds, at_least) in [(10, 0.89), (40, 0.93)] {
            let covered = (0..2000).filter(|_| {
                let round = |rng: &mut fastrand::Rng| {
                    let wins = if rng.bool() {
                        if rng.f64() < 0.25 { 4 } else { 0 }
                    } else {
                        (0..4).filter(|_| rng.f64() < 0.25).count()
                    };
                    wins as f64 / 4.0
                };
                let estimate = win_share(&(0..rounds).map(|_| round(&mut rng)).collect::<Vec<_>>(), 4);
                (estimate.low..=estimate.high).contains(&0.25)
            });
            let covered = covered.count() as f64 / 2000.0;
            assert!((at_least..0.98).contains(&covered), "{rounds} rounds: {covered}");
        }
    }

    #[test]
    fn percentiles_are_observed_times() {
        let times = Times::of((1..=200).rev().map(|n| n as f32).collect()).unwrap();
        assert_eq!(times, Times { turns: 200, mean: 100.5, percentile_99: 198.0, longest: 200.0 });
        let one = Times::of(vec![0.5]).unwrap();
        assert_eq!((one.mean, one.percentile_99, one.longest), (0.5, 0.5, 0.5));
        assert_eq!(Times::of(Vec::new()), None);
    }
}
