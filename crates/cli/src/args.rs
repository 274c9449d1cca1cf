//! The command line.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use shangrila_ai::BotSpec;
use shangrila_i18n::Language;
use shangrila_protocol::{Role, TableId};
use shangrila_server::DatabaseAddress;
use shangrila_study::StudySearch;

use crate::matches::MatchArgs;

/// The Bridges of Shangri-La, a board game by Leo Colovini.
///
/// A POSITION is a quoted position in the notation of docs/notation.md, or one of the names start3, start4 (empty boards),
/// card3 and card4 (first-game set-ups).
#[derive(Parser)]
#[command(version, max_term_width = 100, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the legal moves of a position, one per line
    Moves(MovesArgs),
    /// Play moves and print the resulting position
    Apply(ApplyArgs),
    /// Draw the map, the supplies and the scores
    Show(ShowArgs),
    /// Count the sequences of a given number of moves
    Perft(PerftArgs),
    /// Replay a game record and print it turn by turn
    Replay(ReplayArgs),
    /// Search a position and show the best moves with each clan's win chance
    Analyse(AnalyseArgs),
    /// Report on a game: win chances, accuracy, turning points, the best and the costliest turns
    Report(ReportArgs),
    /// Play in the terminal, against computer players or people sharing the screen
    Play(PlayArgs),
    /// Serve the web app and host online tables
    Serve(ServeArgs),
    /// Think for the computer players of servers that share a PostgreSQL database
    Worker(WorkerArgs),
    /// Back up, verify or restore the database of a server
    #[command(subcommand)]
    Server(ServerCommand),
    /// Grant roles and moderate, on the host of a server that may be running
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Measure the speed of random playouts, or of the search, on one core
    Bench(BenchArgs),
    /// Let the strongest level play itself and count the moves a much longer search calls blunders
    Blunders(BlundersArgs),
    /// Run a match between computer players, in every seat rotation
    Match(MatchArgs),
    /// Make, check and try out the set-ups of the fair start
    #[command(subcommand)]
    Setups(SetupsCommand),
    /// Make and check puzzles
    #[command(subcommand)]
    Puzzles(PuzzlesCommand),
    /// Make the data of the set-up explorer
    #[command(subcommand)]
    Explorer(ExplorerCommand),
    /// Answer JSON requests from standard input, one per line (docs/engine-protocol.md)
    Engine,
    /// Print a script that completes commands in a shell
    Completions(CompletionsArgs),
    /// Write the man pages into a folder
    #[command(hide = true)]
    Manual(ManualArgs),
}

