//! Whose turn it is where a player has several clans, and what is left of a table that is deleted.

use shangrila_protocol::{
    Event, EventEnvelope, Pairs, Person, PersonId, PersonKind, PersonOrLevel, Phase, SeatedPlayer, TableId,
    TableSettings, TableSummary,
};
use shangrila_rules::Seat;

use super::super::testing::TestStore;
use super::append_tests::{expiry, opening, playing};
use crate::notices::Channel;
use crate::store::{Append, ConditionalStore, DueNotice, Listing, NoticeStore, Prepared, TableStore};

fn id(name: &str) -> PersonId {
    name.parse().unwrap()
}

/// Opens a game of Ada, who has the first and third seat, and Ben.
async fn open_for_two(store: &TestStore, table: &str) -> TableId {
    let player =
        |name: &str| PersonOrLevel::Person(Person { id: id(name), name: name.to_string(), kind: PersonKind::Guest });
    let seat = |(clan, name): (char, &str)| SeatedPlayer::new(clan, Some(player(name)));
    let seats: Vec<SeatedPlayer> = [('r', "ada"), ('b', "ben"), ('v', "ada"), ('y', "ben")].map(seat).into();
    let settings = TableSettings { pairs: Some(Pairs::Sum), ..TableSettings::default() };
    let event = Event::Opened { settings: settings.clone(), host: id("ada"), seats: seats.clone() };
    let mut append = opening(table);
    let Listing::Whole(summary) = append.listing else { panic!("a new table is listed") };
    let summary = TableSummary { settings, seats, phase: Phase::Playing, next: Some(Seat::First), ..*summary };
    append.events[0].event = event;
    store.append(Append { listing: Listing::Whole(Box::new(summary)), ..append }).await.unwrap();
    table.parse().unwrap()
}

/// Has a seat move, so that it is the turn of the next one.
async fn move_on(store: &TestStore, table: &TableId, number: u64) {
    let seats = [Seat::First, Seat::Second, Seat::Third, Seat::Fourth];
    let (seat, next) = (seats[(number - 2) as usize % 4], seats[(number - 1) as usize % 4]);
    let ply = number as u32 - 2;
    let event = Event::Moved { seat, ply, mv: "P@a".to_string(), next: Some(next), conditional: false };
    let event = EventEnvelope { number, at: number, id: None, by: None, event };
    let listing = Listing::Turn { moves: ply + 1, next: Some(next), deadline: None, changed: number };
    let append = Append { table: table.clone(), events: vec![event], listing, wake: None, result: None };
    store.append(append).await.unwrap();
}

/// R9.1
#[tokio::test]
async fn every_second_turn_is_that_of_the_same_player_if_two_play_with_two_clans_each() {
    let store = TestStore::open().await;
    let table = open_for_two(&store, "two").await;
    let other = open_for_two(&store, "other").await;
    store.prepare(&table, &Prepared { person: id("ben"), number: 1, ply: 0, lines: Vec::new() }).await.unwrap();
    let digest = |person: &str| DueNotice {
        person: id(person),
        table: other.clone(),
        channel: Channel::Digest,
        due: 0,
        attempts: 0,
    };
    for (number, to_move, waits) in
        [(2, "ben", "ada"), (3, "ada", "ben"), (4, "ben", "ada"), (5, "ada", "ben"), (6, "ben", "ada")]
    {
        move_on(&store, &table, number).await;
        assert!(store.is_turn_of(&id(to_move), &table).await.unwrap(), "after event {number}");
        assert!(!store.is_turn_of(&id(waits), &table).await.unwrap(), "after event {number}");
        assert!(store.gather_digest(&digest(to_move), 9).await.unwrap().contains(&table), "after event {number}");
        assert!(!store.gather_digest(&digest(waits), 9).await.unwrap().contains(&table), "after event {number}");
        // Ben's conditional moves are played even if a process dies just before.
        assert_eq!(store.due(0).await.unwrap().contains(&table), to_move == "ben", "after event {number}");
        // At the other table, it is Ada's turn all the time.
        let listed: Vec<TableId> =
            store.tables_of(&id("ben")).await.unwrap().into_iter().map(|summary| summary.table).collect();
        assert_eq!(listed, [&table, &other].map(Clone::clone), "after event {number}");
        assert_eq!(store.tables_of(&id("ben")).await.unwrap()[0].opened, 1, "when the table was opened");
        let first_of_ada = store.tables_of(&id("ada")).await.unwrap().swap_remove(0).table;
        assert_eq!(first_of_ada, if to_move == "ada" { &table } else { &other }.clone(), "after event {number}");
    }
    store.close().await;
}

#[tokio::test]
async fn nothing_is_left_of_a_table_that_is_deleted() {
    let store = TestStore::open().await;
    let [gone, kept]: [TableId; 2] = ["gone", "kept"].map(|table| table.parse().unwrap());
    let ada = id("ada");
    for table in [&gone, &kept] {
        store.append(playing(table.as_str())).await.unwrap();
        store.queue_notice(&ada, table, &Channel::Webhook, 1).await.unwrap();
        store.prepare(table, &Prepared { person: ada.clone(), number: 1, ply: 0, lines: Vec::new() }).await.unwrap();
        for sql in [
            "INSERT INTO table_invitations (table_id, invited, by, at) VALUES ($1, 'ben', 'ada', 1)",
            "INSERT INTO club_tables (table_id, club, at) VALUES ($1, 'c', 1)",
            "INSERT INTO table_notes (table_id, person, text, revision) VALUES ($1, 'ada', 'a note', 1)",
        ] {
            sqlx::query(sql).bind(table.as_str()).execute(&store.pool).await.unwrap();
        }
    }
    assert!(store.delete_expired_table(&gone, expiry(2)).await.unwrap());
    for sql in [
        "SELECT count(*) FROM tables WHERE id = $1",
        "SELECT count(*) FROM turns WHERE table_id = $1",
        "SELECT count(*) FROM events WHERE table_id = $1",
        "SELECT count(*) FROM conditional_moves WHERE table_id = $1",
        "SELECT count(*) FROM table_notes WHERE table_id = $1",
        "SELECT count(*) FROM table_invitations WHERE table_id = $1",
        "SELECT count(*) FROM club_tables WHERE table_id = $1",
        "SELECT count(*) FROM notice_queue WHERE table_id = $1",
    ] {
        for (table, rows) in [(&gone, 0), (&kept, 1)] {
            let (found,): (i64,) = sqlx::query_as(sql).bind(table.as_str()).fetch_one(&store.pool).await.unwrap();
            assert_eq!(found, rows, "{sql} of {table}");
        }
    }
    store.close().await;
}
