//! The command line.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use shangrila_i18n::Language;

use crate::matches::MatchArgs;

/// The Bridges of Shangri-La, a board game by Leo Colovini.
///
/// A POSITION is a position in the notation of docs/notation.md, in quotes, or one of the names start3, start4 (empty
/// boards) and card3, card4 (first-game set-ups).
#[derive(Parser)]
#[command(version, max_term_width = 100, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the legal moves of a position, one a line
    Moves(MovesArgs),
    /// Play moves and print the position they lead to
    Apply(ApplyArgs),
    /// Draw the map, the supplies and the scores
    Show(ShowArgs),
    /// Count the ways to play a number of moves
    Perft(PerftArgs),
    /// Replay a game record and print it turn by turn
    Replay(ReplayArgs),
    /// Search a position and show the best moves, with everyone's chances to win
    Analyse(AnalyseArgs),
    /// Play in the terminal, against computer players or people at the same screen
    Play(PlayArgs),
    /// Serve the game to browsers
    Serve(ServeArgs),
    /// Measure random playouts, or the search, on one core
    Bench(BenchArgs),
    /// Let the strongest level play itself, and count the moves that a much longer search calls blunders
    Blunders(BlundersArgs),
    /// Let computer players play against each other, in every seat, and count who wins
    Match(MatchArgs),
    /// Answer JSON requests, one a line, from standard input (docs/engine-protocol.md)
    Engine,
}

#[derive(clap::Args)]
pub(crate) struct MovesArgs {
    /// The position, or start3, start4, card3, card4
    pub(crate) position: String,
}

#[derive(clap::Args)]
pub(crate) struct ApplyArgs {
    /// The position, or start3, start4, card3, card4
    pub(crate) position: String,
    /// Moves such as R@a (place), +R@a+Y@c (recruit), a>b (journey), pass
    #[arg(required = true, value_name = "MOVE", allow_hyphen_values = true)]
    pub(crate) moves: Vec<String>,
}

#[derive(clap::Args)]
pub(crate) struct ShowArgs {
    /// The position, or start3, start4, card3, card4
    pub(crate) position: String,
}

#[derive(clap::Args)]
pub(crate) struct PerftArgs {
    /// The position, or start3, start4, card3, card4
    pub(crate) position: String,
    /// The number of moves
    pub(crate) depth: u32,
    /// Show the count behind each first move
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(clap::Args)]
pub(crate) struct ReplayArgs {
    /// The file, or - for standard input
    pub(crate) record: PathBuf,
    /// What to print for each turn
    #[arg(long, value_enum, default_value_t = ReplayOutput::Moves)]
    pub(crate) print: ReplayOutput,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReplayOutput {
    /// Who played what, and the standings at the end
    Moves,
    /// The text of every position, from the first to the last
    Positions,
    /// The record itself, as this program writes it
    Record,
}

#[derive(clap::Args)]
pub(crate) struct AnalyseArgs {
    /// The position, or start3, start4, card3, card4
    pub(crate) position: String,
    /// Milliseconds to think; 2000 when there is no other limit
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) time_ms: Option<u64>,
    /// Positions to look at
    #[arg(long, value_name = "V", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) visits: Option<u32>,
    /// How many moves to show
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) lines: u16,
    /// Threads that search at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Memory for the search, in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) memory: u32,
    /// The seed of all chance
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(clap::Args)]
pub(crate) struct PlayArgs {
    /// How many clans play; 4 if nothing else is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4))]
    pub(crate) players: Option<u8>,
    /// Who plays, in turn order: person, goatherd, pilgrim, guide, abbot, sage, random, greedy or uct:N, with commas
    #[arg(long, value_name = "LIST")]
    pub(crate) seats: Option<String>,
    /// The first-game set-up, or an empty board to be set up in turns
    #[arg(long, value_enum, default_value_t = SetupArg::Card, value_name = "SETUP")]
    pub(crate) setup: SetupArg,
    /// Rule options: stones=12, recruit=up-to-two, with a comma
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    pub(crate) options: String,
    /// en, de, it or nl; otherwise that of the environment
    #[arg(long, value_name = "CODE")]
    pub(crate) language: Option<Language>,
    /// Makes the computer players play the same again, where their time does not matter
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Where the game is saved after every turn; otherwise among the user's data
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Go on with the unfinished game that was played last
    #[arg(long, conflicts_with = "record")]
    pub(crate) resume: bool,
    /// A saved game to go on with
    pub(crate) record: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetupArg {
    /// The first-game set-up
    Card,
    /// Seven turns of placing masters
    Free,
}

#[derive(clap::Args)]
pub(crate) struct ServeArgs {
    /// A file with settings (docs/hosting.md); flags and the environment come before it
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The file that keeps tables and people, made where there is none; otherwise shangrila.db
    #[arg(long, value_name = "FILE")]
    pub(crate) database: Option<PathBuf>,
    /// The address to listen on, otherwise 127.0.0.1; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "IP")]
    pub(crate) address: Option<IpAddr>,
    /// The port to listen on, 0 for any free one; otherwise the first free one from 8080 on
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// A folder with the app, made by `cargo xtask web`, instead of the one in this program
    #[arg(long, value_name = "DIR")]
    pub(crate) web_dir: Option<PathBuf>,
    /// Open the game in a browser
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(clap::Args)]
pub(crate) struct BenchArgs {
    /// Measure the search instead of random games
    #[arg(long)]
    pub(crate) search: bool,
    /// How long each measurement takes
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = parse_seconds)]
    pub(crate) seconds: f64,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct BlundersArgs {
    /// How many games to play, from the empty board
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) games: u64,
    /// How many clans play
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=4))]
    pub(crate) clans: u8,
    /// Milliseconds a move; 20 when there is no other limit
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) time_ms: Option<u64>,
    /// Positions looked at for a move
    #[arg(long, value_name = "V", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) visits: Option<u32>,
    /// How many times as long the search that judges is
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) factor: u32,
    /// How many points of win chance make a blunder
    #[arg(long, value_name = "POINTS", default_value_t = 15.0)]
    pub(crate) threshold: f32,
    /// Games at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// The seed of all chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0.01 to 3600 is needed".to_string()),
    }
}
