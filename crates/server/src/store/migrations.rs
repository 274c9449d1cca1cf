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

    /// While servers are replaced one after the other, those of the version before use the new structure.
    #[test]
    fn migrations_of_postgresql_only_add_to_what_servers_of_the_version_before_use() {
        for (number, description, sql) in &POSTGRES[1..] {
            let plain: String =
                sql.lines().map(|line| line.split("--").next().unwrap_or("").trim().to_string() + " ").collect();
            let new_tables: Vec<&str> = plain
                .split("TABLE ")
                .skip(1)
                .filter_map(|rest| rest.split_once(" (").map(|(name, _)| name))
                .filter(|name| !name.contains(' '))
                .collect();
            let of_new_table = |statement: &str| {
                let table = statement.split_once(" ON ").and_then(|(_, rest)| rest.split([' ', '(']).next());
                table.is_some_and(|table| new_tables.contains(&table))
            };
            for statement in plain.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
                let adds_column = statement.starts_with("ALTER TABLE")
                    && statement.contains(" ADD COLUMN ")
                    && !statement.contains("REFERENCES")
                    && (!statement.contains("NOT NULL") || statement.contains("DEFAULT"));
                // Fills new columns, which servers of the version before do not read.
                let fills_column = *number == 17 && statement.starts_with("UPDATE rating_changes SET players");
                let adds = ["CREATE TABLE ", "CREATE UNLOGGED TABLE ", "CREATE INDEX ", "CREATE FUNCTION "]
                    .iter()
                    .any(|start| statement.starts_with(start));
                let constrains_new_table = statement.starts_with("CREATE UNIQUE INDEX ") && of_new_table(statement);
                assert!(
                    adds_column || fills_column || adds || constrains_new_table,
                    "{number} {description} changes what is there: {statement}"
                );
            }
        }
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
