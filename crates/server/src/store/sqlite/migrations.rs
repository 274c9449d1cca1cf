//! The changes to the database's structure, embedded in the program.
//!
//! The build script lists them, because sqlx's own macro would make cargo compile sqlx and SQLite twice, once more for the
//! compiler itself.

use std::borrow::Cow;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Number, description and content of every file in `migrations/sqlite`.
const MIGRATIONS: &[(i64, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// All migrations, ready to be applied to a database.
pub(super) fn migrations() -> Migrator {
    let migration = |&(number, description, sql): &(i64, &'static str, &'static str)| {
        let sql = SqlStr::from_static(sql);
        Migration::new(number, Cow::Borrowed(description), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(MIGRATIONS.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sqlx::{Connection, SqliteConnection};

    use super::*;

    #[tokio::test]
    async fn every_file_in_the_folder_of_migrations_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
        let files = Migrator::new(folder).await.unwrap();
        let describe = |migrator: &Migrator| {
            let entry = |one: &Migration| (one.version, one.description.clone(), one.checksum.clone(), one.no_tx);
            migrator.iter().map(entry).collect::<Vec<_>>()
        };
        assert_eq!(describe(&migrations()), describe(&files));
    }

    #[tokio::test]
    async fn links_that_were_issued_before_they_shared_a_table_still_work() {
        let all = migrations();
        let before = |migration: &Migration| migration.version < 12;
        let earlier = Migrator::with_migrations(all.iter().filter(|one| before(one)).cloned().collect());
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        earlier.run(&mut database).await.unwrap();
        for sql in [
            "INSERT INTO people (id, kind, name, since) VALUES ('ada', 'account', 'Ada', 0)",
            "INSERT INTO reset_links VALUES (x'01', 'ada', 5), (x'02', 'nobody', 5)",
            "INSERT INTO mailed_links VALUES (x'03', 'ada', 'verify', 'ada@mail.example', 6)",
        ] {
            sqlx::query(sql).execute(&mut database).await.unwrap();
        }
        all.run(&mut database).await.unwrap();
        let rows: Vec<(Vec<u8>, String, Option<String>, i64)> =
            sqlx::query_as("SELECT token_hash, purpose, email, expires FROM links ORDER BY token_hash")
                .fetch_all(&mut database)
                .await
                .unwrap();
        let mailed = (vec![3], "verify".to_string(), Some("ada@mail.example".to_string()), 6);
        assert_eq!(rows, [(vec![1], "reset".to_string(), None, 5), mailed]);
    }
}
