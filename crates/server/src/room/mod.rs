//! Tables at which people play: one task for each, which alone changes it.

use shangrila_protocol::{NewTable, Person, PersonId, Refusal, TableId};

/// All tables of this server.
#[derive(Clone)]
pub(crate) struct Rooms {}

impl Rooms {
    /// Opens a table.
    pub(crate) async fn create(&self, host: &Person, new: NewTable) -> Result<TableId, Refusal> {
        let _ = (host, new);
        Err(Refusal::Failed)
    }

    /// The record of a game, for who may look at it.
    pub(crate) async fn record(&self, table: &TableId, viewer: Option<&PersonId>) -> Result<String, Refusal> {
        let _ = (table, viewer);
        Err(Refusal::NotFound)
    }

    /// Shows a person's new name, or that they are gone, at all tables where they sit.
    pub(crate) async fn refresh(&self, person: &PersonId) {
        let _ = person;
    }
}
