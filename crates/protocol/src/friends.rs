//! Friends, people one follows, and invitations to a table.

use serde::{Deserialize, Serialize};

use crate::http::TableSummary;
use crate::ids::PersonId;
use crate::people::Person;

/// What two accounts are to each other, as one of them sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Friendship {
    /// Neither has asked.
    #[default]
    None,
    /// The caller has asked.
    Asked,
    /// The other one has asked.
    AsksYou,
    /// Both have agreed.
    Friends,
}

/// How the caller stands to another account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Relation {
    /// Whether they are friends, or one of them has asked.
    pub friendship: Friendship,
    /// Whether the caller follows the other one.
    pub following: bool,
}

/// A friend, or someone the caller follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Acquaintance {
    /// Who it is.
    pub person: Person,
    /// Whether they have the app open. Of people who are not friends and have a private profile, nobody learns that.
    pub online: bool,
}

/// `GET /api/me/people`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MyPeople {
    /// Those who are online first, then by name.
    pub friends: Vec<Acquaintance>,
    /// People who would like to be friends.
    pub asking: Vec<Person>,
    /// People the caller has asked, who have not answered.
    pub asked: Vec<Person>,
    /// Whom the caller follows: those who are online first, then by name.
    pub following: Vec<Acquaintance>,
}

/// `GET /api/people`: the account with this name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct FindPerson {
    /// The whole name; upper and lower case are the same.
    pub name: String,
}

/// `POST /api/tables/{id}/invitations`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewInvitation {
    /// Whom to invite.
    pub person: PersonId,
}

/// An invitation to a table that is still waiting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableInvitation {
    /// The table.
    pub table: TableSummary,
    /// Who invites.
    pub by: Person,
    /// When, by the server's clock.
    pub at: u64,
}

/// `GET /api/me/invitations`, the latest first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableInvitations {
    /// Without those that were declined.
    pub invitations: Vec<TableInvitation>,
}
