//! Plays games on all threads, writes their records in shards, and takes up new networks as they appear.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::json;
use shangrila_ai::network::Network;

use crate::game::{self, Played, Taste};
use crate::players::{Effort, Generations, Kind};
use crate::record::RECORD_SIZE;

/// Past networks that are kept as opponents.
const PAST_NETWORKS: usize = 10;

/// How often news is printed and folders are looked at.
const INTERVAL: Duration = Duration::from_secs(1);
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
pub(crate) struct PlayArgs {
    /// Folder of networks, `*.bin`: the last by name plays, the others are its past; looked at again and again
    #[arg(long, value_name = "DIR")]
    networks: PathBuf,
    /// Folder for the shards of training records
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// End after this many seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// End as soon as this file exists
    #[arg(long, value_name = "FILE")]
    stop_file: Option<PathBuf>,
    /// Games of a shard; a shard is also written after some seconds
    #[arg(long, default_value_t = 200)]
    shard_games: usize,
    /// The seed of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Visits of turns that teach the policy
    #[arg(long, default_value_t = 400)]
    full_visits: u32,
    /// Visits of the other turns
    #[arg(long, default_value_t = 90)]
    fast_visits: u32,
    /// The most playouts of `uct` guests
    #[arg(long, default_value_t = 6000)]
    uct_playouts: u32,
    /// The most visits of guests with the built-in evaluator
    #[arg(long, default_value_t = 3000)]
    fitted_visits: u32,
    /// The share of the games in which the network is alone among guests of one kind, beside those of the usual mixture
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    alone: f32,
    /// The share of the games with four clans on the empty board, beside those of the usual mixture
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    usual_start: f32,
    /// How much less the win chances of later searches count from ply to ply. At 0, the search of a position alone speaks for it; near
    /// 1, mostly how the game went on
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    hindsight: f32,
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 1".to_string())
}

pub(crate) fn run(args: &PlayArgs) -> Result<(), String> {
    std::fs::create_dir_all(&args.out).map_err(|error| format!("{}: {error}", args.out.display()))?;
    let effort = Effort {
        full_visits: args.full_visits,
        fast_visits: args.fast_visits,
        uct: (args.uct_playouts / 6, args.uct_playouts),
        fitted: (args.fitted_visits / 4, args.fitted_visits),
    };
    let taste = Taste { alone: args.alone, usual_start: args.usual_start, hindsight: args.hindsight };
    let stop = AtomicBool::new(false);
    let next_game = AtomicU32::new(0);
    let mut networks = Networks { folder: args.networks.clone(), known: Vec::new() };
    let generations = RwLock::new(networks.look()?.unwrap_or_default());
    let (sender, games) = mpsc::channel::<Played>();
    let began = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..args.threads {
            let (sender, stop, next_game, generations, effort, taste) =
                (sender.clone(), &stop, &next_game, &generations, &effort, &taste);
            let mut rng = Rng::with_seed(args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(thread) << 32);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next_game.fetch_add(1, Ordering::Relaxed);
                    let players = generations.read().map(|players| players.clone()).unwrap_or_default();
                    let Some(played) = game::play(&players, effort, taste, number, &mut rng, stop) else { continue };
                    if sender.send(played).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut shards = Shards::new(&args.out, args.shard_games, args.seed);
        let mut tally = Tally::default();
        let mut result = Ok(());
        let mut looked = Instant::now();
        loop {
            match games.recv_timeout(INTERVAL) {
                Ok(played) => {
                    tally.add(&played);
                    result = result.and(shards.add(&played.records));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if looked.elapsed() >= INTERVAL {
                looked = Instant::now();
                match networks.look() {
                    Ok(Some(new)) => *generations.write().unwrap_or_else(PoisonError::into_inner) = new,
                    Ok(None) => {}
                    Err(error) => result = result.and(Err(error)),
                }
                result = result.and(shards.write_if_due());
                tally.report_if_due(began, networks.known.len());
                let asked = args.stop_file.as_ref().is_some_and(|file| file.exists());
                if asked || began.elapsed().as_secs() >= args.seconds || result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
        tally.report(began, networks.known.len());
        result.and(shards.write())
    })
}

/// The networks of a folder.
struct Networks {
    folder: PathBuf,
    known: Vec<PathBuf>,
}

impl Networks {
    /// The networks of the folder, if there are new ones. One that is refused is an error: games without it would teach the wrong things.
    fn look(&mut self) -> Result<Option<Generations>, String> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Ok(None) };
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "bin"));
        files.sort();
        if files == self.known {
            return Ok(None);
        }
        self.known = files;
        let Some((current, past)) = self.known.split_last() else { return Ok(None) };
        // Spread over the whole past, the latest included.
        let step = past.len().div_ceil(PAST_NETWORKS).max(1);
        let shared = |file: &PathBuf| load(file).map(Arc::new);
        let past = past.iter().rev().step_by(step).map(shared).collect::<Result<_, _>>()?;
        Ok(Some(Generations { current: Some(shared(current)?), past }))
    }
}

