//! Bans and mutes in force, kept in memory: they are checked with every request and every chat line.

use std::collections::HashMap;
use std::net::IpAddr;

use ipnet::IpNet;
use shangrila_protocol::{PersonId, Refusal};

use crate::store::{SanctionEntry, SanctionKind};

/// The shortest prefixes that can be banned. A typing error should not shut out half of the world.
const SHORTEST_PREFIXES: (u8, u8) = (8, 19);
/// Clients with IPv6 count by their network, so a ban of less concerns the whole network.
const IPV6_NETWORK: u8 = 64;

/// Reads an address range such as `192.0.2.0/24`, or a single address, and returns it in its shortest form.
///
/// # Errors
/// If it is not a range, or one that is too large to be banned.
pub fn parse_network(text: &str) -> Result<IpNet, Refusal> {
    let text = text.trim();
    let bad = |message: &str| Refusal::BadMessage { message: format!("{text:?} {message}") };
    let network = match text.parse::<IpAddr>() {
        Ok(address) => IpNet::from(address.to_canonical()),
        Err(_) => text.parse::<IpNet>().map_err(|_| bad("is not an address range such as 192.0.2.0/24"))?,
    };
    let (shortest, network) = match network {
        IpNet::V4(_) => (SHORTEST_PREFIXES.0, network),
        IpNet::V6(range) => {
            let longest = range.prefix_len().min(IPV6_NETWORK);
            let network = IpNet::new(IpAddr::V6(range.addr()), longest).map_err(|_| bad("is not an address range"))?;
            (SHORTEST_PREFIXES.1, network)
        }
    };
    if network.prefix_len() < shortest {
        return Err(bad(&format!("is too large: the prefix must be at least /{shortest}")));
    }
    Ok(network.trunc())
}

/// A ban or mute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sanction {
    /// When it ends by itself, in milliseconds since 1970.
    pub(crate) until: Option<u64>,
    /// Why, as the person is told.
    pub(crate) reason: String,
}

impl Sanction {
    fn is_in_force(&self, now: u64) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// Who is banned or muted.
#[derive(Debug, Default)]
pub(super) struct Sanctions {
    bans: HashMap<PersonId, Sanction>,
    mutes: HashMap<PersonId, Sanction>,
    networks: Vec<(IpNet, Sanction)>,
}

impl Sanctions {
    pub(super) fn new(entries: Vec<SanctionEntry>) -> Sanctions {
        let mut sanctions = Sanctions::default();
        for entry in entries {
            let sanction = Sanction { until: entry.until, reason: entry.reason };
            // Ids contain neither dots nor colons, addresses always one of them.
            match (entry.kind, entry.target.parse::<IpNet>(), entry.target.parse::<PersonId>()) {
                (SanctionKind::Ban, Ok(network), _) => sanctions.networks.push((network, sanction)),
                (SanctionKind::Ban, _, Ok(person)) => drop(sanctions.bans.insert(person, sanction)),
                (SanctionKind::Mute, _, Ok(person)) => drop(sanctions.mutes.insert(person, sanction)),
                (kind, ..) => tracing::error!(?kind, "a sanction without a valid target"),
            }
        }
        sanctions
    }

    pub(super) fn ban_of(&self, person: &PersonId, now: u64) -> Option<&Sanction> {
        self.bans.get(person).filter(|ban| ban.is_in_force(now))
    }

    pub(super) fn mute_of(&self, person: &PersonId, now: u64) -> Option<&Sanction> {
        self.mutes.get(person).filter(|mute| mute.is_in_force(now))
    }

    pub(super) fn ban_at(&self, address: IpAddr, now: u64) -> Option<&Sanction> {
        let covers = |(network, ban): &&(IpNet, Sanction)| network.contains(&address) && ban.is_in_force(now);
        self.networks.iter().find(covers).map(|(_, ban)| ban)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_ranges_are_read_in_both_families_and_written_in_one_form() {
        for (text, network) in [
            ("192.0.2.7/24", Some("192.0.2.0/24")),
            ("192.0.2.7", Some("192.0.2.7/32")),
            ("::ffff:192.0.2.7", Some("192.0.2.7/32")),
            ("2001:db8:1:2:3:4:5:6", Some("2001:db8:1:2::/64")),
            (" 2001:DB8::/48 ", Some("2001:db8::/48")),
            ("0.0.0.0/0", None),
            ("2000::/3", None),
            ("192.0.2.0/33", None),
            ("Ada", None),
            ("", None),
        ] {
            assert_eq!(parse_network(text).ok().map(|network| network.to_string()).as_deref(), network, "{text}");
        }
    }

    #[test]
    fn a_sanction_ends_by_itself() {
        let entry = |kind, target: &str, until| SanctionEntry {
            kind,
            target: target.to_string(),
            until,
            reason: String::new(),
        };
        let sanctions = Sanctions::new(vec![
            entry(SanctionKind::Ban, "ada", Some(1000)),
            entry(SanctionKind::Mute, "ada", None),
            entry(SanctionKind::Ban, "192.0.2.0/24", Some(1000)),
            entry(SanctionKind::Ban, "2001:db8::/48", None),
        ]);
        let (ada, ben): (PersonId, PersonId) = ("ada".parse().unwrap(), "ben".parse().unwrap());
        assert!(sanctions.ban_of(&ada, 999).is_some() && sanctions.ban_of(&ada, 1000).is_none());
        assert!(sanctions.mute_of(&ada, u64::MAX).is_some() && sanctions.mute_of(&ben, 0).is_none());
        let banned = |address: &str, now| sanctions.ban_at(address.parse().unwrap(), now).is_some();
        assert!(banned("192.0.2.200", 999) && !banned("192.0.2.200", 1000) && !banned("192.0.3.1", 0));
        assert!(banned("2001:db8:0:7::", 0) && !banned("2001:db8:1::", 0));
    }
}
