//! The embedded SQLite database: one file, one writing connection, several reading ones.

mod backup;
mod copy_side;
// First, because its macros are used in what follows.
#[macro_use]
mod dialect;
mod file;
#[path = "../sql/mod.rs"]
mod sql;
#[cfg(test)]
mod testing;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};

use tokio::sync::Notify;
use tokio::task::AbortHandle;
use tokio::time::MissedTickBehavior;

use super::{StoreError, migrations};
use crate::background::keep_running;
use crate::identity::name_skeleton;
use crate::metrics::METRICS;
use file::{DatabaseLock, protect};
pub(crate) use sql::ModerationTables;
use sql::Writer;

pub(super) use copy_side::CopySide;

pub use backup::{BackupError, DatabaseContents, back_up, restore, verify};

/// How often the write-ahead log is checkpointed.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);
/// How long a checkpoint waits for readers. The writer waits with it.
const CHECKPOINT_PATIENCE: Duration = Duration::from_millis(500);
/// The size of the write-ahead log, in pages, from which the writer has to wait for a checkpoint: 128 MiB.
const LONGEST_LOG: i64 = 32_768;
/// The number of reading connections.
const READERS: u32 = 4;

// The names by which the common statements know these.
type Driver = sqlx::Sqlite;
type Pool = SqlitePool;
type Row = SqliteRow;
type Connection = SqliteConnection;
type ConnectOptions = SqliteConnectOptions;
use Sqlite as Store;

/// The embedded database.
#[derive(Clone)]
pub(crate) struct Sqlite {
    /// For reads and rare writes.
    pool: SqlitePool,
    /// For events and chat, batched into transactions.
    writer: Writer,
    /// The task that checkpoints the write-ahead log.
    checkpoints: Arc<AbortHandle>,
    /// Has the write-ahead log emptied.
    erase_log: Arc<Notify>,
    lock: Arc<Mutex<Option<DatabaseLock>>>,
}

impl Sqlite {
    /// Opens the database file, creating it if it is missing.
    ///
    /// # Errors
    /// If the file cannot be used, is used by another server, or was written by a newer version.
    pub(crate) async fn open(file: &Path) -> Result<Sqlite, StoreError> {
        let lock = DatabaseLock::take(file)?;
        protect(file)?;
        let options = options(file);
        let pool = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        migrate(&pool).await?;
        fill_in_skeletons(&mut *pool.acquire().await?).await?;
        let writer = Writer::start(options.clone());
        let erase_log = Arc::new(Notify::new());
        // What was deleted before a crash may still be in the log.
        erase_log.notify_one();
        let (connecting, requested) = (options.busy_timeout(CHECKPOINT_PATIENCE), Arc::clone(&erase_log));
        let checkpoints = keep_running("checkpoints", move || checkpoint(connecting.clone(), Arc::clone(&requested)));
        let (checkpoints, lock) = (Arc::new(checkpoints.abort_handle()), Arc::new(Mutex::new(Some(lock))));
        Ok(Sqlite { pool, writer, checkpoints, erase_log, lock })
    }

    /// Returns the part of the database that moderation uses.
    pub(crate) fn moderation(&self) -> ModerationTables {
        ModerationTables { pool: self.pool.clone() }
    }

    /// Has deleted data erased from the write-ahead log within seconds; in the database itself it is overwritten at once.
    pub(crate) fn erase_deleted(&self) {
        self.erase_log.notify_one();
    }

