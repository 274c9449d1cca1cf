//! How much anybody may ask for: buckets of tokens that fill up again with time.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use shangrila_protocol::{PersonId, Refusal};

use crate::config::Config;
use crate::routes::ApiError;
use crate::state::Server;
use crate::store::name_key;

/// How many keys are remembered. Who comes first when all of them are in use pushes somebody else out, which forgives too much rather
/// than taking more memory.
const MOST_KEYS: usize = 100_000;

/// How often full buckets are looked for at most.
const SWEEP: Duration = Duration::from_secs(1);

/// Lets so much through at once, and then so much a second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    burst: f64,
    per_second: f64,
    left: f64,
    filled: Option<Instant>,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(burst: u32, per_second: f64) -> Bucket {
        Bucket { burst: f64::from(burst), per_second, left: f64::from(burst), filled: None }
    }

    /// Takes one, or says after how many seconds there is one again.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), u32> {
        self.fill(now);
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        Err(((1.0 - self.left) / self.per_second).ceil().clamp(1.0, 86_400.0) as u32)
    }

    fn fill(&mut self, now: Instant) {
        let passed = self.filled.map_or(0.0, |filled| now.saturating_duration_since(filled).as_secs_f64());
        self.left = (self.left + passed * self.per_second).min(self.burst);
        self.filled = Some(now);
    }

    /// Whether nothing would be lost by forgetting it.
    fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left >= self.burst
    }
}

/// A bucket for each key.
pub(crate) struct Buckets<K> {
    fresh: Bucket,
    used: Mutex<Used<K>>,
}

struct Used<K> {
    buckets: HashMap<K, Bucket>,
    /// When the full ones were last looked for.
    swept: Option<Instant>,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    /// With such buckets.
    pub(crate) fn new(burst: u32, per_second: f64) -> Buckets<K> {
        let used = Used { buckets: HashMap::new(), swept: None };
        Buckets { fresh: Bucket::new(burst, per_second), used: Mutex::new(used) }
    }

    /// Takes one for this key.
    pub(crate) fn take(&self, key: &K, now: Instant) -> Result<(), Refusal> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.buckets.len() >= MOST_KEYS && !used.buckets.contains_key(key) {
            used.make_room(now);
        }
        let bucket = used.buckets.entry(key.clone()).or_insert(self.fresh);
        bucket.take(now).map_err(|wait| Refusal::TooFast { wait })
    }
}

impl<K: Hash + Eq + Clone> Used<K> {
    fn make_room(&mut self, now: Instant) {
        // Looking at all of them takes a while, so a crowd of new keys must not cause it each time.
        if self.swept.is_none_or(|swept| now.saturating_duration_since(swept) >= SWEEP) {
            self.buckets.retain(|_, bucket| !bucket.is_full(now));
            self.swept = Some(now);
        }
        if self.buckets.len() >= MOST_KEYS
            && let Some(other) = self.buckets.keys().next().cloned()
        {
            self.buckets.remove(&other);
        }
    }
}

/// What requests are counted by. An IPv6 address stands for its network of 64 bits, since one person has all of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl ClientAddress {
    /// The address behind which somebody is.
    pub(crate) fn new(address: IpAddr) -> ClientAddress {
        ClientAddress(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            address => address,
        })
    }

    /// Who sent a request. What a proxy adds is the last address; those before it could have been made up.
    pub(crate) fn of(config: &Config, headers: &HeaderMap, peer: Option<IpAddr>) -> ClientAddress {
        let forwarded = || headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?.rsplit(',').next();
        let named = if config.behind_proxy { forwarded() } else { None };
        let named = named.map(str::trim).and_then(|named| {
            named.parse::<IpAddr>().ok().or_else(|| named.parse::<SocketAddr>().ok().map(|address| address.ip()))
        });
        // Only tests ask without a connection.
        ClientAddress::new(named.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
    }
}

impl FromRequestParts<Server> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<ClientAddress, ApiError> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        Ok(ClientAddress::of(&server.config, &parts.headers, peer))
    }
}

/// What is limited of requests over HTTP.
pub(crate) struct RequestLimits {
    on: bool,
    requests: Buckets<ClientAddress>,
    guests: Buckets<ClientAddress>,
    accounts: Buckets<ClientAddress>,
    bots: Buckets<ClientAddress>,
    sign_ins: Buckets<ClientAddress>,
    passwords: Buckets<String>,
    tables: Buckets<PersonId>,
}

