//! `cargo xtask`: everything one does with this repository, on a fresh machine too.

#![forbid(unsafe_code)]

mod fuzz;
mod playthroughs;
mod process;
mod test;
mod tidy;
mod tools;

use std::io::IsTerminal;
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
    /// Build the program and play a game in the terminal
    Play,
    /// Run every check: format, tidy, lints, tests, licences, a short fuzz run
    Test,
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
    /// Run the long tests: deep perft counts, many games, ten minutes of fuzzing
    Soak,
}

fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Play => play(),
        Task::Test => test::run(),
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

fn play() -> Result<(), String> {
    process::cargo(&["build", "--release", "--package", "shangrila-cli"])?;
    let program = process::root().join("target/release/shangrila");
    if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        return process::run(process::command(&program).arg("play"));
    }
    process::run(process::command(&program).args(["show", "card4"]))?;
    println!("\nThis is no terminal, so only the board is shown. In one, target/release/shangrila play starts a game.");
    Ok(())
}
