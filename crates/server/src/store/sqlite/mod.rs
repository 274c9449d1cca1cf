//! The embedded database: one file, written by one connection, read by several.

mod people;
#[cfg(test)]
mod people_tests;
mod privacy;
mod tables;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, migrate};

use tokio::task::AbortHandle;
use tokio::time::MissedTickBehavior;

use super::StoreError;
use writer::Writer;

/// How often the log is tidied.
const TIDYING: Duration = Duration::from_secs(1);
/// How many pages the log may have: 128 MiB.
const LONGEST_LOG: i64 = 32_768;
/// Connections that read.
const READERS: u32 = 4;

/// The embedded database.
#[derive(Clone)]
pub(crate) struct Sqlite {
    /// For reading, and for writing what is rare.
    pool: SqlitePool,
    /// For events and chat, many at once in one transaction.
    writer: Writer,
    /// Moves what was written into the database itself.
    tidying: Arc<AbortHandle>,
}

impl Sqlite {
    /// Opens the database in this file, or makes it.
    ///
    /// # Errors
    /// When the file cannot be used, or is that of a newer program.
    pub(crate) async fn open(file: &Path) -> Result<Sqlite, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            // Readers do not wait for the writer, and a commit is on the disk when it returns.
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            // Whoever commits shall not have to tidy up; somebody else does that all the time.
            .pragma("wal_autocheckpoint", "0")
            .disable_statement_logging();
        let pool = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        migrate!("migrations/sqlite").run(&pool).await.map_err(|error| StoreError::Broken(error.to_string()))?;
        let writer = Writer::start(options.clone().connect().await?);
        let tidying = Arc::new(tokio::spawn(tidy(options.connect().await?)).abort_handle());
        Ok(Sqlite { pool, writer, tidying })
    }

    /// Writes what is under way and closes the file.
    pub(crate) async fn close(&self) {
        self.tidying.abort();
        self.writer.close().await;
        self.pool.close().await;
    }
}

/// Moves what was written from the log into the database, so that the log stays short and nobody who writes waits for it.
async fn tidy(mut connection: SqliteConnection) {
    let mut interval = tokio::time::interval(TIDYING);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut log = 0;
    loop {
        interval.tick().await;
        // Under a load without pauses the log begins anew only when the writer is made to wait.
        let sql = if log > LONGEST_LOG { "PRAGMA wal_checkpoint(RESTART)" } else { "PRAGMA wal_checkpoint(PASSIVE)" };
        match sqlx::query_as::<_, (i64, i64, i64)>(sql).fetch_one(&mut connection).await {
            Ok((_, pages, _)) => log = pages,
            Err(error) => tracing::warn!(%error, "cannot tidy the log of the database"),
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
