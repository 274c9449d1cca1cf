//! The embedded SQLite database: one file, one writing connection, several reading ones.

#[cfg(test)]
mod append_tests;
mod backup;
mod file;
mod migrations;
mod moderation;
mod passkeys;
mod people;
#[cfg(test)]
mod people_tests;
mod privacy;
mod rating;
mod recovery;
mod reports;
mod sessions;
mod tables;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use tokio::sync::Notify;
use tokio::task::AbortHandle;
use tokio::time::MissedTickBehavior;

use super::StoreError;
use crate::background::keep_running;
use crate::metrics::METRICS;
use file::{DatabaseLock, protect};
use migrations::migrations;
pub(crate) use moderation::ModerationTables;
use writer::Writer;

pub use backup::{BackupError, DatabaseContents, back_up, restore, verify};

/// How often the write-ahead log is checkpointed.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);
/// How long a checkpoint waits for readers. The writer waits with it.
const CHECKPOINT_PATIENCE: Duration = Duration::from_millis(500);
/// The size of the write-ahead log, in pages, from which the writer has to wait for a checkpoint: 128 MiB.
const LONGEST_LOG: i64 = 32_768;
/// The number of reading connections.
const READERS: u32 = 4;

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
        migrations().run(&pool).await.map_err(|error| StoreError::Broken(error.to_string()))?;
        people::fill_in_skeletons(&pool).await?;
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

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => {
                if database.message().contains("people.name_key") {
                    StoreError::NameTaken
                } else if database.message().contains("people.name_skeleton") {
                    StoreError::NameTooSimilar
                } else {
                    StoreError::Conflict
                }
            }
            sqlx::Error::Database(database) if is_write_failure(database.code().as_deref()) => {
                StoreError::CannotWrite(error.to_string())
            }
            sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed => StoreError::CannotWrite(error.to_string()),
            _ => StoreError::Broken(error.to_string()),
        }
    }
}

/// Whether an error code of SQLite means that writing is impossible for now: the disk is full, read-only or failing, the file cannot be
/// opened, or another program is writing.
fn is_write_failure(code: Option<&str>) -> bool {
    /// `SQLITE_BUSY`, `LOCKED`, `NOMEM`, `READONLY`, `IOERR`, `FULL`, `CANTOPEN` and `PROTOCOL`.
    const CODES: [i32; 8] = [5, 6, 7, 8, 10, 13, 14, 15];
    // Extended codes have the primary code in their lowest byte.
    code.and_then(|code| code.parse::<i32>().ok()).is_some_and(|code| CODES.contains(&(code & 0xff)))
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Broken(error.to_string())
    }
}
