//! PostgreSQL: for servers of several processes, or on several machines.

mod copy_side;
// First, because its macros are used in what follows.
#[macro_use]
mod dialect;
mod hosts;
mod peers;
mod pool;
#[path = "../sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled for each database, see there")]
mod sql;
#[cfg(test)]
mod testing;
mod thoughts;
#[cfg(test)]
mod versions_tests;

use std::sync::Arc;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::{PgConnection, PgRow};
use tokio::sync::mpsc;

use super::{Company, StoreError, migrations};
use crate::peers::{Heard, Membership, ProcessKind};
pub(super) use copy_side::CopySide;
use hosts::Hosts;
use peers::PeerTables;
use pool::Pool;
pub(crate) use sql::ModerationTables;
use sql::Writer;
use thoughts::{AskingServer, QuestionsOfServers};

/// The number of connections for reads and rare writes.
const CONNECTIONS: u32 = 10;

// The names by which the common statements know these.
type Driver = sqlx::Postgres;
type Row = PgRow;
type Connection = PgConnection;
type ConnectOptions = Hosts;
use Postgres as Store;

/// A PostgreSQL database.
#[derive(Clone)]
pub(crate) struct Postgres {
    /// For reads and rare writes.
    pool: Pool,
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
    pub(super) async fn company(&self, grace: Duration) -> Result<Company, StoreError> {
        let (member, heard) = self.join(ProcessKind::Server).await?;
        let grace_until = member.grace(grace).await;
        let workers = AskingServer::start(Arc::clone(&member), self.pool.clone());
        Ok(Company { peers: Arc::new(member), heard, workers: Some(Arc::new(workers)), grace_until })
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
    /// If it cannot be reached or used, or the servers that use it are of another version.
    pub(crate) async fn at(url: &str) -> Result<ModerationTables, StoreError> {
        let hosts = Hosts::parse(url)?;
        let mut connection = hosts.connect().await?;
        if running_processes(&mut connection).await? == 0 {
            migrate(&mut connection).await?;
        } else {
            let sql = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
            let (version,): (i64,) = sqlx::query_as(sql).fetch_one(&mut connection).await?;
            if migrations::postgres().iter().map(|migration| migration.version).max() != Some(version) {
                return Err(StoreError::Broken("the server that uses it is of another version".to_string()));
            }
        }
        connection.close().await?;
        Ok(ModerationTables { pool: Pool::new(&hosts, 1) })
    }
}

/// Creates or updates the structure of the database.
async fn migrate(connection: &mut PgConnection) -> Result<(), StoreError> {
    let migrated = migrations::postgres().run_direct(None, connection, false).await;
    migrated.map_err(|error| StoreError::Broken(error.to_string()))
}

/// How many servers and workers use the database.
async fn running_processes(connection: &mut PgConnection) -> Result<i64, StoreError> {
    let sql = "SELECT to_regclass('processes') IS NOT NULL";
    let (has_table,): (bool,) = sqlx::query_as(sql).fetch_one(&mut *connection).await?;
    if !has_table {
        return Ok(0);
    }
    let sql = "SELECT count(*) FROM processes WHERE expires > (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    let (running,): (i64,) = sqlx::query_as(sql).fetch_one(connection).await?;
    Ok(running)
}

async fn connect(hosts: &Hosts, connections: u32) -> Result<Pool, StoreError> {
    let mut connection = hosts.connect().await?;
    migrate(&mut connection).await?;
    connection.close().await?;
    Ok(Pool::new(hosts, connections))
}

/// Whether an error code of PostgreSQL means that writing is impossible for now: the connection is gone, or the server is full, stopping, starting, or a
/// standby.
pub(super) fn is_write_failure(code: Option<&str>) -> bool {
    // Classes 08 connection, 53 resources, 57 operator, 58 system; `read_only_sql_transaction` and `idle_in_transaction_session_timeout`.
    code.is_some_and(|code| {
        ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class)) || ["25006", "25P03"].contains(&code)
    })
}
