//! How long an evaluation takes on one core.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fastrand::Rng;
use shangrila_ai::network::NetworkEvaluator;
use shangrila_ai::{Budget, Evaluator, Limits, NoClock, Params, Search};
use shangrila_rules::{GameOptions, Position, Seats};

use crate::runner;

#[derive(clap::Args)]
pub(crate) struct SpeedArgs {
    /// The network
    #[arg(long, value_name = "FILE")]
    network: PathBuf,
}

/// Prints microseconds for each evaluation and for each visit of a search.
pub(crate) fn run(args: &SpeedArgs) -> Result<(), String> {
    let network = Arc::new(runner::load(&args.network)?);
    let mut evaluator = NetworkEvaluator::new(Arc::clone(&network));
    let mut positions = Vec::new();
    for seed in 0..20 {
        let mut rng = Rng::with_seed(seed);
        let mut position = Position::start(Seats::FOUR, GameOptions::default());
        while !position.is_over() {
            positions.push(position);
            position.play_random(|n| rng.u32(..n));
        }
    }
    let mut sum = 0.0;
    let began = Instant::now();
    for _ in 0..5 {
        for position in &positions {
            sum += evaluator.evaluate(position).wins.values()[0];
        }
    }
    let each = began.elapsed().as_secs_f64() * 1e6 / (5 * positions.len()) as f64;
    println!("{each:.2} µs for each of {} positions of random games (mean win chance {:.4})", positions.len(), {
        sum / (5 * positions.len()) as f32
    });
    let stop = AtomicBool::new(false);
    let budget = Budget { limits: Limits::visits(400), clock: &NoClock, stop: &stop };
    let (began, mut visits) = (Instant::now(), 0);
    for position in positions.iter().step_by(25) {
        let evaluator = |_| Box::new(NetworkEvaluator::new(Arc::clone(&network))) as Box<dyn Evaluator>;
        let mut search = Search::new(position, Params::default(), evaluator);
        search.run(&budget);
        visits += search.visits();
    }
    println!("{:.2} µs for each visit of searches of 400", began.elapsed().as_secs_f64() * 1e6 / f64::from(visits));
    Ok(())
}
