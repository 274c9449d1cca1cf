//! Passwords: how long they may be, and how they are hashed (Argon2id with the parameters OWASP recommends). Hashing is meant to be
//! slow, so it may use only some of the cores.

use std::thread;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use shangrila_protocol::{PASSWORD_LENGTH, Refusal};
use tokio::sync::Semaphore;
use tokio::task;

/// A hash that no password matches, at the same cost as any other: signing in under an unknown name takes just as long.
const UNMATCHED_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyBpdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Checks the rules for a new password: 8 to 200 characters, of any kind. Characters are Unicode scalar values, not bytes.
fn check_rules(password: &str) -> Result<(), Refusal> {
    if PASSWORD_LENGTH.contains(&password.chars().count()) { Ok(()) } else { Err(Refusal::BadPassword) }
}

/// Hashes and verifies passwords, a few at a time.
pub(crate) struct Passwords {
    permits: Semaphore,
}

impl Passwords {
    /// Uses at most half of the cores.
    pub(crate) fn new() -> Passwords {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Passwords { permits: Semaphore::new((cores / 2).max(1)) }
    }

    /// Hashes a new password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Refusal> {
        check_rules(&password)?;
        self.run(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()))
            .await?
            .map_err(|error| {
                tracing::error!(%error, "cannot hash a password");
                Refusal::Failed
            })
    }

    /// Verifies a password. Without a hash it is wrong, but only after the same time.
    pub(crate) async fn verify(&self, password: String, hash: Option<&str>) -> Result<(), Refusal> {
        // Anything longer cannot be right, and should not cost anything either.
        if password.chars().count() > *PASSWORD_LENGTH.end() {
            return Err(Refusal::WrongPassword);
        }
        let known = hash.is_some();
        let hash = hash.unwrap_or(UNMATCHED_HASH).to_string();
        let matches = self
            .run(move || {
                let hash = PasswordHash::new(&hash)?;
                Argon2::default().verify_password(password.as_bytes(), &hash)
            })
            .await?;
        if matches.is_ok() && known { Ok(()) } else { Err(Refusal::WrongPassword) }
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let Ok(_permit) = self.permits.acquire().await else { return Err(Refusal::Failed) };
        task::spawn_blocking(work).await.map_err(|error| {
            tracing::error!(%error, "cannot hash a password");
            Refusal::Failed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_matches_its_own_hash_only() {
        let passwords = Passwords::new();
        let hash = passwords.hash("over the bridge".to_string()).await.unwrap();
        assert_eq!(passwords.verify("over the bridge".to_string(), Some(&hash)).await, Ok(()));
        assert_eq!(passwords.verify("under the bridge".to_string(), Some(&hash)).await, Err(Refusal::WrongPassword));
        assert_eq!(passwords.verify("over the bridge".to_string(), None).await, Err(Refusal::WrongPassword));
        assert_ne!(passwords.hash("over the bridge".to_string()).await.unwrap(), hash, "salted");
    }

    #[test]
    fn the_length_of_a_password_is_counted_in_characters() {
        for (letter, bytes) in [("x", 1), ("é", 2), ("橋", 3), ("🌉", 4)] {
            assert_eq!(letter.len(), bytes);
            for (count, expected) in
                [(7, Err(Refusal::BadPassword)), (8, Ok(())), (200, Ok(())), (201, Err(Refusal::BadPassword))]
            {
                assert_eq!(check_rules(&letter.repeat(count)), expected, "{count} times {letter}");
            }
        }
    }

    #[tokio::test]
    async fn the_longest_password_can_be_used() {
        let (passwords, longest) = (Passwords::new(), "🌉".repeat(200));
        let hash = passwords.hash(longest.clone()).await.unwrap();
        assert_eq!(passwords.verify(longest, Some(&hash)).await, Ok(()));
    }

    /// Otherwise the response time would reveal who has an account.
    #[tokio::test]
    async fn the_unmatched_hash_costs_as_much_as_any_other() {
        let hash = Passwords::new().hash("over the bridge".to_string()).await.unwrap();
        let cost = |hash: &str| hash.split('$').take(4).map(str::to_string).collect::<Vec<_>>();
        assert_eq!(cost(&hash), cost(UNMATCHED_HASH));
        let (hash, unmatched) = (PasswordHash::new(&hash).unwrap(), PasswordHash::new(UNMATCHED_HASH).unwrap());
        assert_eq!(hash.hash.unwrap().len(), unmatched.hash.unwrap().len());
    }
}
