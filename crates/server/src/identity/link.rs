//! Links that work once: to verify an e-mail address, or to set a new password. The server mails them, or a moderator hands one over however
//! they have made sure who asks.

use super::{TokenHash, session};
use crate::random;

/// How long a link to verify an address works, in milliseconds.
pub(crate) const VERIFY_LIFETIME: u64 = 24 * 60 * 60 * 1000;
/// How long a mailed link to set a new password works, in milliseconds.
pub(crate) const MAILED_RESET_LIFETIME: u64 = 60 * 60 * 1000;
/// How long one works that a moderator or the operator has issued, in milliseconds: it takes its time to reach its owner.
pub(crate) const ISSUED_RESET_LIFETIME: u64 = 24 * 60 * 60 * 1000;

/// Returns a random token for a link, and the hash to be stored.
pub(crate) fn new_link_token() -> (String, TokenHash) {
    let token = random::word::<32>();
    let hash = session::hash(&token);
    (token, hash)
}

/// Returns the hash of the token in a link.
pub(crate) fn link_token_hash(token: &str) -> TokenHash {
    session::hash(token)
}
