//! Where everything is kept. The rest of the server knows these interfaces alone; only `sqlite` knows SQL.

mod people;
mod sqlite;

use std::fmt;

use async_trait::async_trait;
use shangrila_protocol::{ChatLine, EventEnvelope, GameSearch, PersonId, RatingList, TableId, TableSummary};

pub(crate) use people::{
    Change, Export, ExportedEvent, ExportedLine, NewPerson, NewProof, PeopleStore, PersonEntry, PublicGames, name_key,
};
pub(crate) use sqlite::Sqlite;

/// Something could not be stored or read.
#[derive(Debug)]
pub(crate) enum StoreError {
    /// Somebody else has stored an event with this number: what the writer knew was old.
    Conflict,
    /// Somebody else has this name.
    NameTaken,
    /// The storage failed, or holds what makes no sense.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("an event with this number is there already"),
            StoreError::NameTaken => f.write_str("somebody else has this name"),
            StoreError::Broken(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for StoreError {}

/// New events of a table, and what lists need to know of them. All of it is stored, or nothing.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    /// Which table.
    pub(crate) table: TableId,
    /// In order, following what is stored.
    pub(crate) events: Vec<EventEnvelope>,
    /// What lists show.
    pub(crate) listing: Listing,
    /// When the server has to do something at this table by itself.
    pub(crate) wake: Option<u64>,
    /// The result to be rated, at the end of a rated game.
    pub(crate) result: Option<RatedResult>,
}

/// How the entry of a table in lists changes.
#[derive(Clone, Debug)]
pub(crate) enum Listing {
    /// Another turn; the people and settings are the same.
    Turn {
        /// Moves played.
        moves: u32,
        /// Whose turn it is.
        next: Option<u8>,
        /// When the time of that seat ends.
        deadline: Option<u64>,
        /// When something last happened.
        changed: u64,
    },
    /// Anything else.
    Whole(Box<TableSummary>),
}

/// Who is rated: the id of a person or bot, or `level:NAME`.
pub(crate) type RatedId = String;

/// The end of a rated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RatedResult {
    /// People alone, or with bots.
    pub(crate) list: RatingList,
    /// Everybody at the table, and whether they won.
    pub(crate) seats: Vec<(RatedId, bool)>,
}

/// Tables, their events and their chat.
#[async_trait]
pub(crate) trait TableStore: Send + Sync {
    /// Stores events. When this returns, they survive the death of the machine.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// The events of a table after a number; none where there is no such table.
    async fn events(&self, table: &TableId, after: u64) -> Result<Vec<EventEnvelope>, StoreError>;

    /// Stores a line of chat as safely as an event.
    async fn say(&self, table: &TableId, line: &ChatLine) -> Result<(), StoreError>;

    /// The chat of a table after a number.
    async fn chat(&self, table: &TableId, after: u64) -> Result<Vec<ChatLine>, StoreError>;

    /// The public tables that wait for players, the newest first.
    async fn open_tables(&self) -> Result<Vec<TableSummary>, StoreError>;

    /// The tables at which somebody sits: those that wait for them first, then the latest.
    async fn tables_of(&self, person: &PersonId) -> Result<Vec<TableSummary>, StoreError>;

    /// Public games that are over, the latest first.
    async fn finished_games(&self, search: &GameSearch) -> Result<Vec<TableSummary>, StoreError>;

    /// The tables at which the server has to do something by a given time.
    async fn due(&self, by: u64) -> Result<Vec<TableId>, StoreError>;
}
