//! The interface to stored passkeys.

use async_trait::async_trait;
use serde::Serialize;
use shangrila_protocol::{PasskeyId, PersonId};

use super::{PersonEntry, StoreError};

/// A stored passkey. An export leaves out what only the server needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct PasskeyEntry {
    pub(crate) id: PasskeyId,
    pub(crate) person: PersonId,
    /// What its owner calls it.
    pub(crate) name: String,
    #[serde(skip)]
    pub(crate) credential: StoredCredential,
    #[serde(skip)]
    pub(crate) state: PasskeyState,
    pub(crate) created: u64,
    /// When it last signed in.
    pub(crate) used: Option<u64>,
}

/// What an authenticator has created, as `identity::passkey` reads and writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredCredential {
    /// The id that the authenticator gave it.
    pub(crate) id: Vec<u8>,
    /// How the browser can reach the authenticator.
    pub(crate) transports: u8,
    pub(crate) public_key: Vec<u8>,
}

/// What may change whenever a passkey signs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PasskeyState {
    /// How often the authenticator has signed; 0 if it does not count.
    pub(crate) counter: u32,
    /// Whether the passkey can be, or has been, copied to other devices of its owner.
    pub(crate) backup: u8,
}

/// What an authenticator is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChallengePurpose {
    /// A new passkey.
    Add,
    /// To sign in.
    SignIn,
}

/// A challenge that waits for its answer, which any process may receive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PasskeyChallenge {
    /// The random bytes that are to be signed.
    pub(crate) id: [u8; 16],
    pub(crate) purpose: ChallengePurpose,
    /// What is expected of the answer, as `identity::passkey` reads and writes it.
    pub(crate) state: Vec<u8>,
}

/// What became of a passkey that was to be removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PasskeyRemoval {
    Removed,
    NotFound,
    /// The account has neither a password nor another passkey.
    LastWayIn,
}

/// Passkeys of accounts.
#[async_trait]
pub(crate) trait PasskeyStore: Send + Sync {
    /// Adds a passkey. `false` if the account already has `most`, or the authenticator's id is taken.
    async fn add_passkey(&self, new: &PasskeyEntry, most: u32) -> Result<bool, StoreError>;

    /// Returns the passkeys of a person, oldest first.
    async fn passkeys_of(&self, person: &PersonId) -> Result<Vec<PasskeyEntry>, StoreError>;

    /// Returns the passkey with the id that its authenticator gave it, and whose it is.
    async fn find_passkey(&self, credential: &[u8]) -> Result<Option<(PasskeyEntry, PersonEntry)>, StoreError>;

    /// Notes that a passkey has signed in. `false` if its state is no longer `before`, because it did so elsewhere at the same time.
    async fn use_passkey(
        &self,
        id: &PasskeyId,
        before: PasskeyState,
        after: PasskeyState,
        now: u64,
    ) -> Result<bool, StoreError>;

    /// Renames a passkey if it belongs to this person.
    async fn rename_passkey(&self, person: &PersonId, id: &PasskeyId, name: &str) -> Result<bool, StoreError>;

    /// Removes a passkey if it belongs to this person and is not their last way in.
    async fn remove_passkey(&self, person: &PersonId, id: &PasskeyId) -> Result<PasskeyRemoval, StoreError>;

    /// Removes all passkeys of a person who has a password.
    async fn remove_passkeys(&self, person: &PersonId) -> Result<(), StoreError>;

    /// Adds a challenge, and forgets those that have expired. `false` if there are already `most` for this purpose.
    async fn add_challenge(
        &self,
        challenge: &PasskeyChallenge,
        expires: u64,
        most: u32,
        now: u64,
    ) -> Result<bool, StoreError>;

    /// Uses up a challenge. Returns its state; `None` if it has expired, was used before, or was never made for this purpose.
    async fn take_challenge(
        &self,
        id: &[u8; 16],
        purpose: ChallengePurpose,
        now: u64,
    ) -> Result<Option<Vec<u8>>, StoreError>;
}
