//! Measurements shared by all parties.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

/// Measurements shared by all parties.
#[derive(Default)]
pub(crate) struct Stats {
    /// Games that have started.
    pub(crate) started: AtomicU64,
    /// Moves that the server has confirmed to the player who sent them.
    pub(crate) answered: AtomicU64,
    times: Mutex<Option<Times>>,
}

/// How long answers took, in microseconds.
pub(crate) struct Times {
    /// From sending a move to its event.
    pub(crate) sent: Histogram<u64>,
    /// From when the move should have been sent, so that a delay cannot hide behind an earlier one.
    pub(crate) due: Histogram<u64>,
}

impl Stats {
    fn times(&self) -> MutexGuard<'_, Option<Times>> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records an answer.
    pub(crate) fn answered(&self, due: Instant, sent: Instant) {
        self.answered.fetch_add(1, Ordering::Relaxed);
        if let Some(times) = &mut *self.times() {
            let now = Instant::now();
            times.sent.saturating_record(micros(now - sent));
            times.due.saturating_record(micros(now - due));
        }
    }

    /// Starts measuring times.
    pub(crate) fn begin(&self) -> Result<(), String> {
        let histogram = || Histogram::new_with_bounds(1, 600_000_000, 3).map_err(|error| error.to_string());
        *self.times() = Some(Times { sent: histogram()?, due: histogram()? });
        Ok(())
    }

    /// Stops measuring and returns the times.
    pub(crate) fn end(&self) -> Option<Times> {
        self.times().take()
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
