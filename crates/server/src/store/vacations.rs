//! When the clocks of people's games over days stand still.

use async_trait::async_trait;
use shangrila_protocol::{PersonId, TableId, Vacation};

use super::StoreError;

/// Stores vacations.
#[async_trait]
pub(crate) trait VacationStore: Send + Sync {
    /// Returns the vacations of a person that end after a time, in order.
    async fn vacations(&self, person: &PersonId, after: u64) -> Result<Vec<Vacation>, StoreError>;

    /// Begins a vacation. `false` if the person is on another one already.
    async fn begin_vacation(&self, person: &PersonId, vacation: Vacation) -> Result<bool, StoreError>;

    /// Ends a vacation that is going on.
    async fn end_vacation(&self, person: &PersonId, now: u64) -> Result<(), StoreError>;

    /// Returns the vacations of which tables have to be told by now: new ones, and those that are over.
    async fn vacations_to_tell(&self, now: u64) -> Result<Vec<(PersonId, Vacation)>, StoreError>;

    /// Notes that all tables know a vacation as it was read, and whether they know that it is over.
    async fn told_vacation(&self, person: &PersonId, vacation: Vacation, is_over: bool) -> Result<(), StoreError>;

    /// Returns the tables at which a person is playing.
    async fn playing_at(&self, person: &PersonId) -> Result<Vec<TableId>, StoreError>;
}
