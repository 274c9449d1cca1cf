//! `cargo xtask python`: builds the Python package, installs it into a fresh virtual environment and runs its tests.

use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use serde_json::json;
use shangrila_rules::record::{GameRecord, Start, Turn};
use shangrila_rules::{Choices, GameOptions, Seats};

use crate::process::{self, cargo, command, root};
use crate::tools;

/// Games that the tests step through in Python and compare with the record.
const GAMES: u64 = 1000;

/// Builds the program that the tests talk to, then does everything else.
pub(crate) fn run() -> Result<(), String> {
    cargo(&["build", "--locked", "--quiet", "--package", "shangrila-cli"])?;
    test()
}

/// Builds, installs and tests the package. The program `shangrila` must have been built, as the tests in Rust do:
/// building it alone would choose other features for its dependencies and compile those again.
pub(crate) fn test() -> Result<(), String> {
    let venv = Environment::create("venv", &["python/requirements.txt"])?;
    venv.install_package()?;
    let games = folder().join("games.jsonl");
    fs::write(&games, random_games()).map_err(|error| format!("{}: {error}", games.display()))?;
    let mut tests = venv.python();
    tests.args(["-m", "pytest", "--config-file", "python/pyproject.toml", "python/tests"]);
    // The tests talk to the real engine and play on the real server.
    tests.env("SHANGRILA_GAMES", &games).env("SHANGRILA_PROGRAM", root().join("target/debug/shangrila"));
    process::run(tests.env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// Measures the package beside other libraries.
pub(crate) fn bench() -> Result<(), String> {
    let venv = Environment::create("bench-venv", &["python/requirements.txt", "python/requirements-bench.txt"])?;
    venv.install_package()?;
    process::run(venv.python().arg("python/benchmarks/speed.py"))
}

/// Where everything is built and installed.
fn folder() -> PathBuf {
    root().join("target/python-package")
}

/// A virtual environment in [`folder`].
struct Environment(PathBuf);

impl Environment {
    /// Creates it afresh with the packages of these lists.
    fn create(name: &str, requirements: &[&str]) -> Result<Environment, String> {
        let python = tools::ensure_python()?;
        let environment = Environment(folder().join(name));
        process::run(command(python).args(["-m", "venv", "--clear"]).arg(&environment.0))?;
        let mut pip = environment.pip();
        requirements.iter().for_each(|list| {
            pip.args(["--requirement", list]);
        });
        process::run(&mut pip)?;
        Ok(environment)
    }

    fn python(&self) -> std::process::Command {
        command(self.program("python"))
    }

    fn program(&self, name: &str) -> PathBuf {
        self.0.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    fn pip(&self) -> std::process::Command {
        let mut pip = self.python();
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]);
        pip
    }

    /// Builds the wheel and installs it.
    fn install_package(&self) -> Result<(), String> {
        let wheels = folder().join("wheels");
        if wheels.exists() {
            fs::remove_dir_all(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
        }
        let mut build = command(self.program("maturin"));
        build.args(["build", "--locked", "--quiet", "--out"]).arg(&wheels);
        process::run(build.current_dir(root().join("python")))?;
        process::run(self.pip().arg(only_file(&wheels)?))
    }
}

/// The only file in a folder.
fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let listed = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
    match &files[..] {
        [file] => Ok(file.clone()),
        _ => Err(format!("{} has {} files instead of one", folder.display(), files.len())),
    }
}

/// Random games, one JSON object on a line: the record, and what every position on the way must look like.
fn random_games() -> String {
    let (four, three) = (Seats::FOUR, Seats::THREE);
    let options = GameOptions::default();
    let starts = [
        Start::Free { seats: four, options },
        Start::FirstGame { seats: four, options },
        Start::Free { seats: three, options },
        Start::FirstGame { seats: three, options },
    ];
    let game = |seed: u64| {
        let mut record = GameRecord::new(starts[seed as usize % starts.len()]);
        let mut position = record.start.position();
        let mut rng = Rng::with_seed(seed);
        let (mut hashes, mut legal) = (Vec::new(), Vec::new());
        loop {
            let count = Choices::of(&position).count();
            let Some(mv) = position.play_random(|n| rng.u32(..n)) else { break };
            record.line.turns.push(Turn::from(mv));
            legal.push(count);
            hashes.push(format!("{:016x}", position.hash64()));
        }
        let (record, end) = (record.to_string(), position.to_string());
        format!("{}\n", json!({ "record": record, "hashes": hashes, "legal": legal, "end": end }))
    };
    (0..GAMES).map(game).collect()
}
