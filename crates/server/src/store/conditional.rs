//! Conditional moves: answers that players have left for moves of the others.

use async_trait::async_trait;
use shangrila_protocol::{PersonId, TableId};

use super::StoreError;

/// The conditional moves of a player at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Prepared {
    pub(crate) person: PersonId,
    /// The number of the last event when they were left.
    pub(crate) number: u64,
    /// The number of moves before the lines.
    pub(crate) ply: u32,
    /// In the notation of [`shangrila_protocol::ConditionalLine`].
    pub(crate) lines: Vec<String>,
}

/// Stores conditional moves.
#[async_trait]
pub(crate) trait ConditionalStore: Send + Sync {
    /// Returns who has left conditional moves at a table.
    async fn who_prepared(&self, table: &TableId) -> Result<Vec<PersonId>, StoreError>;

    /// Returns the conditional moves of a player at a table.
    async fn prepared(&self, table: &TableId, person: &PersonId) -> Result<Option<Prepared>, StoreError>;

    /// Replaces the conditional moves of a player at a table.
    async fn prepare(&self, table: &TableId, prepared: &Prepared) -> Result<(), StoreError>;

    /// Removes the conditional moves of a player at a table, unless there are others by now.
    async fn forget_prepared(&self, table: &TableId, prepared: &Prepared) -> Result<(), StoreError>;

    /// Removes all conditional moves at a table.
    async fn forget_all_prepared(&self, table: &TableId) -> Result<(), StoreError>;
}
