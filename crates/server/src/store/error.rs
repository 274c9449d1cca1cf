//! What can go wrong in a database.

use std::fmt;

use sqlx::error::DatabaseError;

use super::{postgres, sqlite};

/// Why something could not be stored or read.
#[derive(Clone, Debug)]
pub(crate) enum StoreError {
    /// An event with this number exists already, or the one before it does not: the writer's copy of the table is not the stored table.
    Conflict,
    /// Another account or bot has this name.
    NameTaken,
    /// Another account or bot has a name that looks like this one.
    NameTooSimilar,
    /// The database cannot be written at the moment, for example because the disk is full.
    CannotWrite(String),
    /// The database failed or contains invalid data.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("others have changed this table"),
            StoreError::NameTaken => f.write_str("this name is taken"),
            StoreError::NameTooSimilar => f.write_str("this name looks like another one"),
            StoreError::CannotWrite(reason) | StoreError::Broken(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => {
                // PostgreSQL names the constraint, SQLite the column.
                let what = database.constraint().unwrap_or(database.message()).replace('.', "_");
                if what.contains("people_name_key") {
                    StoreError::NameTaken
                } else if what.contains("people_name_skeleton") {
                    StoreError::NameTooSimilar
                } else {
                    StoreError::Conflict
                }
            }
            sqlx::Error::Database(database) if is_write_failure(&**database) => {
                StoreError::CannotWrite(error.to_string())
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => StoreError::CannotWrite(error.to_string()),
            _ => StoreError::Broken(error.to_string()),
        }
    }
}

/// Whether writing is impossible for now.
fn is_write_failure(error: &dyn DatabaseError) -> bool {
    let code = error.code();
    if error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().is_some() {
        postgres::is_write_failure(code.as_deref())
    } else {
        sqlite::is_write_failure(code.as_deref())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Broken(error.to_string())
    }
}
