//! `shangrila match`: plays computer players against each other and reports the results with confidence intervals.

mod contestant;
mod game;
mod mixtures;
mod openings;
mod plackett_luce;
mod progress;
mod runner;
mod saving;
mod schedule;
mod sprt;
mod statistics;
mod table;
mod tally;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use shangrila_ai::Limits;

use crate::{Failure, refused};
use contestant::Contestant;
use openings::Openings;
use progress::Progress;
use runner::{Event, Finish};
use saving::Folder;
use schedule::Schedule;
use sprt::{Hypotheses, Verdict};
use table::Report;
use tally::Tally;

/// The time per move without any other limit.
const DEFAULT_TIME: Duration = Duration::from_millis(200);

#[derive(clap::Args)]
pub(crate) struct MatchArgs {
    /// Three or four computer players, such as sage,uct:1000,greedy,random; sage/20ms has its own time per move
    #[arg(long, value_name = "A,B,C[,D]", value_delimiter = ',', required_unless_present = "mixtures")]
    seats: Vec<Contestant>,
    /// Instead of one company, all mixtures of these players, each for --games games, and a rating over all of them
    #[arg(long, value_name = "A,B[,…]", value_delimiter = ',', conflicts_with_all = ["seats", "save", "sprt"])]
    mixtures: Vec<Contestant>,
    /// Clans in each game of --mixtures
    #[arg(long, value_name = "N", default_value_t = 4, requires = "mixtures", value_parser = clap::value_parser!(u8).range(3..=4))]
    clans: u8,
    /// Number of games, rounded up so that every opening is played in all seat rotations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Milliseconds per move [default: 200 unless --visits is given]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time_ms: Option<u64>,
    /// Positions searched per move; with this limit alone, the same command plays the same games
    #[arg(long, value_name = "V", value_parser = clap::value_parser!(u32).range(1..))]
    visits: Option<u32>,
    /// Number of games played in parallel; with more than one per core, bots slow each other down
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// How games start: card (first-game set-up), free (empty board) or random:K (K random turns)
    #[arg(long, value_name = "KIND", default_value_t = Openings::Card)]
    openings: Openings,
    /// Random seed for openings and bots
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Folder to save a record of every game to; must be new or empty
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Stop as soon as it is clear whether A's win rate is P0 % or P1 % [default: par and par + 5]
    #[arg(long, value_name = "P0:P1", num_args = 0..=1)]
    sprt: Option<Option<Hypotheses>>,
    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

impl MatchArgs {
    fn schedule(&self, bots: Vec<Contestant>) -> Result<Schedule, Failure> {
        if !(3..=4).contains(&bots.len()) {
            return Err(refused(format!("--seats names {} bots; a game needs three or four", bots.len())));
        }
        let limits = match (self.visits, self.time_ms.map(Duration::from_millis)) {
            (None, None) => Limits::time(DEFAULT_TIME),
            (visits, time) => Limits { visits, time },
        };
        let rounds = self.games.div_ceil(bots.len() as u64);
        Ok(Schedule { bots, openings: self.openings, limits, seed: self.seed, rounds })
    }
}

pub(crate) fn run(out: &mut impl Write, args: &MatchArgs) -> Result<(), Failure> {
    if !args.mixtures.is_empty() {
        return mixtures::run(out, args);
    }
    let schedule = args.schedule(args.seats.clone())?;
    let folder = args.save.as_deref().map(Folder::open).transpose().map_err(refused)?;
    let stop = stop_on_interrupt()?;
    let mut tally = Tally::new(&schedule.bots);
    let hypotheses = args.sprt.map(|given| given.unwrap_or(Hypotheses::above(tally.par())));
    let mut test = hypotheses.map(|hypotheses| sprt::test(hypotheses, &[], schedule.bots.len()));
    let began = Instant::now();
    let threads = usize::from(args.threads);
    let progress = Progress::new(&schedule);
    let finish = runner::run(&schedule, threads, &stop, |event| {
        let games = match event {
            Event::GameOver => {
                progress.game_over();
                return Ok(ControlFlow::Continue(()));
            }
            Event::Round(games) => games,
        };
        if let Some(folder) = &folder {
            games.iter().try_for_each(|game| folder.save(&schedule, game))?;
        }
        tally.add(&games);
        test = hypotheses.map(|hypotheses| sprt::test(hypotheses, tally.round_means(0), schedule.bots.len()));
        progress.show(tally.round_means(0), test.map(|test| test.log_likelihood_ratio));
        let decided = test.is_some_and(|test| test.verdict != Verdict::Open);
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    drop(progress);
    let finish = finish.map_err(|message: String| Failure::Refused(message))?;
    let report = Report {
        schedule: &schedule,
        tally: &tally,
        asked: args.games,
        threads,
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        elapsed: began.elapsed(),
        finish: &finish,
        test,
    };
    if args.json {
        writeln!(out, "{}", report.json())?;
    } else {
        report.write_tables(out)?;
    }
    match finish {
        Finish::Fault(fault) => Err(refused(format!("internal error: {fault}"))),
        Finish::Complete | Finish::Enough | Finish::Interrupted => Ok(()),
    }
}

/// The first Ctrl-C ends the match and reports the games so far; a second one ends the program.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).map_err(|error| refused(format!("cannot handle Ctrl-C: {error}")))?;
    Ok(stop)
}
