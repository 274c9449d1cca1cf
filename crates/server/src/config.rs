//! Settings of the server. Flags override environment variables, which override the file; anything unset takes its default.
//! `docs/hosting.md` describes every setting.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::{env, fmt};

use config::builder::DefaultState;
use config::{ConfigBuilder, ConfigError, Environment, File, FileFormat, Value};
use serde::{Deserialize, Serialize};
use shangrila_protocol::LevelId;

use crate::mail::MailSettings;
use crate::rate_limits::LimitSettings;
use crate::retention::RetentionSettings;
use crate::store::DatabaseAddress;

/// The prefix of settings in the environment: `SHANGRILA_DATABASE`, `SHANGRILA_LIMITS__CONNECTIONS`.
const PREFIX: &str = "SHANGRILA_";
/// Variables with the same prefix that are not settings of the server: the log filter, the app's build folder, and a bot's token.
const NOT_SETTINGS: [&str; 3] = ["SHANGRILA_LOG", "SHANGRILA_WEB_DIST", "SHANGRILA_TOKEN"];
/// Variables by which tests act on a server. In a release they are unknown settings like any other.
#[cfg(debug_assertions)]
const TEST_HOOKS: &[&str] = &[crate::test_hooks::PANIC, crate::test_hooks::CLOCK];
#[cfg(not(debug_assertions))]
const TEST_HOOKS: &[&str] = &[];

/// The settings of a server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port to listen on; 0 for any free one, `None` for the first free one from 8080 up.
    pub port: Option<u16>,
    /// The database: a file, or the URL of a PostgreSQL database.
    pub database: DatabaseAddress,
    /// Other origins from which browsers may send requests, such as `https://shangrila.example`. The address a request was sent to is
    /// always allowed.
    pub origins: Vec<String>,
    /// The hosts this server answers for, such as `shangrila.example`; all if empty.
    pub hosts: Vec<String>,
    /// Whether cookies are sent over HTTPS only, and browsers told to use nothing else.
    pub secure_cookies: bool,
    /// Whether to trust the client address in `X-Forwarded-For`, which a proxy in front of the server adds.
    pub behind_proxy: bool,
    /// Who thinks for the computer players.
    pub thinking: WhoThinks,
    /// How many computer players think at the same time; 0 for one fewer than the machine has cores, but at least one.
    pub thinking_threads: usize,
    /// The computer player that stands in for people who leave or run out of time.
    pub stand_in: LevelId,
    /// Seconds during which nobody runs out of time, after a time without any server.
    pub grace: u32,
    /// Seconds a player who is not connected may take for a turn of a game without a clock before the others can vote to go on.
    pub vote_after: u32,
    /// The days of vacation that an account has in a calendar year; 0 for none.
    pub vacation_days: u32,
    /// Seconds that running requests have to finish when the server is told to stop.
    pub shutdown_seconds: u32,
    /// Where metrics for Prometheus are served, at `/metrics`; `None` for nowhere.
    pub metrics: Option<SocketAddr>,
    /// How log lines are written.
    pub log_format: LogFormat,
    /// Where people find the app, such as `https://shangrila.example`: links in mails lead there.
    pub site: Option<String>,
    /// Whether webhooks and browsers may be at private addresses, and without encryption: for servers in a network of their own.
    pub notices_to_private_addresses: bool,
    /// How mail is sent.
    pub mail: MailSettings,
    /// What is kept for how long.
    pub retention: RetentionSettings,
    /// Rate limits and quotas.
    pub limits: LimitSettings,
}

/// Who thinks for the computer players at a server's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhoThinks {
    /// Workers where there are any; the server if there are none, or if they do not keep up.
    Auto,
    /// The server.
    Server,
    /// Workers alone. Without one, computer players do not move.
    Workers,
}

/// How log lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object per line, for programs.
    Json,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            database: PathBuf::from("shangrila.db").into(),
            origins: Vec::new(),
            hosts: Vec::new(),
            secure_cookies: false,
            behind_proxy: false,
            thinking: WhoThinks::Auto,
            thinking_threads: 0,
            stand_in: LevelId::Abbot,
            grace: 20,
            vote_after: 600,
            vacation_days: 30,
            shutdown_seconds: 10,
            metrics: None,
            log_format: LogFormat::Text,
            site: None,
            notices_to_private_addresses: false,
            mail: MailSettings::default(),
            retention: RetentionSettings::default(),
            limits: LimitSettings::default(),
        }
    }
}

/// An unknown setting or an invalid value, and where it was found.
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
    /// Loads the settings. Flags are passed as keys and values, such as `("database", "games.db")`.
    ///
    /// # Errors
    /// If a setting is unknown or its value invalid.
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
            .filter(|(key, _)| key.starts_with(PREFIX))
            .filter(|(key, _)| !NOT_SETTINGS.contains(&key.as_str()) && !TEST_HOOKS.contains(&key.as_str()))
            .collect();
        let place = "the environment (SHANGRILA_…)".to_string();
        let environment = Environment::with_prefix("SHANGRILA")
            .prefix_separator("_")
            .separator("__")
            .try_parsing(true)
            .list_separator(",")
            .with_list_parse_key("origins")
            .with_list_parse_key("hosts")
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

/// Reads and checks settings. Each source is also checked alone, so that an error names the right one.
fn checked(place: String, settings: ConfigBuilder<DefaultState>) -> Result<Config, ConfigProblem> {
    let config: Config = match settings.build().and_then(config::Config::try_deserialize) {
        Ok(config) => config,
        Err(error) => return Err(problem(place, &error)),
    };
    match config.invalid_value() {
        Some(reason) => Err(ConfigProblem { place, reason: reason.to_string() }),
        None => Ok(config),
    }
}