impl RequestLimits {
    pub(crate) fn new(config: &Config) -> RequestLimits {
        RequestLimits {
            on: config.limits.by_address,
            requests: Buckets::new(120, 20.0),
            guests: Buckets::new(10, 1.0 / 30.0),
            accounts: Buckets::new(5, 1.0 / 60.0),
            bots: Buckets::new(10, 1.0 / 60.0),
            sign_ins: Buckets::new(10, 1.0 / 15.0),
            passwords: Buckets::new(5, 1.0 / 15.0),
            tables: Buckets::new(10, 1.0 / 10.0),
        }
    }

    /// Any request.
    pub(crate) fn request(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.take(&self.requests, from)
    }

    /// Another guest.
    pub(crate) fn guest(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.take(&self.guests, from)
    }

    /// Another bot, which takes a name as an account does.
    pub(crate) fn bot(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.take(&self.bots, from)
    }

    /// Another account.
    pub(crate) fn account(&self, from: &ClientAddress) -> Result<(), Refusal> {
        self.take(&self.accounts, from)
    }

    /// An attempt to sign in, from anywhere.
    pub(crate) fn sign_in(&self, from: &ClientAddress, name: &str) -> Result<(), Refusal> {
        self.take(&self.sign_ins, from)?;
        self.password(name)
    }

    /// An attempt to give the password of an account.
    pub(crate) fn password(&self, name: &str) -> Result<(), Refusal> {
        self.take(&self.passwords, &name_key(name))
    }

    /// Another table.
    pub(crate) fn table(&self, host: &PersonId) -> Result<(), Refusal> {
        self.take(&self.tables, host)
    }

    fn take<K: Hash + Eq + Clone>(&self, buckets: &Buckets<K>, key: &K) -> Result<(), Refusal> {
        if self.on { buckets.take(key, Instant::now()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let start = Instant::now();
        let mut bucket = Bucket::new(2, 0.5);
        assert_eq!([bucket.take(start), bucket.take(start), bucket.take(start)], [Ok(()), Ok(()), Err(2)]);
        assert_eq!(bucket.take(start + Duration::from_secs(1)), Err(1));
        assert_eq!(bucket.take(start + Duration::from_secs(2)), Ok(()));
        let later = start + Duration::from_secs(1000);
        assert_eq!(
            [bucket.take(later), bucket.take(later), bucket.take(later)],
            [Ok(()), Ok(()), Err(2)],
            "never more"
        );
    }

    #[test]
    fn keys_have_buckets_of_their_own_and_are_not_kept_for_ever() {
        let (start, buckets) = (Instant::now(), Buckets::new(1, 1.0));
        assert_eq!(buckets.take(&1, start), Ok(()));
        assert_eq!(buckets.take(&1, start), Err(Refusal::TooFast { wait: 1 }));
        assert_eq!(buckets.take(&2, start), Ok(()));
        (0..MOST_KEYS + 10).for_each(|key| _ = buckets.take(&key, start));
        assert!(buckets.used.lock().unwrap().buckets.len() <= MOST_KEYS);
        assert_eq!(buckets.take(&(MOST_KEYS + 20), start + Duration::from_secs(9)), Ok(()));
        assert_eq!(buckets.used.lock().unwrap().buckets.len(), 1, "full buckets are forgotten");
    }

    #[test]
    fn the_proxy_says_who_asks_only_where_there_is_one() {
        let peer = Some(IpAddr::from([10, 0, 0, 1]));
        let of = |behind_proxy, forwarded: &str| {
            let config = Config { behind_proxy, ..Config::default() };
            let headers = HeaderMap::from_iter([("x-forwarded-for".parse().unwrap(), forwarded.parse().unwrap())]);
            ClientAddress::of(&config, &headers, peer).0.to_string()
        };
        assert_eq!(of(false, "1.2.3.4"), "10.0.0.1");
        assert_eq!(of(true, "6.6.6.6, 1.2.3.4"), "1.2.3.4");
        assert_eq!(of(true, "1.2.3.4:5678"), "1.2.3.4");
        assert_eq!(of(true, "2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of(true, "::ffff:1.2.3.4"), "1.2.3.4");
        assert_eq!(of(true, "unknown"), "10.0.0.1");
    }
}
