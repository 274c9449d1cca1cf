//! A database file that is copied from or to.

use std::path::Path;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _, SqliteConnection};

use super::super::StoreError;
use super::super::copy::{Column, ColumnKind, PAGE, RowText, key};
use super::file::{DatabaseLock, protect};
use super::{fill_in_skeletons, migrations, options};

fn names(columns: &[Column]) -> String {
    columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Reads the value of a column from a row as JSON.
fn read(row: &str, (index, column): (usize, &Column)) -> String {
    match column.kind {
        ColumnKind::Bytes => format!("unhex({row} ->> {index})"),
        _ => format!("{row} ->> {index}"),
    }
}

pub(crate) struct CopySide {
    connection: SqliteConnection,
    /// No server may change anything meanwhile.
    _lock: DatabaseLock,
}

impl CopySide {
    pub(crate) async fn open(file: &Path) -> Result<CopySide, StoreError> {
        let lock = DatabaseLock::take(file)?;
        protect(file)?;
        let mut connection = options(file).connect().await?;
        let migrated = migrations::sqlite().run_direct(None, &mut connection, false).await;
        migrated.map_err(|error| StoreError::Broken(error.to_string()))?;
        // The file may have been used last by a version that did not store them, and only servers with a file fill them in.
        fill_in_skeletons(&mut connection).await?;
        Ok(CopySide { connection, _lock: lock })
    }

    pub(crate) async fn begin(&mut self) -> Result<(), StoreError> {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut self.connection).await?;
        Ok(())
    }

    pub(crate) async fn finish(&mut self) -> Result<(), StoreError> {
        sqlx::query("COMMIT").execute(&mut self.connection).await?;
        Ok(())
    }

    /// Closes the file, which moves into it what is still beside it.
    pub(crate) async fn close(self) -> Result<(), StoreError> {
        Ok(self.connection.close().await?)
    }

    pub(crate) async fn count(&mut self, table: &str) -> Result<i64, StoreError> {
        let sql = AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        let (count,): (i64,) = sqlx::query_as(sql).fetch_one(&mut self.connection).await?;
        Ok(count)
    }

    pub(crate) async fn count_people(&mut self) -> Result<i64, StoreError> {
        let sql = "SELECT count(*) FROM people WHERE kind <> 'deleted'";
        let (count,): (i64,) = sqlx::query_as(sql).fetch_one(&mut self.connection).await?;
        Ok(count)
    }

    pub(crate) async fn clear(&mut self, table: &str) -> Result<(), StoreError> {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM {table}"))).execute(&mut self.connection).await?;
        Ok(())
    }

    /// The columns of a table, those of its key first.
    pub(crate) async fn columns(&mut self, table: &str) -> Result<Vec<Column>, StoreError> {
        let sql = "SELECT name, type, pk > 0 FROM pragma_table_info($1) ORDER BY pk = 0, pk, cid";
        let rows: Vec<(String, String, bool)> = sqlx::query_as(sql).bind(table).fetch_all(&mut self.connection).await?;
        let column = |(name, kind, is_key): (String, String, bool)| Column {
            name,
            is_key,
            kind: match kind.as_str() {
                "INTEGER" => ColumnKind::Integer,
                "REAL" => ColumnKind::Real,
                "BLOB" => ColumnKind::Bytes,
                _ => ColumnKind::Text,
            },
        };
        Ok(rows.into_iter().map(column).collect())
    }

    /// The next rows after the last one, in the order of their key.
    pub(crate) async fn rows(
        &mut self,
        table: &str,
        columns: &[Column],
        last: Option<&RowText>,
    ) -> Result<Vec<RowText>, StoreError> {
        let value = |column: &Column| match column.kind {
            // Of nothing, `hex` makes an empty text.
            ColumnKind::Bytes => format!("iif({0} IS NULL, NULL, lower(hex({0})))", column.name),
            // As text, SQLite would not write all of its digits.
            ColumnKind::Real => "NULL".to_string(),
            _ => column.name.clone(),
        };
        let mut values = vec![format!("json_array({})", columns.iter().map(value).collect::<Vec<_>>().join(", "))];
        let is_real = |column: &&Column| column.kind == ColumnKind::Real;
        values.extend(columns.iter().filter(is_real).map(|column| column.name.clone()));
        let (values, order) = (values.join(", "), names(key(columns)));
        let known = key(columns).iter().enumerate().map(|at| read("$2", at)).collect::<Vec<_>>().join(", ");
        let after =
            if last.is_some() { format!("WHERE ({order}) > ({known})") } else { "WHERE $2 IS NULL".to_string() };
        let sql = format!("SELECT {values} FROM {table} {after} ORDER BY {order} LIMIT $1");
        let found =
            sqlx::query(AssertSqlSafe(sql)).bind(PAGE).bind(last.cloned()).fetch_all(&mut self.connection).await?;
        let mut rows = Vec::with_capacity(found.len());
        for row in found {
            let mut text: String = row.try_get(0)?;
            if columns.iter().any(|column| column.kind == ColumnKind::Real) {
                let mut values: Vec<Value> = serde_json::from_str(&text)?;
                let reals = values.iter_mut().zip(columns).filter(|(_, column)| column.kind == ColumnKind::Real);
                for (index, (value, _)) in reals.enumerate() {
                    *value = json!(row.try_get::<Option<f64>, _>(index + 1)?.map(|real| format!("{real:?}")));
                }
                text = json!(values).to_string();
            }
            rows.push(text);
        }
        Ok(rows)
    }

    pub(crate) async fn insert(&mut self, table: &str, columns: &[Column], rows: &[RowText]) -> Result<(), StoreError> {
        if columns.iter().any(|column| column.kind == ColumnKind::Real) {
            return self.insert_one_by_one(table, columns, rows).await;
        }
        let names = names(columns);
        let values = columns.iter().enumerate().map(|at| read("value", at)).collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO {table} ({names}) SELECT {values} FROM json_each($1)");
        let rows = format!("[{}]", rows.join(","));
        sqlx::query(AssertSqlSafe(sql)).bind(rows).execute(&mut self.connection).await?;
        Ok(())
    }

    /// For tables with floating-point numbers, which SQLite would not read exactly from text.
    async fn insert_one_by_one(&mut self, table: &str, columns: &[Column], rows: &[RowText]) -> Result<(), StoreError> {
        let value = |(index, column): (usize, &Column)| match column.kind {
            ColumnKind::Bytes => format!("unhex(${})", index + 1),
            _ => format!("${}", index + 1),
        };
        let values = columns.iter().enumerate().map(value).collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO {table} ({}) VALUES ({values})", names(columns));
        for row in rows {
            let values: Vec<Value> = serde_json::from_str(row)?;
            let mut query = sqlx::query(AssertSqlSafe(sql.clone()));
            for (value, column) in values.iter().zip(columns) {
                query = match column.kind {
                    ColumnKind::Integer => query.bind(value.as_i64()),
                    ColumnKind::Real => query.bind(value.as_str().and_then(|text| text.parse::<f64>().ok())),
                    ColumnKind::Text | ColumnKind::Bytes => query.bind(value.as_str().map(str::to_string)),
                };
            }
            query.execute(&mut self.connection).await?;
        }
        Ok(())
    }

    pub(crate) async fn table_ids(&mut self) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM tables ORDER BY id").fetch_all(&mut self.connection).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    pub(crate) async fn event_bodies(&mut self, table: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT body FROM events WHERE table_id = $1 ORDER BY number";
        let rows: Vec<(String,)> = sqlx::query_as(sql).bind(table).fetch_all(&mut self.connection).await?;
        Ok(rows.into_iter().map(|(body,)| body).collect())
    }
}
