//! A PostgreSQL database that is copied from or to.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::super::StoreError;
use super::super::copy::{Column, ColumnKind, PAGE, RowText, key};
use super::hosts::Hosts;
use super::{migrate, running_processes};

pub(crate) struct CopySide {
    connection: PgConnection,
}

/// Reads the value of a column from a row as JSON.
fn read(row: &str, (index, column): (usize, &Column)) -> String {
    match column.kind {
        ColumnKind::Bytes => format!("decode({row} ->> {index}, 'hex')"),
        ColumnKind::Integer => format!("({row} ->> {index})::bigint"),
        ColumnKind::Real => format!("({row} ->> {index})::double precision"),
        ColumnKind::Text => format!("{row} ->> {index}"),
    }
}

impl CopySide {
    pub(crate) async fn open(url: &str) -> Result<CopySide, StoreError> {
        let mut connection = Hosts::parse(url)?.connect().await?;
        migrate(&mut connection).await?;
        // A copy reads the other side for as long as it takes.
        sqlx::query("SET idle_in_transaction_session_timeout = 0").execute(&mut connection).await?;
        // Nothing may change meanwhile: a server that starts waits until it may enter itself.
        sqlx::query("BEGIN ISOLATION LEVEL REPEATABLE READ").execute(&mut connection).await?;
        sqlx::query("LOCK TABLE processes IN EXCLUSIVE MODE").execute(&mut connection).await?;
        if running_processes(&mut connection).await? > 0 {
            return Err(StoreError::CannotWrite("a server is using it; stop that one first".to_string()));
        }
        // Floating-point numbers are written with all their digits.
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
        let sql = "SELECT a.attname::text, format_type(a.atttypid, NULL), coalesce(a.attnum = ANY (i.indkey), false) FROM pg_attribute a
            LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
            WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY coalesce(array_position(i.indkey::int2[], a.attnum), 100), a.attnum";
        let rows: Vec<(String, String, bool)> = sqlx::query_as(sql).bind(table).fetch_all(&mut self.connection).await?;
        let column = |(name, kind, is_key): (String, String, bool)| Column {
            name,
            is_key,
            kind: match kind.as_str() {
                "bigint" => ColumnKind::Integer,
                "double precision" => ColumnKind::Real,
                "bytea" => ColumnKind::Bytes,
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
            ColumnKind::Bytes => format!("encode({}, 'hex')", column.name),
            // As text, with all of its digits.
            ColumnKind::Real => format!("{}::text", column.name),
            _ => column.name.clone(),
        };
        let values = columns.iter().map(value).collect::<Vec<_>>().join(", ");
        let names = key(columns).iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ");
        let known = key(columns).iter().enumerate().map(|at| read("$2::json", at)).collect::<Vec<_>>().join(", ");
        // Without a last row, the condition is left out: the planner must see that the index has the rows in this order.
        let after =
            if last.is_some() { format!("WHERE ({names}) > ({known})") } else { "WHERE $2::json IS NULL".to_string() };
        let sql = format!("SELECT json_build_array({values})::text FROM {table} {after} ORDER BY {names} LIMIT $1");
        let rows: Vec<(String,)> =
            sqlx::query_as(AssertSqlSafe(sql)).bind(PAGE).bind(last.cloned()).fetch_all(&mut self.connection).await?;
        Ok(rows.into_iter().map(|(row,)| row).collect())
    }

    pub(crate) async fn insert(&mut self, table: &str, columns: &[Column], rows: &[RowText]) -> Result<(), StoreError> {
        let names = columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ");
        let values = columns.iter().enumerate().map(|at| read("r", at)).collect::<Vec<_>>().join(", ");
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
