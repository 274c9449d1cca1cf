//! How long a computer player may think: limits, the clock, and a stop flag.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

/// Limits of a search. The first one reached ends it; without any, only [`Budget::stop`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The number of positions to visit.
    pub visits: Option<u32>,
    /// The time to spend.
    pub time: Option<Duration>,
}

impl Limits {
    /// Limits a search to a number of visits, however long they take.
    pub const fn visits(visits: u32) -> Limits {
        Limits { visits: Some(visits), time: None }
    }

    /// Limits a search to an amount of time, however many visits that allows.
    pub const fn time(time: Duration) -> Limits {
        Limits { visits: None, time: Some(time) }
    }
}

/// Measures how long a search has been running. The search has no clock of its own because WebAssembly has none in
/// `std`.
pub trait Clock: Sync {
    /// Returns the time since the search began.
    fn elapsed(&self) -> Duration;
}

/// A clock that always reads zero, for searches limited only by visits.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The operating system's monotonic clock, started on creation.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(std::time::Instant);

#[cfg(not(target_family = "wasm"))]
impl Stopwatch {
    /// Starts a stopwatch at zero.
    pub fn start() -> Stopwatch {
        Stopwatch(std::time::Instant::now())
    }
}

#[cfg(not(target_family = "wasm"))]
impl Clock for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Everything that can end a search.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The limits in visits and time.
    pub limits: Limits,
    /// Measures the time since the search began.
    pub clock: &'a dyn Clock,
    /// Ends the search at once when another thread sets it.
    pub stop: &'a AtomicBool,
}

impl Budget<'_> {
    /// Returns whether the stop flag is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns whether time is up or the stop flag is set.
    pub fn is_over(&self) -> bool {
        self.is_stopped() || self.limits.time.is_some_and(|time| self.clock.elapsed() >= time)
    }
}
