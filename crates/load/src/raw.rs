//! The disk's own limit: commits of one small row each, with the server's database library and settings.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};

use shangrila_test_cluster::Cluster;
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

/// Measures durable commits per second of PostgreSQL with pgbench: one connection, one row like that of a move in each transaction.
pub(crate) fn postgres_commits_a_second(cluster: &Cluster, duration: Duration) -> io::Result<f64> {
    const DATABASE: &str = "raw";
    cluster.create_database(DATABASE)?;
    let create = "CREATE TABLE events (table_id TEXT COLLATE \"C\" NOT NULL, number BIGINT NOT NULL, body TEXT COLLATE \"C\" NOT NULL,
        PRIMARY KEY (table_id, number))";
    cluster.psql(DATABASE, create)?;
    // Among the files for temporary data, because PostgreSQL's account reads it.
    let script = std::env::temp_dir().join(format!("shangrila-pgbench-{}.sql", std::process::id()));
    let insert = format!(
        "\\set table random(1, 1250)\nINSERT INTO events VALUES (lpad(:table::text, 20, '0'), nextval('numbers'), '{BODY}');\n"
    );
    cluster.psql(DATABASE, "CREATE SEQUENCE numbers CACHE 1000")?;
    fs::write(&script, insert)?;
    let rate = cluster.pgbench(DATABASE, &script, 1, duration.as_secs() as u32);
    fs::remove_file(&script)?;
    rate
}
