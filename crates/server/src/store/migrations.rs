//! The changes to the database's structure, embedded in the program.
//!
//! The build script lists them, because sqlx's own macro would make cargo compile sqlx and SQLite twice, once more for the
//! compiler itself.

use std::borrow::Cow;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Number, description and content of every file in a folder.
type Files = &'static [(i64, &'static str, &'static str)];

const SQLITE: Files = include!(concat!(env!("OUT_DIR"), "/migrations_sqlite.rs"));
const POSTGRES: Files = include!(concat!(env!("OUT_DIR"), "/migrations_postgres.rs"));

/// All migrations for SQLite, ready to be applied to a database.
pub(super) fn sqlite() -> Migrator {
    migrator(SQLITE)
}

/// All migrations for PostgreSQL.
pub(super) fn postgres() -> Migrator {
    migrator(POSTGRES)
}

fn migrator(files: Files) -> Migrator {
    let migration = |&(number, description, sql): &(i64, &'static str, &'static str)| {
        let sql = SqlStr::from_static(sql);
        Migration::new(number, Cow::Borrowed(description), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sqlx::{Connection, SqliteConnection};

    use super::*;

    #[tokio::test]
    async fn every_file_in_the_folders_of_migrations_is_embedded() {
        let describe = |migrator: &Migrator| {
            let entry = |one: &Migration| (one.version, one.description.clone(), one.checksum.clone(), one.no_tx);
            migrator.iter().map(entry).collect::<Vec<_>>()
        };
        for (embedded, folder) in [(sqlite(), "sqlite"), (postgres(), "postgres")] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            assert_eq!(describe(&embedded), describe(&Migrator::new(folder).await.unwrap()));
        }
    }

    #[test]
    fn both_databases_have_the_same_migrations_from_the_first_one_of_postgresql_on() {
        let numbers = |files: Files| files.iter().map(|(number, ..)| *number).collect::<Vec<_>>();
        let (both, first) = (numbers(POSTGRES), POSTGRES[0].0);
        assert_eq!(numbers(SQLITE).into_iter().filter(|number| *number >= first).collect::<Vec<_>>(), both);
    }

    #[tokio::test]
    async fn links_that_were_issued_before_they_shared_a_table_still_work() {
        let all = sqlite();
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
