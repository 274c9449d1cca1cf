//! How the server is set up: by flags, by the environment, by a file, in this order; what nobody sets is as below. docs/hosting.md
//! describes every setting.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::{env, fmt};

use config::builder::DefaultState;
use config::{ConfigBuilder, ConfigError, Environment, File, FileFormat, Value};
use serde::Deserialize;

/// What settings in the environment begin with: `SHANGRILA_DATABASE`, `SHANGRILA_LIMITS__CONNECTIONS`.
const PREFIX: &str = "SHANGRILA_";
/// What begins the same and is no setting of the server: what is logged, where `cargo` builds the app, and the token of a bot.
const NO_SETTINGS: [&str; 3] = ["SHANGRILA_LOG", "SHANGRILA_WEB_DIST", "SHANGRILA_TOKEN"];

/// How the server is set up.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port to listen on, 0 for any free one; none: the first free one from 8080 on.
    pub port: Option<u16>,
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
    pub stand_in: shangrila_protocol::LevelId,
    /// For so many seconds nobody's time runs out after a table was taken out of the database: the server may have been down.
    pub grace: u32,
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
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            database: PathBuf::from("shangrila.db"),
            origins: Vec::new(),
            secure_cookies: false,
            behind_proxy: false,
            thinking_threads: 0,
            stand_in: shangrila_protocol::LevelId::Abbot,
            grace: 20,
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

/// Settings that cannot be used.
#[derive(Debug)]
pub struct ConfigProblem {
    place: String,
    reason: String,
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for ConfigProblem {}

impl Config {
    /// Collects the settings. Flags come as keys with their values, such as `("database", "games.db")`.
    ///
    /// # Errors
    /// When a setting is unknown or its value makes no sense.
    pub fn load<'a>(
        file: Option<&Path>,
        flags: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<Config, ConfigProblem> {
        Config::collect(
            file,
            env::vars_os().filter_map(|(key, value)| key.into_string().ok().zip(value.into_string().ok())),
            flags,
        )
    }

    fn collect<'a>(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<Config, ConfigProblem> {
        let mut all = config::Config::builder();
        if let Some(path) = file {
            let file = File::from(path).format(FileFormat::Toml);
            checked(path.display().to_string(), config::Config::builder().add_source(file.clone()))?;
            all = all.add_source(file);
        }
        let settings: HashMap<String, String> = environment
            .into_iter()
            .filter(|(key, _)| key.starts_with(PREFIX) && !NO_SETTINGS.contains(&key.as_str()))
            .collect();
        let place = "the environment (SHANGRILA_…)".to_string();
        let environment = Environment::with_prefix("SHANGRILA")
            .prefix_separator("_")
            .separator("__")
            .try_parsing(true)
            .list_separator(",")
            .with_list_parse_key("origins")
            .ignore_empty(true)
            .source(Some(settings));
        checked(place, config::Config::builder().add_source(environment.clone()))?;
        all = all.add_source(environment);
        let place = || "the command line".to_string();
        for (key, value) in flags {
            let value = Value::new(Some(&place()), value);
            all = all.set_override(key, value).map_err(|error| problem(place(), &error))?;
        }
        checked(place(), all)
    }
}

/// Reads settings. Each source is also read alone, so that a mistake is looked for where it is.
fn checked(place: String, settings: ConfigBuilder<DefaultState>) -> Result<Config, ConfigProblem> {
    let config: Config = match settings.build().and_then(config::Config::try_deserialize) {
        Ok(config) => config,
        Err(error) => return Err(problem(place, &error)),
    };
    match config.mistake() {
        Some(reason) => Err(ConfigProblem { place, reason: reason.to_string() }),
        None => Ok(config),
    }
}

fn problem(place: String, error: &ConfigError) -> ConfigProblem {
    ConfigProblem { place, reason: error.to_string() }
}

