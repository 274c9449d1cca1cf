//! The game in a real terminal, which `script` provides.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::process::{Command, Stdio};

/// What a terminal is told when a program takes its screen, and when it gives it back.
const SCREEN_TAKEN: &[u8] = b"\x1b[?1049h";
const SCREEN_GIVEN_BACK: &[u8] = b"\x1b[?1049l";
const MOUSE_GIVEN_BACK: &[u8] = b"\x1b[?1000l";

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

#[test]
fn a_game_that_is_ended_from_outside_gives_the_terminal_back() {
    let folder = std::env::temp_dir().join(format!("shangrila-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (pid, save) = (folder.join("pid"), folder.join("game"));
    let program = env!("CARGO_BIN_EXE_shangrila");
    let seats = "person,random,random";
    let line =
        format!("echo $$ > '{}'; exec '{program}' play --seats {seats} --save '{}'", pid.display(), save.display());
    let mut terminal = Command::new("script")
        .args(["--quiet", "--return", "--flush", "--command", &line, "/dev/null"])
        .env("TERM", "xterm-256color")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("script, a part of every Linux system, runs");
    let mut output = terminal.stdout.take().unwrap();
    let (mut seen, mut piece) = (Vec::new(), [0; 4096]);
    while !contains(&seen, SCREEN_TAKEN) {
        let length = output.read(&mut piece).unwrap();
        assert!(length > 0, "the game ended: {}", String::from_utf8_lossy(&seen));
        seen.extend(&piece[..length]);
    }
    assert!(!contains(&seen, SCREEN_GIVEN_BACK));
    let pid = std::fs::read_to_string(&pid).unwrap();
    assert!(Command::new("kill").args(["-TERM", pid.trim()]).status().unwrap().success());
    output.read_to_end(&mut seen).unwrap();
    assert!(terminal.wait().unwrap().success());
    assert!(contains(&seen, SCREEN_GIVEN_BACK) && contains(&seen, MOUSE_GIVEN_BACK));
    std::fs::remove_dir_all(folder).unwrap();
}
