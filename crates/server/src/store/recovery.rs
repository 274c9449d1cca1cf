//! The interface to what gets people back into their accounts: recovery codes, e-mail addresses, and links.

use async_trait::async_trait;
use shangrila_protocol::PersonId;

use super::{PersonEntry, StoreError};
use crate::identity::TokenHash;

/// What a link is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinkPurpose {
    /// To verify an e-mail address.
    Verify,
    /// To set a new password.
    Reset,
}

/// A link that works once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LinkEntry {
    pub(crate) person: PersonId,
    pub(crate) purpose: LinkPurpose,
    /// Where it was sent to; `None` if a moderator or the operator has issued it.
    pub(crate) email: Option<String>,
    pub(crate) expires: u64,
}

/// Recovery codes, e-mail addresses and links of accounts.
#[async_trait]
pub(crate) trait RecoveryStore: Send + Sync {
    /// Replaces the recovery codes of an account.
    async fn set_recovery_codes(&self, person: &PersonId, codes: &[TokenHash]) -> Result<(), StoreError>;

    /// Counts the recovery codes that have not been used.
    async fn count_recovery_codes(&self, person: &PersonId) -> Result<u32, StoreError>;

    /// Whether an account has this recovery code.
    async fn has_recovery_code(&self, person: &PersonId, code: &TokenHash) -> Result<bool, StoreError>;

    /// Uses up a recovery code. `false` if the account has no such code.
    async fn use_recovery_code(&self, person: &PersonId, code: &TokenHash) -> Result<bool, StoreError>;

    /// Returns the verified e-mail address of an account.
    async fn email_of(&self, person: &PersonId) -> Result<Option<String>, StoreError>;

    /// Sets or removes the verified e-mail address of an account. `false` if another account has it.
    async fn set_email(&self, person: &PersonId, email: Option<&str>) -> Result<bool, StoreError>;

    /// Returns the account with this verified e-mail address.
    async fn find_by_email(&self, email: &str) -> Result<Option<PersonEntry>, StoreError>;

    /// Adds a link to an account. One that is mailed takes the place of an earlier mailed one for the same purpose. `false` if there is
    /// no such account.
    async fn add_link(&self, token: &TokenHash, link: &LinkEntry, now: u64) -> Result<bool, StoreError>;

    /// Returns a link, if it has not expired.
    async fn find_link(
        &self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: u64,
    ) -> Result<Option<LinkEntry>, StoreError>;

    /// Uses up a link, if it has not expired, with all others of the same person for the same purpose. `false` if there is none.
    async fn use_link(&self, token: &TokenHash, purpose: LinkPurpose, now: u64) -> Result<bool, StoreError>;
}
