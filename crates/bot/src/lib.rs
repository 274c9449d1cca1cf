//! What the example bot does, as a library, so that tests can let it play.

#![forbid(unsafe_code)]

mod bot;
mod engine;

use shangrila_client::Client;

/// How a bot plays.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program that thinks, with its arguments; it speaks the engine protocol.
    pub engine: String,
    /// How long it thinks.
    pub thinking: Thinking,
    /// At how many tables it sits down by its own wish; 0: it waits to be seated.
    pub tables_to_join: usize,
    /// About how many tables it thinks at the same time.
    pub at_once: usize,
}

/// How long a bot thinks about a move.
#[derive(Clone, Debug)]
pub enum Thinking {
    /// As this computer player does.
    Level(String),
    /// So many milliseconds, as well as possible.
    Time(u64),
}

/// Plays on a server until something is wrong that waiting cannot mend.
///
/// # Errors
/// What is wrong.
pub async fn play(client: Client, settings: &Settings) -> Result<(), String> {
    let limit = match &settings.thinking {
        Thinking::Level(name) => ("level", name.as_str().into()),
        Thinking::Time(milliseconds) => ("time_ms", (*milliseconds).into()),
    };
    let engine = engine::Engine::start(&settings.engine, limit, settings.at_once)?;
    bot::Bot::new(client, engine, settings.tables_to_join).run().await
}
