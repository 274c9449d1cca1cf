//! The database of a server under test, opened beside it.

use shangrila_server::DatabaseAddress;
use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

/// Runs a statement without results, in the words of SQLite or of PostgreSQL. `$1` is a number.
pub(crate) async fn execute(database: &DatabaseAddress, sqlite: &'static str, postgres: &'static str, number: i64) {
    match database {
        DatabaseAddress::File(file) => {
            let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
            sqlx::query(sqlite).bind(number).execute(&mut connection).await.unwrap();
            sqlx::Connection::close(connection).await.unwrap();
        }
        DatabaseAddress::Postgres(url) => {
            let mut connection = url.parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
            sqlx::query(postgres).bind(number).execute(&mut connection).await.unwrap();
        }
    }
}

/// Whether a statement finds something. `$1` is an id.
pub(crate) async fn finds(database: &DatabaseAddress, sql: &'static str, id: &str) -> bool {
    match database {
        DatabaseAddress::File(file) => {
            let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
            sqlx::query(sql).bind(id).fetch_optional(&mut connection).await.unwrap().is_some()
        }
        DatabaseAddress::Postgres(url) => {
            let mut connection = url.parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
            sqlx::query(sql).bind(id).fetch_optional(&mut connection).await.unwrap().is_some()
        }
    }
}
