//! PostgreSQL: for servers of several processes, or on several machines.

mod copy_side;
// First, because its macros are used in what follows.
#[macro_use]
mod dialect;
mod hosts;
mod peers;
#[path = "../sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled for each database, see there")]
mod sql;
#[cfg(test)]
mod testing;
mod thoughts;

use std::sync::Arc;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions, PgRow};
use tokio::sync::mpsc;

use super::{Company, StoreError, migrations};
use crate::peers::{Heard, Membership, ProcessKind};
pub(super) use copy_side::CopySide;
use hosts::Hosts;
use peers::PeerTables;
pub(crate) use sql::ModerationTables;
use sql::Writer;
use thoughts::{AskingServer, QuestionsOfServers};

/// The number of connections for reads and rare writes.
const CONNECTIONS: u32 = 10;
/// How long someone waits for one of them.
const PATIENCE: Duration = Duration::from_secs(3);
/// A connection that was idle for longer is tested before it is used: the server may have been restarted.
const TRUSTED: Duration = Duration::from_secs(1);

// The names by which the common statements know these.
type Driver = sqlx::Postgres;
type Pool = PgPool;
type Row = PgRow;
type Connection = PgConnection;
type ConnectOptions = Hosts;
use Postgres as Store;

/// A PostgreSQL database.
#[derive(Clone)]
pub(crate) struct Postgres {
    /// For reads and rare writes.
    pool: PgPool,
    /// For events and chat, batched into transactions.
    writer: Writer,
    hosts: Hosts,
}

impl Postgres {
    /// Opens the database, and creates or updates its structure. Of several servers that start at the same time, one does so.
    ///
    /// # Errors
    /// If it cannot be reached or used, or was written by a newer version.
    pub(crate) async fn open(url: &str) -> Result<Postgres, StoreError> {
        let hosts = Hosts::parse(url)?;
        let pool = connect(&hosts, CONNECTIONS).await?;
        let writer = Writer::start(hosts.clone());
        Ok(Postgres { pool, writer, hosts })
    }

    /// Joins the other processes on this database.
    ///
    /// # Errors
    /// If it cannot be written.
    async fn join(
        &self,
        kind: ProcessKind,
    ) -> Result<(Arc<Membership<PeerTables>>, mpsc::Receiver<Heard>), StoreError> {
        Membership::start(PeerTables::new(self.hosts.clone(), self.pool.clone()), kind).await
    }

    /// Joins the other processes as a server.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(super) async fn company(&self) -> Result<Company, StoreError> {
        let (member, heard) = self.join(ProcessKind::Server).await?;
        let workers = AskingServer::start(Arc::clone(&member), self.pool.clone());
        Ok(Company { peers: Arc::new(member), heard, workers: Some(Arc::new(workers)) })
    }

    /// Joins the other processes as a worker.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(super) async fn questions(&self) -> Result<QuestionsOfServers, StoreError> {
        let (member, _) = self.join(ProcessKind::Worker).await?;
        Ok(QuestionsOfServers::start(member, self.pool.clone()))
    }

    /// Returns the part of the database that moderation uses.
    pub(crate) fn moderation(&self) -> ModerationTables {
        ModerationTables { pool: self.pool.clone() }
    }

    /// PostgreSQL overwrites what was deleted in its own time: by vacuuming, and by recycling its write-ahead log.
    fn erase_deleted(&self) {}

    /// Finishes pending writes and closes all connections.
    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
    }
}

impl ModerationTables {
    /// Opens the database of a server, whether or not it is running.
    ///
    /// # Errors
    /// If it cannot be reached or used.
    pub(crate) async fn at(url: &str) -> Result<ModerationTables, StoreError> {
        Ok(ModerationTables { pool: connect(&Hosts::parse(url)?, 1).await? })
    }
}

async fn connect(hosts: &Hosts, connections: u32) -> Result<PgPool, StoreError> {
    let mut connection = hosts.connect().await?;
    let migrated = migrations::postgres().run_direct(None, &mut connection, false).await;
    migrated.map_err(|error| StoreError::Broken(error.to_string()))?;
    connection.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move { Ok(meta.idle_for < TRUSTED || connection.ping().await.is_ok()) })
        })
        .connect_lazy_with(hosts.current());
    Ok(pool)
}

/// Whether an error code of PostgreSQL means that writing is impossible for now: the connection is gone, or the server is full, stopping, starting, or a
/// standby.
pub(super) fn is_write_failure(code: Option<&str>) -> bool {
    // Classes 08 connection, 53 resources, 57 operator, 58 system, and `read_only_sql_transaction`.
    code.is_some_and(|code| ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class)) || code == "25006")
}
