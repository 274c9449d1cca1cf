//! `cargo xtask`: everything one does with this repository, on a fresh machine too.

#![forbid(unsafe_code)]

mod fuzz;
mod playthroughs;
mod process;
mod test;
mod tidy;
mod tools;
mod web;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Run, test and look after Shangrila
#[derive(Parser)]
#[command(bin_name = "cargo xtask", arg_required_else_help = true)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build everything and play in the browser
    Play {
        /// Play in the terminal instead
        #[arg(long)]
        terminal: bool,
    },
    /// Build the app for the browser into target/web/dist
    Web {
        /// Build in seconds, larger and slower, for writing the app
        #[arg(long)]
        dev: bool,
    },
    /// Run every check: format, tidy, lints, tests, the app in a browser, licences, a short fuzz run
    Test,
    /// Take pictures of the app's screens into target/pictures
    Pictures {
        /// Of this screen alone; may be given several times
        #[arg(long, value_name = "NAME")]
        only: Vec<String>,
    },
    /// Measure the app: its size, how soon it can be played, how quickly it answers, how smoothly it moves
    Figures,
    /// Play thousands of games on the real server and measure it
    Load {
        /// Connections, four at each table
        #[arg(long, value_name = "N", default_value_t = 5000)]
        seats: usize,
        /// Moves a second
        #[arg(long, value_name = "N", default_value_t = 500)]
        rate: u32,
        /// How long moves come at this rate
        #[arg(long, value_name = "N", default_value_t = 60)]
        seconds: u32,
        /// Keep the database, in target/load
        #[arg(long)]
        keep: bool,
    },
    /// Check what the documents promise about the code
    Tidy {
        /// Note that the documents have been brought up to date with the sources they describe
        #[arg(long)]
        accept: bool,
    },
    /// Look for inputs that break something
    Fuzz {
        /// How long to look, for each target
        #[arg(long, value_name = "N", default_value_t = 60)]
        seconds: u32,
        /// Add what reaches new code to the kept corpus
        #[arg(long)]
        keep: bool,
    },
    /// Write the golden games in fixtures/playthroughs anew
    Playthroughs,
    /// Run the long tests: deep perft counts, many games, a server that is killed 1,000 times, ten minutes of fuzzing
    Soak,
}

fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Play { terminal: false } => play_in_browser(),
        Task::Play { terminal: true } => play_in_terminal(),
        Task::Web { dev } => build_web(dev),
        Task::Test => test::run(),
        Task::Pictures { only } => in_browser("pictures", &only),
        Task::Figures => in_browser("figures", &[]),
        Task::Load { seats, rate, seconds, keep } => load(seats, rate, seconds, keep),
        Task::Tidy { accept } => tidy::run(accept),
        Task::Fuzz { seconds, keep } => fuzz::run(seconds, keep),
        Task::Playthroughs => playthroughs::write(),
        Task::Soak => test::soak(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The app is built into the program, so it comes first.
fn play_in_browser() -> Result<(), String> {
    web::build(web::Profile::Release)?;
    let program = build_program()?;
    // What is tried out stays among what was built.
    let folder = process::root().join("target/play");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    process::run(process::command(program).args(["serve", "--open", "--database"]).arg(folder.join("shangrila.db")))
}

fn play_in_terminal() -> Result<(), String> {
    let program = build_program()?;
    if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        return process::run(process::command(&program).arg("play"));
    }
    process::run(process::command(&program).args(["show", "card4"]))?;
    println!("\nThis is no terminal, so only the board is shown. In one, target/release/shangrila play starts a game.");
    Ok(())
}

fn build_program() -> Result<PathBuf, String> {
    process::cargo(&["build", "--release", "--package", "shangrila-cli"])?;
    Ok(process::root().join("target/release/shangrila"))
}

fn build_web(dev: bool) -> Result<(), String> {
    let dist = web::build(if dev { web::Profile::Dev } else { web::Profile::Release })?;
    println!("the app lies in {}", dist.display());
    Ok(())
}

/// Server and load both as people get them: fast.
fn load(seats: usize, rate: u32, seconds: u32, keep: bool) -> Result<(), String> {
    let server = build_program()?;
    process::cargo(&["build", "--release", "--package", "shangrila-load"])?;
    let mut load = process::command(process::root().join("target/release/shangrila-load"));
    load.arg("--program").arg(server);
    load.args([format!("--seats={seats}"), format!("--rate={rate}"), format!("--seconds={seconds}")]);
    process::run(load.args(keep.then_some("--keep")))
}

/// Runs one of the programs that drive the app in a browser.
fn in_browser(program: &str, arguments: &[String]) -> Result<(), String> {
    tools::ensure_chromium()?;
    web::build(web::Profile::Release)?;
    let mut command = process::command("cargo");
    command.args(["run", "--locked", "--quiet", "--package", test::BROWSER, "--bin", program, "--"]).args(arguments);
    process::run(&mut command)
}
