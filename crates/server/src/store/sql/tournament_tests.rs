//! Tournaments: a change is stored with the tables that belong to it, or not at all.

use shangrila_protocol::{PersonId, Phase, TournamentId, TournamentPhase};

use super::super::testing::TestStore;
use super::append_tests::opening;
use crate::store::{StoreError, TableStore, TournamentRow, TournamentStore, TournamentWrite};

fn change(id: &str, version: u64, phase: TournamentPhase, round: u64) -> TournamentWrite {
    let row = TournamentRow {
        id: id.parse().unwrap(),
        version,
        name: "Cup".to_string(),
        director: "ada".parse().unwrap(),
        phase,
        created: 5,
        body: format!("{{\"version\":{version}}}"),
    };
    TournamentWrite { row, round, wake: Some(100), people: vec!["bob".parse().unwrap()] }
}

async fn stored(store: &TestStore, id: &str) -> Option<(u64, TournamentPhase, String)> {
    let id: TournamentId = id.parse().unwrap();
    store.tournament(&id).await.unwrap().map(|row| (row.version, row.phase, row.body))
}

#[tokio::test]
async fn a_round_is_opened_once_with_all_of_its_tables() {
    let store = TestStore::open().await;
    let number_of_events = async |table: &str| store.events(&table.parse().unwrap(), 0).await.unwrap().len();
    store.write_tournament(change("cup", 0, TournamentPhase::Open, 0), Vec::new()).await.unwrap();
    let again = store.write_tournament(change("cup", 0, TournamentPhase::Open, 0), Vec::new()).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "it exists already");

    let first = vec![opening("one"), opening("two")];
    let committed = store.write_tournament(change("cup", 1, TournamentPhase::Running, 1), first).await.unwrap();
    assert_eq!(committed.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(stored(&store, "cup").await, Some((2, TournamentPhase::Running, "{\"version\":1}".to_string())));

    // Another process has read the same version: it is too late, and its tables are not stored either.
    let late = vec![opening("three"), opening("four")];
    let refused = store.write_tournament(change("cup", 1, TournamentPhase::Running, 1), late).await;
    assert!(matches!(refused, Err(StoreError::Conflict)));
    assert_eq!((number_of_events("three").await, number_of_events("four").await), (0, 0));

    // A table that exists already refuses the whole round.
    let clash = vec![opening("five"), opening("one")];
    let refused = store.write_tournament(change("cup", 2, TournamentPhase::Running, 2), clash).await;
    assert!(matches!(refused, Err(StoreError::Conflict)));
    assert_eq!(number_of_events("five").await, 0);
    assert_eq!(stored(&store, "cup").await.map(|(version, ..)| version), Some(2));

    let id = "cup".parse().unwrap();
    let mut tables: Vec<String> =
        store.tables_of_tournament(&id).await.unwrap().into_iter().map(|one| one.table.to_string()).collect();
    tables.sort();
    assert_eq!(tables, ["one", "two"]);
    store.close().await;
}

#[tokio::test]
async fn of_many_who_open_a_round_at_once_one_succeeds() {
    let store = TestStore::open().await;
    store.write_tournament(change("cup", 0, TournamentPhase::Open, 0), Vec::new()).await.unwrap();
    let attempts = (0..20).map(|attempt| {
        let tables = vec![opening(&format!("a{attempt}")), opening(&format!("b{attempt}"))];
        store.write_tournament(change("cup", 1, TournamentPhase::Running, 1), tables)
    });
    let done = futures::future::join_all(attempts).await;
    assert_eq!(done.iter().filter(|result| result.is_ok()).count(), 1);
    assert!(done.iter().all(|result| matches!(result, Ok(_) | Err(StoreError::Conflict))));
    assert_eq!(store.tables_of_tournament(&"cup".parse().unwrap()).await.unwrap().len(), 2);
    assert_eq!(store.open_tables().await.unwrap().len(), 0, "the tables of this test are private");
    store.close().await;
}

#[tokio::test]
async fn a_tournament_is_due_at_its_time_and_when_its_games_are_over() {
    let store = TestStore::open().await;
    let due = async |now| store.due_tournaments(now).await.unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
    store.write_tournament(change("cup", 0, TournamentPhase::Open, 0), Vec::new()).await.unwrap();
    assert_eq!((due(99).await.len(), due(100).await.len()), (0, 1));
    store.write_tournament(change("cup", 1, TournamentPhase::Running, 1), vec![opening("one")]).await.unwrap();
    assert_eq!(due(99).await.len(), 0, "its game is waiting for players");
    let mut closed = opening("one");
    closed.events[0].number = 2;
    if let crate::store::Listing::Whole(summary) = &mut closed.listing {
        summary.phase = Phase::Finished;
    }
    store.append(closed).await.unwrap();
    assert_eq!(due(99).await, ["cup"]);
    store.write_tournament(change("cup", 2, TournamentPhase::Finished, 1), Vec::new()).await.unwrap();
    assert_eq!(due(1000).await.len(), 0);
    store.close().await;
}

#[tokio::test]
async fn a_person_finds_their_tournaments_and_a_director_can_have_only_so_many() {
    let store = TestStore::open().await;
    store.write_tournament(change("cup", 0, TournamentPhase::Open, 0), Vec::new()).await.unwrap();
    store.write_tournament(change("old", 0, TournamentPhase::Finished, 0), Vec::new()).await.unwrap();
    let (ada, bob): (PersonId, PersonId) = ("ada".parse().unwrap(), "bob".parse().unwrap());
    let own = |person: PersonId| {
        let store = &store;
        async move {
            let found = store.tournaments_of(&person).await.unwrap();
            found.into_iter().map(|one| (one.tournament, one.director, one.entered)).collect::<Vec<_>>()
        }
    };
    assert_eq!(own(ada.clone()).await, [("cup".to_string(), true, false), ("old".to_string(), true, false)]);
    assert_eq!(own(bob).await, [("cup".to_string(), false, true), ("old".to_string(), false, true)]);
    assert_eq!(store.unfinished_tournaments(&ada).await.unwrap(), 1);
    let listed: Vec<String> = store.tournaments(10).await.unwrap().iter().map(|row| row.id.to_string()).collect();
    assert_eq!(listed, ["cup", "old"], "those that can be entered come first");
    store.close().await;
}
