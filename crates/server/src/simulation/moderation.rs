//! A store of moderation in which nothing is stored: nobody is banned, muted or blocked.

use async_trait::async_trait;
use shangrila_protocol::{
    AuditEntry, Companion, FoundPerson, ModeratedLine, NewReport, Person, PersonId, Report, ReportState, Role, TableId,
};
use shangrila_rules::Seat;

use crate::identity::TokenHash;
use crate::store::{AuditedAction, ModerationStore, RoleHolder, SanctionEntry, StoreError};

pub(super) struct NoModeration;

#[async_trait]
impl ModerationStore for NoModeration {
    async fn find_named(&self, _: &str) -> Result<Option<Person>, StoreError> {
        Ok(None)
    }
    async fn role_of(&self, _: &PersonId) -> Result<Option<Role>, StoreError> {
        Ok(None)
    }
    async fn role_holders(&self) -> Result<Vec<RoleHolder>, StoreError> {
        Ok(Vec::new())
    }
    async fn record(&self, _: AuditedAction<'_>) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }
    async fn audit_before(&self, _: u64, _: usize) -> Result<Vec<AuditEntry>, StoreError> {
        Ok(Vec::new())
    }
    async fn audit_after(&self, _: u64) -> Result<Vec<AuditEntry>, StoreError> {
        Ok(Vec::new())
    }
    async fn carried_out(&self) -> Result<u64, StoreError> {
        Ok(0)
    }
    async fn set_carried_out(&self, _: u64) -> Result<(), StoreError> {
        Ok(())
    }
    async fn sanctions(&self) -> Result<Vec<SanctionEntry>, StoreError> {
        Ok(Vec::new())
    }
    async fn person_and_bots(&self, _: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        Ok(Vec::new())
    }
    async fn find_people(&self, _: &str, _: u64) -> Result<Vec<FoundPerson>, StoreError> {
        Ok(Vec::new())
    }
    async fn report(&self, _: &PersonId, _: &NewReport, _: u64) -> Result<bool, StoreError> {
        Ok(false)
    }
    async fn reports(&self, _: ReportState) -> Result<Vec<Report>, StoreError> {
        Ok(Vec::new())
    }
    async fn blocked_by(&self, _: &PersonId) -> Result<Vec<Person>, StoreError> {
        Ok(Vec::new())
    }
    async fn blockers_of(&self, _: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        Ok(Vec::new())
    }
    async fn block(&self, _: &PersonId, _: &PersonId, _: u32) -> Result<bool, StoreError> {
        Ok(false)
    }
    async fn unblock(&self, _: &PersonId, _: &PersonId) -> Result<(), StoreError> {
        Ok(())
    }
    async fn add_reset_link(&self, _: &TokenHash, _: &PersonId, _: u64) -> Result<bool, StoreError> {
        Ok(false)
    }
    async fn latest_games(&self, _: &PersonId, _: usize) -> Result<Vec<(TableId, Seat)>, StoreError> {
        Ok(Vec::new())
    }
    async fn agreement(&self, _: &TableId, _: Seat) -> Result<Option<(u32, u32)>, StoreError> {
        Ok(None)
    }
    async fn set_agreement(&self, _: &TableId, _: Seat, _: u32, _: u32) -> Result<(), StoreError> {
        Ok(())
    }
    async fn companions(&self, _: &PersonId, _: usize) -> Result<Vec<Companion>, StoreError> {
        Ok(Vec::new())
    }
    async fn moderated_chat(&self, _: &TableId, _: u64, _: usize) -> Result<Vec<ModeratedLine>, StoreError> {
        Ok(Vec::new())
    }
}
