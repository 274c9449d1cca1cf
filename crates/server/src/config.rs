//! How the server is set up.

use std::path::PathBuf;

use serde::Deserialize;

/// How the server is set up.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The file of the embedded database.
    pub database: PathBuf,
    /// Other addresses under which browsers find this server, such as `https://shangrila.example`. Requests of browsers are taken from
    /// these and from the address they were sent to.
    pub origins: Vec<String>,
    /// Whether cookies travel over HTTPS alone.
    pub secure_cookies: bool,
    /// Whether a proxy stands before the server and says who is asking (`X-Forwarded-For`).
    pub behind_proxy: bool,
    /// How many computer players think at the same time; 0: one less than the machine has cores, but at least one.
    pub thinking_threads: usize,
    /// Which computer player plays for people who left or ran out of time.
    pub stand_in: shangrila_protocol::Level,
    /// How much is let in.
    pub limits: Limits,
}

/// How much is let in.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address.
    pub connections_per_address: usize,
    /// Messages of a connection at once, and then a second.
    pub message_burst: u32,
    /// Messages of a connection a second.
    pub messages_per_second: f64,
    /// Tables a connection can follow at the same time.
    pub watched_tables: usize,
    /// Lines of chat of a person at once, and then one in two seconds.
    pub chat_burst: u32,
    /// Tables a person may have that wait for players.
    pub waiting_tables: usize,
    /// Whether guests, accounts, sign-ins and requests are counted by address at all.
    pub by_address: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            database: PathBuf::from("shangrila.db"),
            origins: Vec::new(),
            secure_cookies: false,
            behind_proxy: false,
            thinking_threads: 0,
            stand_in: shangrila_protocol::Level::Abbot,
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            connections_per_address: 200,
            message_burst: 40,
            messages_per_second: 10.0,
            watched_tables: 50,
            chat_burst: 6,
            waiting_tables: 20,
            by_address: true,
        }
    }
}
