//! The real server as a child process, which can be killed at any moment and restarted on the same database and port.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use shangrila_client::Address;

/// Settings without rate limits: everyone here has the same address and plays faster than people do.
const WITHOUT_LIMITS: [(&str, &str); 7] = [
    ("SHANGRILA_LIMITS__BY_ADDRESS", "false"),
    ("SHANGRILA_LIMITS__CONNECTIONS", "1000000"),
    ("SHANGRILA_LIMITS__MESSAGE_BURST", "1000000"),
    ("SHANGRILA_LIMITS__MESSAGES_PER_SECOND", "1000000"),
    ("SHANGRILA_LIMITS__WAITING_TABLES", "1000000"),
    ("SHANGRILA_LIMITS__TABLE_BURST", "1000000"),
    ("SHANGRILA_LOG", "warn"),
];

/// Where the server's log goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogTarget {
    /// A file that [`ServerProcess::log`] reads.
    File,
    /// A device that accepts nothing, like a full disk.
    FullDevice,
    /// A pipe that nobody reads any more.
    ClosedPipe,
}

/// The program `shangrila serve` with a database in a folder.
#[derive(Debug)]
pub struct ServerProcess {
    program: PathBuf,
    folder: PathBuf,
    /// The URL of its database, if that is not in the folder.
    url: Option<String>,
    settings: Vec<(String, String)>,
    log: LogTarget,
    /// `None` until the first start has found a free one.
    port: Option<u16>,
    child: Option<Child>,
}

impl ServerProcess {
    /// Starts the program on any free port, without rate limits.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(program: &Path, folder: &Path) -> io::Result<ServerProcess> {
        ServerProcess::start_with(program, folder, &WITHOUT_LIMITS)
    }

    /// Starts the program on any free port, with these environment variables.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start_with(program: &Path, folder: &Path, settings: &[(&str, &str)]) -> io::Result<ServerProcess> {
        ServerProcess::start_somewhere(program, folder, None, settings)
    }

    /// Starts the program on any free port, without rate limits, with a PostgreSQL database and further environment variables.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start_on(program: &Path, folder: &Path, url: &str, settings: &[(&str, &str)]) -> io::Result<ServerProcess> {
        ServerProcess::start_somewhere(program, folder, Some(url.to_string()), &[&WITHOUT_LIMITS, settings].concat())
    }

    fn start_somewhere(
        program: &Path,
        folder: &Path,
        url: Option<String>,
        settings: &[(&str, &str)],
    ) -> io::Result<ServerProcess> {
        // Only play is measured and killed here, so a placeholder will do for the app.
        fs::write(folder.join("index.html"), "<!doctype html>")?;
        let mut server = ServerProcess {
            program: program.to_path_buf(),
            folder: folder.to_path_buf(),
            url,
            settings: settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            log: LogTarget::File,
            port: None,
            child: None,
        };
        server.start_again()?;
        Ok(server)
    }

    /// Sends the log elsewhere, from the next start on.
    pub fn set_log(&mut self, log: LogTarget) {
        self.log = log;
    }

    /// Where the log goes from the next start on.
    pub fn log_target(&self) -> LogTarget {
        self.log
    }

    /// Starts the program again, on the same database and port. It listens when this returns.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start_again(&mut self) -> io::Result<()> {
        self.kill()?;
        let log: Stdio = match self.log {
            LogTarget::File => File::options().create(true).append(true).open(self.folder.join("server.log"))?.into(),
            LogTarget::FullDevice => File::options().write(true).open("/dev/full")?.into(),
            LogTarget::ClosedPipe => {
                // The reading end is closed at once.
                let (_, writer) = io::pipe()?;
                writer.into()
            }
        };
        let mut child = Command::new(&self.program)
            .args(["serve", "--port", &self.port.unwrap_or(0).to_string()])
            .arg("--database")
            .arg(self.url.as_ref().map_or_else(|| self.database().into_os_string(), OsString::from))
            .arg("--web-dir")
            .arg(&self.folder)
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .env_remove("SHANGRILA_KILLS")
            .env_remove("SHANGRILA_FAULTS")
            .env_remove("SHANGRILA_WORLDS")
            .env_remove("SHANGRILA_ABUSE")
            .env_remove("SHANGRILA_ABUSE_PROGRAM")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("the server has no output"))?;
        self.child = Some(child);
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once('/')).map(|(address, _)| address);
        let port = address.and_then(|address| address.rsplit_once(':')).and_then(|(_, port)| port.parse().ok());
        self.port = Some(port.ok_or_else(|| io::Error::other(format!("the server did not start: {}", self.log())))?);
        Ok(())
    }

    /// Kills the program in the middle of whatever it does (SIGKILL).
    ///
    /// # Errors
    /// When it cannot be killed.
    pub fn kill(&mut self) -> io::Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// Asks the program to stop (SIGTERM). Returns how it ended, or `None` if it is still running after the patience has run out.
    ///
    /// # Errors
    /// When the signal cannot be sent.
    pub fn terminate(&mut self, patience: Duration) -> io::Result<Option<ExitStatus>> {
        let Some(child) = &mut self.child else { return Ok(None) };
        kill_process(Pid::from_child(child), Signal::TERM)?;
        let began = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                self.child = None;
                return Ok(Some(status));
            }
            if began.elapsed() > patience {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
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
        self.child.as_ref().map_or(Ok(()), |child| Ok(kill_process(Pid::from_child(child), signal)?))
    }

    /// Whether the program is running.
    pub fn is_running(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)))
    }

    /// Where clients find it, running or not.
    pub fn address(&self) -> Address {
        Address::parse(&format!("http://{}", self.socket_address())).expect("an address of this machine is valid")
    }

    /// Where it listens, running or not.
    pub fn socket_address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port.unwrap_or(0)))
    }

    /// The file of its database.
    pub fn database(&self) -> PathBuf {
        self.folder.join("shangrila.db")
    }

    /// Its warnings and errors.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("server.log")).unwrap_or_default()
    }

    /// Its resident memory in bytes; 0 where the system does not report it.
    pub fn memory(&self) -> u64 {
        let status = self.proc("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()).and_then(|text| text.parse::<u64>().ok());
        kilobytes.unwrap_or(0) * 1024
    }

    /// The processor time it has used, in seconds; 0 where the system does not report it.
    pub fn processor_seconds(&self) -> f64 {
        let stat = self.proc("stat");
        // The name, in parentheses, may contain anything; fields 12 and 13 after it are user and system time in hundredths.
        let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
        fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
    }

    /// A file about the process in `/proc`; empty where there is none.
    pub fn proc(&self, name: &str) -> String {
        let id = self.child.as_ref().map_or(0, Child::id);
        fs::read_to_string(format!("/proc/{id}/{name}")).unwrap_or_default()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It must not outlive this program.
        let _ = self.kill();
    }
}
