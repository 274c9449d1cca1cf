//! Sends no faster than the server accepts.

use std::time::Duration;

use crate::settings::SendRate;

/// Where slowing down starts and ends.
const FASTEST: Duration = Duration::from_millis(50);
const SLOWEST: Duration = Duration::from_secs(2);

/// The generic cell rate algorithm: it needs one time instead of a bucket that is refilled.
pub(crate) struct RateLimiter {
    rate: Option<SendRate>,
    /// When the messages sent so far would have been due at an even pace.
    paid_until: Duration,
}

impl RateLimiter {
    pub(crate) fn new(rate: Option<SendRate>) -> RateLimiter {
        RateLimiter { rate, paid_until: Duration::ZERO }
    }

    /// Servers count each connection for itself.
    pub(crate) fn reset(&mut self) {
        self.paid_until = Duration::ZERO;
    }

    /// When the next message may be sent.
    pub(crate) fn ready_at(&self) -> Duration {
        match self.rate {
            Some(rate) => self.paid_until.saturating_sub(rate.interval * rate.burst.saturating_sub(1)),
            None => Duration::ZERO,
        }
    }

    /// The server accepts less than expected: from now on, messages go one by one and half as often.
    pub(crate) fn slow_down(&mut self) {
        let interval = self.rate.map_or(FASTEST, |rate| rate.interval.max(FASTEST));
        self.rate = Some(SendRate { burst: 1, interval: (interval * 2).min(SLOWEST) });
    }

    /// Counts a message.
    pub(crate) fn count(&mut self, now: Duration) {
        if let Some(rate) = self.rate {
            self.paid_until = self.paid_until.max(now) + rate.interval;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_goes_at_once_and_the_rest_one_by_one() {
        let interval = Duration::from_millis(100);
        let mut limiter = RateLimiter::new(Some(SendRate { burst: 3, interval }));
        let start = Duration::from_secs(9);
        let mut now = start;
        let mut sent_at = Vec::new();
        for _ in 0..6 {
            now = now.max(limiter.ready_at());
            limiter.count(now);
            sent_at.push((now - start).as_millis());
        }
        assert_eq!(sent_at, [0, 0, 0, 100, 200, 300]);
        limiter.reset();
        assert!(limiter.ready_at() <= now);
    }

    #[test]
    fn a_refused_rate_is_halved_down_to_the_slowest() {
        let mut limiter = RateLimiter::new(None);
        let mut intervals = Vec::new();
        for _ in 0..7 {
            limiter.slow_down();
            limiter.reset();
            limiter.count(Duration::from_secs(60));
            intervals.push((limiter.ready_at() - Duration::from_secs(60)).as_millis());
        }
        assert_eq!(intervals, [100, 200, 400, 800, 1600, 2000, 2000]);
    }
}
