//! The embedded database: one file, written by one connection, read by several.

mod people;
#[cfg(test)]
mod people_tests;
mod privacy;
mod tables;
mod writer;

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, migrate};

use super::StoreError;
use writer::Writer;

/// Connections that read.
const READERS: u32 = 4;

/// The embedded database.
#[derive(Clone)]
pub(crate) struct Sqlite {
    /// For reading, and for writing what is rare.
    pool: SqlitePool,
    /// For events and chat, many at once in one transaction.
    writer: Writer,
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
            .disable_statement_logging();
        let pool = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        migrate!("migrations/sqlite").run(&pool).await.map_err(|error| StoreError::Broken(error.to_string()))?;
        let connection = options.connect().await?;
        Ok(Sqlite { pool, writer: Writer::start(connection) })
    }

    /// Writes what is under way and closes the file.
    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
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
