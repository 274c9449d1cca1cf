//! How long a computer player may think.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

/// What ends a search. Whatever is reached first counts; without any limit only [`Budget::stop`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Positions to look at.
    pub visits: Option<u32>,
    /// Time to spend.
    pub time: Option<Duration>,
}

impl Limits {
    /// A number of visits, however long they take.
    pub const fn visits(visits: u32) -> Limits {
        Limits { visits: Some(visits), time: None }
    }

    /// An amount of time, however many visits it allows.
    pub const fn time(time: Duration) -> Limits {
        Limits { visits: None, time: Some(time) }
    }
}

/// The time since thinking began. The search has no clock of its own, because not every target has one.
pub trait Clock: Sync {
    /// The time since thinking began.
    fn elapsed(&self) -> Duration;
}

/// A clock that stands still, for searches that are limited by visits alone.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The clock of the operating system, started when it was made.
#[cfg(not(target_family = "wasm"))]
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(std::time::Instant);

#[cfg(not(target_family = "wasm"))]
impl Stopwatch {
    /// Starts at zero.
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

/// All that can end a search.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The limits.
    pub limits: Limits,
    /// Where the time comes from.
    pub clock: &'a dyn Clock,
    /// Set by somebody else to end the search at once.
    pub stop: &'a AtomicBool,
}

impl Budget<'_> {
    /// Whether somebody wants the search to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether time is up, or somebody wants the search to end.
    pub fn is_over(&self) -> bool {
        self.is_stopped() || self.limits.time.is_some_and(|time| self.clock.elapsed() >= time)
    }
}