impl Config {
    /// What no type forbids.
    fn mistake(&self) -> Option<&'static str> {
        let is_origin = |origin: &String| {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            host.is_some_and(|host| !host.is_empty() && !host.trim_end_matches('/').contains(['/', ' ', '?', '#']))
        };
        if !self.origins.iter().all(is_origin) {
            return Some("origins: each is like https://shangrila.example, without a path");
        }
        let limits = &self.limits;
        if !(limits.messages_per_second > 0.0 && limits.messages_per_second.is_finite()) {
            return Some("limits.messages_per_second: more than 0 is needed");
        }
        let counts = [
            (limits.connections, "limits.connections: at least 1 is needed"),
            (limits.connections_per_address, "limits.connections_per_address: at least 1 is needed"),
            (limits.message_burst as usize, "limits.message_burst: at least 1 is needed"),
            (limits.watched_tables, "limits.watched_tables: at least 1 is needed"),
            (limits.chat_burst as usize, "limits.chat_burst: at least 1 is needed"),
            (limits.waiting_tables, "limits.waiting_tables: at least 1 is needed"),
        ];
        counts.into_iter().find(|(count, _)| *count == 0).map(|(_, reason)| reason)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn load(file: Option<&str>, environment: &[(&str, &str)], flags: &[(&str, &str)]) -> Result<Config, String> {
        let path = file.map(|text| {
            let name = format!("shangrila-config-{}-{:?}.toml", std::process::id(), std::thread::current().id());
            let path = env::temp_dir().join(name);
            fs::write(&path, text).unwrap();
            path
        });
        let environment = environment.iter().map(|(key, value)| (key.to_string(), value.to_string()));
        let flags = flags.iter().map(|(key, value)| (*key, value.to_string()));
        Config::collect(path.as_deref(), environment, flags).map_err(|problem| problem.to_string())
    }

    #[test]
    fn flags_come_before_the_environment_and_that_before_the_file() {
        assert_eq!(load(None, &[("PATH", "/bin"), ("SHANGRILA_LOG", "debug")], &[]), Ok(Config::default()));
        let file = "database = 'file.db'\nport = 1\nbehind_proxy = true\nstand_in = 'sage'\n[limits]\nconnections = 7\nchat_burst = 2";
        let environment = [
            ("SHANGRILA_DATABASE", "environment.db"),
            ("SHANGRILA_PORT", "2"),
            ("SHANGRILA_LIMITS__CONNECTIONS", "8"),
            ("SHANGRILA_LIMITS__MESSAGES_PER_SECOND", "2.5"),
            ("SHANGRILA_ORIGINS", "https://a.example,https://b.example"),
            ("SHANGRILA_SECURE_COOKIES", "true"),
        ];
        let config = load(Some(file), &environment, &[("database", "flag.db"), ("port", "3")]).unwrap();
        assert_eq!((config.database.to_str(), config.port), (Some("flag.db"), Some(3)));
        assert_eq!((config.limits.connections, config.limits.chat_burst), (8, 2));
        assert_eq!(config.limits.messages_per_second, 2.5);
        assert!(config.behind_proxy && config.secure_cookies);
        assert_eq!(config.stand_in, shangrila_protocol::LevelId::Sage);
        assert_eq!(config.origins, ["https://a.example", "https://b.example"]);
    }

    #[test]
    fn a_mistake_is_named_with_its_place() {
        for (file, environment, flags, parts) in [
            (Some("datbase = 'x'"), &[][..], &[][..], &["shangrila-config", "datbase"][..]),
            (Some("[limits]\nconnections = 'many'"), &[], &[], &["shangrila-config", "limits.connections", "many"]),
            (Some("port ="), &[], &[], &["shangrila-config", "TOML"]),
            (None, &[("SHANGRILA_DATBASE", "x")], &[], &["environment", "datbase"]),
            (None, &[("SHANGRILA_PORT", "99999")], &[], &["environment", "port"]),
            (None, &[("SHANGRILA_ORIGINS", "shangrila.example")], &[], &["environment", "origins"]),
            (None, &[("SHANGRILA_LIMITS__CHAT_BURST", "0")], &[], &["environment", "limits.chat_burst"]),
            (None, &[("SHANGRILA_STAND_IN", "yeti")], &[], &["environment", "yeti"]),
            (None, &[], &[("address", "nowhere")], &["command line", "address"]),
        ] {
            let error = load(file, environment, flags).unwrap_err();
            assert!(parts.iter().all(|part| error.contains(part)), "{error}");
        }
    }
}