#[derive(clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(clap::Args)]
pub(crate) struct ManualArgs {
    /// Folder to write to, created if missing
    pub(crate) folder: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct MovesArgs {
    /// Position, or one of start3, start4, card3, card4
    pub(crate) position: String,
}

#[derive(clap::Args)]
pub(crate) struct ApplyArgs {
    /// Position, or one of start3, start4, card3, card4
    pub(crate) position: String,
    /// Moves such as R@a (place), +R@a+Y@c (recruit), a>b (journey), pass
    #[arg(required = true, value_name = "MOVE", allow_hyphen_values = true)]
    pub(crate) moves: Vec<String>,
}

#[derive(clap::Args)]
pub(crate) struct ShowArgs {
    /// Position, or one of start3, start4, card3, card4
    pub(crate) position: String,
}

#[derive(clap::Args)]
pub(crate) struct PerftArgs {
    /// Position, or one of start3, start4, card3, card4
    pub(crate) position: String,
    /// Number of moves
    pub(crate) depth: u32,
    /// Show the count for each first move
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(clap::Args)]
pub(crate) struct ReplayArgs {
    /// Record file, or - for standard input
    pub(crate) record: PathBuf,
    /// What to print for each turn
    #[arg(long, value_enum, default_value_t = ReplayOutput::Moves)]
    pub(crate) print: ReplayOutput,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReplayOutput {
    /// Each turn, and the final standings
    Moves,
    /// Every position in notation, from first to last
    Positions,
    /// The record, reformatted
    Record,
}

#[derive(clap::Args)]
pub(crate) struct AnalyseArgs {
    /// Position, or one of start3, start4, card3, card4
    pub(crate) position: String,
    /// Thinking time in milliseconds [default: 2000 unless --visits is given]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) time_ms: Option<u64>,
    /// Maximum number of positions to search
    #[arg(long, value_name = "V", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) visits: Option<u32>,
    /// Number of moves to show
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) lines: u16,
    /// Number of search threads
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Memory for the search in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) memory: u32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(clap::Args)]
pub(crate) struct ReportArgs {
    /// Record file, or - for standard input
    pub(crate) record: PathBuf,
    /// Positions to search for each turn
    #[arg(long, value_name = "V", default_value_t = StudySearch::VISITS, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) visits: u32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Language of the report, such as en or de [default: from the locale]
    #[arg(long, value_name = "CODE")]
    pub(crate) language: Option<Language>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct PlayArgs {
    /// Number of clans [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4))]
    pub(crate) players: Option<u8>,
    /// Players in turn order, comma-separated: person, goatherd, pilgrim, guide, abbot, sage, companion, random, greedy or uct:N
    #[arg(long, value_name = "LIST")]
    pub(crate) seats: Option<String>,
    /// Start from the first-game set-up, a fair one or an empty board
    #[arg(long, value_enum, default_value_t = SetupArg::Card, value_name = "SETUP")]
    pub(crate) setup: SetupArg,
    /// Rule options, comma-separated: stones=12, recruit=up-to-two
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    pub(crate) options: String,
    /// Language of the interface, such as en or de [default: from the locale]
    #[arg(long, value_name = "CODE")]
    pub(crate) language: Option<Language>,
    /// Random seed: makes the computer players repeatable, except those limited by time
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// File to save the game to after every turn [default: in the user data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Resume the most recent unfinished game
    #[arg(long, conflicts_with = "record")]
    pub(crate) resume: bool,
    /// Saved game to resume
    pub(crate) record: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetupArg {
    /// First-game set-up
    Card,
    /// A set-up in which every seat has the same chance
    Fair,
    /// The fair set-up of today, the same for everyone
    Daily,
    /// Empty board: everyone places seven masters first
    Free,
}

#[derive(Subcommand)]
pub(crate) enum SetupsCommand {
    /// Find set-ups in which every seat has the same chance and add them to a file
    Make(MakeSetupsArgs),
    /// Judge set-ups again with a longer search
    Check(CheckSetupsArgs),
    /// Let a computer player take all seats and count who wins, beside the first-game set-up
    Play(PlaySetupsArgs),
}

#[derive(clap::Args)]
pub(crate) struct MakeSetupsArgs {
    /// Vary the fair set-ups of these files instead of starting from random ones, which takes much longer
    #[arg(long, value_name = "FILE")]
    pub(crate) vary: Vec<PathBuf>,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=4))]
    pub(crate) players: u8,
    /// Number of set-ups to find for this seed; those already in the file count
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) count: usize,
    /// Stop after this many seconds, however many are found
    #[arg(long, value_name = "S")]
    pub(crate) seconds: Option<u64>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) threads: u16,
    /// File to add them to
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct CheckSetupsArgs {
    /// Files of set-ups [default: those that come with the game]
    pub(crate) files: Vec<PathBuf>,
    /// Positions in each search of a set-up
    #[arg(long, value_name = "V", default_value_t = 400_000)]
    pub(crate) visits: u32,
    /// Number of searches for each set-up, of which the mean counts
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) searches: u8,
    /// Random seed of the first search; the others follow
    #[arg(long, value_name = "S", default_value_t = 3)]
    pub(crate) seed: u64,
    /// Number of threads
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) threads: u16,
    /// Write those that are fair to this file, with their new chances, instead of failing when one is not
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct PlaySetupsArgs {
    /// Files of set-ups [default: those that come with the game]
    pub(crate) files: Vec<PathBuf>,
    /// Computer player in every seat
    #[arg(long, value_name = "NAME", default_value = "guide")]
    pub(crate) bot: BotSpec,
    /// Positions to search for each move
    #[arg(long, value_name = "V", default_value_t = 50)]
    pub(crate) visits: u32,
    /// Number of games for each number of players and kind of set-up
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) threads: u16,
}

#[derive(Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Play strong games, find puzzles in them and add them to a file
    Make(MakePuzzlesArgs),
    /// Verify the answers of puzzles again
    Check(CheckPuzzlesArgs),
}

