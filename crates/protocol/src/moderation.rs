//! Moderation: who may do what, and the log of what was done.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ids::{ClubId, PersonId, TableId, TournamentId};
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
    /// Close a club for good. Its tables stay.
    CloseClub { club: ClubId },
    /// Cancel a tournament. Its games go on.
    CloseTournament { tournament: TournamentId },
    /// Show a chat line to moderators only.
    HideLine { table: TableId, line: u64 },
    /// Show a hidden chat line again.
    ShowLine { table: TableId, line: u64 },
    /// Erase the text of a chat line for good.
    RemoveLine { table: TableId, line: u64 },
    /// Administrators only: issue a link with which an account chooses a new password, once.
    ResetLink { person: PersonId },
    /// Take care of a report.
    TakeReport { report: u64 },
    /// Close a report.
    ResolveReport { report: u64, outcome: ReportOutcome },
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
            | ModerationAction::CloseClub { .. }
            | ModerationAction::CloseTournament { .. }
            | ModerationAction::HideLine { .. }
            | ModerationAction::ShowLine { .. }
            | ModerationAction::RemoveLine { .. }
            | ModerationAction::TakeReport { .. }
            | ModerationAction::ResolveReport { .. } => None,
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
            | ModerationAction::CloseClub { .. }
            | ModerationAction::CloseTournament { .. }
            | ModerationAction::HideLine { .. }
            | ModerationAction::ShowLine { .. }
            | ModerationAction::RemoveLine { .. }
            | ModerationAction::TakeReport { .. }
            | ModerationAction::ResolveReport { .. } => Some(Role::Moderator),
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

/// `POST /api/moderation/actions`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ModerationRequest {
    /// What to do.
    pub action: ModerationAction,
    /// Why: at most [`LONGEST_REASON`] characters. People are told why they are banned or their table is closed.
    pub reason: String,
}

/// The longest reason, in characters.
pub const LONGEST_REASON: usize = 500;

/// The response to `POST /api/moderation/actions`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActionDone {
    /// The entry in the audit log.
    pub number: u64,
    /// The secret part of a reset link, which is never shown again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reset_token: Option<String>,
}

/// A ban or mute in force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SanctionNotice {
    /// When it ends, by the server's clock; `None` if nobody has said when.
    pub until: Option<u64>,
    /// Why.
    pub reason: String,
}

/// What to look for: `GET /api/moderation/people` and `GET /api/moderation/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct ModerationSearch {
    /// Part of a name, or a whole id. Empty for the latest.
    pub text: String,
}

/// A person as moderators see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundPerson {
    /// What everyone sees.
    pub person: Person,
    /// When they first came, by the server's clock.
    pub since: u64,
    /// When they last came back, to the day.
    pub seen: u64,
    /// Their role, if any.
    pub role: Option<Role>,
    /// Their ban, if any.
    pub ban: Option<SanctionNotice>,
    /// Their mute, if any.
    pub mute: Option<SanctionNotice>,
}

/// `GET /api/moderation/people`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundPeople {
    /// At most 50, those seen last first.
    pub people: Vec<FoundPerson>,
}

/// An address range that is banned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BannedNetwork {
    /// Such as `192.0.2.0/24`.
    pub network: String,
    /// Until when, and why.
    pub ban: SanctionNotice,
}

/// `GET /api/moderation/networks`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BannedNetworks {
    /// In no particular order.
    pub networks: Vec<BannedNetwork>,
}

/// What became of a chat line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LineStatus {
    /// Everyone at the table sees it.
    Shown,
    /// Moderators alone see its text.
    Hidden,
    /// Its text is erased.
    Removed,
}

/// A chat line as moderators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ModeratedLine {
    /// Its number within the chat of the table.
    pub number: u64,
    /// When it was written, by the server's clock.
    pub at: u64,
    /// The author.
    pub by: Person,
    /// The text, even if the line is hidden.
    pub text: String,
    /// What became of it.
    pub status: LineStatus,
}

/// Which chat lines: `GET /api/moderation/tables/{id}/chat`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct PageQuery {
    /// Only what comes before this number.
    pub before: Option<u64>,
}

