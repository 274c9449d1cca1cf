//! How much is let in.

use std::time::Instant;

/// Lets a number of things in at once, and then some a second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    burst: f64,
    per_second: f64,
    left: f64,
    at: Option<Instant>,
}

impl Bucket {
    /// Full.
    pub(crate) fn new(burst: u32, per_second: f64) -> Bucket {
        Bucket { burst: f64::from(burst), per_second, left: f64::from(burst), at: None }
    }

    /// Lets one in, or says after how many seconds it would.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), u32> {
        let since = self.at.map_or(0.0, |at| now.saturating_duration_since(at).as_secs_f64());
        self.left = (self.left + since * self.per_second).min(self.burst);
        self.at = Some(now);
        if self.left >= 1.0 {
            self.left -= 1.0;
            Ok(())
        } else {
            Err(((1.0 - self.left) / self.per_second).ceil().min(3600.0) as u32)
        }
    }
}
