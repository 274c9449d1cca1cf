//! The interface to stored tournaments.

use async_trait::async_trait;
use serde::Serialize;
use shangrila_protocol::{EventEnvelope, Person, PersonId, TableSummary, TournamentId, TournamentPhase};

use super::{Append, Committed, StoreError};

/// A stored tournament.
#[derive(Clone, Debug)]
pub(crate) struct TournamentRow {
    pub(crate) id: TournamentId,
    /// Increases with every change.
    pub(crate) version: u64,
    pub(crate) name: String,
    pub(crate) director: PersonId,
    pub(crate) phase: TournamentPhase,
    pub(crate) created: u64,
    /// Everything else, as JSON.
    pub(crate) body: String,
}

/// A new tournament, or a change of one.
#[derive(Clone, Debug)]
pub(crate) struct TournamentWrite {
    /// With the version that the change is based on; 0 for a new one. Names never change.
    pub(crate) row: TournamentRow,
    /// How many rounds have begun.
    pub(crate) round: u64,
    /// When the server next has to act, apart from the end of the games.
    pub(crate) wake: Option<u64>,
    /// The people who have entered.
    pub(crate) people: Vec<PersonId>,
}

/// A tournament in the export of someone's data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct OwnTournament {
    pub(crate) tournament: String,
    pub(crate) name: String,
    /// Whether they are its director.
    pub(crate) director: bool,
    /// Whether they have entered it.
    pub(crate) entered: bool,
}

/// Tournaments and their tables.
#[async_trait]
pub(crate) trait TournamentStore: Send + Sync {
    /// Stores a change of a tournament together with the first events of the tables of a new round: all of it, or nothing. Refuses it with a conflict if
    /// someone else has changed the tournament meanwhile, so that no round is opened twice.
    async fn write_tournament(
        &self,
        write: TournamentWrite,
        tables: Vec<Append>,
    ) -> Result<Vec<Vec<Committed<EventEnvelope>>>, StoreError>;

    /// Returns a tournament.
    async fn tournament(&self, id: &TournamentId) -> Result<Option<TournamentRow>, StoreError>;

    /// Returns tournaments: those that can be entered or are being played first, then the latest.
    async fn tournaments(&self, most: u32) -> Result<Vec<TournamentRow>, StoreError>;

    /// Counts the tournaments of a director that have not ended.
    async fn unfinished_tournaments(&self, director: &PersonId) -> Result<u64, StoreError>;

    /// Returns the tournaments in which the server has to act: their time has come, or all games of the round are over.
    async fn due_tournaments(&self, now: u64) -> Result<Vec<TournamentId>, StoreError>;

    /// Returns all tables of a tournament.
    async fn tables_of_tournament(&self, id: &TournamentId) -> Result<Vec<TableSummary>, StoreError>;

    /// Returns people by their ids. Those who were deleted have no name, or are missing.
    async fn people_by_id(&self, ids: &[&PersonId]) -> Result<Vec<Person>, StoreError>;

    /// Returns the tournaments that a person directs or has entered.
    async fn tournaments_of(&self, person: &PersonId) -> Result<Vec<OwnTournament>, StoreError>;
}
