//! The events that clients received, compared with the database.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use shangrila_protocol::{Event, EventEnvelope, Phase, TableId, TableState};

/// The events that clients received.
#[derive(Default)]
pub(crate) struct Ledger {
    told: Mutex<Told>,
    /// When the first client received each event.
    times: Mutex<Vec<Instant>>,
}

/// Events by table and number.
#[derive(Clone, Default)]
pub(crate) struct Told {
    pub(crate) events: BTreeMap<TableId, BTreeMap<u64, EventEnvelope>>,
    /// Those received since the previous snapshot.
    pub(crate) latest: Vec<(TableId, EventEnvelope)>,
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
                self.times.lock().unwrap().push(Instant::now());
            }
        }
    }

    /// The longest time without an event since a moment, up to now.
    pub(crate) fn longest_gap(&self, since: Instant) -> Duration {
        let times = self.times.lock().unwrap();
        let before = times.iter().rev().find(|time| **time <= since).copied().unwrap_or(since);
        let mut moments = vec![before];
        moments.extend(times.iter().filter(|time| **time > since));
        moments.push(Instant::now());
        moments.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or_default()
    }

    /// Everything received so far.
    pub(crate) fn snapshot(&self) -> Told {
        let mut told = self.told.lock().unwrap();
        let latest = std::mem::take(&mut told.latest);
        Told { events: told.events.clone(), latest }
    }
}

/// Names are stored apart from events and filled in when the events are sent.
pub(crate) fn assert_same(told: &EventEnvelope, stored: &EventEnvelope) {
    match told.event {
        Event::Opened { .. } | Event::Joined { .. } | Event::Started { .. } => {
            let what = |event: &EventEnvelope| (event.number, event.at, event.id.clone(), event.by.clone());
            assert_eq!(what(told), what(stored));
        }
        _ => assert_eq!(told, stored),
    }
}

/// All stored events: tables and bodies.
pub(crate) const ALL_EVENTS: &str = "SELECT table_id, body FROM events ORDER BY table_id, number";

/// At the end: every received event is stored, each table is a legal game, and no command was carried out twice. Returns the number
/// of games, and of finished ones.
pub(crate) fn check_all(rows: Vec<(String, String)>, told: &Told) -> (usize, usize) {
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
