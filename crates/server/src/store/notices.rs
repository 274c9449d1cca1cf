//! How people want to be told that it is their turn, and what still has to be delivered.

use async_trait::async_trait;
use shangrila_protocol::{NoticeSettings, PersonId, PushSubscription, TableId};

use super::StoreError;
use crate::notices::{Channel, Way};

/// How a person wants to be told, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct NoticeEntry {
    pub(crate) settings: NoticeSettings,
    /// The verified e-mail address.
    pub(crate) email: Option<String>,
    /// The secret in the link that stops mails; empty until settings are stored.
    pub(crate) unsubscribe: String,
}

/// A notice to be delivered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DueNotice {
    pub(crate) person: PersonId,
    pub(crate) table: TableId,
    pub(crate) channel: Channel,
    pub(crate) due: u64,
    /// How often it was tried before.
    pub(crate) attempts: u32,
}

/// Settings, subscriptions, and the queue of notices.
#[async_trait]
pub(crate) trait NoticeStore: Send + Sync {
    /// Returns the server's key for push services; stores the given one if there is none.
    async fn push_key(&self, new: Vec<u8>) -> Result<Vec<u8>, StoreError>;

    /// Returns how a person wants to be told; the default if they have not said.
    async fn notice_settings(&self, person: &PersonId) -> Result<NoticeEntry, StoreError>;

    /// Stores how a person wants to be told.
    async fn set_notice_settings(&self, person: &PersonId, settings: &NoticeSettings) -> Result<(), StoreError>;

    /// Stops the mails of the person with this secret. Returns whether there is one.
    async fn unsubscribe(&self, secret: &str) -> Result<bool, StoreError>;

    /// Adds a browser, or updates it. Of more than `most`, the oldest are removed.
    async fn add_subscription(
        &self,
        person: &PersonId,
        subscription: &PushSubscription,
        now: u64,
        most: u32,
    ) -> Result<(), StoreError>;

    /// Returns the browsers of a person, with their ids.
    async fn push_subscriptions(&self, person: &PersonId) -> Result<Vec<(String, PushSubscription)>, StoreError>;

    /// Removes a browser by its id.
    async fn remove_subscription(&self, person: &PersonId, id: &str) -> Result<(), StoreError>;

    /// Queues a notice, or moves the one that is waiting for the same table and channel.
    async fn queue_notice(
        &self,
        person: &PersonId,
        table: &TableId,
        channel: &Channel,
        due: u64,
    ) -> Result<(), StoreError>;

    /// Returns notices that are due on one way: the oldest one of each person, and of so many people at most.
    async fn due_notices(&self, way: Way, by: u64, most: usize) -> Result<Vec<DueNotice>, StoreError>;

    /// Claims a notice until a time, or puts it off until then. Returns whether nobody else has.
    async fn claim_notice(&self, notice: &DueNotice, until: u64) -> Result<bool, StoreError>;

    /// Removes a claimed notice from the queue, or has it delivered again at a time. Of a digest, all that was gathered.
    async fn finish_notice(&self, notice: &DueNotice, again: Option<u64>) -> Result<(), StoreError>;

    /// Claims everything else that is due by now for a person's digest, along with the part that is claimed already, and returns the tables
    /// that wait for them.
    async fn gather_digest(&self, notice: &DueNotice, now: u64) -> Result<Vec<TableId>, StoreError>;

    /// Whether it is a person's turn at a table.
    async fn is_turn_of(&self, person: &PersonId, table: &TableId) -> Result<bool, StoreError>;
}
