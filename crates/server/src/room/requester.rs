//! Who sends messages to a table, and what they know of it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shangrila_protocol::{CommandId, Person, PersonId, Refusal, TableId};

use crate::fan_out::{ConnectionId, SendQueue};
use crate::outgoing::Outgoing;

/// The connection a message came from, and the person behind it.
#[derive(Clone)]
pub(crate) struct Requester {
    pub(crate) connection: ConnectionId,
    pub(crate) queue: SendQueue,
    pub(crate) person: Option<Person>,
    /// The tables this connection watches, which count towards its limit.
    pub(crate) watched: WatchedTables,
}

/// The tables a connection watches. Shared with the rooms, because only they know whether a watch succeeds and how long it lasts.
#[derive(Clone, Default)]
pub(crate) struct WatchedTables {
    tables: Arc<Mutex<HashSet<TableId>>>,
}

impl WatchedTables {
    /// Adds a table unless there are `most` others already. Returns whether it is among them now.
    pub(crate) fn add(&self, table: &TableId, most: usize) -> bool {
        let mut tables = self.lock();
        tables.contains(table) || (tables.len() < most && tables.insert(table.clone()))
    }

    /// Removes a table. Returns whether it was among them.
    pub(crate) fn remove(&self, table: &TableId) -> bool {
        self.lock().remove(table)
    }

    /// Removes and returns all of them.
    pub(crate) fn take(&self) -> HashSet<TableId> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<TableId>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Requester {
    /// Someone who watches no table yet.
    pub(crate) fn new(connection: ConnectionId, queue: SendQueue, person: Option<Person>) -> Requester {
        Requester { connection, queue, person, watched: WatchedTables::default() }
    }

    /// Tells the client that it cannot watch a table, or no longer can, which frees its place among the watched tables.
    pub(super) fn refuse_watch(&self, table: &TableId, reason: Refusal) {
        self.watched.remove(table);
        self.refuse(None, table, reason);
    }

    pub(super) fn id(&self) -> Option<&PersonId> {
        self.person.as_ref().map(|person| &person.id)
    }

    pub(super) fn refuse(&self, id: Option<CommandId>, table: &TableId, reason: Refusal) {
        self.queue.send(Outgoing::refused(id, Some(table.clone()), reason));
    }
}

/// What a client that subscribes already knows of a table.
#[derive(Clone, Copy, Default)]
pub(crate) struct KnownTable {
    /// The number of its last event.
    pub(crate) since: Option<u64>,
    /// The time of its last event.
    pub(crate) since_at: Option<u64>,
    /// The number of its last chat line.
    pub(crate) chat_since: Option<u64>,
}
