//! The events that clients received, compared with the database.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Mutex;

use shangrila_protocol::{Event, EventEnvelope, Phase, TableId, TableState};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

/// The events that clients received.
#[derive(Default)]
pub(crate) struct Ledger {
    told: Mutex<Told>,
}

/// Events by table and number.
#[derive(Clone, Default)]
pub(crate) struct Told {
    events: BTreeMap<TableId, BTreeMap<u64, EventEnvelope>>,
    /// Those received since the previous snapshot.
    latest: Vec<(TableId, EventEnvelope)>,
}

impl Told {
    pub(crate) fn moves(&self) -> usize {
        let events = self.events.values().flat_map(BTreeMap::values);
        events.filter(|event| matches!(event.event, Event::Moved { .. })).count()
    }
}

impl Ledger {
    /// Records an event that a client received. All must receive the same ones.
    pub(crate) fn note(&self, table: &TableId, event: &EventEnvelope) {
        let mut told = self.told.lock().unwrap();
        let events = told.events.entry(table.clone()).or_default();
        match events.get(&event.number) {
            Some(known) => assert_eq!(known, event, "two clients were told different things"),
            None => {
                events.insert(event.number, event.clone());
                told.latest.push((table.clone(), event.clone()));
            }
        }
    }

    /// Everything received so far.
    pub(crate) fn snapshot(&self) -> Told {
        let mut told = self.told.lock().unwrap();
        let latest = std::mem::take(&mut told.latest);
        Told { events: told.events.clone(), latest }
    }
}

async fn open(database: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(database).disable_statement_logging().connect().await.unwrap()
}

/// Names are stored apart from events and filled in when the events are sent.
fn assert_same(told: &EventEnvelope, stored: &EventEnvelope) {
    match told.event {
        Event::Opened { .. } | Event::Joined { .. } | Event::Started { .. } => {
            let what = |event: &EventEnvelope| (event.number, event.at, event.id.clone(), event.by.clone());
            assert_eq!(what(told), what(stored));
        }
        _ => assert_eq!(told, stored),
    }
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

/// At the end: every received event is stored, each table is a legal game, and no command was carried out twice. Returns the number
/// of games, and of finished ones.
pub(crate) async fn check_all(database: &Path, told: &Told) -> (usize, usize) {
    let mut connection = open(database).await;
    let rows: Vec<(String, String)> = sqlx::query_as("SELECT table_id, body FROM events ORDER BY table_id, number")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let mut tables: BTreeMap<TableId, Vec<EventEnvelope>> = BTreeMap::new();
    for (table, body) in rows {
        tables.entry(table.parse().unwrap()).or_default().push(serde_json::from_str(&body).unwrap());
    }
    for (table, events) in &told.events {
        for (number, event) in events {
            assert_same(event, &tables[table][*number as usize - 1]);
        }
    }
    let mut commands = HashSet::new();
    let mut over = 0;
    for (table, events) in &tables {
        for event in events {
            if let (Some(by), Some(id)) = (&event.by, &event.id) {
                assert!(commands.insert((by, id)), "carried out twice at table {table}: {event:?}");
            }
        }
        let state = TableState::replay(table.clone(), events).unwrap().unwrap();
        if matches!(state.phase, Phase::Playing | Phase::Finished) {
            let position = shangrila_client::replay_position(&state)
                .unwrap_or_else(|| panic!("table {table} is not a legal game"));
            assert_eq!(position.is_over(), state.phase == Phase::Finished, "table {table}");
            over += usize::from(state.phase == Phase::Finished);
        }
    }
    (tables.len(), over)
}
