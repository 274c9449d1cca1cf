//! One cluster for all tests of a run, whichever processes they run in.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::cluster::{Cluster, Durability};
use crate::programs::{can_reach, create_folder};

/// The cluster goes when nobody has used it for this many seconds.
const IDLE_SECONDS: u32 = 20;

/// An empty database for one test; deleted when dropped.
#[derive(Debug)]
pub struct TestDatabase {
    cluster: Cluster,
    name: String,
    url: String,
    /// As long as anyone holds this lock, the cluster stays.
    _in_use: File,
}

impl TestDatabase {
    /// Creates a database on the cluster of this test run, and starts that if it is not running.
    ///
    /// # Panics
    /// If PostgreSQL is missing or does not start.
    pub fn create() -> TestDatabase {
        let (cluster, in_use) = shared().unwrap_or_else(|error| panic!("{error}"));
        let name = format!("test_{}_{:08x}", std::process::id(), fastrand::u32(..));
        cluster.create_database(&name).unwrap_or_else(|error| panic!("{error}"));
        let url = cluster.url(&name);
        TestDatabase { cluster, name, url, _in_use: in_use }
    }

    /// Its URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Runs a statement and returns its output.
    ///
    /// # Panics
    /// If the statement fails.
    pub fn psql(&self, sql: &str) -> String {
        self.cluster.psql(&self.name, sql).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // The cluster goes soon, with everything in it.
        let _ = self.cluster.psql("postgres", &format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}

/// Finds the cluster or starts it. It stays while the returned lock is held.
fn shared() -> io::Result<(Cluster, File)> {
    static STARTING: Mutex<()> = Mutex::new(());
    let _turn = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = folder()?;
    let lock = |name: &str| File::options().create(true).append(true).open(folder.join(name));
    let in_use = lock("in-use.lock")?;
    in_use.lock_shared()?;
    // Held until the end of this function: only one process looks and starts.
    let starting = lock("starting.lock")?;
    starting.lock()?;
    let (cluster_folder, port_file) = (folder.join("cluster"), folder.join("port"));
    let port = fs::read_to_string(&port_file).ok().and_then(|text| text.trim().parse().ok());
    if let Some(port) = port {
        let cluster = Cluster::found(cluster_folder.clone(), port);
        if cluster.is_running() {
            return Ok((cluster, in_use));
        }
    }
    if cluster_folder.exists() {
        fs::remove_dir_all(&cluster_folder)?;
    }
    let mut cluster = Cluster::create_in(cluster_folder, Durability::Process)?;
    cluster.leave_running();
    fs::write(&port_file, cluster.port().to_string())?;
    stop_when_idle(&folder)?;
    Ok((cluster, in_use))
}

/// In the target folder of this workspace, unless PostgreSQL could not reach that.
fn folder() -> io::Result<PathBuf> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
    fs::create_dir_all(&target)?;
    let folder = fs::canonicalize(target)?.join("postgres");
    let folder =
        if can_reach(&folder.join("cluster")) { folder } else { std::env::temp_dir().join("shangrila-test-postgres") };
    create_folder(&folder)?;
    Ok(folder)
}

/// Starts a process that outlives this one and stops the cluster once nobody uses it: tests run in processes of their own, and none of them knows that it
/// is the last.
fn stop_when_idle(folder: &Path) -> io::Result<()> {
    const WATCH: &str = r#"
        while sleep "$1"; do
            flock --exclusive --nonblock in-use.lock sh -c 'kill -INT "$(head -n 1 cluster/data/postmaster.pid)"; rm -f port' && exit
        done"#;
    let mut watcher = Command::new("sh");
    watcher.args(["-c", WATCH, "watch", &IDLE_SECONDS.to_string()]).current_dir(folder).process_group(0);
    watcher.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
}
