//! `cargo xtask load`: plays thousands of games on the real server and measures it.

#![forbid(unsafe_code)]

mod crowd;
mod hall;
mod limit;
mod party;
mod plot;
mod raw;
mod report;
mod stats;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use shangrila_load::TempFolder;
use tokio::time::sleep;

use crowd::Crowd;
use hall::Hall;
use report::Report;

/// How long the disk alone is measured.
const RAW: Duration = Duration::from_secs(5);
/// How long to idle before reading the memory use.
const IDLE: Duration = Duration::from_secs(5);
/// Which database to measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Kind {
    Sqlite,
    Postgres,
}

/// Play thousands of games on the real server and measure it
#[derive(Parser)]
#[command(name = "shangrila-load")]
struct Args {
    /// The server's program
    #[arg(long, value_name = "FILE", required_unless_present = "plot")]
    program: Option<PathBuf>,
    /// Connections, four at each table
    #[arg(long, value_name = "N", default_value_t = 5000)]
    seats: usize,
    /// Moves per second
    #[arg(long, value_name = "N", default_value_t = 500.0)]
    rate: f64,
    /// How long to play at this rate
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Which database: a file, or PostgreSQL, in a cluster of its own
    #[arg(long, value_enum, default_value_t = Kind::Sqlite)]
    database: Kind,
    /// How many servers share the load, with PostgreSQL
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    processes: u8,
    /// How long to play as fast as possible
    #[arg(long, value_name = "N", default_value_t = 20)]
    race: u64,
    /// Where to put the database; its disk is what is measured
    #[arg(long, value_name = "DIR", default_value = "target/load")]
    folder: PathBuf,
    /// Keep the database
    #[arg(long)]
    keep: bool,
    /// Add the figures to a table (CSV)
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Draw the figures of a table (CSV) as FILE.svg instead
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// One thread: the server needs the rest of the machine.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(&Args::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("shangrila-load: {message}");
            ExitCode::FAILURE
        }
    }
}

async fn run(args: &Args) -> Result<(), String> {
    if let Some(table) = &args.plot {
        return plot::draw(table);
    }
    let program = args.program.as_deref().ok_or("there is no server to measure: name its --program")?;
    let tables = (args.seats / party::SEATS).max(1);
    limit::allow_files(tables * party::SEATS)?;
    let mut folder = TempFolder::new(&args.folder, "run").map_err(|error| error.to_string())?;
    if args.keep {
        folder.keep();
        println!("the database stays in {}", folder.path().display());
    }
    let report = measure(args, program, tables, folder.path()).await?;
    print!("{report}");
    args.record.as_ref().map_or(Ok(()), |table| report.record(table))
}

async fn measure(args: &Args, program: &Path, tables: usize, folder: &Path) -> Result<Report, String> {
    // Other load on the machine makes all times longer, which the reader should know.
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    if let Some(load) = load.split_whitespace().next() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        println!("before it begins, {load} programs want one of the {cores} cores");
    }
    println!("the disk alone, {} s", RAW.as_secs());
    let hall = Hall::open(args, program, folder).await?;
    let raw = hall.raw;
    println!("{} guests and their connections", tables * party::SEATS);
    let began = Instant::now();
    let guests = Crowd::guests(&hall.addresses(), tables).await?;
    let memory_before = hall.memory();
    let parties = Crowd::connect(guests).await?;
    sleep(IDLE).await;
    let memory_connected = hall.memory();

    println!("{tables} tables");
    let mut crowd = Crowd::sit_down(parties).await?;
    let setup = began.elapsed();
    sleep(IDLE).await;
    let memory_seated = hall.memory();

    println!("{} moves a second, {} s", args.rate, args.seconds);
    let (processor, database) = (hall.processor(), hall.database_processor());
    let paced = crowd.pace(args.rate, Duration::from_secs(args.seconds)).await?;
    let paced_processor = hall.processor() - processor;
    let paced_database = hall.database_processor() - database;

    println!("as fast as possible, {} s", args.race);
    let processor = hall.processor();
    let race = crowd.race(Duration::from_secs(args.race)).await?;
    let race_processor = hall.processor() - processor;

    let seen = crowd.end().await?;
    let stored = report::Stored::check(hall.tables().await?, &seen)?;
    let complaints = hall.complaints();
    if !complaints.trim().is_empty() {
        println!("the server complains:\n{complaints}");
    }
    Ok(Report {
        processes: args.processes,
        database: hall.database_name(),
        seats: tables * party::SEATS,
        setup,
        raw,
        memory_before,
        memory_connected,
        memory_seated,
        rate: args.rate,
        paced,
        paced_processor,
        paced_database,
        race,
        race_processor,
        event_bytes: hall.event_bytes()?,
        stored,
    })
}
