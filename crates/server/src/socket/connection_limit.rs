//! Limits the number of connections, in total and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shangrila_protocol::Refusal;
use tokio::sync::Notify;

use crate::client_address::{ClientAddress, Network};
use crate::rate_limits::LimitSettings;

/// How many times the connections of one IPv6 network (/64) its whole site (/48) may have.
const NETWORKS_PER_SITE: usize = 4;

/// Counts open connections.
#[derive(Clone, Default)]
pub(crate) struct ConnectionLimit {
    shared: Arc<SharedCount>,
}

#[derive(Default)]
struct SharedCount {
    open: Mutex<OpenConnections>,
    closed: Notify,
}

#[derive(Default)]
struct OpenConnections {
    total: usize,
    by_network: HashMap<Network, usize>,
}

/// Permission to keep a connection open; dropping it makes room for another one.
pub(crate) struct ConnectionPermit {
    limit: ConnectionLimit,
    networks: Vec<Network>,
}

impl ConnectionLimit {
    /// Admits a WebSocket if there is room.
    pub(crate) fn admit(&self, address: ClientAddress, limits: &LimitSettings) -> Result<ConnectionPermit, Refusal> {
        let per_address = limits.by_address.then_some(limits.connections_per_address);
        self.admit_up_to(Some(address), limits.connections, per_address)
    }

    /// Admits an HTTP connection if there is room. Without an address, only the total counts.
    pub(crate) fn admit_http(
        &self,
        address: Option<ClientAddress>,
        limits: &LimitSettings,
    ) -> Result<ConnectionPermit, Refusal> {
        let per_address = limits.by_address.then_some(limits.http_connections_per_address);
        self.admit_up_to(address, limits.http_connections, per_address)
    }

    fn admit_up_to(
        &self,
        address: Option<ClientAddress>,
        total: usize,
        per_address: Option<usize>,
    ) -> Result<ConnectionPermit, Refusal> {
        let networks: Vec<Network> = address.iter().flat_map(ClientAddress::networks).collect();
        let mut open = self.open();
        let is_full = |network: &Network| {
            let most = per_address.map(|most| if network.is_site() { NETWORKS_PER_SITE * most } else { most });
            most.is_some_and(|most| open.by_network.get(network).copied().unwrap_or(0) >= most)
        };
        if open.total >= total || networks.iter().any(is_full) {
            return Err(Refusal::TooMany);
        }
        open.total += 1;
        for network in &networks {
            *open.by_network.entry(*network).or_default() += 1;
        }
        Ok(ConnectionPermit { limit: self.clone(), networks })
    }

    /// The number of open connections.
    pub(crate) fn count(&self) -> usize {
        self.open().total
    }

    /// Completes once no connection is open.
    pub(crate) async fn all_closed(&self) {
        loop {
            let closed = self.shared.closed.notified();
            if self.count() == 0 {
                return;
            }
            closed.await;
        }
    }

    fn open(&self) -> MutexGuard<'_, OpenConnections> {
        self.shared.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionPermit {
    /// The address the connection comes from, if it is known.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.networks.iter().find_map(|network| match network {
            Network::Address(address) => Some(*address),
            Network::Site(_) => None,
        })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limit.open();
        open.total -= 1;
        for network in &self.networks {
            if let Some(here) = open.by_network.get_mut(network) {
                *here -= 1;
                if *here == 0 {
                    open.by_network.remove(network);
                }
            }
        }
        let empty = open.total == 0;
        drop(open);
        if empty {
            self.limit.shared.closed.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> ClientAddress {
        ClientAddress::new(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn a_closed_connection_makes_room() {
        let (limit, one, other) = (ConnectionLimit::default(), address("10.0.0.1"), address("10.0.0.2"));
        let settings = LimitSettings { connections: 3, connections_per_address: 2, ..LimitSettings::default() };
        let permits: Vec<ConnectionPermit> = (0..2).map(|_| limit.admit(one, &settings).unwrap()).collect();
        assert!(limit.admit(one, &settings).is_err(), "two from one address");
        let _third = limit.admit(other, &settings).unwrap();
        assert!(limit.admit(other, &settings).is_err(), "three in total");
        drop(permits);
        assert!(limit.admit(one, &settings).is_ok());
        assert_eq!(limit.open().by_network.len(), 1);
    }

    #[test]
    fn the_total_applies_even_without_limits_per_address() {
        let (limit, address) = (ConnectionLimit::default(), address("10.0.0.1"));
        let settings =
            LimitSettings { connections: 3, connections_per_address: 2, by_address: false, ..LimitSettings::default() };
        let permits: Vec<ConnectionPermit> = (0..3).map(|_| limit.admit(address, &settings).unwrap()).collect();
        assert!(limit.admit(address, &settings).is_err());
        assert_eq!(permits.len(), 3);
    }

    #[test]
    fn an_ipv6_site_has_four_times_the_connections_of_one_of_its_networks() {
        let limit = ConnectionLimit::default();
        let settings = LimitSettings { connections_per_address: 2, ..LimitSettings::default() };
        let mut permits = Vec::new();
        for network in 0..100 {
            permits.extend(limit.admit(address(&format!("2001:db8:1:{network:x}::1")), &settings));
        }
        assert_eq!(permits.len(), 8);
        assert!(limit.admit(address("2001:db8:2::1"), &settings).is_ok(), "another site");
    }

    #[tokio::test]
    async fn waiting_for_the_end_ends_with_the_last_connection() {
        let limit = ConnectionLimit::default();
        limit.all_closed().await;
        let permit = limit.admit(address("10.0.0.1"), &LimitSettings::default()).unwrap();
        let waiting = tokio::spawn({
            let limit = limit.clone();
            async move { limit.all_closed().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(permit);
        waiting.await.unwrap();
    }
}
