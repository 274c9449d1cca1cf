//! How long to wait before the next attempt to connect.

use std::time::Duration;

use crate::settings::ClientSettings;

/// Exponential backoff with jitter.
pub(crate) struct Backoff {
    failures: u32,
    random: fastrand::Rng,
}

impl Backoff {
    pub(crate) fn new(seed: u64) -> Backoff {
        Backoff { failures: 0, random: fastrand::Rng::with_seed(seed) }
    }

    /// The next loss counts as the first one again.
    pub(crate) fn reset(&mut self) {
        self.failures = 0;
    }

    /// The wait after one more failure. The random half spreads clients that lost the same server at the same moment.
    pub(crate) fn next_wait(&mut self, settings: &ClientSettings) -> Duration {
        let doubled = settings.first_wait.saturating_mul(1 << self.failures.min(16)).min(settings.longest_wait);
        self.failures = self.failures.saturating_add(1);
        doubled.mul_f64(0.5 + 0.5 * self.random.f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_half_of_each_is_random() {
        let settings = ClientSettings::new(1);
        let mut backoff = Backoff::new(1);
        for bound in [300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000] {
            let wait = backoff.next_wait(&settings).as_millis();
            assert!((bound / 2..=bound).contains(&wait), "{wait} for {bound}");
        }
        backoff.failures = u32::MAX;
        assert!(backoff.next_wait(&settings) <= settings.longest_wait);
        backoff.reset();
        assert!(backoff.next_wait(&settings) <= settings.first_wait);
    }
}
