//! A sequential probability ratio test (SPRT): stops a match as soon as it is clear whether a bot wins more than its share.

use std::fmt;
use std::str::FromStr;

use super::statistics::mean;

/// The probability of accepting the wrong hypothesis, either way.
const ERROR: f64 = 0.05;

/// Nothing is decided before this many rounds, because their variance is too uncertain.
const MIN_ROUNDS: usize = 10;

/// The number of virtual rounds that stabilise the variance.
const VIRTUAL_ROUNDS: f64 = 10.0;

/// The two win shares to decide between.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Hypotheses {
    /// H0: the share is at most this.
    pub(crate) low: f64,
    /// H1: the share is at least this.
    pub(crate) high: f64,
}

impl Hypotheses {
    /// Returns par and five percentage points above it.
    pub(crate) fn above(par: f64) -> Hypotheses {
        Hypotheses { low: par, high: par + 0.05 }
    }
}

impl FromStr for Hypotheses {
    type Err = String;

    fn from_str(text: &str) -> Result<Hypotheses, String> {
        let share = |text: &str| text.parse().ok().filter(|percent: &f64| (1.0..=99.0).contains(percent));
        let shares = text.split_once(':').and_then(|(low, high)| Some((share(low)?, share(high)?)));
        match shares {
            Some((low, high)) if low < high => Ok(Hypotheses { low: low / 100.0, high: high / 100.0 }),
            _ => Err("expected two percentages from 1 to 99, the smaller one first, such as 25:30".to_string()),
        }
    }
}

/// The verdict of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// H0 is accepted: the smaller share fits better.
    Low,
    /// H1 is accepted: the larger share fits better.
    High,
    /// More rounds are needed.
    Open,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Test {
    pub(crate) hypotheses: Hypotheses,
    /// The log-likelihood ratio of H1 to H0.
    pub(crate) log_likelihood_ratio: f64,
    /// H1 is accepted when the ratio reaches this, H0 when it reaches the negative of this.
    pub(crate) bound: f64,
    pub(crate) verdict: Verdict,
}