#[derive(clap::Args)]
pub(crate) struct MakePuzzlesArgs {
    /// Number of games to play for this seed; those already in the file count
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) games: u32,
    /// Begin no other game after this many seconds
    #[arg(long, value_name = "S")]
    pub(crate) seconds: Option<u64>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u32,
    /// Number of threads
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) threads: u16,
    /// Positions to search for each puzzle
    #[arg(long, value_name = "V", default_value_t = 40_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) visits: u32,
    /// Positions to search for each move of a game
    #[arg(long, value_name = "V", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) play_visits: u32,
    /// Number of other continuations of each game in which to look for endgames
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) branches: u32,
    /// Positions to visit for each proof
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(crate) nodes: u32,
    /// File to add them to
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct CheckPuzzlesArgs {
    /// Files of puzzles [default: those that come with the game]
    pub(crate) files: Vec<PathBuf>,
    /// Search ten times as long, and let proofs take ten times as many positions
    #[arg(long)]
    pub(crate) deep: bool,
    /// Check at most this many of each kind, spread over the ratings
    #[arg(long, value_name = "N")]
    pub(crate) most: Option<usize>,
    /// Positions to search for each puzzle, before --deep
    #[arg(long, value_name = "V", default_value_t = 40_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) visits: u32,
    /// Positions to visit for each proof, before --deep
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(crate) nodes: u32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 3)]
    pub(crate) seed: u64,
    /// Number of threads
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) threads: u16,
    /// Write the puzzles that hold to this file, with their new chances, instead of failing when one does not
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Subcommand)]
pub(crate) enum ExplorerCommand {
    /// Let the strongest level play games with free set-up and add them to a file
    Make(MakeExplorerArgs),
    /// Count what was placed where in such games, and how it fared
    Count(CountExplorerArgs),
}

#[derive(clap::Args)]
pub(crate) struct MakeExplorerArgs {
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=4))]
    pub(crate) players: u8,
    /// Number of games for this seed; those already in the file count
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: usize,
    /// Begin no other game after this many seconds
    #[arg(long, value_name = "S")]
    pub(crate) seconds: Option<u64>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) threads: u16,
    /// Positions to search for each move
    #[arg(long, value_name = "V", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) visits: u32,
    /// File to add them to
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct CountExplorerArgs {
    /// Files of games
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// File to write the counts to
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct ServeArgs {
    /// Settings file (docs/hosting.md); flags and environment variables override it
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Database: a file, created if missing, or postgres://USER@HOST/NAME [default: shangrila.db]
    #[arg(long, value_name = "FILE|URL")]
    pub(crate) database: Option<DatabaseAddress>,
    /// Address to listen on; 0.0.0.0 allows other machines [default: 127.0.0.1]
    #[arg(long, value_name = "IP")]
    pub(crate) address: Option<IpAddr>,
    /// Port to listen on, 0 for any free one [default: the first free port from 8080]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Folder with a web app built by `cargo xtask web`, instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) web_dir: Option<PathBuf>,
    /// Open the app in a browser
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(clap::Args)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// How many computer players think at the same time; 0 for one fewer than the machine has cores, but at least one [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<u16>,
}

#[derive(Subcommand)]
pub(crate) enum ServerCommand {
    /// Copy the database, even while the server runs, and verify the copy
    Backup(BackupArgs),
    /// Check that a backup is intact and that every game in it can be replayed
    Verify(VerifyArgs),
    /// Replace the database with a backup; the server must not be running
    Restore(RestoreArgs),
    /// Copy everything to an empty database of either kind, and verify it; no server may be running on either
    Copy(CopyArgs),
    /// Ask the server on this machine whether it is up and can store games
    Health(HealthArgs),
}

#[derive(clap::Args)]
pub(crate) struct HealthArgs {
    /// Settings file of the server (docs/hosting.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

#[derive(Subcommand)]
pub(crate) enum AdminCommand {
    /// Make an account a moderator or an administrator
    Grant(GrantArgs),
    /// Take the role of an account away
    Revoke(RevokeArgs),
    /// List everyone with a role
    List(DatabaseArgs),
    /// Print the latest entries of the audit log
    Audit(AuditArgs),
    /// Shut out an account or bot, or an address range such as 192.0.2.0/24
    Ban(SanctionArgs),
    /// Let an account, bot or address range in again
    Unban(LiftArgs),
    /// Forbid an account or bot to chat
    Mute(SanctionArgs),
    /// Let an account or bot chat again
    Unmute(LiftArgs),
    /// Close a table at any stage; its players are told the reason
    CloseTable(CloseTableArgs),
    /// Issue a link with which an account chooses a new password, once, within a day
    ResetLink(ResetLinkArgs),
}

impl AdminCommand {
    pub(crate) fn database(&self) -> &DatabaseArgs {
        match self {
            AdminCommand::Grant(args) => &args.database,
            AdminCommand::Revoke(args) => &args.database,
            AdminCommand::List(database) => database,
            AdminCommand::Audit(args) => &args.database,
            AdminCommand::Ban(args) | AdminCommand::Mute(args) => &args.database,
            AdminCommand::Unban(args) | AdminCommand::Unmute(args) => &args.database,
            AdminCommand::CloseTable(args) => &args.database,
            AdminCommand::ResetLink(args) => &args.database,
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct GrantArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// Name of the account
    pub(crate) name: String,
    /// Either moderator or administrator
    pub(crate) role: Role,
    /// Why, for the audit log
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) reason: String,
}

#[derive(clap::Args)]
pub(crate) struct RevokeArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// Name of the account
    pub(crate) name: String,
    /// Why, for the audit log
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) reason: String,
}

#[derive(clap::Args)]
pub(crate) struct SanctionArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// Name of the account or bot, or for a ban an address range
    pub(crate) target: String,
    /// Hours until it ends [default: until it is lifted]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=87_600))]
    pub(crate) hours: Option<u32>,
    /// Why; the person is told
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) reason: String,
}

