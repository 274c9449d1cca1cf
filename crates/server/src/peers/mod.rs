//! The other processes that serve the same database: what they tell each other, and which of them does what has to be done once.
//!
//! Nothing depends on a message: events and chat are in the database, and whoever misses a message finds them there. A process that believes to lead a task
//! and no longer does is harmless as well, because the key of the events refuses what it writes too late.

mod membership;
mod standing;

use std::net::IpAddr;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shangrila_protocol::{CommandId, EventEnvelope, NoticeKind, PersonId, SessionId, TableId};

use crate::store::{Committed, StoreError};
pub(crate) use membership::{Ears, Membership, PeerDatabase, ProcessKind, Renewal};
pub(crate) use standing::Claim;

/// The id of a process, new with every start.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ProcessId(pub(crate) String);

/// What a process tells the others. Short names, because a message has room for 8,000 bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum News {
    /// A table has events up to this number.
    #[serde(rename = "e")]
    Events(TableId, u64),
    /// Moves at a table, and the event before them. Moves are the most common events, so the others need not read them from the database.
    #[serde(rename = "m")]
    Moves(TableId, EventMark, Vec<Committed<EventEnvelope>>),
    /// A table has chat lines up to this number.
    #[serde(rename = "c")]
    Chat(TableId, u64),
    /// The list of open tables has changed.
    #[serde(rename = "l")]
    Lobby,
    /// Who watches a table at the sender: people, and how many others.
    #[serde(rename = "p")]
    Presence(TableId, Vec<PersonId>, u32),
    /// Asks who watches a table.
    #[serde(rename = "w")]
    WhoWatches(TableId),
    /// A notice for a person who watches the table nowhere.
    #[serde(rename = "n")]
    Notice(PersonId, TableId, NoticeKind),
    /// A person has changed their name or was deleted.
    #[serde(rename = "r")]
    PersonChanged(PersonId),
    /// All connections of a person have to identify themselves again.
    #[serde(rename = "d")]
    Disconnect(PersonId),
    /// A session has ended.
    #[serde(rename = "s")]
    SessionEnded(SessionId),
    /// A player at a table has left conditional moves.
    #[serde(rename = "q")]
    Prepared(TableId),
    /// A table was deleted.
    #[serde(rename = "x")]
    Deleted(TableId),
    /// A rate limit has counted a key, both as numbers.
    #[serde(rename = "k")]
    Counted(u8, u64),
    /// A rate limit has taken that back.
    #[serde(rename = "b")]
    GivenBack(u8, u64),
    /// A public table was opened from an address.
    #[serde(rename = "o")]
    OpenedFrom(IpAddr, TableId),
    /// Earlier messages of the sender were lost.
    #[serde(rename = "g")]
    Lost,
}

/// Identifies an event, also where a failover has lost it and another one has the same number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct EventMark(u64, u64, Option<CommandId>);

impl EventMark {
    pub(crate) fn of(event: &EventEnvelope) -> EventMark {
        EventMark(event.number, event.at, event.id.clone())
    }
}

/// What a process hears from the others.
#[derive(Clone, Debug)]
pub(crate) enum Heard {
    /// A message of another process.
    News(ProcessId, News),
    /// Messages may have been lost.
    Gap,
    /// The database cannot be reached, or can be again.
    InTouch(bool),
}

/// The last numbers of events and chat lines of a table; those of lines in the order of [`shangrila_protocol::Audience::ALL`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LastNumbers {
    pub(crate) table: TableId,
    /// 0 if there is no such table; `None` if this says nothing about events.
    pub(crate) events: Option<u64>,
    pub(crate) lines: [u64; 2],
}

/// The other processes.
#[async_trait]
pub(crate) trait Peers: Send + Sync {
    /// Whether there can be others at all.
    fn can_exist(&self) -> bool;

    /// Whether there are others now.
    fn exist(&self) -> bool;

    /// Tells all others something, soon. It may get lost.
    fn tell(&self, news: News);

    /// Whether this process may do a task that only one does at a time. Takes it over if nobody does it.
    async fn lead(&self, task: &str) -> bool;

    /// Leaves a task to others.
    fn leave(&self, task: &str);

    /// Returns the last numbers of these tables, as the database knows them.
    async fn last_numbers(&self, tables: &[TableId]) -> Result<Vec<LastNumbers>, StoreError>;

    /// Leaves everything to the others, because this process ends.
    async fn say_goodbye(&self);
}

/// For a database that only one process uses.
pub(crate) struct Alone;

#[async_trait]
impl Peers for Alone {
    fn can_exist(&self) -> bool {
        false
    }

    fn exist(&self) -> bool {
        false
    }

    fn tell(&self, _: News) {}

    async fn lead(&self, _: &str) -> bool {
        true
    }

    fn leave(&self, _: &str) {}

    async fn last_numbers(&self, _: &[TableId]) -> Result<Vec<LastNumbers>, StoreError> {
        Ok(Vec::new())
    }

    async fn say_goodbye(&self) {}
}
