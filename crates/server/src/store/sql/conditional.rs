//! Conditional moves.

use async_trait::async_trait;
use shangrila_protocol::{PersonId, TableId};

use super::super::Store;
use crate::store::{ConditionalStore, OwnConditionalMoves, Prepared, StoreError};

#[async_trait]
impl ConditionalStore for Store {
    async fn who_prepared(&self, table: &TableId) -> Result<Vec<PersonId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT person FROM conditional_moves WHERE table_id = $1")
            .bind(table.as_str())
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().filter_map(|(person,)| person.parse().ok()).collect())
    }

    async fn prepared(&self, table: &TableId, person: &PersonId) -> Result<Option<Prepared>, StoreError> {
        let row: Option<(i64, i64, String)> =
            sqlx::query_as("SELECT number, ply, lines FROM conditional_moves WHERE table_id = $1 AND person = $2")
                .bind(table.as_str())
                .bind(person.as_str())
                .fetch_optional(&self.pool)
                .await?;
        let Some((number, ply, lines)) = row else { return Ok(None) };
        let lines = serde_json::from_str(&lines)?;
        Ok(Some(Prepared { person: person.clone(), number: number as u64, ply: ply as u32, lines }))
    }

    async fn prepare(&self, table: &TableId, prepared: &Prepared) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO conditional_moves (table_id, person, number, ply, lines) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (table_id, person) DO UPDATE SET number = $3, ply = $4, lines = $5",
        )
        .bind(table.as_str())
        .bind(prepared.person.as_str())
        .bind(prepared.number as i64)
        .bind(i64::from(prepared.ply))
        .bind(serde_json::to_string(&prepared.lines)?)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn forget_prepared(&self, table: &TableId, prepared: &Prepared) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM conditional_moves WHERE table_id = $1 AND person = $2 AND number = $3 AND lines = $4")
            .bind(table.as_str())
            .bind(prepared.person.as_str())
            .bind(prepared.number as i64)
            .bind(serde_json::to_string(&prepared.lines)?)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn forget_all_prepared(&self, table: &TableId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM conditional_moves WHERE table_id = $1")
            .bind(table.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

impl Store {
    /// All conditional moves of a person.
    pub(super) async fn prepared_by(&self, person: &PersonId) -> Result<Vec<OwnConditionalMoves>, StoreError> {
        let rows: Vec<(String, i64, String)> =
            sqlx::query_as("SELECT table_id, ply, lines FROM conditional_moves WHERE person = $1 ORDER BY table_id")
                .bind(person.as_str())
                .fetch_all(&self.pool)
                .await?;
        let own = |(table, ply, lines): (String, i64, String)| {
            Ok(OwnConditionalMoves { table, ply: ply as u32, lines: serde_json::from_str(&lines)? })
        };
        rows.into_iter().map(own).collect()
    }
}
