//! The example bot: lets an engine play on a server (`docs/bots.md`).

#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use shangrila_bot::{Settings, Thinking};
use shangrila_client::{Address, Client};

/// Let an engine play on a server, at every table where the bot has a seat
#[derive(Parser)]
#[command(name = "shangrila-bot", version)]
struct Args {
    /// The server's address, http:// or https://
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,
    /// Trust the certificates in this PEM file too, for a server with its own authority or a self-signed certificate
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// The bot's token; better set SHANGRILA_TOKEN, which other users of the machine cannot see
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// The engine's command line; the engine speaks the engine protocol
    #[arg(long, value_name = "COMMAND", default_value = "shangrila engine")]
    engine: String,
    /// Play like this computer player
    #[arg(long, value_name = "NAME", default_value = "abbot")]
    level: String,
    /// Think this many milliseconds about each move, at full strength
    #[arg(long, value_name = "N", conflicts_with = "level")]
    time_ms: Option<u64>,
    /// Join open tables that allow bots, and accept rematches
    #[arg(long)]
    join: bool,
    /// With --join: play at up to this many tables at the same time
    #[arg(long, value_name = "N", default_value_t = 8)]
    tables: usize,
    /// Let the engine think for this many tables at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    at_once: usize,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let args = Args::parse();
    let done = tokio::select! {
        done = run(&args) => done,
        _ = tokio::signal::ctrl_c() => Ok(()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("shangrila-bot: {message}");
            ExitCode::FAILURE
        }
    }
}

async fn run(args: &Args) -> Result<(), String> {
    let token = args.token.clone().or_else(|| std::env::var("SHANGRILA_TOKEN").ok());
    let token =
        token.ok_or("a bot needs a token: --token or SHANGRILA_TOKEN (docs/bots.md explains how to get one)")?;
    let mut address = Address::parse(&args.server).map_err(|error| error.to_string())?;
    if let Some(file) = &args.ca_file {
        address = address.trust(file).map_err(|error| error.to_string())?;
    }
    let settings = Settings {
        engine: args.engine.clone(),
        thinking: args.time_ms.map_or_else(|| Thinking::Level(args.level.clone()), Thinking::Time),
        tables_to_join: if args.join { args.tables } else { 0 },
        at_once: args.at_once,
    };
    shangrila_bot::play(Client::bot(address, &token), &settings).await
}
