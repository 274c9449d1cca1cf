//! The real server as a child process, which can be killed at any moment and restarted on the same database and port.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use shangrila_client::Address;

/// The program `shangrila serve` with a database in a folder, and without rate limits.
#[derive(Debug)]
pub struct ServerProcess {
    program: PathBuf,
    folder: PathBuf,
    /// `None` until the first start has found a free one.
    port: Option<u16>,
    child: Option<Child>,
}

impl ServerProcess {
    /// Starts the program on any free port.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(program: &Path, folder: &Path) -> io::Result<ServerProcess> {
        // Only play is measured and killed here, so a placeholder will do for the app.
        fs::write(folder.join("index.html"), "<!doctype html>")?;
        let mut server =
            ServerProcess { program: program.to_path_buf(), folder: folder.to_path_buf(), port: None, child: None };
        server.start_again()?;
        Ok(server)
    }

    /// Starts the program again, on the same database and port. It listens when this returns.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start_again(&mut self) -> io::Result<()> {
        self.kill()?;
        let log = File::options().create(true).append(true).open(self.folder.join("server.log"))?;
        let mut child = Command::new(&self.program)
            .args(["serve", "--port", &self.port.unwrap_or(0).to_string()])
            .arg("--database")
            .arg(self.database())
            .arg("--web-dir")
            .arg(&self.folder)
            .envs([
                ("SHANGRILA_LIMITS__BY_ADDRESS", "false"),
                ("SHANGRILA_LIMITS__CONNECTIONS", "1000000"),
                ("SHANGRILA_LIMITS__MESSAGE_BURST", "1000000"),
                ("SHANGRILA_LIMITS__MESSAGES_PER_SECOND", "1000000"),
                ("SHANGRILA_LIMITS__WAITING_TABLES", "1000000"),
                ("SHANGRILA_LIMITS__TABLE_BURST", "1000000"),
                ("SHANGRILA_LOG", "warn"),
            ])
            .env_remove("SHANGRILA_KILLS")
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

    fn proc(&self, name: &str) -> String {
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