fn problem(place: String, error: &ConfigError) -> ConfigProblem {
    ConfigProblem { place, reason: error.to_string() }
}

impl Config {
    /// Returns what is wrong with a value of the right type.
    fn invalid_value(&self) -> Option<&'static str> {
        let is_origin = |origin: &String| {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            host.is_some_and(|host| !host.is_empty() && !host.trim_end_matches('/').contains(['/', ' ', '?', '#']))
        };
        if !self.origins.iter().all(is_origin) {
            return Some("origins: each must be like https://shangrila.example, without a path");
        }
        if self.site.as_ref().is_some_and(|site| !is_origin(site)) {
            return Some("site: must be like https://shangrila.example, without a path");
        }
        if self.hosts.iter().any(|host| host.is_empty() || host.contains(['/', ' ']) || host.starts_with("http")) {
            return Some("hosts: each must be a name or an address, such as shangrila.example, without a port");
        }
        let limits = &self.limits;
        if !(limits.messages_per_second > 0.0 && limits.messages_per_second.is_finite()) {
            return Some("limits.messages_per_second: must be more than 0");
        }
        let counts = [
            (limits.connections, "limits.connections: must be at least 1"),
            (limits.connections_per_address, "limits.connections_per_address: must be at least 1"),
            (limits.http_connections, "limits.http_connections: must be at least 1"),
            (limits.http_connections_per_address, "limits.http_connections_per_address: must be at least 1"),
            (limits.message_burst as usize, "limits.message_burst: must be at least 1"),
            (limits.watched_tables, "limits.watched_tables: must be at least 1"),
            (limits.chat_burst as usize, "limits.chat_burst: must be at least 1"),
            (limits.command_burst as usize, "limits.command_burst: must be at least 1"),
            (limits.table_burst as usize, "limits.table_burst: must be at least 1"),
            (limits.password_burst as usize, "limits.password_burst: must be at least 1"),
            (limits.waiting_tables, "limits.waiting_tables: must be at least 1"),
            (limits.lobby_tables_per_address, "limits.lobby_tables_per_address: must be at least 1"),
            (limits.computer_tables, "limits.computer_tables: must be at least 1"),
        ];
        counts.into_iter().find(|(count, _)| *count == 0).map(|(_, reason)| reason)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::{Builder, NamedTempFile};

    use super::*;

    fn load(file: Option<&str>, environment: &[(&str, &str)], flags: &[(&str, &str)]) -> Result<Config, String> {
        let file = file.map(|text| {
            let file = Builder::new().prefix("shangrila-config-").suffix(".toml").tempfile().unwrap();
            fs::write(&file, text).unwrap();
            file
        });
        let environment = environment.iter().map(|(key, value)| (key.to_string(), value.to_string()));
        let flags = flags.iter().map(|(key, value)| (*key, value.to_string()));
        let path = file.as_ref().map(NamedTempFile::path);
        Config::collect(path, environment, flags).map_err(|problem| problem.to_string())
    }

    #[test]
    fn flags_override_the_environment_which_overrides_the_file() {
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
        assert_eq!((config.database.to_string().as_str(), config.port), ("flag.db", Some(3)));
        assert_eq!((config.limits.connections, config.limits.chat_burst), (8, 2));
        assert_eq!(config.limits.messages_per_second, 2.5);
        assert!(config.behind_proxy && config.secure_cookies);
        assert_eq!(config.stand_in, LevelId::Sage);
        assert_eq!(config.origins, ["https://a.example", "https://b.example"]);
    }

    #[test]
    fn an_error_names_the_setting_and_its_source() {
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

    /// The settings of a JSON object with their defaults, as the document writes them.
    fn defaults(prefix: &str, value: &serde_json::Value, found: &mut Vec<(String, String)>) {
        for (name, value) in value.as_object().unwrap() {
            let name = format!("{prefix}{name}");
            let default = match value {
                serde_json::Value::Object(_) => {
                    defaults(&format!("{name}."), value, found);
                    continue;
                }
                serde_json::Value::Null if name == "metrics" => "off".to_string(),
                serde_json::Value::Null if name != "port" => "none".to_string(),
                serde_json::Value::Null => "first free from 8080 up".to_string(),
                serde_json::Value::Array(values) if values.is_empty() => "none".to_string(),
                serde_json::Value::String(text) => format!("`{text}`"),
                serde_json::Value::Number(number) => format!("`{}`", number.as_f64().unwrap()),
                other => format!("`{other}`"),
            };
            found.push((name, default));
        }
    }

    #[test]
    fn the_document_lists_every_setting_with_its_default() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md");
        let document = fs::read_to_string(file).unwrap();
        let (_, table) =
            document.split_once("| Setting | Flag | Default | What it does |\n|---|---|---|---|\n").unwrap();
        let mut documented: Vec<(String, String)> = table
            .lines()
            .take_while(|line| line.starts_with('|'))
            .map(|line| line.split('|').map(str::trim).collect::<Vec<_>>())
            .map(|cells| (cells[1].trim_matches('`').to_string(), cells[3].to_string()))
            .collect();
        let mut settings = Vec::new();
        defaults("", &serde_json::to_value(Config::default()).unwrap(), &mut settings);
        documented.sort();
        settings.sort();
        assert_eq!(documented, settings);
    }
}
