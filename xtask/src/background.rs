//! A task that runs in the background while a step leaves a processor core idle.

use std::cell::RefCell;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Stdio};

use crate::process::{command, root};

/// Another task of `cargo xtask`. Its output is kept for later, so that it does not mix with that of the step in front.
pub(crate) struct Background {
    arguments: Vec<String>,
    running: RefCell<Option<Child>>,
}

impl Background {
    /// A task that has not been started yet, by the arguments of `cargo xtask`.
    pub(crate) fn new(arguments: &[&str]) -> Background {
        Background { arguments: arguments.iter().map(|word| word.to_string()).collect(), running: RefCell::new(None) }
    }

    /// Starts the task.
    pub(crate) fn start(&self) -> Result<(), String> {
        let log = self.log();
        let broken = |error: std::io::Error| format!("{}: {error}", log.display());
        fs::create_dir_all(root().join("target")).map_err(broken)?;
        let file = File::create(&log).map_err(broken)?;
        let program = std::env::current_exe().map_err(|error| format!("xtask cannot find itself: {error}"))?;
        let mut task = command(program);
        task.args(&self.arguments).stdin(Stdio::null()).stdout(file.try_clone().map_err(broken)?).stderr(file);
        *self.running.borrow_mut() = Some(task.spawn().map_err(|error| format!("{}: {error}", self.name()))?);
        println!("Meanwhile: cargo xtask {}", self.name());
        Ok(())
    }

    /// Waits for the task and shows its output.
    pub(crate) fn finish(&self) -> Result<(), String> {
        let name = self.name();
        let mut task = self.running.borrow_mut().take().ok_or_else(|| format!("{name} was not started"))?;
        let status = task.wait().map_err(|error| format!("{name}: {error}"))?;
        print!("{}", fs::read_to_string(self.log()).unwrap_or_default());
        if status.success() { Ok(()) } else { Err(format!("`cargo xtask {name}` failed ({status})")) }
    }

    fn name(&self) -> String {
        self.arguments.join(" ")
    }

    fn log(&self) -> PathBuf {
        root().join("target").join(format!("xtask-{}.log", self.arguments.first().map_or("", String::as_str)))
    }
}

impl Drop for Background {
    /// Waits, in case another step has failed: when xtask ends, nothing that it has started goes on.
    fn drop(&mut self) {
        if let Some(mut task) = self.running.borrow_mut().take() {
            println!("Waiting for: cargo xtask {}", self.name());
            let _ = task.wait();
        }
    }
}
