//! `shangrila bench --search`: measures the speed of the search and how closely it keeps its time limit, and prints a
//! checksum of its play.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::json;
use shangrila_ai::{
    Budget, Clock, Evaluator, Limits, NoClock, Params, PlayoutEvaluator, Search, Stopwatch, UniformEvaluator,
    fitted_evaluator,
};
use shangrila_rules::{GameOptions, Position, Seats};

use crate::Failure;
use crate::args::BenchArgs;

/// Random turns before each measured position: opening, first turns, middle game and late game.
const TURNS: [usize; 5] = [4, 28, 50, 75, 100];

/// Visits of each search in the checksum.
const CHECKSUM_VISITS: u32 = 2000;

/// Time limit of the searches that measure how closely the limit is kept.
const TIMED: Duration = Duration::from_millis(20);

/// Number of those searches.
const TIMED_SEARCHES: usize = 200;

pub(crate) fn run(out: &mut impl Write, args: &BenchArgs) -> Result<(), Failure> {
    let positions = positions();
    let time = Duration::from_secs_f64(args.seconds);
    let built_in = rate(&positions, time, fitted_evaluator);
    let playouts = rate(&positions, time, |seed| Box::new(PlayoutEvaluator::new(seed)));
    let uniform = rate(&positions, time, |_| Box::new(UniformEvaluator));
    let checksum = checksum(&positions);
    let overruns = overruns(&positions);
    let at = |share: f64| overruns[((overruns.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1e3;
    if args.json {
        let object = json!({
            "searched_positions_per_second": built_in.round() as u64,
            "with_random_playouts": playouts.round() as u64,
            "with_uniform_evaluator": uniform.round() as u64,
            "checksum": format!("{checksum:016x}"),
            "beyond_time_limit_ms": { "median": at(0.5), "p99": at(0.99), "max": at(1.0) },
        });
        return Ok(writeln!(out, "{object}")?);
    }
    writeln!(out, "search on one core                        positions/s")?;
    writeln!(out, "built-in evaluator                      {built_in:>13.0}")?;
    writeln!(out, "random playouts                         {playouts:>13.0}")?;
    writeln!(out, "uniform evaluator (the tree alone)      {uniform:>13.0}")?;
    let (median, p99, max) = (at(0.5), at(0.99), at(1.0));
    let limit = TIMED.as_millis();
    writeln!(
        out,
        "overrun of a {limit} ms limit in {TIMED_SEARCHES} searches: median {median:.2} ms, p99 {p99:.2} ms, max {max:.2} ms"
    )?;
    Ok(writeln!(out, "checksum of play: {checksum:016x}")?)
}

fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for seats in [Seats::FOUR, Seats::THREE] {
        for turns in TURNS {
            let mut rng = Rng::with_seed(turns as u64);
            let mut position = Position::start(seats, GameOptions::default());
            for _ in 0..turns {
                position.play_random(|n| rng.u32(..n));
            }
            if !position.is_over() {
                positions.push(position);
            }
        }
    }
    positions
}

/// Returns visits per second over all positions, each searched for the same time.
fn rate(positions: &[Position], time: Duration, evaluator: impl Fn(u64) -> Box<dyn Evaluator>) -> f64 {
    let stop = AtomicBool::new(false);
    let (mut visits, mut seconds) = (0, 0.0);
    for position in positions {
        let mut search = Search::new(position, Params::default(), &evaluator);
        let clock = Stopwatch::start();
        let limits = Limits::time(time / positions.len() as u32);
        search.run(&Budget { limits, clock: &clock, stop: &stop });
        seconds += clock.elapsed().as_secs_f64();
        visits += u64::from(search.visits());
    }
    visits as f64 / seconds
}

/// Returns a checksum that changes only when the search plays differently.
fn checksum(positions: &[Position]) -> u64 {
    let stop = AtomicBool::new(false);
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for position in positions {
        let mut search = Search::new(position, Params::default(), fitted_evaluator);
        search.run(&Budget { limits: Limits::visits(CHECKSUM_VISITS), clock: &NoClock, stop: &stop });
        for line in search.analysis(8).lines {
            for byte in format!("{} {};", line.mv, line.visits).bytes() {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
    }
    sum
}

/// Returns how far searches overran their limit, including the time to advance the tree; sorted.
fn overruns(positions: &[Position]) -> Vec<Duration> {
    let stop = AtomicBool::new(false);
    let mut overruns = Vec::new();
    while overruns.len() < TIMED_SEARCHES {
        for start in positions {
            let mut position = *start;
            let mut search = Search::new(&position, Params::default(), fitted_evaluator);
            for _ in 0..5 {
                let began = Instant::now();
                search.run(&Budget { limits: Limits::time(TIMED), clock: &Stopwatch::start(), stop: &stop });
                let Some(line) = search.analysis(1).lines.first().cloned() else { break };
                search.advance(line.mv);
                let settled = search.is_settled();
                let took = began.elapsed();
                if took >= TIMED {
                    overruns.push(took - TIMED);
                }
                position.play_unchecked(line.mv);
                if settled || position.is_over() {
                    break;
                }
            }
        }
    }
    overruns.sort_unstable();
    overruns
}
