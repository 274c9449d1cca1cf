//! The interface to what is stored for moderation: roles, bans and mutes, and the audit log.

use async_trait::async_trait;
use shangrila_protocol::{
    AuditEntry, Companion, FoundPerson, ModeratedLine, ModerationAction, NewReport, Person, PersonId, Report,
    ReportState, Role, TableId,
};
use shangrila_rules::Seat;

use super::StoreError;
use crate::identity::TokenHash;

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

    /// Returns the next entries of the audit log after a number, in order.
    async fn audit_after(&self, number: u64) -> Result<Vec<AuditEntry>, StoreError>;

    /// Returns the number up to which the audit log was carried out.
    async fn carried_out(&self) -> Result<u64, StoreError>;

    /// Notes that the audit log was carried out up to a number.
    async fn set_carried_out(&self, number: u64) -> Result<(), StoreError>;

    /// Returns all bans and mutes. Those of an account are also listed for each of its bots.
    async fn sanctions(&self) -> Result<Vec<SanctionEntry>, StoreError>;

    /// Returns a person and their bots.
    async fn person_and_bots(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError>;

    /// Returns people by a part of their name, or by their id.
    async fn find_people(&self, text: &str, now: u64) -> Result<Vec<FoundPerson>, StoreError>;

    /// Stores a report. `false` if there is no such person, or no such line of theirs at a table at which the author has a seat. While a
    /// report is unresolved, another by the same author about the same person or line is dropped.
    async fn report(&self, by: &PersonId, report: &NewReport, at: u64) -> Result<bool, StoreError>;

    /// Returns the reports in a state.
    async fn reports(&self, state: ReportState) -> Result<Vec<Report>, StoreError>;

    /// Returns whom a person has blocked, by name.
    async fn blocked_by(&self, person: &PersonId) -> Result<Vec<Person>, StoreError>;

    /// Returns who has blocked a person.
    async fn blockers_of(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError>;

    /// Blocks a person. `false` if the list already has `most` entries.
    async fn block(&self, person: &PersonId, blocked: &PersonId, most: u32) -> Result<bool, StoreError>;

    /// Unblocks a person.
    async fn unblock(&self, person: &PersonId, blocked: &PersonId) -> Result<(), StoreError>;

    /// Stores a link with which an account can set a new password. Returns whether there is such an account.
    async fn add_reset_link(&self, token: &TokenHash, person: &PersonId, now: u64) -> Result<bool, StoreError>;

    /// Returns a person's latest finished games in which they chose moves, latest first, with their seats.
    async fn latest_games(&self, person: &PersonId, most: usize) -> Result<Vec<(TableId, Seat)>, StoreError>;

    /// Returns how often a seat chose the move of the strongest level, as moves and agreements, if that was computed.
    async fn agreement(&self, table: &TableId, seat: Seat) -> Result<Option<(u32, u32)>, StoreError>;

    /// Stores how often a seat chose the move of the strongest level.
    async fn set_agreement(&self, table: &TableId, seat: Seat, moves: u32, agreed: u32) -> Result<(), StoreError>;

    /// Returns whom a person has most rated games with.
    async fn companions(&self, person: &PersonId, most: usize) -> Result<Vec<Companion>, StoreError>;

    /// Returns the chat lines of a table before a number, hidden ones included, in order.
    async fn moderated_chat(&self, table: &TableId, before: u64, most: usize)
    -> Result<Vec<ModeratedLine>, StoreError>;
}
