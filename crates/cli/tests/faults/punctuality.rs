//! Clocks while everything fails: whoever lets their time run out is replaced when it is over, by the clock that all servers follow, and nobody else is.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use shangrila_client::{Address, Client};
use shangrila_protocol::{Event, EventEnvelope, NewTable, StandInReason, TableId, TableState, TimeControl};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// How often somebody comes who will be late. Their times run out all over the test, in the middle of faults too.
const RHYTHM: Duration = Duration::from_secs(4);
/// How many of them come.
const LATE: usize = 20;
/// As short as clocks can be, in seconds.
const BASE: u32 = 30;
/// How long after the end of their time people may be replaced, in milliseconds: as long as play may be interrupted. Like that, it may take longer once,
/// because the machine is busy.
const TOLERANCE: u64 = 5_000;
/// Nobody waits for longer. The grace after a time without any server is twice as long.
const LIMIT: u64 = 10_000;
/// How far the clocks of servers may be from that of the database, which runs on this machine, in milliseconds. A wrong clock is wrong by an hour.
const LARGEST_ERROR: u64 = 2_000;

/// The time by the clock of this machine, in milliseconds since 1970.
pub(crate) fn machine_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// Has people come, one after the other, who look on and never move, until it is time to stop.
pub(crate) async fn be_late(address: Address, mut stopping: watch::Receiver<bool>) {
    let seat = |clan| format!(r#"{{"clan":"{clan}","player":{{"level":"goatherd"}}}}"#);
    let seats = format!(r#"{{"clan":"r","player":"me"}},{},{},{}"#, seat('b'), seat('v'), seat('y'));
    let clock = format!(r#"{{"live":{{"base":{BASE},"increment":0}}}}"#);
    let new = format!(r#"{{"settings":{{"seats":4,"clock":{clock}}},"seats":[{seats}]}}"#);
    let new: NewTable = serde_json::from_str(&new).unwrap();
    let mut people = JoinSet::new();
    // Their times run out after the grace that the first server gives.
    let _ = timeout(2 * RHYTHM, stopping.changed()).await;
    while !*stopping.borrow() {
        // While a server fails, nobody can open a table there.
        if people.len() < LATE
            && let Ok(client) = Client::guest(address.clone(), "Late").await
            && let Ok(table) = client.open_table(&new).await
        {
            people.spawn(async move {
                let mut connection = client.connect();
                connection.subscribe(&table);
                loop {
                    connection.next().await;
                }
            });
        }
        let _ = timeout(RHYTHM, stopping.changed()).await;
    }
}

/// Checks the clocks in all stored events, given when the test began and ended. Returns how many people were replaced.
pub(crate) fn check_clocks(rows: &[(String, String)], began: u64, ended: u64) -> usize {
    let mut tables: BTreeMap<TableId, Vec<EventEnvelope>> = BTreeMap::new();
    for (table, body) in rows {
        tables.entry(table.parse().unwrap()).or_default().push(serde_json::from_str(body).unwrap());
    }
    let mut delays = Vec::new();
    for (table, events) in tables {
        let mut state = TableState::open(table.clone(), &events[0]).unwrap();
        for event in &events[1..] {
            let is_right = (began - LARGEST_ERROR..=ended + LARGEST_ERROR).contains(&event.at);
            assert!(is_right, "the clock was wrong at table {table}: {event:?}");
            if let Event::StoodIn { reason, .. } = &event.event {
                let is_late = matches!(state.settings.clock, TimeControl::Live { base: BASE, .. });
                assert!(
                    is_late && *reason == StandInReason::Time,
                    "somebody lost their seat at table {table}: {event:?}"
                );
                let deadline = state.deadline().expect("it was a person's turn, with a clock");
                assert!(event.at >= deadline, "{} ms too early at table {table}: {event:?}", deadline - event.at);
                delays.push(event.at - deadline);
            }
            state.apply(event).unwrap();
        }
        if let Some(deadline) = state.deadline() {
            assert!(
                deadline + LIMIT >= ended,
                "the time at table {table} ran out at {deadline}, and nothing happened until {ended}"
            );
        }
    }
    delays.sort_unstable();
    println!("people who let their time run out were replaced after {delays:?} ms");
    let too_long = delays.iter().filter(|delay| **delay > TOLERANCE).count();
    assert!(too_long <= 1 && delays.iter().all(|delay| *delay < LIMIT), "somebody had to wait for too long");
    delays.len()
}
