//! A PostgreSQL database that is copied from or to.

use sqlx::{AssertSqlSafe, PgConnection};

use super::super::StoreError;
use super::super::copy::{Column, ColumnKind, PAGE, RowText};
use super::hosts::Hosts;
use super::migrations;

pub(crate) struct CopySide {
    connection: PgConnection,
}

impl CopySide {
    pub(crate) async fn open(url: &str) -> Result<CopySide, StoreError> {
        let mut connection = Hosts::parse(url)?.connect().await?;
        let migrated = migrations::postgres().run_direct(None, &mut connection, false).await;
        migrated.map_err(|error| StoreError::Broken(error.to_string()))?;
        let sql =
            "SELECT count(*) FROM processes WHERE expires > (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
        let (running,): (i64,) = sqlx::query_as(sql).fetch_one(&mut connection).await?;
        if running > 0 {
            return Err(StoreError::CannotWrite("a server is using it; stop that one first".to_string()));
        }
        // Nothing may change meanwhile, and floating-point numbers are written with all their digits.
        sqlx::query("BEGIN ISOLATION LEVEL REPEATABLE READ").execute(&mut connection).await?;
        sqlx::query("SET LOCAL extra_float_digits = 3").execute(&mut connection).await?;
        Ok(CopySide { connection })
    }

    pub(crate) async fn begin(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    pub(crate) async fn finish(&mut self) -> Result<(), StoreError> {
        // The next numbers continue those that were copied.
        for table in ["audit", "reports"] {
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM {table}), false)"
            );
            sqlx::query(AssertSqlSafe(sql)).execute(&mut self.connection).await?;
        }
        sqlx::query("COMMIT").execute(&mut self.connection).await?;
        Ok(())
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

    /// The columns of a table, those of its key first.
    pub(crate) async fn columns(&mut self, table: &str) -> Result<Vec<Column>, StoreError> {
        let sql = "SELECT a.attname::text, format_type(a.atttypid, NULL) FROM pg_attribute a
            LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
            WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY coalesce(array_position(i.indkey::int2[], a.attnum), 100), a.attnum";
        let rows: Vec<(String, String)> = sqlx::query_as(sql).bind(table).fetch_all(&mut self.connection).await?;
        let column = |(name, kind): (String, String)| Column {
            name,
            kind: match kind.as_str() {
                "bigint" => ColumnKind::Integer,
                "double precision" => ColumnKind::Real,
                "bytea" => ColumnKind::Bytes,
                _ => ColumnKind::Text,
            },
        };
        Ok(rows.into_iter().map(column).collect())
    }

    pub(crate) async fn rows(
        &mut self,
        table: &str,
        columns: &[Column],
        after: i64,
    ) -> Result<Vec<RowText>, StoreError> {
        let value = |column: &Column| match column.kind {
            ColumnKind::Bytes => format!("encode({}, 'hex')", column.name),
            // As text, with all of its digits.
            ColumnKind::Real => format!("{}::text", column.name),
            _ => column.name.clone(),
        };
        let values = columns.iter().map(value).collect::<Vec<_>>().join(", ");
        let order = columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ");
        let sql = format!("SELECT json_build_array({values})::text FROM {table} ORDER BY {order} LIMIT $1 OFFSET $2");
        let rows: Vec<(String,)> =
            sqlx::query_as(AssertSqlSafe(sql)).bind(PAGE).bind(after).fetch_all(&mut self.connection).await?;
        Ok(rows.into_iter().map(|(row,)| row).collect())
    }

    pub(crate) async fn insert(&mut self, table: &str, columns: &[Column], rows: &[RowText]) -> Result<(), StoreError> {
        let value = |(index, column): (usize, &Column)| match column.kind {
            ColumnKind::Bytes => format!("decode(r ->> {index}, 'hex')"),
            ColumnKind::Integer => format!("(r ->> {index})::bigint"),
            ColumnKind::Real => format!("(r ->> {index})::double precision"),
            ColumnKind::Text => format!("r ->> {index}"),
        };
        let names = columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ");
        let values = columns.iter().enumerate().map(value).collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO {table} ({names}) SELECT {values} FROM json_array_elements($1::json) r");
        let rows = format!("[{}]", rows.join(","));
        sqlx::query(AssertSqlSafe(sql)).bind(rows).execute(&mut self.connection).await?;
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
