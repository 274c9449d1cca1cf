//! The journey animation: which students walk across the bridge, and how long it takes.

use std::time::Duration;

use shangrila_rules::{JourneyReport, Position};

// The stages of the animation in milliseconds, at the calm setting.

/// The students rise from their masters.
pub(crate) const LIFT: u64 = 160;
/// One student crosses the bridge.
pub(crate) const WALK: u64 = 900;
/// Each student starts this long after the one before.
pub(crate) const STAGGER: u64 = 90;
/// The bridge breaks.
const SETTLE: u64 = 220;

/// The aftermath: masters are driven out, the bridge falls, and the camera stays until that has been seen.
pub(crate) const AFTERMATH: Duration = Duration::from_millis(1100);

/// A journey that is being animated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct JourneyAnimation {
    pub(crate) report: JourneyReport,
    /// The position once every student has arrived.
    pub(crate) after: Position,
}

impl JourneyAnimation {
    pub(crate) const fn new(report: JourneyReport, after: Position) -> JourneyAnimation {
        JourneyAnimation { report, after }
    }

    /// How long the whole animation takes, at the calm setting.
    pub(crate) fn duration(&self) -> Duration {
        let walkers = self.report.students.iter().filter(|(_, student)| student.is_some()).count() as u64;
        Duration::from_millis(LIFT + WALK + STAGGER * walkers.saturating_sub(1) + SETTLE)
    }
}
