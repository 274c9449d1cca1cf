//! From a file to PostgreSQL and back.

use std::time::Duration;

use shangrila_protocol::{NewTable, Person, PersonKind, TableId};
use shangrila_test_cluster::TestDatabase;
use tempfile::TempDir;

use super::copy::{TABLES, copy};
use super::{Database, DatabaseAddress, NewCredential, NewPerson};
use crate::notices::ServerKey;
use crate::store::{Append, Listing, RatedResult, RatedSeat};
use shangrila_protocol::{
    ChatLine, Event, EventEnvelope, ModerationAction, Phase, RatingList, SeatedPlayer, TableSummary,
};

/// More than are copied at a time.
const TABLES_OF_ADA: usize = 1500;
/// Ratings take the longest, and a few will do.
const RATED: usize = 30;

/// Opens a table with its first event, the first ones with a result.
fn opening(number: usize, host: &Person) -> Append {
    let (table, settings): (TableId, _) = (format!("t{number}").parse().unwrap(), NewTable::default().settings);
    let seats: Vec<SeatedPlayer> = "rbvy".chars().map(|clan| SeatedPlayer::new(clan, None)).collect();
    let event = Event::Opened { settings: settings.clone(), host: host.id.clone(), seats: seats.clone() };
    let summary = TableSummary {
        table: table.clone(),
        settings,
        host: host.id.clone(),
        seats,
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
    let first = EventEnvelope { number: 1, at: 1, id: None, by: Some(host.id.clone()), event };
    let seats = vec![
        RatedSeat { id: host.id.to_string(), won: true, may_gain: true },
        RatedSeat { id: "level:sage".to_string(), won: false, may_gain: true },
    ];
    let result = (number < RATED).then_some(RatedResult { list: RatingList::Bots, seats });
    Append { table, events: vec![first], listing: Listing::Whole(Box::new(summary)), wake: Some(7), result }
}

#[tokio::test]
async fn everything_is_copied_to_postgresql_and_back() {
    let (folder, postgres) = (TempDir::new().unwrap(), TestDatabase::create());
    let file = |name: &str| DatabaseAddress::from(folder.path().join(name));
    let (first, second) = (file("first.db"), DatabaseAddress::Postgres(postgres.url().to_string()));
    let database = Database::open(&first).await.unwrap();
    let stores = database.stores();
    let host = Person { id: "ada".parse().unwrap(), name: "Ada «é» \"\\".to_string(), kind: PersonKind::Account };
    let credential = NewCredential::Password { hash: "secret".to_string() };
    let new = NewPerson { id: host.id.clone(), name: host.name.clone(), credential, since: 1 };
    stores.people.add(new).await.unwrap();
    // Several people have no token, which is another thing than an empty one.
    for id in ["ben", "cleo"] {
        let (name, credential) = (id.to_string(), NewCredential::Cookie);
        stores.people.add(NewPerson { id: id.parse().unwrap(), name, credential, since: 1 }).await.unwrap();
    }
    for first in (0..TABLES_OF_ADA).step_by(100) {
        let some = (first..first + 100).map(|number| opening(number, &host)).collect();
        stores.tables.append_all(some).await.unwrap();
    }
    let text = "Line one\u{1f409}".to_string();
    let line = ChatLine {
        number: 1,
        at: 7,
        id: "c".parse().unwrap(),
        by: host.id.clone(),
        name: String::new(),
        text,
        hidden: false,
    };
    stores.tables.say(&"t0".parse().unwrap(), line).await.unwrap();
    stores.recovery.set_recovery_codes(&host.id, &[[7; 32], [0; 32]]).await.unwrap();
    let action = ModerationAction::Mute { person: host.id.clone(), hours: None };
    let audited = super::AuditedAction { by: None, action: &action, reason: "a reason", at: 5 };
    stores.moderation.record(audited).await.unwrap();
    database.close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(first.file().unwrap());
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    // As in a file that was used last by a version that did not store what names look like.
    sqlx::query("UPDATE people SET name_skeleton = NULL").execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();

    // A server that nobody has visited leaves a few rows, which are replaced.
    let database = Database::open(&second).await.unwrap();
    let company = database.company(Duration::ZERO).await.unwrap();
    let stores = database.stores();
    stores.notices.push_key(ServerKey::generate()).await.unwrap();
    stores.tables.check_writable().await.unwrap();
    let error = copy(&first, &second).await.unwrap_err().to_string();
    assert!(error.contains("a server is using it"), "{error}");
    company.peers.say_goodbye().await;
    database.close().await;

    let there = copy(&first, &second).await.unwrap();
    assert_eq!(
        postgres.psql("SELECT count(*) FROM people WHERE name_key IS NOT NULL AND name_skeleton IS NULL").trim(),
        "0"
    );
    assert_eq!(
        (there.people, there.tables, there.events, there.chat_lines),
        (3, TABLES_OF_ADA as u64, TABLES_OF_ADA as u64, 1)
    );
    let back = copy(&second, &file("third.db")).await.unwrap();
    assert_eq!(there, back);
    for full in [&second, &file("third.db")] {
        let error = copy(&first, full).await.unwrap_err().to_string();
        assert!(error.contains("is not empty"), "{error}");
    }
    // Numbers go on where the copied ones end.
    let database = Database::open(&second).await.unwrap();
    assert_eq!(database.stores().moderation.record(audited).await.unwrap(), Some(2));
    let ratings = database.stores().people.ratings_of(&host.id).await.unwrap();
    assert_eq!(ratings[0].games, RATED as u32);
    database.close().await;
}

#[tokio::test]
async fn no_table_is_left_out() {
    let (folder, postgres) = (TempDir::new().unwrap(), TestDatabase::create());
    let file = folder.path().join("all.db");
    Database::open(&file.clone().into()).await.unwrap().close().await;
    Database::open(&DatabaseAddress::Postgres(postgres.url().to_string())).await.unwrap().close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    // What only running processes need is not worth copying. In PostgreSQL, it is not logged.
    let sql =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlx_%'
        AND name <> 'passkey_challenges'";
    let rows: Vec<(String,)> = sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap();
    let mut sqlite: Vec<String> = rows.into_iter().map(|(name,)| name).collect();
    let sql = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace
        AND relname NOT LIKE '\\_sqlx%'";
    let mut postgres: Vec<String> = postgres.psql(sql).lines().map(str::to_string).collect();
    let mut copied: Vec<String> = TABLES.iter().map(|table| table.to_string()).collect();
    [&mut sqlite, &mut postgres, &mut copied].into_iter().for_each(|names| names.sort());
    assert_eq!((&sqlite, &postgres), (&copied, &copied));
}
