//! Token buckets: a burst at once, then a steady rate.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use shangrila_protocol::Refusal;

/// The most keys remembered at once. Beyond that a new key displaces another one: too lenient rather than out of memory.
const MAX_KEYS: usize = 100_000;

/// Full buckets are swept out at most this often.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// A token bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    burst: f64,
    per_second: f64,
    tokens: f64,
    refilled: Option<Instant>,
}

impl TokenBucket {
    /// A full bucket.
    pub(crate) fn new(burst: u32, per_second: f64) -> TokenBucket {
        TokenBucket { burst: f64::from(burst), per_second, tokens: f64::from(burst), refilled: None }
    }

    /// Takes a token, or returns how many seconds to wait for one.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), u32> {
        self.refill(now);
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            return Ok(());
        }
        Err(((1.0 - self.tokens) / self.per_second).ceil().clamp(1.0, 86_400.0) as u32)
    }

    fn refill(&mut self, now: Instant) {
        let passed = self.refilled.map_or(0.0, |refilled| now.saturating_duration_since(refilled).as_secs_f64());
        self.tokens = (self.tokens + passed * self.per_second).min(self.burst);
        self.refilled = Some(now);
    }

    /// Whether forgetting the bucket would change nothing.
    fn is_full(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.tokens >= self.burst
    }
}

/// One token bucket per key.
pub(crate) struct TokenBuckets<K> {
    fresh: TokenBucket,
    used: Mutex<UsedBuckets<K>>,
}

struct UsedBuckets<K> {
    buckets: HashMap<K, TokenBucket>,
    swept: Option<Instant>,
}

impl<K: Hash + Eq + Clone> TokenBuckets<K> {
    /// Every key starts with a copy of this bucket.
    pub(crate) fn new(fresh: TokenBucket) -> TokenBuckets<K> {
        TokenBuckets { fresh, used: Mutex::new(UsedBuckets { buckets: HashMap::new(), swept: None }) }
    }

    /// Takes a token for a key.
    pub(crate) fn take(&self, key: &K, now: Instant) -> Result<(), Refusal> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.buckets.len() >= MAX_KEYS && !used.buckets.contains_key(key) {
            used.make_room(now);
        }
        let bucket = used.buckets.entry(key.clone()).or_insert(self.fresh);
        bucket.take(now).map_err(|wait| Refusal::TooFast { wait })
    }

    /// Gives a token back that was taken for something that turned out to be harmless.
    pub(crate) fn give_back(&self, key: &K) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = used.buckets.get_mut(key) {
            bucket.tokens = (bucket.tokens + 1.0).min(bucket.burst);
        }
    }
}

impl<K: Hash + Eq + Clone> UsedBuckets<K> {
    fn make_room(&mut self, now: Instant) {
        // A sweep visits every bucket, so a flood of new keys must not trigger one each time.
        if self.swept.is_none_or(|swept| now.saturating_duration_since(swept) >= SWEEP_INTERVAL) {
            self.buckets.retain(|_, bucket| !bucket.is_full(now));
            self.swept = Some(now);
        }
        if self.buckets.len() >= MAX_KEYS
            && let Some(other) = self.buckets.keys().next().cloned()
        {
            self.buckets.remove(&other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_refills_up_to_its_burst() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(2, 0.5);
        assert_eq!([bucket.take(start), bucket.take(start), bucket.take(start)], [Ok(()), Ok(()), Err(2)]);
        assert_eq!(bucket.take(start + Duration::from_secs(1)), Err(1));
        assert_eq!(bucket.take(start + Duration::from_secs(2)), Ok(()));
        let later = start + Duration::from_secs(1000);
        assert_eq!(
            [bucket.take(later), bucket.take(later), bucket.take(later)],
            [Ok(()), Ok(()), Err(2)],
            "never more than the burst"
        );
    }

    #[test]
    fn a_token_that_is_given_back_can_be_taken_again() {
        let (start, buckets) = (Instant::now(), TokenBuckets::new(TokenBucket::new(1, 0.1)));
        for _ in 0..5 {
            assert_eq!(buckets.take(&1, start), Ok(()));
            buckets.give_back(&1);
            buckets.give_back(&1);
        }
        assert_eq!(buckets.take(&1, start), Ok(()));
        assert!(buckets.take(&1, start).is_err(), "never more than the burst");
    }

    #[test]
    fn each_key_has_its_own_bucket_and_full_buckets_are_forgotten() {
        let (start, buckets) = (Instant::now(), TokenBuckets::new(TokenBucket::new(1, 1.0)));
        assert_eq!(buckets.take(&1, start), Ok(()));
        assert_eq!(buckets.take(&1, start), Err(Refusal::TooFast { wait: 1 }));
        assert_eq!(buckets.take(&2, start), Ok(()));
        (0..MAX_KEYS + 10).for_each(|key| _ = buckets.take(&key, start));
        assert!(buckets.used.lock().unwrap().buckets.len() <= MAX_KEYS);
        assert_eq!(buckets.take(&(MAX_KEYS + 20), start + Duration::from_secs(9)), Ok(()));
        assert_eq!(buckets.used.lock().unwrap().buckets.len(), 1, "full buckets are forgotten");
    }
}
