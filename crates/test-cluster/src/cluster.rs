//! A PostgreSQL server with its data.

use std::fs;
use std::io::{self, Error};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::programs::{can_reach, create_folder, program, run};

/// Whether commits survive a crash of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// They do: for measurements.
    Full,
    /// They survive a crash of PostgreSQL, but not one of the machine: for tests, which are faster then.
    Process,
}

/// A PostgreSQL server with its data in a folder; stopped when dropped.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    port: u16,
    stop_on_drop: bool,
}

/// The one user, who needs no password: the server listens at the loopback address only.
const USER: &str = "shangrila";

impl Cluster {
    /// Creates a cluster in a new folder under `parent`, or under the system's folder for temporary files if PostgreSQL could not reach that, and
    /// starts it.
    ///
    /// # Errors
    /// If PostgreSQL is missing or does not start.
    pub fn create(parent: &Path, name: &str, durability: Durability) -> io::Result<Cluster> {
        fs::create_dir_all(parent)?;
        let parent = fs::canonicalize(parent)?;
        let unique = format!("{name}-{}-{:08x}", std::process::id(), fastrand::u32(..));
        let mut folder = parent.join(&unique);
        if !can_reach(&folder) {
            folder = std::env::temp_dir().join(unique);
        }
        Cluster::create_in(folder, durability)
    }

    pub(crate) fn create_in(folder: PathBuf, durability: Durability) -> io::Result<Cluster> {
        create_folder(&folder)?;
        let (data, user) = (folder.join("data"), format!("--username={USER}"));
        let initdb = |locale: &str| {
            run("initdb", |initdb| {
                initdb.args(["--auth=trust", "--encoding=UTF8", "--no-sync", &user, locale, "--pgdata"]).arg(&data);
            })
        };
        // Like the databases of hosts, it knows letters that are not in ASCII, where the system has a locale for that.
        let created = initdb("--locale=C.UTF-8").or_else(|_| initdb("--locale=C"));
        let mut cluster = Cluster { folder, port: free_port()?, stop_on_drop: true };
        created?;
        cluster.configure(&[
            ("listen_addresses", "'127.0.0.1'"),
            ("unix_socket_directories", "''"),
            ("max_connections", "200"),
            ("fsync", if durability == Durability::Full { "on" } else { "off" }),
            ("shared_buffers", "'256MB'"),
            ("max_wal_size", "'2GB'"),
            // After a restart of its primary, a standby is back at once, and with it the commits that wait for it.
            ("wal_retrieve_retry_interval", "'100ms'"),
            ("timezone", "'UTC'"),
        ])?;
        cluster.start()?;
        Ok(cluster)
    }

    /// A cluster that another process has started.
    pub(crate) fn found(folder: PathBuf, port: u16) -> Cluster {
        Cluster { folder, port, stop_on_drop: false }
    }

    pub(crate) fn leave_running(&mut self) {
        self.stop_on_drop = false;
    }

    /// Creates and starts a standby that follows this server. Every commit here then waits until it is on the standby's disk too.
    ///
    /// # Errors
    /// If the standby does not start.
    pub fn add_standby(&mut self) -> io::Result<Cluster> {
        let mut name = self.folder.as_os_str().to_os_string();
        name.push("-standby");
        let standby = Cluster { folder: PathBuf::from(name), port: free_port()?, stop_on_drop: true };
        standby.follow(self)?;
        Ok(standby)
    }

    /// Forgets what this server has, and starts it as a standby of another one.
    ///
    /// # Errors
    /// If it does not start.
    pub fn follow(&self, primary: &mut Cluster) -> io::Result<()> {
        create_folder(&self.folder)?;
        if self.data().exists() {
            fs::remove_dir_all(self.data())?;
        }
        let source = format!("host=127.0.0.1 port={} user={USER} application_name=standby", primary.port);
        run("pg_basebackup", |copy| {
            copy.args(["--checkpoint=fast", "--wal-method=stream", "--write-recovery-conf", "--no-sync", "--dbname"]);
            copy.arg(source).arg("--pgdata").arg(self.data());
        })?;
        self.start()?;
        primary.configure(&[("synchronous_standby_names", "'standby'")])?;
        primary.reload()
    }

    fn reload(&self) -> io::Result<()> {
        run("pg_ctl", |reload| _ = reload.arg("reload").arg("--pgdata").arg(self.data())).map(drop)
    }

