//! Who can play in a match: a computer player by name, or a network from a file.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use shangrila_ai::network::Network;
use shangrila_ai::{Bot, BotSpec};

/// A computer player of a match.
#[derive(Clone)]
pub(crate) enum Contestant {
    Named(BotSpec),
    /// `network:FILE`, or `network:FILE@SHARE` with a share of random playouts, from 0 to 1, in each evaluation.
    Network {
        text: String,
        network: Arc<Network>,
        playout_share: f32,
    },
}

impl Contestant {
    /// A player for one game.
    pub(crate) fn bot(&self, seed: u64) -> Box<dyn Bot> {
        match self {
            Contestant::Named(spec) => spec.bot(seed),
            Contestant::Network { network, playout_share, .. } => network.bot(*playout_share, seed),
        }
    }
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        let Some(rest) = text.strip_prefix("network:") else {
            return text.parse().map(Contestant::Named).map_err(|error| format!("{error}, and network:FILE"));
        };
        let (file, share) = rest.rsplit_once('@').unwrap_or((rest, "0"));
        let playout_share = share.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        let playout_share =
            playout_share.ok_or_else(|| format!("the share of playouts is from 0 to 1, not {share}"))?;
        let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        let network = Network::from_bytes(&bytes).map_err(|error| format!("{file}: {error}"))?;
        Ok(Contestant::Network { text: text.into(), network: Arc::new(network), playout_share })
    }
}

impl From<BotSpec> for Contestant {
    fn from(spec: BotSpec) -> Contestant {
        Contestant::Named(spec)
    }
}

/// Two contestants are alike when they are written alike.
impl PartialEq for Contestant {
    fn eq(&self, other: &Contestant) -> bool {
        match (self, other) {
            (Contestant::Named(one), Contestant::Named(other)) => one == other,
            (Contestant::Network { text: one, .. }, Contestant::Network { text: other, .. }) => one == other,
            _ => false,
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Named(spec) => spec.fmt(f),
            Contestant::Network { text, .. } => f.pad(text),
        }
    }
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contestant({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contestants_are_named_levels_or_networks_from_files() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../ai/tests/fixtures/canary-network.bin");
        for text in ["sage", "uct:100", &format!("network:{file}"), &format!("network:{file}@0.5")] {
            let contestant: Contestant = text.parse().unwrap();
            assert_eq!(contestant.to_string(), *text);
            assert_eq!(contestant, text.parse().unwrap());
        }
        let error = |text: &str| text.parse::<Contestant>().unwrap_err();
        assert!(error("wise").ends_with("and network:FILE"));
        assert!(error("network:/no/such/file").starts_with("/no/such/file: "));
        assert!(error(&format!("network:{file}@2")).contains("not 2"));
        assert_eq!(error("network:Cargo.toml"), "Cargo.toml: not a network file");
    }
}
