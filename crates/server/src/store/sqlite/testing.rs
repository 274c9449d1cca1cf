//! A new database for each test of the common statements.

use std::ops::Deref;

use tempfile::TempDir;

use super::Sqlite;

pub(super) struct TestStore {
    store: Sqlite,
    /// Deleted last.
    _folder: TempDir,
}

impl TestStore {
    pub(super) async fn open() -> TestStore {
        let folder = TempDir::new().unwrap();
        let store = Sqlite::open(&folder.path().join("shangrila.db")).await.unwrap();
        TestStore { store, _folder: folder }
    }
}

impl Deref for TestStore {
    type Target = Sqlite;

    fn deref(&self) -> &Sqlite {
        &self.store
    }
}

/// The common tests cannot ask for this: other databases have no such statement.
#[tokio::test]
async fn nobody_can_replace_a_line_of_the_audit_log() {
    let store = TestStore::open().await;
    for (sql, refused) in [
        ("INSERT INTO audit (number, at, action, reason) VALUES (1, 0, '{}', 'a flood')", false),
        ("INSERT OR REPLACE INTO audit (number, at, action, reason) VALUES (1, 0, '{}', 'nothing')", true),
    ] {
        let done = sqlx::query(sql).execute(&store.pool).await;
        assert_eq!(done.is_err_and(|error| error.to_string().contains("append-only")), refused, "{sql}");
    }
}
