//! `shangrila match --mixtures`: every company that some players can form, in one table with one rating.
//!
//! How strong a player is depends on its company: one strong player among three weak ones decides less than three strong
//! players do with one weak one among them. One number cannot show that.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::contestant::Contestant;
use super::plackett_luce::{GameResult, ratings};
use super::progress::Progress;
use super::runner::{self, Event, Finish};
use super::statistics::{Estimate, win_share};
use super::{MatchArgs, stop_on_interrupt};
use crate::{Failure, refused};

/// The results of one company.
struct Mixture {
    /// How many seats each player has.
    seats: Vec<u32>,
    rounds: Vec<Vec<GameResult>>,
}

impl Mixture {
    /// Estimates the share of the victories that the seats of a player took together.
    fn share(&self, player: usize) -> Estimate {
        let mean =
            |round: &Vec<GameResult>| round.iter().map(|game| game.wins[player]).sum::<f64>() / round.len() as f64;
        let means: Vec<f64> = self.rounds.iter().map(mean).collect();
        win_share(&means, self.seats.iter().sum::<u32>() as usize)
    }

    fn par(&self, player: usize) -> f64 {
        f64::from(self.seats[player]) / f64::from(self.seats.iter().sum::<u32>())
    }

    fn games(&self) -> usize {
        self.rounds.iter().map(Vec::len).sum()
    }
}

pub(super) fn run(out: &mut impl Write, args: &MatchArgs) -> Result<(), Failure> {
    let players = &args.mixtures;
    if players.len() < 2 || (1..players.len()).any(|index| players[..index].contains(&players[index])) {
        return Err(refused("--mixtures needs at least two different players".to_string()));
    }
    let stop = stop_on_interrupt()?;
    let mut mixtures = Vec::new();
    for seats in companies(players.len(), u32::from(args.clans)) {
        let bots: Vec<Contestant> = players
            .iter()
            .zip(&seats)
            .flat_map(|(player, &seats)| std::iter::repeat_n(player.clone(), seats as usize))
            .collect();
        let player_of: Vec<usize> =
            seats.iter().enumerate().flat_map(|(player, &seats)| std::iter::repeat_n(player, seats as usize)).collect();
        let schedule = args.schedule(bots)?;
        let progress = Progress::new(&schedule);
        let mut mixture = Mixture { seats, rounds: Vec::new() };
        let finish = runner::run(&schedule, usize::from(args.threads), &stop, |event| {
            match event {
                Event::GameOver => progress.game_over(),
                Event::Round(games) => {
                    let result = |game: &super::game::Game| {
                        let mut result = GameResult { seats: mixture.seats.clone(), wins: vec![0.0; players.len()] };
                        if let Some(outcome) = game.end.outcome() {
                            for (seat, clan) in game.end.seats().iter().enumerate() {
                                if outcome.winners.contains(clan) {
                                    let share = 1.0 / outcome.winners.len() as f64;
                                    result.wins[player_of[game.seating[seat]]] += share;
                                }
                            }
                        }
                        result
                    };
                    mixture.rounds.push(games.iter().map(result).collect());
                }
            }
            Ok::<_, Failure>(ControlFlow::Continue(()))
        })?;
        drop(progress);
        mixtures.push(mixture);
        match finish {
            Finish::Fault(fault) => return Err(refused(format!("internal error: {fault}"))),
            Finish::Interrupted => break,
            // The end of one match is not the end of all.
            Finish::Complete | Finish::Enough => stop.store(false, Ordering::Relaxed),
        }
    }
    mixtures.retain(|mixture| !mixture.rounds.is_empty());
    if mixtures.is_empty() {
        writeln!(out, "no complete round was played, so there are no results")?;
        return Ok(());
    }
    let rounds: Vec<Vec<GameResult>> = mixtures.iter().flat_map(|mixture| mixture.rounds.clone()).collect();
    let ratings = ratings(&rounds, players.len(), args.seed);
    if args.json {
        writeln!(out, "{}", to_json(players, &mixtures, &ratings))?;
    } else {
        write_table(out, players, &mixtures, &ratings)?;
    }
    Ok(())
}

/// Lists the companies: for each, how many seats each player has. Companies of a single player are left out.
fn companies(players: usize, clans: u32) -> Vec<Vec<u32>> {
    fn extend(company: &mut Vec<u32>, players: usize, left: u32, all: &mut Vec<Vec<u32>>) {
        if company.len() + 1 == players {
            company.push(left);
            if company.iter().filter(|&&seats| seats > 0).count() > 1 {
                all.push(company.clone());
            }
            company.pop();
            return;
        }
        for seats in 0..=left {
            company.push(seats);
            extend(company, players, left - seats, all);
            company.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), players, clans, &mut all);
    all
}

fn write_table(
    out: &mut impl Write,
    players: &[Contestant],
    mixtures: &[Mixture],
    ratings: &[Estimate],
) -> std::io::Result<()> {
    let width = players.iter().map(|player| player.to_string().chars().count()).max().unwrap_or(0);
    writeln!(out, "games  seats  {:<width$}  wins together   95% interval     par", "player")?;
    for mixture in mixtures {
        let mut games = mixture.games().to_string();
        for player in (0..players.len()).filter(|&player| mixture.seats[player] > 0) {
            let Estimate { mean, low, high } = mixture.share(player);
            writeln!(
                out,
                "{games:>5}  {:>5}  {:<width$}  {:>12.1}%  {:>5.1} … {:>5.1}%  {:>5.1}%",
                mixture.seats[player],
                players[player].to_string(),
                100.0 * mean,
                100.0 * low,
                100.0 * high,
                100.0 * mixture.par(player)
            )?;
            games.clear();
        }
    }
    writeln!(out, "\n{:<width$}  rating  95% interval", "player")?;
    for (player, rating) in players.iter().zip(ratings) {
        writeln!(
            out,
            "{:<width$}  {:>+6.0}  {:>+5.0} … {:>+5.0}",
            player.to_string(),
            rating.mean,
            rating.low,
            rating.high
        )?;
    }
    writeln!(out, "\nRatings are those of Plackett and Luce; 400 points are ten times the chance of winning.")
}

fn to_json(players: &[Contestant], mixtures: &[Mixture], ratings: &[Estimate]) -> Value {
    let estimate = |estimate: &Estimate| json!({ "mean": estimate.mean, "low": estimate.low, "high": estimate.high });
    let seats = |mixture: &Mixture| -> Vec<Value> {
        (0..players.len())
            .filter(|&player| mixture.seats[player] > 0)
            .map(|player| {
                json!({
                    "bot": players[player].to_string(),
                    "seats": mixture.seats[player],
                    "wins": estimate(&mixture.share(player)),
                    "par": mixture.par(player),
                })
            })
            .collect()
    };
    json!({
        "mixtures": mixtures.iter().map(|mixture| json!({ "games": mixture.games(), "bots": seats(mixture) })).collect::<Vec<_>>(),
        "ratings": players.iter().zip(ratings).map(|(player, rating)| json!({ "bot": player.to_string(), "rating": estimate(rating) })).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companies_have_at_least_two_different_players() {
        assert_eq!(companies(2, 4), [[1, 3], [2, 2], [3, 1]]);
        assert_eq!(companies(2, 3), [[1, 2], [2, 1]]);
        let three = companies(3, 4);
        assert_eq!(three.len(), 12);
        assert!(three.iter().all(|company| company.iter().sum::<u32>() == 4));
    }
}
