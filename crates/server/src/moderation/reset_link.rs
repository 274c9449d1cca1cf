//! Links with which an account chooses a new password, once. They are for people who have lost theirs: a moderator issues one and hands it
//! over however they have made sure who asks. Resetting by e-mail can use the same links.

use sha2::{Digest, Sha256};

use crate::random;

/// How long a link works, in milliseconds: a day.
pub(crate) const LIFETIME: u64 = 86_400_000;

/// The secret in a link: 256 random bits. Only a hash is stored; it needs no salt, because a token cannot be guessed.
pub(crate) struct ResetToken(String);

impl ResetToken {
    /// Creates a random token.
    pub(crate) fn new() -> ResetToken {
        ResetToken(random::word::<32>())
    }

    /// The token that someone shows.
    pub(crate) fn shown(text: &str) -> ResetToken {
        ResetToken(text.to_string())
    }

    /// Returns the hash that is stored.
    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Returns the token itself, to be shown once.
    pub(crate) fn reveal(self) -> String {
        self.0
    }
}
