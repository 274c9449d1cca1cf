//! `shangrila play` in a real terminal, provided by `script`.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The escape sequences for entering and leaving the alternate screen, and for releasing the mouse.
const ENTER_SCREEN: &[u8] = b"\x1b[?1049h";
const LEAVE_SCREEN: &[u8] = b"\x1b[?1049l";
const RELEASE_MOUSE: &[u8] = b"\x1b[?1000l";

/// A game running in a terminal.
struct Playing {
    terminal: Child,
    output: ChildStdout,
    /// All output so far.
    seen: Vec<u8>,
    /// The process id of the game.
    pid: String,
    folder: PathBuf,
}

impl Playing {
    fn start(test: &str) -> Playing {
        let folder = std::env::temp_dir().join(format!("shangrila-play-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (pid, save) = (folder.join("pid"), folder.join("game"));
        let program = env!("CARGO_BIN_EXE_shangrila");
        let line = format!(
            "echo $$ > '{}'; exec '{program}' play --seats person,random,random --save '{}'",
            pid.display(),
            save.display()
        );
        let mut terminal = Command::new("script")
            .args(["--quiet", "--return", "--flush", "--command", &line, "/dev/null"])
            .env("TERM", "xterm-256color")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command script is part of every Linux system");
        let mut output = terminal.stdout.take().unwrap();
        let (mut seen, mut piece) = (Vec::new(), [0; 4096]);
        while !contains(&seen, ENTER_SCREEN) {
            let length = output.read(&mut piece).unwrap();
            assert!(length > 0, "the game ended: {}", String::from_utf8_lossy(&seen));
            seen.extend(&piece[..length]);
        }
        let pid = std::fs::read_to_string(&pid).unwrap().trim().to_string();
        Playing { terminal, output, seen, pid, folder }
    }

    /// Whether the game is still running. After it exits it may remain as a zombie until it is reaped.
    fn is_running(&self) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid));
        status.is_ok_and(|status| !status.contains("State:\tZ"))
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.terminal.kill();
        let _ = self.terminal.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

#[test]
fn sigterm_restores_the_terminal() {
    let mut playing = Playing::start("terminated");
    assert!(!contains(&playing.seen, LEAVE_SCREEN));
    assert!(Command::new("kill").args(["-TERM", &playing.pid]).status().unwrap().success());
    playing.output.read_to_end(&mut playing.seen).unwrap();
    assert!(playing.terminal.wait().unwrap().success());
    assert!(contains(&playing.seen, LEAVE_SCREEN) && contains(&playing.seen, RELEASE_MOUSE));
}

#[test]
fn a_game_ends_when_its_terminal_closes() {
    let mut playing = Playing::start("abandoned");
    assert!(playing.is_running());
    playing.terminal.kill().unwrap();
    let began = Instant::now();
    while playing.is_running() {
        assert!(began.elapsed() < Duration::from_secs(20), "the game still runs without a terminal");
        sleep(Duration::from_millis(50));
    }
}
