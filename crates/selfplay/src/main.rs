//! The program `shangrila-selfplay`: games and training records for the neural network. `docs/training.md` says how it is
//! used.

#![forbid(unsafe_code)]

mod contest;
mod game;
mod habits;
mod learnt;
mod players;
mod prediction;
mod record;
mod runner;
mod skills;
mod speed;
mod written_games;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use fastrand::Rng;
use shangrila_ai::Evaluation;
use shangrila_ai::network::CANARY_POSITIONS;
use shangrila_rules::{GameOptions, Position, Seats};

use record::Turn;

/// Plays the games that the network is trained on
#[derive(Parser)]
#[command(name = "shangrila-selfplay")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games and write training records
    Play(runner::PlayArgs),
    /// Turn written games into training records without policies
    Convert {
        /// Games, one JSON object on a line
        #[arg(long, value_name = "FILE")]
        games: PathBuf,
        /// The file of records
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Keep every K-th position of a game
        #[arg(long, value_name = "K", default_value_t = 5)]
        every: usize,
    },
    /// Write positions of random games, as text and as records, to compare implementations of the network
    Canaries {
        /// The file of positions, one on a line
        #[arg(long, value_name = "FILE")]
        positions: PathBuf,
        /// The file of records, in the same order
        #[arg(long, value_name = "FILE")]
        records: PathBuf,
        /// The file of records of the positions that every network is checked with when it is loaded
        #[arg(long, value_name = "FILE")]
        loading: Option<PathBuf>,
    },
    /// Compare how well evaluators predict the winners of written games
    Predict(prediction::PredictArgs),
    /// Let players compete for some seconds
    Contest(contest::ContestArgs),
    /// Measure how long evaluations take
    Speed(speed::SpeedArgs),
    /// Print what the network has learnt: seats, set-ups, the value of a student
    Learnt(learnt::LearntArgs),
    /// Print what strong players do: when they travel and what it brings, where masters end, how games are decided
    Habits(habits::HabitsArgs),
    /// Measure how well the companion thinks that others play
    Skills(skills::SkillsArgs),
}

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Play(args) => runner::run(&args),
        Command::Convert { games, out, every } => convert(&games, &out, every),
        Command::Canaries { positions, records, loading } => {
            canaries(&positions, &records).and_then(|()| loading.map_or(Ok(()), |file| loading_canaries(&file)))
        }
        Command::Predict(args) => prediction::run(&args),
        Command::Contest(args) => contest::run(&args),
        Command::Speed(args) => speed::run(&args),
        Command::Learnt(args) => learnt::run(&args),
        Command::Habits(args) => habits::run(&args),
        Command::Skills(args) => skills::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("shangrila-selfplay: {message}");
            ExitCode::from(1)
        }
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn convert(games: &Path, out: &Path, every: usize) -> Result<(), String> {
    let mut records = Vec::new();
    for (number, game) in written_games::read(games)?.iter().enumerate() {
        let shares = *Evaluation::of_end(&game.end).wins.values();
        for &position in game.positions.iter().skip(number % every.max(1)).step_by(every.max(1)) {
            let turn = Turn { position, kind: u8::MAX, policy: Vec::new(), wins: None };
            record::write(&turn, &game.end, shares, number as u32, &mut records);
        }
    }
    write_file(out, &records)?;
    println!("{} records", records.len() / record::RECORD_SIZE);
    Ok(())
}

fn canaries(positions: &Path, records: &Path) -> Result<(), String> {
    let (mut lines, mut bytes) = (String::new(), Vec::new());
    for seed in 0..8 {
        let mut rng = Rng::with_seed(seed);
        let mut position =
            Position::start(if seed % 2 == 0 { Seats::FOUR } else { Seats::THREE }, GameOptions::default());
        while !position.is_over() {
            if rng.u32(..16) == 0 {
                lines += &format!("{position}\n");
                let turn = Turn { position, kind: u8::MAX, policy: Vec::new(), wins: None };
                record::write(&turn, &position, [0.0; 4], seed as u32, &mut bytes);
            }
            position.play_random(|n| rng.u32(..n));
        }
    }
    write_file(positions, lines.as_bytes())?;
    write_file(records, &bytes)
}

fn loading_canaries(out: &Path) -> Result<(), String> {
    let mut bytes = Vec::new();
    for text in CANARY_POSITIONS {
        let position: Position = text.parse().map_err(|error| format!("{text}: {error}"))?;
        let turn = Turn { position, kind: u8::MAX, policy: Vec::new(), wins: None };
        record::write(&turn, &position, [0.0; 4], 0, &mut bytes);
    }
    write_file(out, &bytes)
}
