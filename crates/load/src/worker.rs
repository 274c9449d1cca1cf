//! The program `shangrila worker` as a child process that can be killed at any moment.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

/// The program `shangrila worker` with one thread.
#[derive(Debug)]
pub struct WorkerProcess {
    program: PathBuf,
    url: String,
    running: Option<(String, Child)>,
}

impl WorkerProcess {
    /// Starts the program. The servers know of it when this returns.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(program: &Path, url: &str) -> io::Result<WorkerProcess> {
        let mut worker = WorkerProcess { program: program.to_path_buf(), url: url.to_string(), running: None };
        worker.start_again()?;
        Ok(worker)
    }

    /// Starts the program again. It has another name then.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start_again(&mut self) -> io::Result<()> {
        self.kill()?;
        let mut child = Command::new(&self.program)
            .args(["worker", "--threads", "1", "--database", &self.url])
            .env("SHANGRILA_LOG", "error")
            .env_remove("SHANGRILA_FAULTS")
            .env_remove("SHANGRILA_WORLDS")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("the worker has no output"))?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let name = line.strip_prefix("Worker ").and_then(|rest| rest.split(',').next()).map(str::to_string);
        let Some(name) = name else {
            child.kill()?;
            child.wait()?;
            return Err(io::Error::other(format!("the worker did not start: it says {line:?}")));
        };
        self.running = Some((name, child));
        Ok(())
    }

    /// The name by which the database knew it when it started; `None` while it does not run.
    pub fn name(&self) -> Option<&str> {
        self.running.as_ref().map(|(name, _)| name.as_str())
    }

    /// Kills the program in the middle of whatever it does (SIGKILL).
    ///
    /// # Errors
    /// When it cannot be killed.
    pub fn kill(&mut self) -> io::Result<()> {
        if let Some((_, mut child)) = self.running.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// Stops the program in the middle of whatever it does, without ending it (SIGSTOP).
    ///
    /// # Errors
    /// When the signal cannot be sent.
    pub fn pause(&self) -> io::Result<()> {
        self.signal(Signal::STOP)
    }

    /// Lets it go on (SIGCONT).
    ///
    /// # Errors
    /// When the signal cannot be sent.
    pub fn resume(&self) -> io::Result<()> {
        self.signal(Signal::CONT)
    }

    fn signal(&self, signal: Signal) -> io::Result<()> {
        self.running.as_ref().map_or(Ok(()), |(_, child)| Ok(kill_process(Pid::from_child(child), signal)?))
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        // It must not outlive this program.
        let _ = self.kill();
    }
}
