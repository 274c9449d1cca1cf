//! What players write down at a table for themselves.

use async_trait::async_trait;
use shangrila_protocol::{PersonId, TableId, TableNotes};

use super::StoreError;

/// Stores notes.
#[async_trait]
pub(crate) trait NoteStore: Send + Sync {
    /// Whether a person has or had a seat at a table; `None` if there is no such table.
    async fn has_seat(&self, table: &TableId, person: &PersonId) -> Result<Option<bool>, StoreError>;

    /// Returns the notes of a player at a table; empty if there are none.
    async fn notes(&self, table: &TableId, person: &PersonId) -> Result<TableNotes, StoreError>;

    /// Replaces the revision of the notes that is given, and returns the number of the new one; `None` if there is a later one already.
    async fn set_notes(
        &self,
        table: &TableId,
        person: &PersonId,
        notes: &TableNotes,
    ) -> Result<Option<u64>, StoreError>;
}
