//! The program `shangrila`.
//!
//! Exit codes: 0 on success, 1 if the input was rejected, 2 if the command line was invalid.

#![forbid(unsafe_code)]

mod admin;
mod analyse;
mod args;
mod bench;
mod bench_search;
mod blunders;
mod commands;
mod database;
#[cfg(test)]
mod documents;
mod engine;
mod explorer;
mod health;
mod manual;
mod map_drawing;
mod matches;
mod play;
mod positions;
mod puzzles;
mod report;
mod serve;
mod setups;
mod show;
mod work;
mod worker;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

/// Why a command failed.
enum Failure {
    /// The input is invalid; the message says why.
    Refused(String),
    /// The output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Reports an error in the input.
fn refused(error: impl ToString) -> Failure {
    Failure::Refused(error.to_string())
}

fn main() -> ExitCode {
    let args = Args::parse();
    // Each command locks the output itself, because the threads of `play` must be able to write when they panic.
    let out = || anstream::stdout().lock();
    let done = match args.command {
        Command::Moves(args) => commands::moves(&mut out(), &args),
        Command::Apply(args) => commands::apply(&mut out(), &args),
        Command::Show(args) => commands::show(&mut out(), &args),
        Command::Perft(args) => commands::perft(&mut out(), &args),
        Command::Replay(args) => commands::replay(&mut out(), &args),
        Command::Analyse(args) => analyse::run(&mut out(), &args),
        Command::Report(args) => report::run(&mut out(), &args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&mut out(), &args),
        Command::Worker(args) => worker::run(&mut out(), &args),
        Command::Server(command) => database::run(&mut out(), &command),
        Command::Admin(command) => admin::run(&mut out(), &command),
        Command::Bench(args) if args.search => bench_search::run(&mut out(), &args),
        Command::Bench(args) => bench::run(&mut out(), &args),
        Command::Blunders(args) => blunders::run(&mut out(), &args),
        Command::Match(args) => matches::run(&mut out(), &args),
        Command::Setups(command) => setups::run(&mut out(), &command),
        Command::Puzzles(command) => puzzles::run(&mut out(), &command),
        Command::Explorer(command) => explorer::run(&mut out(), &command),
        Command::Engine => engine::run(io::BufReader::new(io::stdin()), &mut out()),
        Command::Completions(args) => manual::completions(&mut out(), &args),
        Command::Manual(args) => manual::pages(&args),
    };
    match done.and_then(|()| Ok(io::stdout().flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe, for example `head`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => fail(&format!("cannot write the output: {error}")),
        Err(Failure::Refused(message)) => fail(&message),
    }
}

fn fail(message: &str) -> ExitCode {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    // Nobody can be told if even this cannot be written.
    let _ = writeln!(anstream::stderr(), "{style}shangrila:{style:#} {message}");
    ExitCode::from(1)
}
