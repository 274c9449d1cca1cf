//! Who sits at tables.

use serde::{Deserialize, Serialize};

use crate::ids::PersonId;
use crate::settings::LevelId;

/// What kind of person somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PersonKind {
    /// Known by a cookie in one browser.
    Guest,
    /// With name and password.
    Account,
    /// A program with a token; it belongs to an account.
    Bot,
}

/// Somebody who can sit at a table, as others see them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    /// Who it is.
    pub id: PersonId,
    /// What they are called.
    pub name: String,
    /// Guest, account or bot.
    pub kind: PersonKind,
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sitter {
    /// A person, or a bot with a token.
    Person(Person),
    /// A computer player of the server.
    Level(LevelId),
}

impl Sitter {
    /// The person, if it is one.
    pub fn person(&self) -> Option<&Person> {
        match self {
            Sitter::Person(person) => Some(person),
            Sitter::Level(_) => None,
        }
    }
}

/// Which games a rating is of. Ratings are also kept apart by the number of players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RatingList {
    /// Games in which every seat was a person's.
    People,
    /// Games with at least one bot or computer player.
    Bots,
}
