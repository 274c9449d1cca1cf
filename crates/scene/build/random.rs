//! A little generator of numbers, so that every build paints the same mountains.

/// The minimal standard generator of Park and Miller.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number between 0 and 1.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0 * 16807 % 2_147_483_647;
        self.0 as f64 / 2_147_483_647.0
    }
}
