//! Servers of two versions on one database, and commands beside servers of another one.

use std::borrow::Cow;
use std::time::Duration;

use shangrila_protocol::{ChatLine, TableId};
use shangrila_test_cluster::TestDatabase;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection as _, PgConnection, SqlStr};

use super::sql::append_tests::opening;
use super::testing::TestStore;
use super::{ModerationTables, Postgres, migrations};
use crate::store::{PeopleStore, TableStore};

/// Updates the structure as a server of the next version does that needs more columns and tables.
async fn update(url: &str) {
    let sql = "ALTER TABLE tables ADD COLUMN weather TEXT COLLATE \"C\" NOT NULL DEFAULT 'fine';
        ALTER TABLE people ADD COLUMN hat BIGINT;
        ALTER TABLE turns ADD COLUMN patience BIGINT;
        CREATE TABLE seasons (id BIGINT PRIMARY KEY)";
    let next = Migration::new(9_999, Cow::Borrowed("weather"), MigrationType::Simple, SqlStr::from_static(sql), false);
    let all = migrations::postgres().iter().cloned().chain([next]).collect();
    let mut connection = PgConnection::connect(url).await.unwrap();
    Migrator::with_migrations(all).run_direct(None, &mut connection, false).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_server_goes_on_while_one_of_the_next_version_updates_the_database() {
    let store = TestStore::open().await;
    let _company = store.company(Duration::ZERO).await.unwrap();
    let (table, ada): (TableId, _) = ("first".parse().unwrap(), "ada".parse().unwrap());
    // The statements are prepared by now, which must not matter.
    for (text, number) in [("first", 1), ("second", 2)] {
        store.append(opening(text)).await.unwrap();
        assert_eq!(store.events(&table, 0).await.unwrap().len(), 1);
        let line = ChatLine {
            number,
            at: number,
            id: text.parse().unwrap(),
            by: "ada".parse().unwrap(),
            name: String::new(),
            text: text.to_string(),
            hidden: false,
        };
        store.say(&table, line).await.unwrap();
        assert_eq!(store.chat(&table, 0..10, 10).await.unwrap().len(), number as usize);
        store.find_tables(text).await.unwrap();
        store.due(10).await.unwrap();
        assert!(store.find(&ada).await.unwrap().is_none());
        if number == 1 {
            update(store.url()).await;
        }
    }
    let error = Postgres::open(store.url()).await.err().expect("a server of this version no longer starts").to_string();
    assert!(error.contains("9999"), "{error}");
}

#[tokio::test]
async fn commands_on_the_host_do_not_update_a_database_that_servers_of_another_version_use() {
    let (database, all) = (TestDatabase::create(), migrations::postgres());
    let earlier = Migrator::with_migrations(all.iter().take(all.iter().count() - 1).cloned().collect());
    let mut connection = PgConnection::connect(database.url()).await.unwrap();
    earlier.run_direct(None, &mut connection, false).await.unwrap();
    let versions = || database.psql("SELECT count(*) FROM _sqlx_migrations").trim().parse::<usize>().unwrap();
    database.psql(
        "INSERT INTO processes (id, kind, expires)
        VALUES ('old', 'server', (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 60000)",
    );
    let refused = ModerationTables::at(database.url()).await.err().expect("a server of another version is running");
    assert_eq!(refused.to_string(), "the server that uses it is of another version");
    assert_eq!(versions(), all.iter().count() - 1);
    // Once it has gone, the command updates the database. Beside a server of its own version, there is nothing to do.
    database.psql("UPDATE processes SET expires = 0");
    ModerationTables::at(database.url()).await.unwrap().close().await;
    assert_eq!(versions(), all.iter().count());
    database.psql("UPDATE processes SET expires = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 60000");
    ModerationTables::at(database.url()).await.unwrap().close().await;
}

#[tokio::test]
async fn only_the_first_server_after_a_time_without_any_gives_people_time_and_those_that_start_with_it() {
    let (store, grace) = (TestStore::open().await, Duration::from_millis(1500));
    let first = store.company(grace).await.unwrap();
    let second = store.company(grace).await.unwrap();
    assert!(second.grace_until >= first.grace_until && first.grace_until > crate::clock::now());
    tokio::time::sleep(grace + Duration::from_millis(500)).await;
    assert_eq!(store.company(grace).await.unwrap().grace_until, 0, "people have been served all along");
}
