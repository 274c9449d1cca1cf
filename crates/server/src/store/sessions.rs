//! The interface to stored sessions: browsers that are signed in.

use std::collections::HashSet;

use async_trait::async_trait;
use serde::Serialize;
use shangrila_protocol::{PersonId, SessionId};

use super::{PersonEntry, StoreError};
use crate::identity::{Device, TokenHash};

/// A stored session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct SessionEntry {
    pub(crate) id: SessionId,
    pub(crate) person: PersonId,
    /// When the person signed in.
    pub(crate) created: u64,
    /// When it was last used, to the hour.
    pub(crate) used: u64,
    /// When it ends unless it is used before.
    pub(crate) expires: u64,
    pub(crate) device: Device,
}

/// Sessions. Those that have expired are never returned.
#[async_trait]
pub(crate) trait SessionStore: Send + Sync {
    /// Starts a session. Beyond `most` sessions of one person, those that were not used for longest end; returns them.
    async fn start_session(
        &self,
        new: &SessionEntry,
        token_hash: &TokenHash,
        most: u32,
    ) -> Result<Vec<SessionId>, StoreError>;

    /// Returns the session with this token, and whose it is.
    async fn find_session(
        &self,
        token_hash: &TokenHash,
        now: u64,
    ) -> Result<Option<(SessionEntry, PersonEntry)>, StoreError>;

    /// Whether a session has not ended.
    async fn has_session(&self, id: &SessionId, now: u64) -> Result<bool, StoreError>;

    /// Returns those of some sessions that have not ended.
    async fn sessions_among(&self, ids: &[SessionId], now: u64) -> Result<HashSet<SessionId>, StoreError>;

    /// Notes that a session is in use, and extends it.
    async fn extend_session(&self, id: &SessionId, used: u64, expires: u64) -> Result<(), StoreError>;

    /// Returns the sessions of a person, those used last first.
    async fn sessions_of(&self, person: &PersonId, now: u64) -> Result<Vec<SessionEntry>, StoreError>;

    /// Ends a session if it belongs to this person.
    async fn end_session(&self, person: &PersonId, id: &SessionId) -> Result<bool, StoreError>;

    /// Ends the sessions of a person, except for one. Returns those that have ended.
    async fn end_sessions(&self, person: &PersonId, except: Option<&SessionId>) -> Result<Vec<SessionId>, StoreError>;

    /// Whether a person has signed in on a device before.
    async fn knows_device(&self, person: &PersonId, device: &TokenHash) -> Result<bool, StoreError>;

    /// Remembers that a person has signed in on a device. Of more than `most`, those that signed in longest ago are forgotten.
    async fn remember_device(
        &self,
        person: &PersonId,
        device: &TokenHash,
        now: u64,
        most: u32,
    ) -> Result<(), StoreError>;

    /// Deletes expired sessions and returns them.
    async fn delete_expired_sessions(&self, now: u64) -> Result<Vec<SessionId>, StoreError>;
}
