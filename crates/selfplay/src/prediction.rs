//! How well evaluators predict the winners of games they have not seen.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use shangrila_ai::fitted::{FittedEvaluator, FittedModel, Weights};
use shangrila_ai::network::NetworkEvaluator;
use shangrila_ai::{Evaluation, Evaluator};
use shangrila_rules::Position;

use crate::{runner, written_games};

#[derive(clap::Args)]
pub(crate) struct PredictArgs {
    /// Games, one JSON object on a line
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Networks to compare with the built-in evaluator
    #[arg(long, value_name = "FILE")]
    network: Vec<PathBuf>,
    /// Look at every K-th position of a game
    #[arg(long, value_name = "K", default_value_t = 7)]
    every: usize,
}

/// Stretches of the game, by the bridges that stand.
const PHASES: [&str; 6] = ["set-up", "19-23", "14-18", "9-13", "5-8", "1-4"];

fn phase(position: &Position) -> usize {
    match position.bridges().len() {
        _ if position.in_opening() => 0,
        19.. => 1,
        14..=18 => 2,
        9..=13 => 3,
        5..=8 => 4,
        _ => 5,
    }
}

/// Prints the mean surprise at the winner, in nats.
pub(crate) fn run(args: &PredictArgs) -> Result<(), String> {
    let games = written_games::read(&args.games)?;
    let mut evaluators: Vec<(String, Box<dyn Evaluator>)> = Vec::new();
    let knowledge = Arc::new(FittedModel::new(Weights::built_in()));
    evaluators.push(("fitted".into(), Box::new(FittedEvaluator::new(knowledge))));
    for file in &args.network {
        let network = Arc::new(runner::load(file)?);
        evaluators.push((file.display().to_string(), Box::new(NetworkEvaluator::new(network))));
    }
    for clans in [4, 3] {
        println!("{clans} clans: nats by standing bridges");
        println!("  {}   all  µs", PHASES.map(|name| format!("{name:>6}")).join(" "));
        for (name, evaluator) in &mut evaluators {
            let mut sums = [(0.0, 0); PHASES.len()];
            let mut time = 0.0;
            let of_size = games.iter().filter(|game| game.end.seats().count() == clans);
            for (number, game) in of_size.enumerate() {
                let shares = *Evaluation::of_end(&game.end).wins.values();
                for position in game.positions.iter().skip(number % args.every).step_by(args.every.max(1)) {
                    let began = Instant::now();
                    let chances = *evaluator.evaluate(position).wins.values();
                    time += began.elapsed().as_secs_f64() * 1e6;
                    let surprise =
                        |(share, chance): (&f32, &f32)| -f64::from(*share) * f64::from(chance.max(1e-6)).ln();
                    let (sum, count) = &mut sums[phase(position)];
                    *sum += shares.iter().zip(&chances).map(surprise).sum::<f64>();
                    *count += 1;
                }
            }
            let all = sums.iter().fold((0.0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
            let mean = |(sum, count): (f64, i32)| format!("{:>6.3}", sum / f64::from(count.max(1)));
            let time = time / f64::from(all.1.max(1));
            println!("  {} {} {time:.1}  {name}", sums.map(mean).join(" "), mean(all));
        }
    }
    Ok(())
}