/// `GET /api/moderation/tables/{id}/chat`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ModeratedChat {
    /// In order, at most 50.
    pub lines: Vec<ModeratedLine>,
}

/// `GET /api/moderation/audit`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditLog {
    /// Latest first, at most 50.
    pub entries: Vec<AuditEntry>,
}

/// `POST /api/reports`: tell the moderators about a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// Whom it is about.
    pub person: PersonId,
    /// The table it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The number of the chat line there, which the person must have written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// What is wrong: at most [`LONGEST_REASON`] characters.
    pub text: String,
}

/// How far a report has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportState {
    /// Nobody has taken it.
    #[default]
    Open,
    /// A moderator takes care of it.
    Taken,
    /// It is closed.
    Resolved,
}

impl ReportState {
    /// Every state.
    pub const ALL: [ReportState; 3] = [ReportState::Open, ReportState::Taken, ReportState::Resolved];

    /// The stable name.
    pub const fn id(self) -> &'static str {
        match self {
            ReportState::Open => "open",
            ReportState::Taken => "taken",
            ReportState::Resolved => "resolved",
        }
    }
}

/// What a moderator makes of a report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportOutcome {
    /// Something was done about it.
    Upheld,
    /// There was nothing to do.
    Dismissed,
}

impl ReportOutcome {
    /// The stable name.
    pub const fn id(self) -> &'static str {
        match self {
            ReportOutcome::Upheld => "upheld",
            ReportOutcome::Dismissed => "dismissed",
        }
    }
}

/// A report in the queue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// From 1, in the order of time.
    pub number: u64,
    /// When, by the server's clock.
    pub at: u64,
    /// Who wrote it.
    pub by: Person,
    /// Whom it is about.
    pub about: Person,
    /// The table it is about.
    pub table: Option<TableId>,
    /// The chat line it is about.
    pub line: Option<u64>,
    /// What is wrong.
    pub text: String,
    /// How far it has come.
    pub state: ReportState,
    /// The moderator who has taken or resolved it.
    pub taken_by: Option<Person>,
    /// What became of it.
    pub outcome: Option<ReportOutcome>,
    /// The chat around the line: up to ten lines before and after it.
    pub context: Vec<ModeratedLine>,
}

/// `GET /api/moderation/reports`: which reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct ReportQuery {
    /// Those in this state.
    #[cfg_attr(feature = "openapi", param(inline))]
    pub state: ReportState,
}

/// `GET /api/moderation/reports`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reports {
    /// Open and taken ones: oldest first; resolved ones: latest first. At most 50.
    pub reports: Vec<Report>,
}

/// `GET /api/me/blocks`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BlockedPeople {
    /// By name.
    pub people: Vec<Person>,
}

/// How often a player chose the move of the strongest level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Agreement {
    /// The game.
    pub table: TableId,
    /// Moves with more than one choice that the player chose.
    pub moves: u32,
    /// Those the strongest level would have chosen too.
    pub agreed: u32,
}

/// How many moves took how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ThinkingTimes {
    /// The time in seconds below which these moves took, and not below the previous one; `None` for all that took longer.
    pub below: Option<u32>,
    /// The number of moves.
    pub moves: u32,
}

/// Someone a player has rated games with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Companion {
    /// Who.
    pub person: Person,
    /// Rated games together.
    pub games: u32,
    /// How much these games have changed the player's rating altogether.
    pub gained: f64,
    /// How much these games have changed the companion's rating altogether.
    pub they_gained: f64,
}

/// `GET /api/moderation/people/{id}/fair-play`: what helps a moderator judge whether someone plays by themselves. It proves nothing, and
/// nothing follows from it automatically.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FairPlay {
    /// The player's latest finished games, as far as they are compared, latest first.
    pub agreements: Vec<Agreement>,
    /// Games that are still being compared.
    pub pending: u32,
    /// How long the player thought in these games.
    pub times: Vec<ThinkingTimes>,
    /// Those the player has most rated games with, most games first.
    pub companions: Vec<Companion>,
}
