//! The native program's search, asked over the engine protocol (docs/engine-protocol.md).

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde::Deserialize;
use serde_json::json;
use shangrila_browser::Result;

/// The variable with the path of the program, which `cargo xtask figures` builds.
const PROGRAM: &str = "SHANGRILA_PROGRAM";

/// What a search found, and how long it took.
#[derive(Deserialize)]
pub(crate) struct Searched {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) visits: u32,
    #[serde(default)]
    pub(crate) milliseconds: f64,
}

/// A running `shangrila engine`. It ends when it is dropped.
pub(crate) struct Engine {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    pub(crate) fn start() -> Result<Engine> {
        let program = std::env::var_os(PROGRAM).ok_or(format!("{PROGRAM} is not set; run `cargo xtask figures`"))?;
        let mut command = Command::new(&program);
        let started = command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("{}: {error}", program.display()))?;
        let (requests, answers) = (child.stdin.take(), child.stdout.take());
        let (requests, answers) = requests.zip(answers).ok_or("the engine has no pipes")?;
        let mut engine = Engine { child, requests, answers: BufReader::new(answers) };
        // The first search loads the network.
        engine.search("card4", 100, 0)?;
        Ok(engine)
    }

    /// Searches a position from nothing with one thread.
    pub(crate) fn search(&mut self, position: &str, visits: u32, seed: u64) -> Result<Searched> {
        let request = json!({ "id": 1, "do": "best", "level": "sage", "position": position, "visits": visits, "seed": seed, "threads": 1 });
        let began = Instant::now();
        writeln!(self.requests, "{request}").map_err(|error| format!("the engine takes no requests: {error}"))?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|error| format!("the engine does not answer: {error}"))?;
        let milliseconds = began.elapsed().as_secs_f64() * 1000.0;
        let searched: Searched = serde_json::from_str(&line).map_err(|error| format!("{line}: {error}"))?;
        Ok(Searched { milliseconds, ..searched })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
