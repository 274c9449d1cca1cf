//! The Chromium process: finding the program, starting it and making sure that it ends.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::{Doing, Result};

/// The names of the program, most likely first.
const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

const MAC_PROGRAM: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// Chromium expects commands on file descriptor 3 and answers on 4. Only a shell can rearrange descriptors without
/// unsafe code.
const REARRANGE: &str = r#"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#;

const FLAGS: [&str; 30] = [
    // The pipe ends with this process, however that ends, and Chromium ends with the pipe.
    "--remote-debugging-pipe",
    "--headless=new",
    "--enable-automation",
    // Start without a tab; `Browser` opens its own.
    "--no-startup-window",
    // The sandbox needs privileges that containers do not grant. Only our own pages are opened.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    // The same pictures everywhere.
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--lang=en_US",
    "--mute-audio",
    // Pages in the background run as fast as the one in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-renderer-backgrounding",
    // A name for this machine at which pages are neither encrypted nor trusted, like those of a computer in the same room.
    "--host-resolver-rules=MAP shangrila.test 127.0.0.1",
    // Nothing that might interfere: updates, predictions, first-run questions.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-features=Translate",
    "--disable-quic",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--password-store=basic",
];

/// A running Chromium with its own profile. It is killed when this is dropped.
pub(crate) struct Chromium {
    process: Child,
    /// Dropped after the process, which still writes to it.
    profile: Profile,
}

impl Chromium {
    /// Starts Chromium and returns it with the pipes for commands and for answers.
    pub(crate) fn start() -> Result<(Chromium, ChildStdin, ChildStdout)> {
        let program = find_program()?;
        let profile = Profile::create()?;
        let log = File::create(profile.log()).doing("creating Chromium's log")?;
        let mut process = Command::new("sh")
            .args(["-c", REARRANGE])
            .arg(&program)
            .args(FLAGS)
            .arg(profile.flag())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .doing(&format!("starting {}", program.display()))?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (commands, answers) = pipes.ok_or("Chromium was started without pipes")?;
        Ok((Chromium { process, profile }, commands, answers))
    }

    /// Where Chromium writes its own messages.
    pub(crate) fn log(&self) -> PathBuf {
        self.profile.log()
    }

    /// Waits until the process has ended by itself; if that takes too long, it is killed.
    pub(crate) async fn wait(&mut self) {
        if tokio::time::timeout(Duration::from_secs(5), self.process.wait()).await.is_err() {
            let _ = self.process.kill().await;
        }
    }
}

/// Finds the program: the environment variable `CHROMIUM` names it, or it has one of the usual names.
fn find_program() -> Result<PathBuf> {
    if let Some(program) = std::env::var_os("CHROMIUM") {
        let program = PathBuf::from(program);
        let missing = || format!("CHROMIUM is {}, which does not exist", program.display());
        return if program.is_file() { Ok(program) } else { Err(missing()) };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mac = Path::new(MAC_PROGRAM);
    find_on_path(&path)
        .or_else(|| mac.is_file().then(|| mac.to_path_buf()))
        .ok_or_else(|| format!("Chromium is not installed ({}); CHROMIUM can name its path", NAMES.join(", ")))
}

fn find_on_path(path: &OsString) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(path).collect();
    NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|program| program.is_file())
}

/// A folder for settings, cookies and caches, so that visits do not affect each other. Deleted when dropped.
struct Profile(TempDir);

impl Profile {
    fn create() -> Result<Profile> {
        TempDir::with_prefix("shangrila-browser-").doing("creating a profile").map(Profile)
    }

    fn flag(&self) -> OsString {
        let mut flag = OsString::from("--user-data-dir=");
        flag.push(self.0.path());
        flag
    }

    fn log(&self) -> PathBuf {
        self.0.path().join("chromium.log")
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_program_is_found_under_its_likeliest_name() {
        let folder = TempDir::new().unwrap();
        let path = std::env::join_paths([Path::new("/nowhere"), folder.path()]).unwrap();
        assert_eq!(find_on_path(&path), None);
        for name in ["google-chrome", "chromium"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(find_on_path(&path), Some(folder.path().join("chromium")));
    }
}
