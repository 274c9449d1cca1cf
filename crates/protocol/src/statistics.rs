//! What profiles show of a person's finished public games: results by seat and clan and against others, and how ratings developed.

use serde::{Deserialize, Serialize};
use shangrila_rules::Seat;

use crate::http::TableSummary;
use crate::ids::TableId;
use crate::people::Person;
use crate::seat_index;

/// Results on one seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatResults {
    /// The number of players: 3 or 4.
    pub players: u8,
    /// The seat, counted from 0 in turn order.
    #[serde(with = "seat_index")]
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// The number of games.
    pub games: u32,
    /// Games won; a win shared by n players counts 1/n, a win with moves by a stand-in does not count.
    pub wins: f64,
}

/// Results with one clan.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClanResults {
    /// The letter of the clan: `r`, `b`, `v` or `y`.
    pub clan: char,
    /// The number of games.
    pub games: u32,
    /// Games won, counted as by seat.
    pub wins: f64,
    /// What a player of average strength would have won: 1/3 of each game of three, 1/4 of each game of four.
    pub expected: f64,
}

/// `GET /api/people/{id}/results`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PersonResults {
    /// By number of players, then in turn order; without seats that the person never had.
    pub seats: Vec<SeatResults>,
    /// In the order red, blue, yellow, violet; without clans that the person never had.
    pub clans: Vec<ClanResults>,
}

/// `GET /api/people/{id}/against/{other}`: the games in which both sat at the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HeadToHead {
    /// The person whose profile it is.
    pub person: Person,
    /// The one they are compared with.
    pub other: Person,
    /// The number of games.
    pub games: u32,
    /// How many of them the person has won.
    pub wins: f64,
    /// How many of them the other one has won.
    pub other_wins: f64,
    /// The most recent ones.
    pub latest: Vec<TableSummary>,
}

/// `GET /api/people/{id}/games`: where a page begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct HistoryPage {
    /// Only games finished before this time: that of the last game of the previous page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingPoint {
    /// When the game ended, by the server's clock.
    pub at: u64,
    /// The game.
    pub table: TableId,
    /// The estimated strength.
    pub rating: f64,
    /// The standard deviation of the estimate; unknown for old games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<f64>,
}

/// `GET /api/people/{id}/rating-history`: one rating list, the oldest game first. Of more than 500 games, the latest.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingHistory {
    /// One for each rated game.
    pub points: Vec<RatingPoint>,
}
