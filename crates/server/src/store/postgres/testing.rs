//! A new database for each test of the common statements, on the cluster of this test run.

use std::ops::Deref;

use shangrila_test_cluster::TestDatabase;

use super::Postgres;

pub(super) struct TestStore {
    store: Postgres,
    /// Deleted last.
    database: TestDatabase,
}

impl TestStore {
    pub(super) async fn open() -> TestStore {
        let database = TestDatabase::create();
        let store = Postgres::open(database.url()).await.unwrap();
        TestStore { store, database }
    }

    /// Where the database is.
    pub(super) fn url(&self) -> &str {
        self.database.url()
    }
}

impl Deref for TestStore {
    type Target = Postgres;

    fn deref(&self) -> &Postgres {
        &self.store
    }
}
