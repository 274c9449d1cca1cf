//! A quick match for the end of a training run: one player against others of another kind, for some seconds.
//!
//! `shangrila match` measures the same with more care; this program is small enough to take along.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::json;
use shangrila_ai::network::Network;
use shangrila_ai::{Bot, BotSpec, Budget, Evaluation, Limits, Params, Stopwatch};
use shangrila_rules::{GameOptions, Position, Seats};

use crate::runner;

#[derive(clap::Args)]
pub(crate) struct ContestArgs {
    /// Three or four players, such as network:new.bin,sage,sage,sage; network:FILE@SHARE adds random playouts
    #[arg(long, value_name = "A,B,C[,D]", value_delimiter = ',', required = true)]
    seats: Vec<String>,
    /// Milliseconds a move
    #[arg(long, default_value_t = 20)]
    time_ms: u64,
    /// No game begins after this many seconds
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The seed of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

enum Player {
    Named(BotSpec),
    Network(Arc<Network>, f32),
}

impl Player {
    fn parse(text: &str) -> Result<Player, String> {
        let Some(rest) = text.strip_prefix("network:") else {
            return text.parse().map(Player::Named).map_err(|error| format!("{error}"));
        };
        let (file, share) = rest.rsplit_once('@').unwrap_or((rest, "0"));
        let share = share.parse().map_err(|_| format!("{share} is not a share of playouts"))?;
        Ok(Player::Network(Arc::new(runner::load(Path::new(file))?), share))
    }

    fn bot(&self, seed: u64) -> Box<dyn Bot> {
        match self {
            Player::Named(spec) => spec.bot(seed),
            Player::Network(network, share) => network.bot(*share, Params { seed, ..Params::default() }),
        }
    }
}

/// Prints a line of JSON: the share of the victories of every player, and of the first one with its 95% interval.
pub(crate) fn run(args: &ContestArgs) -> Result<(), String> {
    let players = args.seats.iter().map(|text| Player::parse(text)).collect::<Result<Vec<_>, _>>()?;
    if !(3..=4).contains(&players.len()) {
        return Err(format!("three or four players take part, not {}", players.len()));
    }
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            let (sender, players, next) = (sender.clone(), &players, &next);
            scope.spawn(move || {
                while began.elapsed().as_secs() < args.seconds {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let shares = play(players, number, args);
                    if sender.send(shares).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
    });
    let games: Vec<Vec<f64>> = results.iter().collect();
    let count = games.len().max(1) as f64;
    let mean = |player: usize| games.iter().map(|shares| shares[player]).sum::<f64>() / count;
    let first = mean(0);
    let margin = 1.96 * (first * (1.0 - first) / count).sqrt();
    let line = json!({
        "seats": args.seats,
        "time_ms": args.time_ms,
        "games": games.len(),
        "first": first,
        "low": (first - margin).max(0.0),
        "high": (first + margin).min(1.0),
        "shares": (0..players.len()).map(mean).collect::<Vec<_>>(),
    });
    println!("{line}");
    Ok(())
}

/// Plays one game from the empty board, in seats that rotate, and returns each player's share of the victory.
fn play(players: &[Player], number: usize, args: &ContestArgs) -> Vec<f64> {
    let clans = players.len();
    let seats = if clans == 3 { Seats::THREE } else { Seats::FOUR };
    let mut position = Position::start(seats, GameOptions::default());
    let player_at = |seat: usize| (seat + number) % clans;
    let seed = |seat: usize| args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number * 8 + seat) as u64;
    let mut bots: Vec<Box<dyn Bot>> = (0..clans).map(|seat| players[player_at(seat)].bot(seed(seat))).collect();
    let stop = AtomicBool::new(false);
    while let Some(seat) = position.seat_to_move() {
        let clock = Stopwatch::start();
        let limits = Limits::time(Duration::from_millis(args.time_ms));
        let thought = bots[seat.index()].think(&position, &Budget { limits, clock: &clock, stop: &stop });
        let Some(thought) = thought else { break };
        position.play_unchecked(thought.mv);
        bots.iter_mut().for_each(|bot| bot.observe(thought.mv));
    }
    let shares = Evaluation::of_end(&position).wins;
    let mut by_player = vec![0.0; clans];
    for (seat, share) in shares.values().iter().enumerate().take(clans) {
        by_player[player_at(seat)] = f64::from(*share);
    }
    by_player
}
