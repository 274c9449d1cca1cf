//! What players write down at a table for themselves.

use async_trait::async_trait;
use shangrila_protocol::{PersonId, TableId, TableNotes};

use super::super::Store;
use crate::store::{NoteStore, OwnNotes, StoreError};

#[async_trait]
impl NoteStore for Store {
    async fn has_seat(&self, table: &TableId, person: &PersonId) -> Result<Option<bool>, StoreError> {
        let row: Option<(bool,)> = sqlx::query_as(
            "SELECT EXISTS (SELECT 1 FROM players WHERE table_id = $1 AND person = $2) FROM tables WHERE id = $1",
        )
        .bind(table.as_str())
        .bind(person.as_str())
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|(has_seat,)| has_seat))
    }

    async fn notes(&self, table: &TableId, person: &PersonId) -> Result<TableNotes, StoreError> {
        let row: Option<(String, i64)> =
            sqlx::query_as("SELECT text, revision FROM table_notes WHERE table_id = $1 AND person = $2")
                .bind(table.as_str())
                .bind(person.as_str())
                .fetch_optional(&self.pool)
                .await?;
        Ok(row.map_or_else(TableNotes::default, |(text, revision)| TableNotes { text, revision: revision as u64 }))
    }

    async fn set_notes(
        &self,
        table: &TableId,
        person: &PersonId,
        notes: &TableNotes,
    ) -> Result<Option<u64>, StoreError> {
        let revision = notes.revision.saturating_add(1);
        let done = sqlx::query(
            "INSERT INTO table_notes (table_id, person, text, revision) VALUES ($1, $2, $3, $4)
            ON CONFLICT (table_id, person) DO UPDATE SET text = $3, revision = $4 WHERE table_notes.revision = $4 - 1",
        )
        .bind(table.as_str())
        .bind(person.as_str())
        .bind(&notes.text)
        .bind(i64::try_from(revision).unwrap_or(i64::MAX))
        .execute(&self.pool)
        .await?;
        Ok((done.rows_affected() > 0).then_some(revision))
    }
}

impl Store {
    /// All notes of a person.
    pub(super) async fn notes_by(&self, person: &PersonId) -> Result<Vec<OwnNotes>, StoreError> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("SELECT table_id, text FROM table_notes WHERE person = $1 AND text <> '' ORDER BY table_id")
                .bind(person.as_str())
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.into_iter().map(|(table, text)| OwnNotes { table, text }).collect())
    }
}
