//! The walk of the students over a bridge: who walks, how long it takes.

use std::time::Duration;

use shangrila_rules::{JourneyReport, Position};

/// Students lift, walk, and the bridge falls behind them. At the calm pace, in milliseconds:
pub(crate) const LIFT: u64 = 160;
pub(crate) const WALK: u64 = 900;
pub(crate) const STAGGER: u64 = 90;
const SETTLE: u64 = 220;

/// A journey that is being walked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Flight {
    pub(crate) report: JourneyReport,
    /// The position when all have arrived.
    pub(crate) after: Position,
}

impl Flight {
    pub(crate) const fn new(report: JourneyReport, after: Position) -> Flight {
        Flight { report, after }
    }

    /// From the first step to the last, at the calm pace.
    pub(crate) fn duration(&self) -> Duration {
        let walkers = self.report.students.iter().filter(|(_, student)| student.is_some()).count() as u64;
        Duration::from_millis(LIFT + WALK + STAGGER * walkers.saturating_sub(1) + SETTLE)
    }
}
