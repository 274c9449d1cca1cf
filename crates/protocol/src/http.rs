//! HTTP requests and responses: lists and sign-in. Everything at a table goes over the WebSocket.

use serde::{Deserialize, Serialize};
use shangrila_rules::Seat;

use crate::event::StandInReason;
use crate::friends::Relation;
use crate::ids::{PersonId, TableId};
use crate::moderation::{Role, SanctionNotice};
use crate::people::{Person, RatingList};
use crate::refusal::Refusal;
use crate::seat_index;
use crate::settings::{Fill, LevelId, TableSettings, TimeControl};
use crate::state::{Phase, SeatedPlayer};

/// The body of every error response.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The reason, for programs.
    pub reason: Refusal,
    /// The reason in English, for people reading logs.
    pub message: String,
}

/// The caller's own profile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// What others see.
    #[serde(flatten)]
    pub person: Person,
    /// Whether others may see the profile page.
    pub profile_public: bool,
    /// People whose chat lines the app hides.
    pub muted: Vec<PersonId>,
    /// People whose chat lines they do not get, and who cannot join their tables.
    #[serde(default)]
    pub blocked: Vec<PersonId>,
    /// What they may do beyond playing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
}

/// `GET /api/me`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WhoAmI {
    /// `None` if the request has no valid cookie or token.
    pub me: Option<Me>,
    /// Whether they are banned, until when and why. They can still sign out, download their data and delete themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned: Option<SanctionNotice>,
}

/// `POST /api/guests`: a name is all a guest needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// 1 to 24 characters.
    pub name: String,
}

/// `POST /api/accounts` and `POST /api/session`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 1 to 24 characters.
    pub name: String,
    /// 8 to 200 characters.
    pub password: String,
}

/// `PATCH /api/me`: omitted fields stay as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ChangeMe {
    /// The new name, 1 to 24 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether others may see the profile page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_public: Option<bool>,
}

/// `POST /api/me/deletion`: accounts confirm with their password.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DeleteMe {
    /// Required for accounts; guests have none.
    pub password: Option<String>,
}

/// `POST /api/me/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// 1 to 24 characters, different from the name of every other account and bot.
    pub name: String,
}

/// A new bot and its API token, which is never shown again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotCreated {
    /// The bot as others see it.
    pub bot: Person,
    /// For `Authorization: Bearer …`.
    pub token: String,
}

/// `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NewTable {
    /// Omitted settings take their defaults.
    pub settings: TableSettings,
    /// The seats in turn order, as many as the settings say. If empty, the host takes the first seat and the others are free.
    pub seats: Vec<NewSeat>,
}

/// `POST /api/play`: a seat with whoever is waiting for such a game, or at a new public table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PlayNow {
    /// The number of players: 3 or 4, or either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// How much time players have.
    pub clock: TimeControl,
    /// When computer players take the seats that stay free at a new table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<Fill>,
    /// Whether to start right away against computer players, whose seats others can take over.
    pub alone: bool,
}

/// `GET /api/lobby`: what the lobby shows besides the open tables.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LobbyNow {
    /// The people in the lobby, by name.
    pub people: Vec<Person>,
    /// Public games in progress that anyone may watch, the latest first.
    pub running: Vec<TableSummary>,
    /// The ratings of the people at open tables and in running games, from games between people.
    pub ratings: Vec<PersonRating>,
}

/// A person's rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonRating {
    /// Whose rating it is.
    pub person: PersonId,
    /// The number of players: 3 or 4.
    pub players: u8,
    /// The estimated strength.
    pub rating: f64,
}

/// A seat at a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// The letter of the clan: `r`, `b`, `v` or `y`.
    pub clan: char,
    /// Free if omitted.
    #[serde(default)]
    pub player: NewSeatPlayer,
}

/// Who takes a seat at a new table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum NewSeatPlayer {
    /// Open to anyone.
    #[default]
    Free,
    /// The host.
    Me,
    /// A computer player.
    Level(LevelId),
}

/// The response to `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableCreated {
    /// Also the last part of the table's link.
    pub table: TableId,
}

