//! What is asked and answered over HTTP. Lists and sign-in; what happens at tables goes over WebSockets.

use serde::{Deserialize, Serialize};

use crate::ids::{PersonId, TableId};
use crate::people::{Person, RatingList};
use crate::refusal::Refusal;
use crate::settings::{LevelId, TableSettings};
use crate::state::{Phase, SeatedPlayer};

/// An answer that refuses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Why, for programs.
    pub reason: Refusal,
    /// Why, in English.
    pub message: String,
}

/// Who is asking, as they see themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// As others see them.
    #[serde(flatten)]
    pub person: Person,
    /// Whether others may see the profile.
    pub profile_public: bool,
    /// Whose chat is not wanted.
    pub muted: Vec<PersonId>,
}

/// `GET /api/me`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WhoAmI {
    /// None where nobody is known.
    pub me: Option<Me>,
}

/// `POST /api/guests`: a name is enough to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// 1 to 24 characters.
    pub name: String,
}

/// `POST /api/accounts` and `POST /api/session`: name and password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 1 to 24 characters.
    pub name: String,
    /// 8 to 200 bytes.
    pub password: String,
}

/// `PATCH /api/me`: what is left out stays.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ChangeMe {
    /// Another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether others may see the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_public: Option<bool>,
}

/// `POST /api/me/password`. Signs out everywhere else.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The present one.
    pub old: String,
    /// The next one.
    pub new: String,
}

/// `POST /api/me/deletion`: an account gives its password again.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DeleteMe {
    /// Of accounts; guests have none.
    pub password: Option<String>,
}

/// `POST /api/me/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// 1 to 24 characters, unlike all other names of accounts and bots.
    pub name: String,
}

/// A bot and its token, which is shown this once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotCreated {
    /// The bot.
    pub bot: Person,
    /// For `Authorization: Bearer …`.
    pub token: String,
}

/// `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NewTable {
    /// How it is set up.
    pub settings: TableSettings,
    /// The seats in turn order, as many as the settings say; left out: the host on the first, the others free.
    pub seats: Vec<NewSeat>,
}

/// A seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// The letter of the clan.
    pub clan: char,
    /// Who sits there.
    #[serde(default)]
    pub sitter: NewSitter,
}

/// Who sits at a new table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum NewSitter {
    /// Whoever comes.
    #[default]
    Free,
    /// Who sets the table up.
    Me,
    /// A computer player.
    Level(LevelId),
}

/// `201` of `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableCreated {
    /// The new table.
    pub table: TableId,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableSummary {
    /// Which.
    pub table: TableId,
    /// How it is set up.
    pub settings: TableSettings,
    /// Who set it up.
    pub host: PersonId,
    /// The seats in turn order.
    pub seats: Vec<SeatedPlayer>,
    /// How far it is.
    pub phase: Phase,
    /// Moves played.
    pub moves: u32,
    /// Whose turn it is.
    pub next: Option<u8>,
    /// When the time of that seat ends.
    pub deadline: Option<u64>,
    /// The seats that won.
    pub winners: Vec<u8>,
    /// Masters of each seat at the end.
    pub masters: Vec<u8>,
    /// When something last happened, by the server's clock.
    pub changed: u64,
}

/// A list of tables: `GET /api/tables` (the open ones), `GET /api/me/tables` (one's own, those that wait for one first).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tables {
    /// In the order of the list.
    pub tables: Vec<TableSummary>,
}

/// `GET /api/games`: public games that are over, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct GameSearch {
    /// Part of the name of somebody who played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// 3 or 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// Only those that were finished before this time of the server's clock: the last of the list before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// A rating. Only a win counts, and a shared win is shared: whoever wins is before all others, who are equal.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// 3 or 4.
    pub players: u8,
    /// With people alone, or with bots.
    pub list: RatingList,
    /// The estimate.
    pub rating: f64,
    /// How unsure it is.
    pub uncertainty: f64,
    /// Rated games.
    pub games: u32,
    /// Of them won, shared wins in part.
    pub wins: f64,
}

/// `GET /api/people/{id}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// When they came, by the server's clock.
    pub since: u64,
    /// Public games that are over.
    pub games: u32,
    /// Of them won, shared wins in part, those of stand-ins not at all.
    pub wins: f64,
    /// Their ratings.
    pub ratings: Vec<Rating>,
    /// The latest of their public games that are over.
    pub latest: Vec<TableSummary>,
}

/// Whose ratings: `GET /api/ratings`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct RatingQuery {
    /// 3 or 4.
    pub players: u8,
    /// With people alone, or with bots.
    pub list: RatingList,
}

/// Somebody in a list of ratings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rated {
    /// Who: a person or bot, or a computer player of the server.
    pub sitter: crate::people::Sitter,
    /// Their rating.
    pub rating: Rating,
}

/// A list of ratings, the best first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ratings {
    /// Those of whom enough is known.
    pub rated: Vec<Rated>,
}
