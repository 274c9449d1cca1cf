//! The interface to what is stored for moderation: roles, bans and mutes, and the audit log.

use async_trait::async_trait;
use shangrila_protocol::{AuditEntry, FoundPerson, ModeratedLine, ModerationAction, Person, PersonId, Role, TableId};

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

/// What a sanction forbids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SanctionKind {
    /// Everything.
    Ban,
    /// To chat.
    Mute,
}

/// A stored ban or mute.
#[derive(Clone, Debug)]
pub(crate) struct SanctionEntry {
    pub(crate) kind: SanctionKind,
    /// The id of a person or bot, or an address range.
    pub(crate) target: String,
    /// When it ends by itself.
    pub(crate) until: Option<u64>,
    pub(crate) reason: String,
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

    /// Returns the next entries of the audit log that the server has not carried out, in order.
    async fn audit_to_carry_out(&self) -> Result<Vec<AuditEntry>, StoreError>;

    /// Notes that the server has carried out the audit log up to a number.
    async fn set_carried_out(&self, number: u64) -> Result<(), StoreError>;

    /// Returns all bans and mutes. Those of an account are also listed for each of its bots.
    async fn sanctions(&self) -> Result<Vec<SanctionEntry>, StoreError>;

    /// Returns a person and their bots.
    async fn person_and_bots(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError>;

    /// Returns people by a part of their name, or by their id.
    async fn find_people(&self, text: &str, now: u64) -> Result<Vec<FoundPerson>, StoreError>;

    /// Returns the chat lines of a table before a number, hidden ones included, in order.
    async fn moderated_chat(&self, table: &TableId, before: u64, most: usize)
    -> Result<Vec<ModeratedLine>, StoreError>;
}
