//! The example bot as a library, so that tests can run it.

#![forbid(unsafe_code)]

mod bot;
mod engine;

use shangrila_client::Client;

/// How a bot plays.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engine's command line; the engine speaks the engine protocol.
    pub engine: String,
    /// How the engine thinks about each move.
    pub thinking: Thinking,
    /// At how many tables it plays of its own accord; with 0 it only plays where it has a seat.
    pub tables_to_join: usize,
    /// For how many tables the engine thinks at the same time.
    pub at_once: usize,
}

/// How long a bot thinks about a move.
#[derive(Clone, Debug)]
pub enum Thinking {
    /// Like this computer player.
    Level(String),
    /// At full strength for this many milliseconds.
    Time(u64),
}

/// Plays on a server until an error that trying again cannot fix.
///
/// # Errors
/// When the engine fails, or the server refuses this bot for good.
pub async fn play(client: Client, settings: &Settings) -> Result<(), String> {
    let limit = match &settings.thinking {
        Thinking::Level(name) => ("level", name.as_str().into()),
        Thinking::Time(milliseconds) => ("time_ms", (*milliseconds).into()),
    };
    let engine = engine::Engine::start(&settings.engine, limit, settings.at_once)?;
    bot::Bot::new(client, engine, settings.tables_to_join).run().await
}
