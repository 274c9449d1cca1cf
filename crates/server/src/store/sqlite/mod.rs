//! The embedded SQLite database: one file, one writing connection, several reading ones.

#[cfg(test)]
mod append_tests;
mod migrations;
mod people;
#[cfg(test)]
mod people_tests;
mod privacy;
mod rating;
mod tables;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use tokio::task::AbortHandle;
use tokio::time::MissedTickBehavior;

use super::StoreError;
use migrations::migrations;
use writer::Writer;

/// How often the write-ahead log is checkpointed.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);
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
}

impl Sqlite {
    /// Opens the database file, creating it if it is missing.
    ///
    /// # Errors
    /// If the file cannot be used or was written by a newer version.
    pub(crate) async fn open(file: &Path) -> Result<Sqlite, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            // Readers do not wait for the writer, and a commit is on disk when it returns.
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            // A commit never waits for a checkpoint; a task of its own takes care of those.
            .pragma("wal_autocheckpoint", "0")
            .disable_statement_logging();
        let pool = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        migrations().run(&pool).await.map_err(|error| StoreError::Broken(error.to_string()))?;
        let writer = Writer::start(options.clone().connect().await?);
        let checkpoints = Arc::new(tokio::spawn(checkpoint(options.connect().await?)).abort_handle());
        Ok(Sqlite { pool, writer, checkpoints })
    }

    /// Finishes pending writes and closes the file.
    pub(crate) async fn close(&self) {
        self.checkpoints.abort();
        self.writer.close().await;
        self.pool.close().await;
    }
}

/// Moves writes from the write-ahead log into the database again and again, so that the log stays short and no writer waits for it.
async fn checkpoint(mut connection: SqliteConnection) {
    let mut interval = tokio::time::interval(CHECKPOINT_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut log = 0;
    loop {
        interval.tick().await;
        // Under constant load the log restarts only if the writer is made to wait.
        let sql = if log > LONGEST_LOG { "PRAGMA wal_checkpoint(RESTART)" } else { "PRAGMA wal_checkpoint(PASSIVE)" };
        match sqlx::query_as::<_, (i64, i64, i64)>(sql).fetch_one(&mut connection).await {
            Ok((_, pages, _)) => log = pages,
            Err(error) => tracing::warn!(%error, "cannot checkpoint the database"),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => {
                if database.message().contains("people.name_key") {
                    StoreError::NameTaken
                } else {
                    StoreError::Conflict
                }
            }
            _ => StoreError::Broken(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Broken(error.to_string())
    }
}