/// Reads a network from a file.
pub(crate) fn load(file: &Path) -> Result<Network, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Network::from_bytes(&bytes).map_err(|error| format!("{}: {error}", file.display()))
}

/// Collects records and writes them in files that appear whole.
struct Shards<'a> {
    folder: &'a Path,
    games_each: usize,
    seed: u64,
    records: Vec<u8>,
    games: usize,
    written: usize,
    last: Instant,
}

impl Shards<'_> {
    fn new(folder: &Path, games_each: usize, seed: u64) -> Shards<'_> {
        Shards { folder, games_each, seed, records: Vec::new(), games: 0, written: 0, last: Instant::now() }
    }

    fn add(&mut self, records: &[u8]) -> Result<(), String> {
        self.records.extend_from_slice(records);
        self.games += 1;
        if self.games >= self.games_each { self.write() } else { Ok(()) }
    }

    fn write_if_due(&mut self) -> Result<(), String> {
        if self.last.elapsed() > Duration::from_secs(15) { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), String> {
        self.last = Instant::now();
        if self.records.is_empty() {
            return Ok(());
        }
        let name = format!("shard-{:08}-{:06}", self.seed, self.written);
        let (unfinished, finished) =
            (self.folder.join(format!("{name}.part")), self.folder.join(format!("{name}.rec")));
        debug_assert!(self.records.len().is_multiple_of(RECORD_SIZE));
        std::fs::write(&unfinished, &self.records)
            .and_then(|()| std::fs::rename(&unfinished, &finished))
            .map_err(|error| format!("{}: {error}", finished.display()))?;
        self.written += 1;
        self.games = 0;
        self.records.clear();
        Ok(())
    }
}

/// What was played since the last report, and altogether.
#[derive(Default)]
struct Tally {
    games: usize,
    positions: usize,
    visits: u64,
    /// Seats and victories of each kind since the last report, in games of mixed company of three and of four clans.
    kinds: [[(u32, f32); Kind::ALL.len()]; 2],
    last: Option<Instant>,
}

impl Tally {
    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.positions += played.turns;
        self.visits += played.visits;
        for &(kind, share) in &played.results {
            let (seats, wins) = &mut self.kinds[usize::from(played.results.len() == 4)][kind as usize];
            *seats += 1;
            *wins += share;
        }
    }

    fn report_if_due(&mut self, began: Instant, networks: usize) {
        if self.last.unwrap_or(began).elapsed() >= REPORT_INTERVAL {
            self.report(began, networks);
        }
    }

    /// Prints a line of JSON.
    fn report(&mut self, began: Instant, networks: usize) {
        self.last = Some(Instant::now());
        let kinds = |clans: usize| {
            let named = Kind::ALL.into_iter().zip(self.kinds[clans]).filter(|(_, (seats, _))| *seats > 0);
            named.map(|(kind, (seats, wins))| (kind.name().to_string(), json!([seats, wins]))).collect()
        };
        let (three, four): (serde_json::Map<_, _>, serde_json::Map<_, _>) = (kinds(0), kinds(1));
        let line = json!({
            "seconds": began.elapsed().as_secs_f32(),
            "games": self.games,
            "positions": self.positions,
            "visits": self.visits,
            "networks": networks,
            "seats_and_wins_of_three": three,
            "seats_and_wins_of_four": four,
        });
        println!("{line}");
        self.kinds = Default::default();
    }
}
