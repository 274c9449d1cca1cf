//! What the operator can do on the host of a server, whether or not it is running: `shangrila admin`.
//!
//! Whoever may write the database may do all of this, and nobody else: that right is the credential. Every command goes into the audit
//! log, which the running server follows, so that it carries out within a second what concerns open connections and tables.

use std::fmt;

use shangrila_protocol::{AuditEntry, ModerationAction, Person, PersonKind, Role};

use crate::clock;
use crate::identity::new_link_token;
use crate::store::{AuditedAction, DatabaseAddress, HostTables, RoleHolder, StoreError};

/// The database of a server, opened for the operator.
pub struct HostCommands {
    tables: HostTables,
    address: DatabaseAddress,
}

/// Why a command of the operator has failed.
#[derive(Debug)]
pub struct HostCommandError(String);

impl fmt::Display for HostCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HostCommandError {}

impl HostCommands {
    /// Opens the database of a server, which may be running.
    ///
    /// # Errors
    /// If there is no database, or it is used by a server of another version.
    pub async fn open(database: &DatabaseAddress) -> Result<HostCommands, HostCommandError> {
        let tables = HostTables::open(database).await.map_err(|error| failed(database, &error))?;
        Ok(HostCommands { tables, address: database.clone() })
    }

    /// Closes the database.
    pub async fn close(self) {
        self.tables.close().await;
    }

    /// Returns the account or bot with this name.
    ///
    /// # Errors
    /// If there is none.
    pub async fn person(&self, name: &str) -> Result<Person, HostCommandError> {
        let found = self.tables.store().find_named(name).await.map_err(|error| failed(&self.address, &error))?;
        found.ok_or_else(|| HostCommandError(format!("there is no account or bot named {name:?}")))
    }

    /// Gives an account a role, in place of the one it has.
    ///
    /// # Errors
    /// If there is no such account.
    pub async fn grant(&self, name: &str, role: Role, reason: &str) -> Result<Person, HostCommandError> {
        let person = self.person(name).await?;
        if person.kind != PersonKind::Account {
            return Err(HostCommandError(format!("{} is not an account", person.name)));
        }
        self.act(&ModerationAction::Grant { person: person.id.clone(), role }, reason).await?;
        Ok(person)
    }

    /// Takes the role of an account away.
    ///
    /// # Errors
    /// If there is no such account, or it has no role.
    pub async fn revoke(&self, name: &str, reason: &str) -> Result<Person, HostCommandError> {
        let person = self.person(name).await?;
        let action = ModerationAction::Revoke { person: person.id.clone() };
        if self.record(&action, reason).await?.is_none() {
            return Err(HostCommandError(format!("{} has no role", person.name)));
        }
        Ok(person)
    }

    /// Issues a link with which an account chooses a new password, once. Returns its secret part.
    ///
    /// # Errors
    /// If there is no such account.
    pub async fn reset_link(&self, name: &str, reason: &str) -> Result<String, HostCommandError> {
        let (person, (token, hash)) = (self.person(name).await?, new_link_token());
        let stored = self.tables.store().add_reset_link(&hash, &person.id, clock::now()).await;
        if !stored.map_err(|error| failed(&self.address, &error))? {
            return Err(HostCommandError(format!("{} is not an account", person.name)));
        }
        self.act(&ModerationAction::ResetLink { person: person.id }, reason).await?;
        Ok(token)
    }

    /// Does something as the operator.
    ///
    /// # Errors
    /// If what it is about does not exist.
    pub async fn act(&self, action: &ModerationAction, reason: &str) -> Result<(), HostCommandError> {
        let missing = || HostCommandError("not found, or there is nothing to change".to_string());
        self.record(action, reason).await?.map(drop).ok_or_else(missing)
    }

    /// Returns everyone with a role.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn role_holders(&self) -> Result<Vec<RoleHolder>, HostCommandError> {
        self.tables.store().role_holders().await.map_err(|error| failed(&self.address, &error))
    }

    /// Returns the latest entries of the audit log, latest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn audit(&self, most: usize) -> Result<Vec<AuditEntry>, HostCommandError> {
        self.tables.store().audit_before(u64::MAX, most).await.map_err(|error| failed(&self.address, &error))
    }

    async fn record(&self, action: &ModerationAction, reason: &str) -> Result<Option<u64>, HostCommandError> {
        let audited = AuditedAction { by: None, action, reason, at: clock::now() };
        self.tables.store().record(audited).await.map_err(|error| failed(&self.address, &error))
    }
}

fn failed(database: &DatabaseAddress, error: &StoreError) -> HostCommandError {
    HostCommandError(format!("cannot use the database {database}: {error}"))
}