/// Tests the mean win shares in rounds of `games` games.
///
/// This is Wald's sequential probability ratio test (1945) with the generalised likelihood ratio: round means are treated
/// as normally distributed with the observed variance. For n rounds with mean m and variance v, the log-likelihood ratio is
///
/// n (p1 - p0) (2 m - p0 - p1) / (2 v)
///
/// which is (2.1) in Van den Bergh, “A Practical Introduction to the GSPRT”
/// (<https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>). Fishtest, Stockfish's testing framework, uses it for pairs
/// of games, as we do for rounds. The bounds are ±ln((1 - e) / e) for an error rate e of 5%.
///
/// The variance of a few rounds is uncertain, and equal rounds have none. So ten virtual rounds of independent games, won
/// with probability p1, are added to it, and nothing is decided before the tenth round. With independent games, simulated
/// matches then accept the wrong hypothesis in 1 to 7 of 100 cases.
pub(crate) fn test(hypotheses: Hypotheses, round_means: &[f64], games: usize) -> Test {
    let Hypotheses { low, high } = hypotheses;
    let rounds = round_means.len() as f64;
    let mean = mean(round_means);
    let virtual_squares = VIRTUAL_ROUNDS * high * (1.0 - high) / games as f64;
    let squares: f64 = round_means.iter().map(|round| (round - mean).powi(2)).sum();
    let variance = (squares + virtual_squares) / (rounds - 1.0 + VIRTUAL_ROUNDS);
    let log_likelihood_ratio = rounds * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
    let bound = ((1.0 - ERROR) / ERROR).ln();
    let verdict = if round_means.len() < MIN_ROUNDS || log_likelihood_ratio.abs() < bound {
        Verdict::Open
    } else if log_likelihood_ratio > 0.0 {
        Verdict::High
    } else {
        Verdict::Low
    };
    Test { hypotheses, log_likelihood_ratio, bound, verdict }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = (100.0 * self.hypotheses.low, 100.0 * self.hypotheses.high);
        match self.verdict {
            Verdict::Low => write!(f, "decided: A's win rate is closer to {low:.1}% (H0) than to {high:.1}% (H1)")?,
            Verdict::High => write!(f, "decided: A's win rate is closer to {high:.1}% (H1) than to {low:.1}% (H0)")?,
            Verdict::Open => write!(f, "undecided: A's win rate may be {low:.1}% (H0) or {high:.1}% (H1)")?,
        }
        write!(f, "; log-likelihood ratio {:.2}, bounds ±{:.2}", self.log_likelihood_ratio, self.bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn the_ratio_matches_a_hand_computed_value() {
        // Ten rounds: mean 0.5, squares 10 * 0.0625 = 0.625, virtual 10 * 0.3 * 0.7 / 4 = 0.525, variance 1.15 / 19;
        // 10 * 0.05 * (1 - 0.55) / (2 * 1.15 / 19) = 1.8587.
        let rounds = [0.25, 0.75].repeat(5);
        let found = test(Hypotheses::above(0.25), &rounds, 4);
        assert!((found.log_likelihood_ratio - 1.8587).abs() < 1e-4, "{found:?}");
        assert!((found.bound - 2.9444).abs() < 1e-4);
        assert_eq!(found.verdict, Verdict::Open);
        assert_eq!(test(Hypotheses::above(0.25), &[0.25, 0.75].repeat(10), 4).verdict, Verdict::High);
        assert_eq!(test(Hypotheses::above(0.25), &[], 4).verdict, Verdict::Open);
    }

    #[test]
    fn nine_clear_rounds_decide_nothing_and_ten_decide() {
        let hypotheses = Hypotheses::above(0.25);
        assert_eq!(test(hypotheses, &[1.0; 9], 4).verdict, Verdict::Open);
        assert_eq!(test(hypotheses, &[1.0; 10], 4).verdict, Verdict::High);
        assert_eq!(test(hypotheses, &[0.0; 10], 4).verdict, Verdict::Low);
    }

    /// Simulates matches with a known win share and counts the verdicts per thousand.
    fn verdicts(share: f64, hypotheses: Hypotheses, games: usize, rng: &mut Rng) -> (u32, u32) {
        const MATCHES: u32 = 1000;
        let (mut low, mut high) = (0, 0);
        for _ in 0..MATCHES {
            let mut rounds = Vec::new();
            loop {
                let wins = (0..games).filter(|_| rng.f64() < share).count();
                rounds.push(wins as f64 / games as f64);
                match test(hypotheses, &rounds, games).verdict {
                    Verdict::Low => break low += 1,
                    Verdict::High => break high += 1,
                    Verdict::Open => {}
                }
            }
        }
        (low * 1000 / MATCHES, high * 1000 / MATCHES)
    }

    /// 5% of a thousand matches are 50, give or take 7; estimating the variance costs a little more.
    #[test]
    fn errors_are_as_rare_as_claimed() {
        let mut rng = Rng::with_seed(1945);
        for (games, par) in [(3, 1.0 / 3.0), (4, 0.25)] {
            for width in [0.05, 0.2] {
                let hypotheses = Hypotheses { low: par, high: par + width };
                let (_, wrong) = verdicts(hypotheses.low, hypotheses, games, &mut rng);
                assert!((3..=80).contains(&wrong), "{games} games, H0 is true: {wrong} of 1000 say H1");
                let (wrong, _) = verdicts(hypotheses.high, hypotheses, games, &mut rng);
                assert!((3..=80).contains(&wrong), "{games} games, H1 is true: {wrong} of 1000 say H0");
            }
        }
    }

    #[test]
    fn hypotheses_are_parsed_as_percentages() {
        assert_eq!("25:30".parse(), Ok(Hypotheses { low: 0.25, high: 0.3 }));
        for text in ["", "25", "30:25", "25:25", "0.25:0.3", "25:100", "a:b", "25:30:35", "nan:30"] {
            assert!(text.parse::<Hypotheses>().is_err(), "{text}");
        }
    }
}
