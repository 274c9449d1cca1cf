//! Clubs: groups of people who play with each other, with tables of their own, a weekly event and a league.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::http::TableSummary;
use crate::ids::ClubId;
use crate::people::Person;
use crate::settings::{SettingsError, TableSettings};

/// The longest name of a club, in characters.
pub const LONGEST_CLUB_NAME: usize = 40;
/// The longest description of a club, in characters.
pub const LONGEST_CLUB_TEXT: usize = 1000;

/// What a member may do. Each role may do everything that the next one may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClubRole {
    /// Appoints organisers, hands the club over, closes it. There is exactly one.
    Owner,
    /// Changes the page and the event, lets people in, removes members.
    Organiser,
    /// Sees the club's tables and opens some.
    Member,
}

/// How people get into a club. Whoever has its link can join in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClubEntry {
    /// Anyone can join.
    #[default]
    Open,
    /// Anyone can ask, and an organiser decides.
    Request,
    /// Only by the link; nobody else can see the club.
    Link,
}

/// How long a season of the league lasts. Seasons begin on the first day of a month, of a quarter or of a year, UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Season {
    /// A calendar month.
    #[default]
    Month,
    /// Three months.
    Quarter,
    /// A calendar year.
    Year,
}

/// A weekly event, at which tables are opened for the members.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ClubEvent {
    /// The day of the week, counted from 0 for Monday.
    pub weekday: u8,
    /// When it begins, in minutes after midnight, local time.
    pub minute: u16,
    /// The time zone: a name of the IANA database, such as `Europe/Berlin`.
    pub time_zone: String,
    /// How long it lasts, in minutes: 30 to 720. Tables at which nobody sits are closed then.
    pub duration: u16,
    /// How many tables are opened at the beginning: 1 to 10. When none is waiting any more, another one is opened.
    pub tables: u8,
    /// The settings of the tables.
    pub settings: TableSettings,
}

/// What is wrong with an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventError {
    /// Not a day of the week.
    Weekday,
    /// Not a minute of a day.
    Minute,
    /// A duration outside its range.
    Duration,
    /// A number of tables outside its range.
    Tables,
    /// Settings with which no game can be played.
    Settings(SettingsError),
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventError::Weekday => f.write_str("weekday: must be 0 to 6"),
            EventError::Minute => f.write_str("minute: must be 0 to 1439"),
            EventError::Duration => f.write_str("duration: must be 30 to 720 minutes"),
            EventError::Tables => f.write_str("tables: must be 1 to 10"),
            EventError::Settings(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for EventError {}

impl ClubEvent {
    /// Checks everything but the time zone, which only the server knows.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), EventError> {
        if self.weekday > 6 {
            return Err(EventError::Weekday);
        }
        if self.minute >= 24 * 60 {
            return Err(EventError::Minute);
        }
        if !(30..=720).contains(&self.duration) {
            return Err(EventError::Duration);
        }
        if !(1..=10).contains(&self.tables) {
            return Err(EventError::Tables);
        }
        self.settings.check().map_err(EventError::Settings)
    }
}

/// `POST /api/clubs`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewClub {
    /// 1 to 40 characters, different from the name of every other club.
    pub name: String,
    /// What the club is about, at most 1,000 characters.
    #[serde(default)]
    pub about: String,
    /// How people get in.
    #[serde(default)]
    pub entry: ClubEntry,
}

/// The response to `POST /api/clubs`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClubCreated {
    /// The new club.
    pub club: ClubId,
}

/// `PATCH /api/clubs/{id}`: omitted fields stay as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ChangeClub {
    /// The new name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The new description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// How people get in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<ClubEntry>,
    /// How long a season lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub season: Option<Season>,
    /// The settings of new tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defaults: Option<TableSettings>,
}

/// A club in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClubSummary {
    /// The club's id.
    pub club: ClubId,
    /// Its name.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// How people get in.
    pub entry: ClubEntry,
    /// The number of members. Not `members`: the page of a club lists those.
    pub member_count: u32,
}

/// `GET /api/clubs`: clubs that anyone can see, the largest first. `GET /api/me/clubs`: the caller's, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Clubs {
    /// In the order the route documents.
    pub clubs: Vec<ClubSummary>,
}

/// A member of a club.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClubMember {
    /// Who it is.
    pub person: Person,
    /// What they may do.
    pub role: ClubRole,
    /// When they joined, by the server's clock.
    pub since: u64,
}

/// `GET /api/clubs/{id}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClubPage {
    /// As in lists.
    #[serde(flatten)]
    pub summary: ClubSummary,
    /// What the caller may do; `None` if they are no member.
    pub role: Option<ClubRole>,
    /// Whether the caller has asked to join.
    pub asked: bool,
    /// How long a season of the league lasts.
    pub season: Season,
    /// The settings of new tables.
    pub defaults: TableSettings,
    /// The weekly event.
    pub event: Option<ClubEvent>,
    /// When it begins next, or has begun if it is going on.
    pub next_event: Option<u64>,
    /// For members: the tables that are waiting or in play, the latest first.
    pub tables: Vec<TableSummary>,
    /// The owner first, then the organisers, then by name.
    pub members: Vec<ClubMember>,
    /// For organisers: those who would like to join.
    pub requests: Vec<Person>,
    /// For members: the secret in the link with which anyone can join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// `GET /api/clubs/{id}` and `PUT /api/clubs/{id}/membership`: with the secret of the link, if the caller has it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct ClubSecret {
    /// The last part of the club's link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// `GET /api/clubs`: part of a name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct ClubSearch {
    /// All clubs if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// `PUT /api/clubs/{id}/members/{person}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetClubRole {
    /// With `owner`, the caller hands the club over.
    pub role: ClubRole,
}

/// `GET /api/clubs/{id}/league`: which season.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct LeagueQuery {
    /// How many seasons ago; 0 is the current one.
    pub ago: u16,
}

/// A member in the league.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LeagueEntry {
    /// Who it is.
    pub person: Person,
    /// The number of games.
    pub games: u32,
    /// Games won; a win shared by n players counts 1/n, a win with moves by a stand-in does not count.
    pub wins: f64,
    /// One for every game, and as many as there were players for a win.
    pub points: f64,
}

/// A season of a club's league: the finished games at its tables.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct League {
    /// When the season begins, by the server's clock.
    pub from: u64,
    /// When it ends.
    pub to: u64,
    /// By points; with the same points, those with fewer games come first.
    pub standings: Vec<LeagueEntry>,
}
