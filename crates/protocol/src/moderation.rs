//! Moderation: who may do what, and the log of what was done.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ids::{PersonId, TableId};
use crate::people::Person;

/// What an account may do beyond playing. Roles are granted on the host of the server only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Mutes and bans people, closes tables, hides and removes chat lines, handles reports.
    Moderator,
    /// Also bans address ranges, issues reset links, and acts on moderators.
    Administrator,
}

impl Role {
    /// Every role, the one with the fewest rights first.
    pub const ALL: [Role; 2] = [Role::Moderator, Role::Administrator];

    /// The stable name.
    pub const fn id(self) -> &'static str {
        match self {
            Role::Moderator => "moderator",
            Role::Administrator => "administrator",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The text is not the name of a role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseRoleError;

impl fmt::Display for ParseRoleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a role is moderator or administrator")
    }
}

impl core::error::Error for ParseRoleError {}

impl FromStr for Role {
    type Err = ParseRoleError;

    fn from_str(text: &str) -> Result<Role, ParseRoleError> {
        Role::ALL.into_iter().find(|role| role.id() == text).ok_or(ParseRoleError)
    }
}

/// Something a moderator or the operator does. `hours` is how long it lasts; without it, until it is lifted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields name whom or what the action is about")]
pub enum ModerationAction {
    /// On the host only: give an account a role.
    Grant { person: PersonId, role: Role },
    /// On the host only: take an account's role away.
    Revoke { person: PersonId },
    /// Forbid a person and their bots to chat.
    Mute {
        person: PersonId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hours: Option<u32>,
    },
    /// Let a person chat again.
    Unmute { person: PersonId },
    /// Shut out a person and their bots.
    Ban {
        person: PersonId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hours: Option<u32>,
    },
    /// Let a person in again.
    Unban { person: PersonId },
    /// Administrators only: shut out an address or a range of addresses, such as `192.0.2.0/24` or `2001:db8::/48`.
    BanNetwork {
        network: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hours: Option<u32>,
    },
    /// Administrators only: let an address range in again.
    UnbanNetwork { network: String },
    /// Close a table at any stage. Its players are told the reason.
    CloseTable { table: TableId },
    /// Show a chat line to moderators only.
    HideLine { table: TableId, line: u64 },
    /// Show a hidden chat line again.
    ShowLine { table: TableId, line: u64 },
    /// Erase the text of a chat line for good.
    RemoveLine { table: TableId, line: u64 },
    /// Administrators only: issue a link with which an account chooses a new password, once.
    ResetLink { person: PersonId },
}

impl ModerationAction {
    /// The person it is about, if it is about one.
    pub fn person(&self) -> Option<&PersonId> {
        match self {
            ModerationAction::Grant { person, .. }
            | ModerationAction::Revoke { person }
            | ModerationAction::Mute { person, .. }
            | ModerationAction::Unmute { person }
            | ModerationAction::Ban { person, .. }
            | ModerationAction::Unban { person }
            | ModerationAction::ResetLink { person } => Some(person),
            ModerationAction::BanNetwork { .. }
            | ModerationAction::UnbanNetwork { .. }
            | ModerationAction::CloseTable { .. }
            | ModerationAction::HideLine { .. }
            | ModerationAction::ShowLine { .. }
            | ModerationAction::RemoveLine { .. } => None,
        }
    }

    /// The role it takes; `None` if it is possible on the host only.
    pub fn required_role(&self) -> Option<Role> {
        match self {
            ModerationAction::Grant { .. } | ModerationAction::Revoke { .. } => None,
            ModerationAction::BanNetwork { .. }
            | ModerationAction::UnbanNetwork { .. }
            | ModerationAction::ResetLink { .. } => Some(Role::Administrator),
            ModerationAction::Mute { .. }
            | ModerationAction::Unmute { .. }
            | ModerationAction::Ban { .. }
            | ModerationAction::Unban { .. }
            | ModerationAction::CloseTable { .. }
            | ModerationAction::HideLine { .. }
            | ModerationAction::ShowLine { .. }
            | ModerationAction::RemoveLine { .. } => Some(Role::Moderator),
        }
    }
}

/// An entry of the audit log, which is never changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditEntry {
    /// From 1, in the order of time.
    pub number: u64,
    /// When, by the server's clock.
    pub at: u64,
    /// Who; `None` for the operator, on the host.
    pub by: Option<Person>,
    /// What.
    pub action: ModerationAction,
    /// Whom it is about, if anyone.
    pub about: Option<Person>,
    /// Why.
    pub reason: String,
}
