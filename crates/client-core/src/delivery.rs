//! How far a message is on its way to the server.

use std::time::Duration;

/// Where a message stands. What has to be sent is kept as state and not in a queue of messages, so after a reconnect or a refused burst
/// it is enough to mark things as due again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Delivery {
    /// To be sent as soon as possible.
    Due,
    /// To be sent at this time.
    DueAt(Duration),
    /// Sent over the present connection; no answer yet.
    Sent,
    /// Answered.
    Done,
}

impl Delivery {
    pub(crate) fn is_due(self, now: Duration) -> bool {
        match self {
            Delivery::Due => true,
            Delivery::DueAt(time) => time <= now,
            Delivery::Sent | Delivery::Done => false,
        }
    }

    /// When it is due: at once, later, or not at all.
    pub(crate) fn due_at(self) -> Option<Duration> {
        match self {
            Delivery::Due => Some(Duration::ZERO),
            Delivery::DueAt(time) => Some(time),
            Delivery::Sent | Delivery::Done => None,
        }
    }

    /// What was sent may not have arrived: it is sent again at this time.
    pub(crate) fn repeat_at(&mut self, time: Duration) {
        if *self == Delivery::Sent {
            *self = Delivery::DueAt(time);
        }
    }
}
