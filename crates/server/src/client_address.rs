//! The address a client is rate-limited by.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::config::Config;
use crate::routes::ApiError;
use crate::state::Server;

/// The address of a client. IPv6 addresses are reduced to their /64 network, which usually belongs to one person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// Something that limits per address count by: an IPv4 address, an IPv6 network (/64), or a site (/48), of which providers give one to
/// each customer, with 65,536 networks in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Network {
    Address(IpAddr),
    Site([u16; 3]),
}

impl Network {
    pub(crate) fn is_site(&self) -> bool {
        matches!(self, Network::Site(_))
    }
}

impl ClientAddress {
    /// Reduces an address to what clients are rate-limited by.
    pub(crate) fn new(address: IpAddr) -> ClientAddress {
        ClientAddress(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            address => address,
        })
    }

    /// Returns the networks this address counts for.
    pub(crate) fn networks(&self) -> impl Iterator<Item = Network> + use<> {
        let site = match self.0 {
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                Some(Network::Site([a, b, c]))
            }
            IpAddr::V4(_) => None,
        };
        [Network::Address(self.0)].into_iter().chain(site)
    }

    /// Returns the sender of a request. Of the forwarded addresses only the last one was added by our proxy; clients can make up the rest.
    pub(crate) fn of(config: &Config, headers: &HeaderMap, peer: Option<IpAddr>) -> ClientAddress {
        let forwarded = || headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?.rsplit(',').next();
        let named = if config.behind_proxy { forwarded() } else { None };
        let named = named.map(str::trim).and_then(|named| {
            named.parse::<IpAddr>().ok().or_else(|| named.parse::<SocketAddr>().ok().map(|address| address.ip()))
        });
        // Only tests send requests without a connection.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarded_addresses_count_only_behind_a_proxy() {
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
