//! The server under attack: the real program in a folder of its own, with the limits of production unless a case changes them.

use std::env;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use shangrila_load::{ServerProcess, SmallDisk, TempFolder};
use tokio::time::sleep;

use crate::visitor::Visitor;

/// Longer than anything takes that happens at all.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The program under test. `SHANGRILA_ABUSE_PROGRAM` names another one, for example to see a case fail before its fix.
fn program() -> PathBuf {
    let other = env::var_os("SHANGRILA_ABUSE_PROGRAM").map(PathBuf::from);
    other.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_shangrila")))
}

/// Starts the program under test, without the variables that control the tests.
pub(crate) fn command() -> Command {
    let mut command = Command::new(program());
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("SHANGRILA_")) {
        command.env_remove(name);
    }
    command
}

/// A server that is killed and forgotten at the end of its case.
pub(crate) struct Target {
    server: ServerProcess,
    /// Unmounted after the server has ended, and before the folder is deleted.
    disk: Option<SmallDisk>,
    _folder: TempFolder,
}

impl Target {
    /// Starts a server with these settings, as environment variables without their prefix: `LIMITS__CONNECTIONS`.
    pub(crate) fn start(settings: &[(&str, &str)]) -> Target {
        let folder = TempFolder::new(Path::new(env!("CARGO_TARGET_TMPDIR")), "abuse").unwrap();
        Target { server: process(folder.path(), settings), disk: None, _folder: folder }
    }

    /// Starts a server whose database is on a small disk; `None` if this machine does not allow that.
    pub(crate) fn on_small_disk(megabytes: u32, settings: &[(&str, &str)]) -> Option<Target> {
        let folder = TempFolder::new(Path::new(env!("CARGO_TARGET_TMPDIR")), "abuse").unwrap();
        let disk = SmallDisk::mount(&folder.path().join("disk"), megabytes).unwrap()?;
        Some(Target { server: process(disk.path(), settings), disk: Some(disk), _folder: folder })
    }

    /// The small disk of [`Target::on_small_disk`].
    pub(crate) fn disk(&self) -> &SmallDisk {
        self.disk.as_ref().expect("this server has a small disk")
    }

    /// Someone the server does not know yet.
    pub(crate) fn stranger(&self) -> Visitor {
        Visitor::new(self.server.socket_address())
    }

    /// A guest.
    pub(crate) async fn guest(&self, name: &str) -> Visitor {
        let mut visitor = self.stranger();
        let answer = visitor.post("/api/guests", &serde_json::json!({ "name": name })).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        visitor
    }

    /// The status of the health check.
    pub(crate) async fn health(&self) -> u16 {
        self.stranger().get("/api/health").await.status
    }

    /// Waits until the health check answers with a status. Returns how long that took.
    pub(crate) async fn wait_for_health(&self, status: u16) -> Duration {
        let began = Instant::now();
        loop {
            let now = self.health().await;
            if now == status {
                return began.elapsed();
            }
            assert!(
                began.elapsed() < PATIENCE,
                "health is {now}, not {status}; the server says: {}",
                self.server.log()
            );
            sleep(Duration::from_millis(100)).await;
        }
    }
}

impl Deref for Target {
    type Target = ServerProcess;

    fn deref(&self) -> &ServerProcess {
        &self.server
    }
}

impl DerefMut for Target {
    fn deref_mut(&mut self) -> &mut ServerProcess {
        &mut self.server
    }
}

fn process(folder: &Path, settings: &[(&str, &str)]) -> ServerProcess {
    let settings: Vec<(String, &str)> =
        settings.iter().map(|(name, value)| (format!("SHANGRILA_{name}"), *value)).collect();
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    ServerProcess::start_with(&program(), folder, &settings).unwrap()
}