#[derive(clap::Args)]
pub(crate) struct LiftArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// Name of the account or bot, or for a ban an address range
    pub(crate) target: String,
    /// Why, for the audit log
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) reason: String,
}

#[derive(clap::Args)]
pub(crate) struct ResetLinkArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// Name of the account
    pub(crate) name: String,
    /// Address of the app, for the link
    #[arg(long, value_name = "URL", default_value = "http://localhost:8080/")]
    pub(crate) app: String,
    /// Why, for the audit log
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) reason: String,
}

#[derive(clap::Args)]
pub(crate) struct CloseTableArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// Id of the table, the last part of its link
    pub(crate) table: TableId,
    /// Why; the players are told
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) reason: String,
}

#[derive(clap::Args)]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// Number of entries
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) latest: u32,
}

/// Which database.
#[derive(clap::Args)]
pub(crate) struct DatabaseArgs {
    /// Settings file (docs/hosting.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Database: a file, or postgres://USER@HOST/NAME [default: shangrila.db]
    #[arg(long, value_name = "FILE|URL")]
    pub(crate) database: Option<DatabaseAddress>,
}

#[derive(clap::Args)]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// New file for the copy, or a folder, in which it is named by the time
    #[arg(value_name = "TO")]
    pub(crate) to: PathBuf,
    /// Keep only the latest N backups in the folder, which is created if missing
    #[arg(long, value_name = "N")]
    pub(crate) keep: Option<usize>,
}

#[derive(clap::Args)]
pub(crate) struct VerifyArgs {
    /// Backup, or a database that is not in use
    pub(crate) file: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    /// Backup to restore
    pub(crate) file: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct CopyArgs {
    /// Database to copy: a file, or postgres://USER@HOST/NAME
    pub(crate) from: DatabaseAddress,
    /// Empty database: a file, created if missing, or postgres://USER@HOST/NAME
    pub(crate) to: DatabaseAddress,
}

#[derive(clap::Args)]
pub(crate) struct BenchArgs {
    /// Measure the search instead of random games
    #[arg(long)]
    pub(crate) search: bool,
    /// Duration of each measurement in seconds
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = parse_seconds)]
    pub(crate) seconds: f64,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct BlundersArgs {
    /// Number of games to play from the empty board
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) games: u64,
    /// Number of clans
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=4))]
    pub(crate) clans: u8,
    /// Milliseconds per move [default: 20 unless --visits is given]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) time_ms: Option<u64>,
    /// Positions searched per move
    #[arg(long, value_name = "V", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) visits: Option<u32>,
    /// How many times longer the judging search runs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) factor: u32,
    /// A blunder loses more than this many percentage points of win chance
    #[arg(long, value_name = "POINTS", default_value_t = 15.0)]
    pub(crate) threshold: f32,
    /// Number of games played in parallel
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 3600".to_string()),
    }
}
