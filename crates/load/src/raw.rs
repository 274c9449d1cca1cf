//! The disk's own limit: commits of one small row each, with the server's database library and settings.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

/// A row like the one of a move.
const BODY: &str = r#"{"number":57,"at":1763222400000,"id":"0123456789abcdef-17","by":"abcdefghijkmnpqrstuv","event":"moved","seat":2,"ply":52,"mv":"+H@f+F@f","next":3}"#;

/// Measures durable commits per second, one after another.
pub(crate) async fn commits_a_second(folder: &Path, duration: Duration) -> Result<f64, sqlx::Error> {
    let mut connection = SqliteConnectOptions::new()
        .filename(folder.join("raw.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .disable_statement_logging()
        .connect()
        .await?;
    let create = "CREATE TABLE events (table_id TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, number)) STRICT, WITHOUT ROWID";
    sqlx::query(create).execute(&mut connection).await?;
    let began = Instant::now();
    let mut commits = 0;
    while began.elapsed() < duration {
        // Outside a transaction, each statement is its own.
        sqlx::query("INSERT INTO events (table_id, number, body) VALUES (?, ?, ?)")
            .bind(format!("{:020}", fastrand::u32(..1250)))
            .bind(commits)
            .bind(BODY)
            .execute(&mut connection)
            .await?;
        commits += 1;
    }
    let rate = commits as f64 / began.elapsed().as_secs_f64();
    connection.close().await?;
    Ok(rate)
}
