//! Who is in the lobby, and what is going on.

use async_trait::async_trait;
use shangrila_protocol::{Person, PersonId, PersonRating, TableSummary};

use super::StoreError;

/// What the lobby shows beyond the open tables. It is stored, because several servers may share a database.
#[async_trait]
pub(crate) trait LobbyStore: Send + Sync {
    /// Notes that a person is in the lobby.
    async fn visit_lobby(&self, person: &PersonId, now: u64) -> Result<(), StoreError>;

    /// Returns the people who have been in the lobby since a time, at most so many.
    async fn lobby_visitors(&self, since: u64, most: usize) -> Result<Vec<Person>, StoreError>;

    /// Returns public games in progress, the latest first.
    async fn running_tables(&self) -> Result<Vec<TableSummary>, StoreError>;

    /// Returns the ratings of the people at these tables, from games between people.
    async fn ratings_at(&self, tables: &[TableSummary]) -> Result<Vec<PersonRating>, StoreError>;
}
