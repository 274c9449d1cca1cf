//! The interface to what is stored for moderation: roles, bans and mutes, and the audit log.

use async_trait::async_trait;
use shangrila_protocol::{AuditEntry, ModerationAction, Person, PersonId, Role};

use super::StoreError;

/// Somebody with a role.
#[derive(Clone, Debug)]
pub struct RoleHolder {
    /// Who.
    pub person: Person,
    /// What they may do.
    pub role: Role,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
}

/// An action with its cause, as it goes into the audit log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AuditedAction<'a> {
    /// `None` for the operator, on the host.
    pub(crate) by: Option<&'a PersonId>,
    pub(crate) action: &'a ModerationAction,
    pub(crate) reason: &'a str,
    pub(crate) at: u64,
}

/// Roles, bans, mutes and the audit log.
#[async_trait]
pub(crate) trait ModerationStore: Send + Sync {
    /// Returns the account or bot with this name.
    async fn find_named(&self, name: &str) -> Result<Option<Person>, StoreError>;

    /// Returns what a person may do beyond playing.
    async fn role_of(&self, person: &PersonId) -> Result<Option<Role>, StoreError>;

    /// Returns everyone with a role, those with the most rights first.
    async fn role_holders(&self) -> Result<Vec<RoleHolder>, StoreError>;

    /// Changes what an action changes and logs it, both or neither. Returns the number of the log entry; `None` if what the action is about
    /// does not exist.
    async fn record(&self, action: AuditedAction<'_>) -> Result<Option<u64>, StoreError>;

    /// Returns the latest entries of the audit log before a number, latest first.
    async fn audit_before(&self, before: u64, most: usize) -> Result<Vec<AuditEntry>, StoreError>;
}
