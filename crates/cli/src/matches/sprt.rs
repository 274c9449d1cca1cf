//! A sequential test: does a bot win more than its share? It stops as soon as that is clear.

use std::fmt;
use std::str::FromStr;

use super::statistics::mean;

/// The chance to accept the wrong hypothesis, either way.
const ERROR: f64 = 0.05;

/// Before this many rounds nothing is decided: their variance is known too badly.
const MIN_ROUNDS: usize = 10;

/// Rounds by which the variance is steadied.
const IMAGINED_ROUNDS: f64 = 10.0;

/// Two shares of victories to decide between.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Hypotheses {
    /// H0: no better than this.
    pub(crate) low: f64,
    /// H1: at least as good as this.
    pub(crate) high: f64,
}

impl Hypotheses {
    /// Par, and five points more.
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
            _ => Err("two shares from 1 to 99 per cent are needed, the smaller one first, such as 25:30".to_string()),
        }
    }
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The smaller share fits better.
    Low,
    /// The greater share fits better.
    High,
    /// More rounds are needed.
    Open,
}

/// The state of the test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Test {
    pub(crate) hypotheses: Hypotheses,
    /// The logarithm of how much more likely the rounds are under H1.
    pub(crate) log_likelihood_ratio: f64,
    /// H1 is accepted when the logarithm reaches this, H0 when it reaches the negative of this.
    pub(crate) bound: f64,
    pub(crate) verdict: Verdict,
}

/// Tests the mean shares of victories in rounds of `games` games.
///
/// Wald's sequential test (1945) with the generalised likelihood ratio: the means of rounds are taken to be normal, with
/// the variance that was seen. For n rounds with mean m and variance v the logarithm is
///
/// n (p1 - p0) (2 m - p0 - p1) / (2 v)
///
/// which is (2.1) of Van den Bergh, "A Practical Introduction to the GSPRT" (<https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>).
/// It is known from Fishtest, the testing farm of Stockfish, where games come in pairs as they come in rounds here. The bounds are ln((1 - e) / e) and its negative
/// for errors e of 5 %.
///
/// The variance of few rounds is known badly, and rounds that are all alike have none. So ten imagined rounds are added
/// to it, of independent games that are won with chance p1, and nothing is decided before the tenth round. With that, and
/// independent games, simulated matches end with the wrong hypothesis in 1 to 7 of 100 cases.
pub(crate) fn test(hypotheses: Hypotheses, round_means: &[f64], games: usize) -> Test {
    let Hypotheses { low, high } = hypotheses;
    let rounds = round_means.len() as f64;
    let mean = mean(round_means);
    let imagined = IMAGINED_ROUNDS * high * (1.0 - high) / games as f64;
    let squares: f64 = round_means.iter().map(|round| (round - mean).powi(2)).sum();
    let variance = (squares + imagined) / (rounds - 1.0 + IMAGINED_ROUNDS);
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
            Verdict::Low => write!(f, "decided: A's share fits {low:.1} % better than {high:.1} % (H0)")?,
            Verdict::High => write!(f, "decided: A's share fits {high:.1} % better than {low:.1} % (H1)")?,
            Verdict::Open => write!(f, "not decided: A's share may be {low:.1} % (H0) or {high:.1} % (H1)")?,
        }
        write!(f, "; log likelihood ratio {:.2}, bounds ±{:.2}", self.log_likelihood_ratio, self.bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn the_ratio_is_what_a_hand_computes() {
        // Ten rounds: mean 0.5, squares 10 * 0.0625 = 0.625, imagined 10 * 0.3 * 0.7 / 4 = 0.525, variance 1.15 / 19;
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
    fn nine_rounds_decide_nothing_and_ten_clear_ones_all() {
        let hypotheses = Hypotheses::above(0.25);
        assert_eq!(test(hypotheses, &[1.0; 9], 4).verdict, Verdict::Open);
        assert_eq!(test(hypotheses, &[1.0; 10], 4).verdict, Verdict::High);
        assert_eq!(test(hypotheses, &[0.0; 10], 4).verdict, Verdict::Low);
    }

    /// Plays many matches with a known share, and counts how many end with each verdict.
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

    /// 5 % of a thousand matches are 50, give or take 7; that the variance is estimated costs a little more.
    #[test]
    fn errors_are_as_rare_as_promised() {
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
    fn hypotheses_are_read_in_per_cent() {
        assert_eq!("25:30".parse(), Ok(Hypotheses { low: 0.25, high: 0.3 }));
        for text in ["", "25", "30:25", "25:25", "0.25:0.3", "25:100", "a:b", "25:30:35", "nan:30"] {
            assert!(text.parse::<Hypotheses>().is_err(), "{text}");
        }
    }
}
