//! Appending events: all of an append's tables, or none, and none behind a gap; and deleting what has expired.

use shangrila_protocol::{
    Event, EventEnvelope, Person, PersonId, PersonKind, Phase, TableId, TableSettings, TableSummary,
};

use super::super::testing::TestStore;
use crate::retention::Expiry;
use crate::store::{Append, Listing, NewCredential, NewPerson, PeopleStore, StoreError, TableStore};

/// Opens a table with its first event.
pub(in super::super) fn opening(table: &str) -> Append {
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
        opened: 1,
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

/// A later event of a table.
fn later(table: &str, number: u64, changed: u64) -> Append {
    let event = EventEnvelope { number, at: changed, id: None, by: None, event: Event::Closed };
    let listing = Listing::Turn { moves: 0, next: None, deadline: None, changed };
    Append { table: table.parse().unwrap(), events: vec![event], listing, wake: None, result: None }
}

#[tokio::test]
async fn nothing_is_written_behind_a_gap_and_others_in_the_same_batch_are_not_concerned() {
    let store = TestStore::open().await;
    let stored = async |table: &str| {
        let events = store.events(&table.parse().unwrap(), 0).await.unwrap();
        events.iter().map(|event| event.number).collect::<Vec<_>>()
    };
    store.append_all(vec![opening("one"), opening("two")]).await.unwrap();
    // A failover has lost event 2, or somebody else has deleted the table.
    for (table, number) in [("one", 3), ("gone", 2)] {
        assert!(matches!(store.append(later(table, number, 2)).await, Err(StoreError::Conflict)), "{table}");
    }
    let (behind, next) = tokio::join!(store.append(later("one", 3, 2)), store.append(later("two", 2, 2)));
    assert!(matches!(behind, Err(StoreError::Conflict)) && next.is_ok());
    let mut both = later("one", 2, 2);
    both.events.extend(later("one", 3, 2).events);
    store.append(both).await.unwrap();
    assert_eq!((stored("one").await, stored("two").await, stored("gone").await), (vec![1, 2, 3], vec![1, 2], vec![]));
    store.close().await;
}

#[tokio::test]
async fn a_table_is_deleted_only_if_it_has_expired_by_the_time_it_is_deleted() {
    let store = TestStore::open().await;
    let (table, expiry): (TableId, Expiry) = ("one".parse().unwrap(), expiry(5));
    store.append(playing("one")).await.unwrap();
    assert_eq!(store.expired_tables(expiry).await.unwrap(), std::slice::from_ref(&table));
    // Meanwhile somebody plays on.
    store.append(later("one", 2, 7)).await.unwrap();
    assert!(!store.delete_expired_table(&table, expiry).await.unwrap());
    assert_eq!(store.events(&table, 0).await.unwrap().len(), 2);
    assert!(store.delete_expired_table(&table, Expiry { abandoned_tables: 8, ..expiry }).await.unwrap());
    assert!(store.events(&table, 0).await.unwrap().is_empty());
    assert!(matches!(store.append(later("one", 3, 9)).await, Err(StoreError::Conflict)), "it is gone");
    store.close().await;
}

/// Opens a table where a game is running.
pub(super) fn playing(table: &str) -> Append {
    let mut append = opening(table);
    if let Listing::Whole(summary) = &mut append.listing {
        summary.phase = Phase::Playing;
    }
    append
}

/// Everything expires that is older than this.
pub(super) fn expiry(before: u64) -> Expiry {
    Expiry { guests: before, unused_guests: before, abandoned_tables: before, closed_tables: before }
}

#[tokio::test]
async fn a_guest_who_has_come_back_or_become_an_account_is_not_deleted() {
    let store = TestStore::open().await;
    let guests: [PersonId; 3] = ["away", "back", "grown"].map(|id| id.parse().unwrap());
    for guest in &guests {
        let new = NewPerson { id: guest.clone(), name: guest.to_string(), credential: NewCredential::Cookie, since: 1 };
        store.add(new).await.unwrap();
    }
    assert_eq!(store.expired_guests(expiry(5)).await.unwrap().len(), 3);
    let [away, back, grown] = &guests;
    store.saw(back, 7).await.unwrap();
    assert!(store.make_account(grown, "Grown", "hash").await.unwrap());
    let mut deleted = Vec::new();
    for guest in &guests {
        deleted.push(store.delete_expired_guest(guest, expiry(5)).await.unwrap());
    }
    assert_eq!(deleted, [true, false, false]);
    for (guest, is_there) in [(away, false), (back, true), (grown, true)] {
        assert_eq!(store.find(guest).await.unwrap().is_some(), is_there, "{guest}");
    }
    store.close().await;
}
