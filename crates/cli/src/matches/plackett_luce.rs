//! Strengths of players from who won which game, when more than two play.
//!
//! In the model of Luce and Plackett, a seat wins with a chance proportional to the strength of its player. Only winning
//! counts, as in the game. The most likely strengths are found by the minorisation-maximisation steps of Hunter, “MM
//! algorithms for generalized Bradley–Terry models”, Annals of Statistics 32 (2004); the intervals come from resampling
//! whole rounds, because the games of a round share an opening.

use fastrand::Rng;

use super::statistics::Estimate;

/// One game: how many seats each player had, and its share of the victory.
#[derive(Clone, Debug)]
pub(crate) struct GameResult {
    pub(crate) seats: Vec<u32>,
    pub(crate) wins: Vec<f64>,
}

/// Ten times the strength is 400 points, as in chess.
const POINTS_PER_DECADE: f64 = 400.0;

const RESAMPLES: usize = 400;

/// Estimates the rating of each player with its 95% interval, in points. Their mean is zero.
pub(crate) fn ratings(rounds: &[Vec<GameResult>], players: usize, seed: u64) -> Vec<Estimate> {
    let all: Vec<&GameResult> = rounds.iter().flatten().collect();
    let means = points(&all, players);
    let mut rng = Rng::with_seed(seed);
    let mut samples = vec![Vec::with_capacity(RESAMPLES); players];
    for _ in 0..RESAMPLES {
        let drawn: Vec<&GameResult> = (0..rounds.len()).flat_map(|_| &rounds[rng.usize(..rounds.len())]).collect();
        for (samples, rating) in samples.iter_mut().zip(points(&drawn, players)) {
            samples.push(rating);
        }
    }
    let quantile = |sorted: &[f64], part: f64| sorted[((sorted.len() - 1) as f64 * part).round() as usize];
    means
        .into_iter()
        .zip(samples)
        .map(|(mean, mut samples)| {
            samples.sort_by(f64::total_cmp);
            Estimate { mean, low: quantile(&samples, 0.025), high: quantile(&samples, 0.975) }
        })
        .collect()
}

fn points(games: &[&GameResult], players: usize) -> Vec<f64> {
    let mut strengths = vec![1.0_f64; players];
    // Half a victory and half a defeat against an average player, so that nobody is infinitely strong or weak.
    let prior = 0.5;
    let wins: Vec<f64> =
        (0..players).map(|player| prior + games.iter().map(|game| game.wins[player]).sum::<f64>()).collect();
    for _ in 0..200 {
        let mut demands: Vec<f64> = strengths.iter().map(|strength| 2.0 * prior / (strength + 1.0)).collect();
        for game in games {
            let total: f64 =
                game.seats.iter().zip(&strengths).map(|(&seats, strength)| f64::from(seats) * strength).sum();
            for (demand, &seats) in demands.iter_mut().zip(&game.seats) {
                *demand += f64::from(seats) / total;
            }
        }
        for player in 0..players {
            strengths[player] = wins[player] / demands[player];
        }
        let mean_log = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / players as f64;
        strengths.iter_mut().for_each(|strength| *strength /= mean_log.exp());
    }
    strengths.iter().map(|strength| POINTS_PER_DECADE * strength.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games among players of known strength, in random company.
    fn games(strengths: &[f64], rounds: usize, rng: &mut Rng) -> Vec<Vec<GameResult>> {
        let mut game = || {
            let seated: Vec<usize> = (0..4).map(|_| rng.usize(..strengths.len())).collect();
            let total: f64 = seated.iter().map(|&player| strengths[player]).sum();
            let mut left = rng.f64() * total;
            let winner = *seated
                .iter()
                .find(|&&player| {
                    left -= strengths[player];
                    left <= 0.0
                })
                .unwrap_or(&seated[3]);
            let mut result = GameResult { seats: vec![0; strengths.len()], wins: vec![0.0; strengths.len()] };
            seated.iter().for_each(|&player| result.seats[player] += 1);
            result.wins[winner] = 1.0;
            result
        };
        (0..rounds).map(|_| (0..4).map(|_| game()).collect()).collect()
    }

    #[test]
    fn known_strengths_are_recovered_and_lie_within_the_intervals() {
        let mut rng = Rng::with_seed(11);
        let (mut inside, mut all) = (0, 0);
        for seed in 0..10 {
            let ratings = ratings(&games(&[1.0, 4.0, 0.5], 150, &mut rng), 3, seed);
            // The geometric mean of the strengths is the cube root of two.
            for (rating, strength) in ratings.iter().zip([1.0_f64, 4.0, 0.5]) {
                let truth = 400.0 * (strength / 2.0_f64.cbrt()).log10();
                assert!((rating.mean - truth).abs() < 70.0, "{rating:?}, {truth}");
                assert!(rating.low < rating.mean && rating.mean < rating.high, "{rating:?}");
                inside += u32::from(rating.low <= truth && truth <= rating.high);
                all += 1;
            }
        }
        assert!(inside * 100 >= all * 80, "{inside} of {all}");
    }

    #[test]
    fn a_player_who_never_wins_still_has_a_rating() {
        let lost = GameResult { seats: vec![1, 3], wins: vec![0.0, 1.0] };
        let ratings = ratings(&vec![vec![lost; 4]; 10], 2, 1);
        assert!(ratings[0].mean < -100.0 && ratings[0].mean.is_finite(), "{ratings:?}");
        assert!((ratings[0].mean + ratings[1].mean).abs() < 1e-6);
    }
}
