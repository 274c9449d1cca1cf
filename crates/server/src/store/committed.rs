//! Proof that something is stored.

use std::ops::Deref;

use serde::{Deserialize, Serialize};
use shangrila_protocol::ChatLine;

/// A value that the store has committed: it survives a crash of the machine.
///
/// Only the store can make one. A room applies and sends nothing but committed events and chat lines, so nobody ever sees what could
/// still be lost. Processes send them to each other, so one that is read from a message was committed by its sender.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Committed<T>(T);

impl<T> Committed<T> {
    /// For the store alone: called once the transaction is committed, or for a row read back.
    pub(super) fn new(value: T) -> Committed<T> {
        Committed(value)
    }

    /// For tests without a store.
    #[cfg(test)]
    pub(crate) fn assume(value: T) -> Committed<T> {
        Committed(value)
    }
}

impl Committed<ChatLine> {
    /// The same line for someone who should not read it.
    pub(crate) fn without_text(self) -> Committed<ChatLine> {
        Committed(ChatLine { text: String::new(), ..self.0 })
    }
}

impl<T> Deref for Committed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
