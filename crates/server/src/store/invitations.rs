//! What a link to a table says before anyone opens it.

use async_trait::async_trait;
use shangrila_protocol::{Phase, TableId, TableSettings};

use super::StoreError;

/// What the preview of a link to a table shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Invitation {
    /// The name of the person who opened the table; empty if they are deleted.
    pub(crate) host: String,
    pub(crate) settings: TableSettings,
    pub(crate) phase: Phase,
    pub(crate) free_seats: usize,
}

/// Reads invitations.
#[async_trait]
pub(crate) trait InvitationStore: Send + Sync {
    /// Returns what a link to this table says; `None` if there is no such table.
    async fn invitation(&self, table: &TableId) -> Result<Option<Invitation>, StoreError>;
}
