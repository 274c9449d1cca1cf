//! Tallies the rounds of a match.

use shangrila_rules::{EndReason, Seat};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::contestant::Contestant;
use super::game::{Game, Thinking, letter};
use super::statistics::{Estimate, Times, mean, win_share};

/// Running totals of all games.
pub(crate) struct Tally {
    specs: Vec<Contestant>,
    bots: Vec<BotTally>,
    /// The win share of each seat, whichever bot sat there, by round.
    seat_rounds: Vec<Vec<f64>>,
    pub(crate) games: u64,
    /// Turns in all games, including random opening turns.
    pub(crate) turns: u64,
    pub(crate) last_stone: u64,
    pub(crate) all_passed: u64,
    pub(crate) shared: u64,
}

/// Running totals of one bot.
#[derive(Clone, Default)]
struct BotTally {
    /// The mean win share by round.
    rounds: Vec<f64>,
    /// Wins by seat.
    seats: Vec<f64>,
    masters: u64,
    places: u64,
    thinking: Thinking,
    /// Bradley-Terry full-pair rating of Weng and Lin, “A Bayesian Approximation Method for Online Ranking”, JMLR 12
    /// (2011). Only winning counts, so everyone who did not win shares second place.
    rating: WengLinRating,
}

/// One line of the results: a single bot, or all bots of the same kind.
pub(crate) struct Summary {
    /// The letters of the bots, such as `A`, or `BCD` for three of a kind.
    pub(crate) letters: String,
    pub(crate) spec: Contestant,
    pub(crate) share: Estimate,
    pub(crate) masters: f64,
    pub(crate) place: f64,
    /// The rating and its uncertainty; only for single bots.
    pub(crate) rating: Option<(f64, f64)>,
    /// The win share in each seat.
    pub(crate) seats: Vec<f64>,
    pub(crate) times: Option<Times>,
    /// Positions searched per turn.
    pub(crate) visits: f64,
}

impl Tally {
    /// Creates an empty tally.
    pub(crate) fn new(specs: &[Contestant]) -> Tally {
        let bot = BotTally { seats: vec![0.0; specs.len()], ..BotTally::default() };
        Tally {
            specs: specs.to_vec(),
            bots: vec![bot; specs.len()],
            seat_rounds: vec![Vec::new(); specs.len()],
            games: 0,
            turns: 0,
            last_stone: 0,
            all_passed: 0,
            shared: 0,
        }
    }

    /// Adds a round: one game per rotation.
    pub(crate) fn add(&mut self, round: &[Game]) {
        let count = self.bots.len();
        let mut bot_sums = vec![0.0; count];
        let mut seat_sums = vec![0.0; count];
        for game in round {
            let Some(outcome) = game.end.outcome() else { continue };
            self.games += 1;
            self.turns += u64::from(game.end.ply());
            match outcome.reason {
                EndReason::LastStone => self.last_stone += 1,
                EndReason::AllPassed => self.all_passed += 1,
            }
            self.shared += u64::from(outcome.winners.len() > 1);
            for standing in game.end.standings() {
                let Some(seat) = game.end.seats().seat_of(standing.clan).map(Seat::index) else { continue };
                let bot = &mut self.bots[game.seating[seat]];
                bot.masters += standing.score.masters as u64;
                bot.places += standing.place as u64;
                bot.thinking.add(&game.thinking[seat]);
                if outcome.winners.contains(standing.clan) {
                    let share = 1.0 / outcome.winners.len() as f64;
                    bot.seats[seat] += share;
                    bot_sums[game.seating[seat]] += share;
                    seat_sums[seat] += share;
                }
            }
            self.rate(game, |seat| {
                game.end.seats().iter().nth(seat).is_some_and(|clan| outcome.winners.contains(clan))
            });
        }
        let games = round.len().max(1) as f64;
        for (bot, sum) in self.bots.iter_mut().zip(bot_sums) {
            bot.rounds.push(sum / games);
        }
        for (seat, sum) in self.seat_rounds.iter_mut().zip(seat_sums) {
            seat.push(sum / games);
        }
    }

    fn rate(&mut self, game: &Game, won: impl Fn(usize) -> bool) {
        let before: Vec<[WengLinRating; 1]> = game.seating.iter().map(|&bot| [self.bots[bot].rating]).collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
            .iter()
            .enumerate()
            .map(|(seat, rating)| (&rating[..], MultiTeamOutcome::new(if won(seat) { 1 } else { 2 })))
            .collect();
        let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
        for (&bot, rating) in game.seating.iter().zip(after.into_iter().flatten()) {
            self.bots[bot].rating = rating;
        }
    }

    /// Returns the number of rounds so far.
    pub(crate) fn rounds(&self) -> usize {
        self.seat_rounds[0].len()
    }

    /// Returns the mean win share of a bot in each round.
    pub(crate) fn round_means(&self, bot: usize) -> &[f64] {
        &self.bots[bot].rounds
    }

    /// Returns the win share of a bot that is exactly as strong as the others.
    pub(crate) fn par(&self) -> f64 {
        1.0 / self.bots.len() as f64
    }

    /// Returns the win share of each seat, whichever bot sat there.
    pub(crate) fn seat_shares(&self) -> Vec<Estimate> {
        self.seat_rounds.iter().map(|rounds| win_share(rounds, self.bots.len())).collect()
    }

    /// Returns a line for each bot, then one for each kind that fills several seats.
    pub(crate) fn summaries(&self) -> Vec<Summary> {
        let singles = (0..self.bots.len()).map(|bot| vec![bot]);
        let kinds = (0..self.bots.len()).filter_map(|first| {
            let alike: Vec<usize> = (0..self.bots.len()).filter(|&bot| self.specs[bot] == self.specs[first]).collect();
            (alike[0] == first && alike.len() > 1).then_some(alike)
        });
        singles.chain(kinds).map(|bots| self.summary(&bots)).collect()
    }

