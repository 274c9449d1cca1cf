//! Passwords: Argon2id with the parameters OWASP recommends. Hashing is meant to be slow, so only some cores may be busy with it.

use std::thread;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use shangrila_protocol::{PASSWORD_LENGTH, Refusal};
use tokio::sync::Semaphore;
use tokio::task;

/// A hash that no password has, of the same cost as any other: who signs in under a name that nobody has waits just as long.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyBpdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes and checks passwords, a few at a time.
pub(crate) struct Passwords {
    at_once: Semaphore,
}

impl Passwords {
    /// On at most half of the cores.
    pub(crate) fn new() -> Passwords {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Passwords { at_once: Semaphore::new((cores / 2).max(1)) }
    }

    /// The hash of a new password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Refusal> {
        if !PASSWORD_LENGTH.contains(&password.len()) {
            return Err(Refusal::BadPassword);
        }
        self.run(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()))
            .await?
            .map_err(|error| {
                tracing::error!(%error, "cannot hash a password");
                Refusal::Failed
            })
    }

    /// Whether a password has this hash. Without a hash it has not, after as long a time.
    pub(crate) async fn check(&self, password: String, hash: Option<&str>) -> Result<(), Refusal> {
        // Anything longer cannot be right, and should not cost anything either.
        if password.len() > *PASSWORD_LENGTH.end() {
            return Err(Refusal::WrongPassword);
        }
        let known = hash.is_some();
        let hash = hash.unwrap_or(NOBODYS).to_string();
        let fits = self
            .run(move || {
                let hash = PasswordHash::new(&hash)?;
                Argon2::default().verify_password(password.as_bytes(), &hash)
            })
            .await?;
        if fits.is_ok() && known { Ok(()) } else { Err(Refusal::WrongPassword) }
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let Ok(_permit) = self.at_once.acquire().await else { return Err(Refusal::Failed) };
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
    async fn a_password_fits_its_own_hash_alone() {
        let passwords = Passwords::new();
        let hash = passwords.hash("over the bridge".to_string()).await.unwrap();
        assert_eq!(passwords.check("over the bridge".to_string(), Some(&hash)).await, Ok(()));
        assert_eq!(passwords.check("under the bridge".to_string(), Some(&hash)).await, Err(Refusal::WrongPassword));
        assert_eq!(passwords.check("over the bridge".to_string(), None).await, Err(Refusal::WrongPassword));
        assert_ne!(passwords.hash("over the bridge".to_string()).await.unwrap(), hash, "salted");
        for wrong in ["short", &"x".repeat(201)] {
            assert_eq!(passwords.hash(wrong.to_string()).await, Err(Refusal::BadPassword));
        }
    }

    /// Otherwise the time would tell who has an account.
    #[tokio::test]
    async fn nobodys_hash_costs_as_much_as_any_other() {
        let hash = Passwords::new().hash("over the bridge".to_string()).await.unwrap();
        let cost = |hash: &str| hash.split('$').take(4).map(str::to_string).collect::<Vec<_>>();
        assert_eq!(cost(&hash), cost(NOBODYS));
        let (hash, nobodys) = (PasswordHash::new(&hash).unwrap(), PasswordHash::new(NOBODYS).unwrap());
        assert_eq!(hash.hash.unwrap().len(), nobodys.hash.unwrap().len());
    }
}
