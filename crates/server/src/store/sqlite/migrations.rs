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
    use super::*;
    use std::path::Path;

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
}