/// How a rated game changed the rating of a seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingChange {
    /// The seat, counted from 0 in turn order.
    #[serde(with = "seat_index")]
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The rating before the game.
    pub before: f64,
    /// The rating after it.
    pub after: f64,
}

/// A table in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableSummary {
    /// The table's id.
    pub table: TableId,
    /// The settings it was opened with.
    pub settings: TableSettings,
    /// The person who opened the table.
    pub host: PersonId,
    /// The seats in turn order.
    pub seats: Vec<SeatedPlayer>,
    /// Waiting, playing, finished or closed.
    pub phase: Phase,
    /// The number of moves played.
    pub moves: u32,
    /// The seat to move.
    #[serde(default, with = "seat_index::optional")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub next: Option<Seat>,
    /// When that seat runs out of time, by the server's clock.
    pub deadline: Option<u64>,
    /// The seats that won.
    #[serde(with = "seat_index::list")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub winners: Vec<Seat>,
    /// The number of masters of each seat at the end.
    pub masters: Vec<u8>,
    /// How a rated game changed the ratings, in the order of the seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rating_changes: Vec<RatingChange>,
    /// When the table was opened, by the server's clock.
    #[serde(default)]
    pub opened: u64,
    /// The time of the last event, by the server's clock.
    pub changed: u64,
}

/// A move of a game, apart from what was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayedMove {
    /// When it was played, by the server's clock.
    pub at: u64,
    /// The milliseconds that its player had left afterwards, in a game with a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

/// A part of a game in which a computer player stood in for a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StandInSpan {
    /// The seat.
    #[serde(with = "seat_index")]
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// Why.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub reason: StandInReason,
    /// Who stood in.
    pub level: LevelId,
    /// The number of moves played before it began.
    pub from: u32,
    /// The number of moves played when it ended; `None` if it lasted until the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u32>,
}

/// `GET /api/tables/{id}/history`: what happened in a game besides the moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameHistory {
    /// When the game began, by the server's clock.
    pub started: u64,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<u64>,
    /// One for each move of the game. Moves that were taken back are not among them.
    pub moves: Vec<PlayedMove>,
    /// In the order in which they began.
    pub stand_ins: Vec<StandInSpan>,
}

/// A list of tables: `GET /api/tables` (the open ones), `GET /api/me/tables` (the caller's, those waiting for their move first).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tables {
    /// In the order the route documents.
    pub tables: Vec<TableSummary>,
}

/// `GET /api/games`: finished public games, latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct GameSearch {
    /// Part of a player's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The number of players: 2, 3 or 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// Only games finished before this time, for paging: the finishing time of the last game of the previous page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// A rating. Winners rank above everyone else; shared winners tie with each other, and so do all losers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// The number of players: 3 or 4.
    pub players: u8,
    /// Games between people only, or games with bots.
    pub list: RatingList,
    /// The estimated strength.
    pub rating: f64,
    /// The standard deviation of the estimate.
    pub uncertainty: f64,
    /// The number of rated games.
    pub games: u32,
    /// Games won; a win shared by n players counts 1/n.
    pub wins: f64,
}

/// `GET /api/people/{id}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// Whose profile it is.
    pub person: Person,
    /// When they first came, by the server's clock.
    pub since: u64,
    /// The number of finished public games.
    pub games: u32,
    /// Games won; a win shared by n players counts 1/n, a win with moves by a stand-in does not count.
    pub wins: f64,
    /// One for each list with rated games.
    pub ratings: Vec<Rating>,
    /// The most recent finished public games.
    pub latest: Vec<TableSummary>,
    /// How the caller stands to them, if both have accounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Relation>,
    /// When the vacation they are on ends, at the latest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation_until: Option<u64>,
}

/// `GET /api/ratings`: which rating list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct RatingQuery {
    /// The number of players: 3 or 4.
    pub players: u8,
    /// Games between people only, or games with bots.
    pub list: RatingList,
}

/// An entry of a rating list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rated {
    /// A person, a bot, or one of the server's computer players.
    pub player: crate::people::PersonOrLevel,
    /// The rating in this list.
    pub rating: Rating,
}

/// A rating list, best first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ratings {
    /// Only players with enough rated games.
    pub rated: Vec<Rated>,
}
