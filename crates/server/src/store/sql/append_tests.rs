//! Appending events: all of an append's tables, or none.

use shangrila_protocol::{Event, EventEnvelope, Person, PersonKind, Phase, TableId, TableSettings, TableSummary};

use super::super::testing::TestStore;
use crate::store::{Append, Listing, StoreError, TableStore};

/// Opens a table with its first event.
pub(super) fn opening(table: &str) -> Append {
    let host = Person { id: "ada".parse().unwrap(), name: "Ada".to_string(), kind: PersonKind::Guest };
    let (table, settings): (TableId, _) = (table.parse().unwrap(), TableSettings::default());
    let event = Event::Opened { settings: settings.clone(), host: host.id.clone(), seats: Vec::new() };
    let summary = TableSummary {
        table: table.clone(),
        settings,
        host: host.id.clone(),
        seats: Vec::new(),
        phase: Phase::Waiting,
        moves: 0,
        next: None,
        deadline: None,
        winners: Vec::new(),
        masters: Vec::new(),
        rating_changes: Vec::new(),
        changed: 1,
    };
    let first = EventEnvelope { number: 1, at: 1, id: None, by: Some(host.id), event };
    Append { table, events: vec![first], listing: Listing::Whole(Box::new(summary)), wake: None, result: None }
}

#[tokio::test]
async fn of_two_tables_in_one_append_both_are_stored_or_neither() {
    let store = TestStore::open().await;
    let stored = async |table: &str| store.events(&table.parse().unwrap(), 0).await.unwrap().len();
    assert_eq!(store.append(opening("old")).await.unwrap().len(), 1);
    // The second append fails after the first one has been written: its event exists already.
    for appends in [vec![opening("new"), opening("old")], vec![opening("old"), opening("new")]] {
        assert!(matches!(store.append_all(appends).await, Err(StoreError::Conflict)));
        assert_eq!((stored("old").await, stored("new").await), (1, 0));
    }
    let committed = store.append_all(vec![opening("new"), opening("newer")]).await.unwrap();
    assert_eq!(committed.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
    assert_eq!((stored("new").await, stored("newer").await), (1, 1));
    store.close().await;
}
