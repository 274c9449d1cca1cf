//! What the database of a server that was killed contains.

use std::collections::BTreeMap;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use crate::ledger::{ALL_EVENTS, Told, assert_same};

async fn open(database: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(database).disable_statement_logging().connect().await.unwrap()
}

/// After a restart: the latest events are stored, and no table has become shorter.
pub(crate) async fn check_latest(database: &Path, told: &Told) {
    let mut connection = open(database).await;
    for (table, event) in &told.latest {
        let body: Option<(String,)> = sqlx::query_as("SELECT body FROM events WHERE table_id = ? AND number = ?")
            .bind(table.as_str())
            .bind(event.number as i64)
            .fetch_optional(&mut connection)
            .await
            .unwrap();
        let (body,) = body.unwrap_or_else(|| panic!("lost at table {table}: {event:?}"));
        assert_same(event, &serde_json::from_str(&body).unwrap());
    }
    let lengths: Vec<(String, i64)> = sqlx::query_as("SELECT table_id, count(*) FROM events GROUP BY table_id")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let lengths: BTreeMap<String, i64> = lengths.into_iter().collect();
    for (table, events) in &told.events {
        let last = events.keys().next_back().copied().unwrap_or(0) as i64;
        assert!(lengths.get(table.as_str()).is_some_and(|length| *length >= last), "table {table} was longer");
    }
    connection.close().await.unwrap();
}

/// All stored events.
pub(crate) async fn all_events(database: &Path) -> Vec<(String, String)> {
    let mut connection = open(database).await;
    let rows = sqlx::query_as(ALL_EVENTS).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    rows
}
