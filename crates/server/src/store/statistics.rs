//! What profiles show of a person's finished public games.

use async_trait::async_trait;
use shangrila_protocol::{PersonId, PersonResults, RatingPoint, RatingQuery, TableSummary};

use super::StoreError;

/// Two people's games with each other: how many, and how many of them each has won.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Encounters {
    pub(crate) games: u32,
    pub(crate) wins: f64,
    pub(crate) other_wins: f64,
}

/// Results and ratings over time. Private games never count.
#[async_trait]
pub(crate) trait StatisticsStore: Send + Sync {
    /// Returns a page of a person's finished games, the latest first.
    async fn games_of(&self, person: &PersonId, before: Option<u64>) -> Result<Vec<TableSummary>, StoreError>;

    /// Returns a person's results by seat and clan.
    async fn results_of(&self, person: &PersonId) -> Result<PersonResults, StoreError>;

    /// Returns the results of two people in the games in which both sat at the table.
    async fn encounters(&self, person: &PersonId, other: &PersonId) -> Result<Encounters, StoreError>;

    /// Returns the latest of those games.
    async fn games_between(&self, person: &PersonId, other: &PersonId) -> Result<Vec<TableSummary>, StoreError>;

    /// Returns how a rating developed, the oldest game first.
    async fn rating_history(&self, person: &PersonId, query: RatingQuery) -> Result<Vec<RatingPoint>, StoreError>;
}
