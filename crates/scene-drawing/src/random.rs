//! A small random number generator with fixed output, so that every build draws the same mountains.

/// The Park–Miller minimal standard generator.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number between 0 and 1.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0 * 16807 % 2_147_483_647;
        self.0 as f64 / 2_147_483_647.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value that Park and Miller published for their generator.
    #[test]
    fn the_ten_thousandth_number_is_the_published_one() {
        let mut random = Random::new(1);
        for _ in 0..10_000 {
            random.next();
        }
        assert_eq!(random.0, 1_043_618_065);
    }
}
