//! How what happens reaches those who follow it. One process now; several machines need another implementation of [`FanOut`] alone.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use shangrila_protocol::{PersonId, TableId};
use tokio::sync::mpsc;

/// What can be followed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Topic {
    /// What happens at a table.
    Table(TableId),
    /// What is said at a table, for those who have seats.
    Chat(TableId),
    /// The list of open tables.
    Lobby,
    /// What one person should know, wherever they are connected.
    Person(PersonId),
}

/// One connection of this process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// Where the messages of a connection go.
#[derive(Clone)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Utf8Bytes>,
    must_end: Arc<AtomicBool>,
}

impl Outbox {
    /// For so many messages that wait to be sent.
    pub(crate) fn new(capacity: usize) -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(capacity);
        (Outbox { sender, must_end: Arc::default() }, receiver)
    }

    /// Sends a message, if the connection is still there. One that cannot keep up has missed something from then on.
    pub(crate) fn send(&self, message: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(message) {
            self.must_end.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the connection soon.
    fn end(&self) {
        self.must_end.store(true, Ordering::Relaxed);
        // Whoever waits for messages looks up.
        let _ = self.sender.try_send(Utf8Bytes::default());
    }

    /// Whether the connection has to end: it has missed something, and its client has to come back for the rest; or it is no longer
    /// what it was allowed to be.
    pub(crate) fn must_end(&self) -> bool {
        self.must_end.load(Ordering::Relaxed)
    }
}

/// Brings messages to those who follow a topic, in the order of publication.
pub(crate) trait FanOut: Send + Sync {
    fn subscribe(&self, topic: Topic, connection: ConnectionId, outbox: Outbox);
    fn unsubscribe(&self, topic: &Topic, connection: ConnectionId);
    fn publish(&self, topic: &Topic, message: Utf8Bytes);
    /// Ends the connections of all who follow a topic.
    fn disconnect(&self, topic: &Topic);
}

/// Who follows what.
type Followers = HashMap<Topic, Vec<(ConnectionId, Outbox)>>;

/// Within one process.
pub(crate) struct LocalFanOut {
    hasher: RandomState,
    shards: [Mutex<Followers>; 16],
}

impl LocalFanOut {
    pub(crate) fn new() -> LocalFanOut {
        LocalFanOut { hasher: RandomState::new(), shards: Default::default() }
    }

    fn with<T>(&self, topic: &Topic, act: impl FnOnce(&mut Followers) -> T) -> T {
        let shard = &self.shards[self.hasher.hash_one(topic) as usize % self.shards.len()];
        act(&mut shard.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl FanOut for LocalFanOut {
    fn subscribe(&self, topic: Topic, connection: ConnectionId, outbox: Outbox) {
        self.with(&topic.clone(), |topics| {
            let followers = topics.entry(topic).or_default();
            if followers.iter().all(|(other, _)| *other != connection) {
                followers.push((connection, outbox));
            }
        });
    }

    fn unsubscribe(&self, topic: &Topic, connection: ConnectionId) {
        self.with(topic, |topics| {
            if let Some(followers) = topics.get_mut(topic) {
                followers.retain(|(other, _)| *other != connection);
                if followers.is_empty() {
                    topics.remove(topic);
                }
            }
        });
    }

    fn publish(&self, topic: &Topic, message: Utf8Bytes) {
        self.with(topic, |topics| {
            let followers = topics.get(topic).into_iter().flatten();
            followers.for_each(|(_, outbox)| outbox.send(message.clone()));
        });
    }

    fn disconnect(&self, topic: &Topic) {
        self.with(topic, |topics| topics.get(topic).into_iter().flatten().for_each(|(_, outbox)| outbox.end()));
    }
}
