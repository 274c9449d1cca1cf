//! Workers: processes that think for computer players, so that servers have their processors for people. A server leaves a question in the database; a worker takes
//! it, thinks, and leaves the answer there. Nothing depends on a worker: if one dies, another takes its question up, and a server that waits in vain thinks itself.

mod question;
mod working;

use async_trait::async_trait;
use shangrila_protocol::{PersonId, TableId};

use crate::peers::ProcessId;
use crate::store::StoreError;
pub(crate) use question::Question;
pub use working::Worker;

/// How a server leaves questions to workers.
#[async_trait]
pub(crate) trait Workers: Send + Sync {
    /// Whether any are running.
    fn exist(&self) -> bool;

    /// Has a worker think about a question at a table. Returns its answer, in text form; `None` if there will be none. Questions of all hosts take turns. Whoever stops
    /// waiting withdraws the question.
    async fn ask(&self, table: &TableId, host: &PersonId, question: &str) -> Option<String>;
}

/// A question that a worker has taken.
pub(crate) struct TakenQuestion {
    pub(crate) table: String,
    pub(crate) question: String,
    /// By whom: the name that the process had at that moment.
    pub(crate) worker: ProcessId,
}

/// Where a worker finds questions.
#[async_trait]
pub(crate) trait QuestionQueue: Send + Sync {
    /// The worker's name, which changes if it was taken for dead.
    fn worker(&self) -> ProcessId;

    /// Takes the next question that nobody alive thinks about.
    async fn take(&self) -> Result<Option<TakenQuestion>, StoreError>;

    /// Answers a question, unless somebody else thinks about it now or nobody waits any more.
    async fn answer(&self, taken: &TakenQuestion, answer: &str) -> Result<(), StoreError>;

    /// Returns when there may be a new question, or after a short time.
    async fn wait(&self);

    /// Leaves everything that was taken to others, because this process ends.
    async fn retire(&self);
}