    fn summary(&self, bots: &[usize]) -> Summary {
        let average = |value: &dyn Fn(&BotTally) -> f64| {
            mean(&bots.iter().map(|&bot| value(&self.bots[bot])).collect::<Vec<_>>())
        };
        let games = self.games.max(1) as f64;
        // Bots of a kind cannot win independently, so their wins are added up before estimating and divided afterwards.
        let count = bots.len() as f64;
        let rounds: Vec<f64> = (0..self.rounds()).map(|round| count * average(&|bot| bot.rounds[round])).collect();
        let Estimate { mean, low, high } = win_share(&rounds, self.bots.len());
        let mut thinking = Thinking::default();
        for &bot in bots {
            thinking.add(&self.bots[bot].thinking);
        }
        let turns = thinking.seconds.len().max(1) as f64;
        let rating = &self.bots[bots[0]].rating;
        Summary {
            letters: bots.iter().map(|&bot| letter(bot)).collect(),
            spec: self.specs[bots[0]].clone(),
            share: Estimate { mean: mean / count, low: low / count, high: high / count },
            masters: average(&|bot| bot.masters as f64 / games),
            place: average(&|bot| bot.places as f64 / games),
            rating: (bots.len() == 1).then_some((rating.rating, rating.uncertainty)),
            seats: (0..self.bots.len())
                .map(|seat| average(&|bot| bot.seats[seat] / self.rounds().max(1) as f64))
                .collect(),
            visits: thinking.visits as f64 / turns,
            times: Times::of(thinking.seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shangrila_ai::BotSpec;
    use shangrila_rules::Position;
    use shangrila_rules::record::Start;

    /// Red and blue have two masters in two villages each, yellow has one and violet none.
    const SHARED: &str = "rb5/rb5/7/7/7/7/7/7/7/7/7/y6/7 000001 rbvy - 120 0";

    fn game(rotation: u64, seating: [usize; 4]) -> Game {
        let end: Position = SHARED.parse().unwrap();
        let thinking = vec![Thinking { seconds: vec![0.5, 1.5], visits: 20 }; 4];
        let start = Start::Position(end);
        Game { round: 0, rotation, seating: seating.to_vec(), start, moves: Vec::new(), end, thinking }
    }

    fn close(one: f64, other: f64) {
        assert!((one - other).abs() < 1e-3, "{one} is not {other}");
    }

    #[test]
    fn a_round_is_tallied() {
        let mut tally =
            Tally::new(&[BotSpec::Random, BotSpec::Greedy, BotSpec::Random, BotSpec::Uct(None)].map(Contestant::from));
        tally.add(&[game(0, [0, 1, 2, 3]), game(1, [3, 0, 1, 2]), game(2, [2, 3, 0, 1]), game(3, [1, 2, 3, 0])]);
        assert_eq!((tally.games, tally.rounds(), tally.turns), (4, 1, 480));
        assert_eq!((tally.last_stone, tally.all_passed, tally.shared), (4, 0, 4));
        let seats: Vec<f64> = tally.seat_shares().iter().map(|share| share.mean).collect();
        assert_eq!(seats, [0.5, 0.5, 0.0, 0.0]);
        let lines = tally.summaries();
        let letters: Vec<&str> = lines.iter().map(|line| line.letters.as_str()).collect();
        assert_eq!(letters, ["A", "B", "C", "D", "AC"]);
        for line in &lines {
            assert_eq!((line.share.mean, line.masters, line.place), (0.25, 1.25, 2.25), "{}", line.letters);
            assert_eq!(line.seats, [0.5, 0.5, 0.0, 0.0]);
            assert_eq!(line.visits, 10.0);
            let times = line.times.unwrap();
            assert_eq!((times.turns, times.mean), (8 * line.letters.len(), 1.0));
            assert_eq!(line.rating.is_some(), line.letters.len() == 1);
        }
    }

    /// With initial ratings of 25 ± 25/3 and beta = 25/6, c = 13.1762. A winner gains (25/3)² / c / 2 = 2.6352 against each
    /// of the two losers, and nothing against the other winner.
    #[test]
    fn winners_share_first_place_and_everyone_else_second() {
        let mut tally = Tally::new(&[BotSpec::Random; 4].map(Contestant::from));
        tally.add(&[game(0, [2, 0, 1, 3])]);
        let ratings: Vec<f64> = tally.bots.iter().map(|bot| bot.rating.rating).collect();
        for (rating, gain) in ratings.into_iter().zip([5.2705, -5.2705, 5.2705, -5.2705]) {
            close(rating, 25.0 + gain);
        }
    }

    /// The win share of a kind is its share of all games, not the sum of independent estimates.
    #[test]
    fn a_kind_is_estimated_from_the_wins_of_all_its_bots() {
        let mut tally =
            Tally::new(&[BotSpec::Random, BotSpec::Random, BotSpec::Greedy, BotSpec::Uct(None)].map(Contestant::from));
        for _ in 0..10 {
            tally.add(&[game(0, [0, 1, 2, 3]), game(1, [0, 1, 2, 3])]);
        }
        let lines = tally.summaries();
        let kind = lines.last().unwrap();
        assert_eq!(kind.letters, "AB");
        close(kind.share.mean, 0.5);
        close(kind.share.high, 0.5);
        assert!(kind.share.low > 0.4 && kind.share.low < 0.5, "{:?}", kind.share);
    }
}
