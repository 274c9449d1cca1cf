//! People, bots and computer players.

use serde::{Deserialize, Serialize};

use crate::ids::PersonId;
use crate::settings::LevelId;

/// How a person is identified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PersonKind {
    /// A name and a cookie in one browser.
    Guest,
    /// A name and a password.
    Account,
    /// A program with an API token, owned by an account.
    Bot,
}

/// A guest, account or bot, as others see them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    /// Stays the same when the name changes or a guest becomes an account.
    pub id: PersonId,
    /// Empty once the person is deleted.
    pub name: String,
    /// Decides what they may do; see `docs/permissions.md`.
    pub kind: PersonKind,
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PersonOrLevel {
    /// A person, or a bot with an API token.
    Person(Person),
    /// One of the server's own computer players.
    Level(LevelId),
}

impl PersonOrLevel {
    /// The person or bot; `None` for a computer player.
    pub fn person(&self) -> Option<&Person> {
        match self {
            PersonOrLevel::Person(person) => Some(person),
            PersonOrLevel::Level(_) => None,
        }
    }
}

/// Which games a rating counts. Ratings are also separate for three and four players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RatingList {
    /// Games between people only.
    People,
    /// Games with at least one bot or computer player.
    Bots,
}