    /// Makes a standby accept writes. No longer waits for standbys of its own.
    ///
    /// # Errors
    /// If it is none.
    pub fn promote(&mut self) -> io::Result<()> {
        run("pg_ctl", |promote| _ = promote.args(["promote", "--wait", "--pgdata"]).arg(self.data()))?;
        self.configure(&[("synchronous_standby_names", "''")])?;
        self.reload()
    }

    /// Adds settings, which hold from the next start or reload on.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn configure(&mut self, settings: &[(&str, &str)]) -> io::Result<()> {
        let file = self.data().join("postgresql.auto.conf");
        let mut text = fs::read_to_string(&file).unwrap_or_default();
        settings.iter().for_each(|(name, value)| text += &format!("{name} = {value}\n"));
        fs::write(&file, text)
    }

    /// Starts the server. It accepts connections when this returns.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(&self) -> io::Result<()> {
        let started = program("pg_ctl")?
            .args(["start", "--wait", "--silent", "--options", &format!("-p {}", self.port), "--log"])
            .arg(self.folder.join("log"))
            .arg("--pgdata")
            .arg(self.data())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        let log = || fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        if started.success() { Ok(()) } else { Err(Error::other(format!("PostgreSQL did not start: {}", log()))) }
    }

    /// Stops the server, cutting off whoever is connected. `crash` leaves no time to tidy up.
    ///
    /// # Errors
    /// If it does not stop.
    pub fn stop(&self, crash: bool) -> io::Result<()> {
        let mode = if crash { "immediate" } else { "fast" };
        run("pg_ctl", |stop| _ = stop.args(["stop", "--wait", "--mode", mode, "--pgdata"]).arg(self.data())).map(drop)
    }

    /// Whether the server is running.
    pub fn is_running(&self) -> bool {
        run("pg_ctl", |status| _ = status.arg("status").arg("--pgdata").arg(self.data())).is_ok()
    }

    /// Creates an empty database.
    ///
    /// # Errors
    /// If there is one with this name, or the server does not answer.
    pub fn create_database(&self, name: &str) -> io::Result<()> {
        self.psql("postgres", &format!("CREATE DATABASE {name}")).map(drop)
    }

    /// Runs a statement and returns its output.
    ///
    /// # Errors
    /// If the statement fails.
    pub fn psql(&self, database: &str, sql: &str) -> io::Result<String> {
        let url = self.url(database);
        run("psql", |psql| _ = psql.args(["--no-psqlrc", "--tuples-only", "--no-align", "--command", sql, &url]))
    }

    /// Runs pgbench with a script for so many seconds, and returns its transactions per second.
    ///
    /// # Errors
    /// If it fails.
    pub fn pgbench(&self, database: &str, script: &Path, clients: u32, seconds: u32) -> io::Result<f64> {
        let url = self.url(database);
        let (clients, seconds) = (clients.to_string(), seconds.to_string());
        let output = run("pgbench", |pgbench| {
            pgbench.args(["--no-vacuum", "--protocol=prepared", "--client", &clients, "--time", &seconds, "--file"]);
            pgbench.arg(script).arg(&url);
        })?;
        let rate = output.lines().find_map(|line| line.strip_prefix("tps = ")?.split_whitespace().next()?.parse().ok());
        rate.ok_or_else(|| Error::other(format!("pgbench says: {output}")))
    }

    /// The URL of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{database}", self.port)
    }

    /// Where the server listens at the loopback address.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The processor time that the server and its children have used, in seconds; 0 where the system does not report it.
    pub fn processor_seconds(&self) -> f64 {
        let first = fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let Some(postmaster) = first.lines().next().and_then(|line| line.trim().parse::<u32>().ok()) else {
            return 0.0;
        };
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let stats = processes.filter_map(|process| fs::read_to_string(process.path().join("stat")).ok());
        // After the name, in parentheses: the parent is field 1; user and system time, also of children that have ended, are fields 11 to 14.
        let used = stats.filter_map(|stat| {
            let id = stat.split(' ').next()?.parse::<u32>().ok()?;
            let fields: Vec<f64> =
                stat.rsplit_once(") ")?.1.split(' ').skip(1).map(|f| f.parse().unwrap_or(0.0)).collect();
            let own: f64 = fields.get(10..12)?.iter().sum();
            let ended: f64 = fields.get(12..14)?.iter().sum();
            match (id == postmaster, fields.first()? == &f64::from(postmaster)) {
                (true, _) => Some(own + ended),
                (_, true) => Some(own),
                _ => None,
            }
        });
        used.sum::<f64>() / 100.0
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.stop_on_drop {
            // It must not outlive this program; what cannot be deleted stays.
            let _ = self.stop(true);
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
