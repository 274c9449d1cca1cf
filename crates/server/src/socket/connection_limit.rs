//! Limits the number of WebSocket connections, in total and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shangrila_protocol::Refusal;

use crate::rate_limits::LimitSettings;

/// Counts open connections.
#[derive(Clone, Default)]
pub(crate) struct ConnectionLimit {
    open: Arc<Mutex<OpenConnections>>,
}

#[derive(Default)]
struct OpenConnections {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Permission to keep a connection open; dropping it makes room for another one.
pub(crate) struct ConnectionPermit {
    limit: ConnectionLimit,
    address: IpAddr,
}

impl ConnectionLimit {
    /// Admits a connection if there is room.
    pub(crate) fn admit(&self, address: IpAddr, limits: &LimitSettings) -> Result<ConnectionPermit, Refusal> {
        let mut open = self.open();
        let here = open.by_address.get(&address).copied().unwrap_or(0);
        if open.total >= limits.connections || (limits.by_address && here >= limits.connections_per_address) {
            return Err(Refusal::TooMany);
        }
        open.total += 1;
        *open.by_address.entry(address).or_default() += 1;
        Ok(ConnectionPermit { limit: self.clone(), address })
    }

    fn open(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limit.open();
        open.total -= 1;
        if let Some(here) = open.by_address.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                open.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_connection_makes_room() {
        let (limit, one, other) =
            (ConnectionLimit::default(), IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let settings = LimitSettings { connections: 3, connections_per_address: 2, ..LimitSettings::default() };
        let permits: Vec<ConnectionPermit> = (0..2).map(|_| limit.admit(one, &settings).unwrap()).collect();
        assert!(limit.admit(one, &settings).is_err(), "two from one address");
        let _third = limit.admit(other, &settings).unwrap();
        assert!(limit.admit(other, &settings).is_err(), "three in total");
        drop(permits);
        assert!(limit.admit(one, &settings).is_ok());
        assert!(!limit.open().by_address.contains_key(&one));
    }

    #[test]
    fn the_total_applies_even_without_limits_per_address() {
        let (limit, address) = (ConnectionLimit::default(), IpAddr::from([10, 0, 0, 1]));
        let settings =
            LimitSettings { connections: 3, connections_per_address: 2, by_address: false, ..LimitSettings::default() };
        let permits: Vec<ConnectionPermit> = (0..3).map(|_| limit.admit(address, &settings).unwrap()).collect();
        assert!(limit.admit(address, &settings).is_err());
        assert_eq!(permits.len(), 3);
    }
}
