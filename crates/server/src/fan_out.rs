//! Delivers messages to everyone subscribed to a topic. One process for now; running on several machines would take another
//! implementation of [`FanOut`].

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use shangrila_protocol::{PersonId, SessionId, TableId};
use tokio::sync::{Notify, mpsc};

use crate::outgoing::Outgoing;

/// Something to subscribe to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Topic {
    /// The events of a table.
    Table(TableId),
    /// The chat of a table, for seated players.
    Chat(TableId),
    /// The list of open tables.
    Lobby,
    /// Notices to one person, on every connection they have.
    Person(PersonId),
    /// The connections of one browser, which are closed when its session ends.
    Session(SessionId),
}

/// A connection of this process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConnectionId(pub(crate) u64);

/// The sending half of a connection's queue of outgoing messages.
#[derive(Clone)]
pub(crate) struct SendQueue {
    messages: mpsc::Sender<Outgoing>,
    closing: Arc<Closing>,
}

/// Tells a connection to close.
#[derive(Default)]
struct Closing {
    requested: AtomicBool,
    changed: Notify,
}

impl SendQueue {
    /// Creates a queue with room for `capacity` messages.
    pub(crate) fn new(capacity: usize) -> (SendQueue, mpsc::Receiver<Outgoing>) {
        let (messages, receiver) = mpsc::channel(capacity);
        (SendQueue { messages, closing: Arc::default() }, receiver)
    }

    /// Queues a message. A connection whose queue is full has missed a message and is closed: its client has to reconnect.
    pub(crate) fn send(&self, message: Outgoing) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.messages.try_send(message) {
            self.close();
        }
    }

    /// Closes the connection soon.
    fn close(&self) {
        self.closing.requested.store(true, Ordering::Relaxed);
        self.closing.changed.notify_one();
    }

    /// Whether the connection has to close.
    pub(crate) fn must_close(&self) -> bool {
        self.closing.requested.load(Ordering::Relaxed)
    }

    /// Completes when the connection has to close.
    pub(crate) async fn closing(&self) {
        while !self.must_close() {
            self.closing.changed.notified().await;
        }
    }
}

/// Delivers messages to the subscribers of a topic, in the order of publication.
pub(crate) trait FanOut: Send + Sync {
    fn subscribe(&self, topic: Topic, connection: ConnectionId, queue: SendQueue);
    fn unsubscribe(&self, topic: &Topic, connection: ConnectionId);
    fn publish(&self, topic: &Topic, message: Outgoing);
    /// Closes the connections of all subscribers.
    fn disconnect(&self, topic: &Topic);
}

type Subscribers = HashMap<Topic, Vec<(ConnectionId, SendQueue)>>;

/// The fan-out within one process.
pub(crate) struct LocalFanOut {
    hasher: RandomState,
    shards: [Mutex<Subscribers>; 16],
}

impl LocalFanOut {
    pub(crate) fn new() -> LocalFanOut {
        LocalFanOut { hasher: RandomState::new(), shards: Default::default() }
    }

    fn with<T>(&self, topic: &Topic, act: impl FnOnce(&mut Subscribers) -> T) -> T {
        let shard = &self.shards[self.hasher.hash_one(topic) as usize % self.shards.len()];
        act(&mut shard.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl FanOut for LocalFanOut {
    fn subscribe(&self, topic: Topic, connection: ConnectionId, queue: SendQueue) {
        self.with(&topic.clone(), |topics| {
            let subscribers = topics.entry(topic).or_default();
            if subscribers.iter().all(|(other, _)| *other != connection) {
                subscribers.push((connection, queue));
            }
        });
    }

    fn unsubscribe(&self, topic: &Topic, connection: ConnectionId) {
        self.with(topic, |topics| {
            if let Some(subscribers) = topics.get_mut(topic) {
                subscribers.retain(|(other, _)| *other != connection);
                if subscribers.is_empty() {
                    topics.remove(topic);
                }
            }
        });
    }

    fn publish(&self, topic: &Topic, message: Outgoing) {
        self.with(topic, |topics| {
            let subscribers = topics.get(topic).into_iter().flatten();
            subscribers.for_each(|(_, queue)| queue.send(message.clone()));
        });
    }

    fn disconnect(&self, topic: &Topic) {
        self.with(topic, |topics| topics.get(topic).into_iter().flatten().for_each(|(_, queue)| queue.close()));
    }
}
