//! A lobby that nobody visits: the simulation is about tables.

use async_trait::async_trait;
use shangrila_protocol::{Person, PersonId, PersonRating, TableSummary};

use crate::store::{LobbyStore, StoreError};

pub(super) struct NoLobby;

#[async_trait]
impl LobbyStore for NoLobby {
    async fn visit_lobby(&self, _: &PersonId, _: u64) -> Result<(), StoreError> {
        Ok(())
    }
    async fn lobby_visitors(&self, _: u64, _: usize) -> Result<Vec<Person>, StoreError> {
        Ok(Vec::new())
    }
    async fn running_tables(&self) -> Result<Vec<TableSummary>, StoreError> {
        Ok(Vec::new())
    }
    async fn ratings_at(&self, _: &[TableSummary]) -> Result<Vec<PersonRating>, StoreError> {
        Ok(Vec::new())
    }
}
