//! A lobby that nobody visits, and players who prepare no moves: the simulation is about tables and what is played there.

use async_trait::async_trait;
use shangrila_protocol::{Person, PersonId, PersonRating, TableId, TableSummary};

use crate::store::{ConditionalStore, LobbyStore, Prepared, StoreError};

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

pub(super) struct NoConditionalMoves;

#[async_trait]
impl ConditionalStore for NoConditionalMoves {
    async fn who_prepared(&self, _: &TableId) -> Result<Vec<PersonId>, StoreError> {
        Ok(Vec::new())
    }
    async fn prepared(&self, _: &TableId, _: &PersonId) -> Result<Option<Prepared>, StoreError> {
        Ok(None)
    }
    async fn prepare(&self, _: &TableId, _: &Prepared) -> Result<(), StoreError> {
        Ok(())
    }
    async fn forget_prepared(&self, _: &TableId, _: &Prepared) -> Result<(), StoreError> {
        Ok(())
    }
    async fn forget_all_prepared(&self, _: &TableId) -> Result<(), StoreError> {
        Ok(())
    }
}