    /// Finishes pending writes and closes the file.
    pub(crate) async fn close(&self) {
        self.checkpoints.abort();
        self.writer.close().await;
        self.pool.close().await;
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl ModerationTables {
    /// Opens the database of a server, whether or not it is running.
    ///
    /// SQLite lets several programs write, one after the other. The server's own lock only keeps a second server away, whose copies of the
    /// tables would differ; what is written here, the server reads when it needs it.
    ///
    /// # Errors
    /// If the file is missing or cannot be used, or the server that uses it is of another version.
    pub(crate) async fn beside_server(file: &Path) -> Result<ModerationTables, StoreError> {
        if !file.is_file() {
            return Err(StoreError::Broken("there is no such file".to_string()));
        }
        // Held until the end of this function: no server may start while the structure changes.
        let lock = DatabaseLock::take(file);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options(file)).await?;
        if lock.is_ok() {
            migrate(&pool).await?;
        } else {
            let (version,): (i64,) =
                sqlx::query_as("SELECT coalesce(max(version), 0) FROM _sqlx_migrations").fetch_one(&pool).await?;
            if migrations::sqlite().iter().map(|migration| migration.version).max() != Some(version) {
                return Err(StoreError::Broken("the server that uses it is of another version".to_string()));
            }
        }
        Ok(ModerationTables { pool })
    }
}

/// How the server connects to its database.
fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        // Readers do not wait for the writer, and a commit is on disk when it returns.
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // What is deleted is overwritten, not only forgotten.
        .pragma("secure_delete", "ON")
        // A commit never waits for a checkpoint; a task of its own takes care of those.
        .pragma("wal_autocheckpoint", "0")
        .disable_statement_logging()
}

/// Creates or updates the structure of the database.
async fn migrate(pool: &SqlitePool) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let migrated = migrations::sqlite().run_direct(None, &mut *connection, false).await;
    migrated.map_err(|error| StoreError::Broken(error.to_string()))
}

/// Notes what the names look like that were stored by earlier versions. Of those that look alike, only one can have it.
async fn fill_in_skeletons(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT id, name FROM people WHERE name_key IS NOT NULL AND name_skeleton IS NULL ORDER BY since",
    )
    .fetch_all(&mut *connection)
    .await?;
    for (id, name) in rows {
        let sql = "UPDATE people SET name_skeleton = $1
            WHERE id = $2 AND NOT EXISTS (SELECT 1 FROM people WHERE name_skeleton = $1)";
        sqlx::query(sql).bind(name_skeleton(&name)).bind(id).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Moves writes from the write-ahead log into the database again and again, so that the log stays short and no writer waits for it.
async fn checkpoint(options: SqliteConnectOptions, erase: Arc<Notify>) {
    let mut interval = tokio::time::interval(CHECKPOINT_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut connection = None;
    let (mut log, mut must_erase, mut failing) = (0, false, false);
    loop {
        tokio::select! {
            _ = interval.tick() => {}
            () = erase.notified() => must_erase = true,
        }
        let sql = match () {
            () if must_erase => "PRAGMA wal_checkpoint(TRUNCATE)",
            // Under constant load the log restarts only if the writer is made to wait.
            () if log > LONGEST_LOG => "PRAGMA wal_checkpoint(RESTART)",
            () => "PRAGMA wal_checkpoint(PASSIVE)",
        };
        match run_checkpoint(&mut connection, &options, sql).await {
            Ok((busy, pages)) => {
                log = pages;
                METRICS.log_pages.set(pages);
                must_erase &= busy;
                failing = false;
            }
            Err(error) => {
                // A full disk must not fill up with complaints about itself.
                if !failing {
                    tracing::warn!(%error, "cannot checkpoint the database");
                }
                (failing, connection) = (true, None);
            }
        }
    }
}

/// Returns whether someone was in the way, and the length of the log in pages.
async fn run_checkpoint(
    connection: &mut Option<SqliteConnection>,
    options: &SqliteConnectOptions,
    sql: &'static str,
) -> Result<(bool, i64), sqlx::Error> {
    let open = match connection.take() {
        Some(open) => open,
        None => options.connect().await?,
    };
    let open = connection.insert(open);
    let (busy, pages, _): (i64, i64, i64) = sqlx::query_as(sql).fetch_one(open).await?;
    Ok((busy != 0, pages))
}

/// Whether an error code of SQLite means that writing is impossible for now: the disk is full, read-only or failing, the file cannot be
/// opened, or another program is writing.
pub(super) fn is_write_failure(code: Option<&str>) -> bool {
    /// `SQLITE_BUSY`, `LOCKED`, `NOMEM`, `READONLY`, `IOERR`, `FULL`, `CANTOPEN` and `PROTOCOL`.
    const CODES: [i32; 8] = [5, 6, 7, 8, 10, 13, 14, 15];
    // Extended codes have the primary code in their lowest byte.
    code.and_then(|code| code.parse::<i32>().ok()).is_some_and(|code| CODES.contains(&(code & 0xff)))
}
