//! Delivers messages to everyone subscribed to a topic in this process. What happens on others reaches this one through [`crate::peers`].

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use shangrila_protocol::{Audience, PersonId, SessionId, TableId};
use tokio::sync::{Notify, mpsc};

use crate::identity::Identity;
use crate::outgoing::Outgoing;

/// Something to subscribe to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Topic {
    /// The events of a table.
    Table(TableId),
    /// A chat of a table.
    Chat(TableId, Audience),
    /// The list of open tables.
    Lobby,
    /// Notices to one person, on every connection they have.
    Person(PersonId),
    /// The connections of one browser, which are closed when its session ends.
    Session(SessionId),
    /// The connections of a person as who they were when they connected, which are closed if they are somebody else now.
    Identity(Box<Identity>),
    /// The connections from one address, or from one IPv6 network, which are closed if it is banned.
    Address(IpAddr),
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

/// Why the server closes a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CloseReason {
    /// The client should come back at once: it has missed something, or is somebody else now.
    Reconnect,
    /// The person or the address is banned.
    Banned { until: Option<u64> },
}

/// Tells a connection to close.
#[derive(Default)]
struct Closing {
    requested: AtomicBool,
    /// Set if the client should not simply come back.
    reason: Mutex<Option<CloseReason>>,
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
            self.close(CloseReason::Reconnect);
        }
    }

    /// Closes the connection soon.
    pub(crate) fn close(&self, reason: CloseReason) {
        self.closing.reason.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
        self.closing.requested.store(true, Ordering::Relaxed);
        self.closing.changed.notify_one();
    }

    /// Returns why the connection has to close.
    pub(crate) fn close_reason(&self) -> CloseReason {
        self.closing.reason.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(CloseReason::Reconnect)
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
    fn close(&self, topic: &Topic, reason: CloseReason);
    /// Closes the connections of the subscribers of every topic for which there is a reason.
    fn close_where(&self, reason: &dyn Fn(&Topic) -> Option<CloseReason>);
    /// Calls this with every topic that has subscribers.
    fn topics(&self, act: &mut dyn FnMut(&Topic));

    /// Returns everyone who is connected.
    fn people(&self) -> Vec<PersonId> {
        let mut people = Vec::new();
        self.topics(&mut |topic| {
            if let Topic::Person(person) = topic {
                people.push(person.clone());
            }
        });
        people
    }

    /// Makes all subscribers reconnect.
    fn disconnect(&self, topic: &Topic) {
        self.close(topic, CloseReason::Reconnect);
    }
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

    fn close(&self, topic: &Topic, reason: CloseReason) {
        self.with(topic, |topics| topics.get(topic).into_iter().flatten().for_each(|(_, queue)| queue.close(reason)));
    }

    fn close_where(&self, reason: &dyn Fn(&Topic) -> Option<CloseReason>) {
        for shard in &self.shards {
            for (topic, subscribers) in shard.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                if let Some(reason) = reason(topic) {
                    subscribers.iter().for_each(|(_, queue)| queue.close(reason));
                }
            }
        }
    }

    fn topics(&self, act: &mut dyn FnMut(&Topic)) {
        for shard in &self.shards {
            shard.lock().unwrap_or_else(PoisonError::into_inner).keys().for_each(&mut *act);
        }
    }
}
