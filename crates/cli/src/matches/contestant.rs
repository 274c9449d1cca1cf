//! Who can play in a match: a computer player by name, or a network from a file.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use shangrila_ai::network::Network;
use shangrila_ai::{Bot, BotSpec, Limits, Params};

/// A computer player of a match, possibly with a time per move of its own: `sage`, `network:FILE`, `sage/20ms`.
#[derive(Clone)]
pub(crate) struct Contestant {
    text: String,
    player: Player,
    time: Option<Duration>,
}

#[derive(Clone)]
enum Player {
    Named(BotSpec),
    /// `network:FILE`, or `network:FILE@SHARE` with a share of random playouts, from 0 to 1, in each evaluation; search
    /// settings follow after plus signs: `network:FILE+exploration=1.2`.
    Network {
        network: Arc<Network>,
        playout_share: f32,
        params: Params,
    },
}

impl Contestant {
    /// Returns a player for one game.
    pub(crate) fn bot(&self, seed: u64) -> Box<dyn Bot> {
        match &self.player {
            Player::Named(spec) => spec.bot(seed),
            Player::Network { network, playout_share, params } => {
                network.bot(*playout_share, Params { seed, ..*params })
            }
        }
    }

    /// Returns the limits per move in a match with these limits.
    pub(crate) fn limits(&self, given: Limits) -> Limits {
        Limits { time: self.time.or(given.time), ..given }
    }
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        let milliseconds = |text: &str| text.strip_suffix("ms")?.parse().ok().filter(|&time| time > 0);
        let (name, time) = match text.rsplit_once('/') {
            Some((name, suffix)) => match milliseconds(suffix) {
                Some(time) => (name, Some(Duration::from_millis(time))),
                // The slash of a path.
                None => (text, None),
            },
            None => (text, None),
        };
        let player = match name.strip_prefix("network:") {
            Some(file) => network(file)?,
            None => Player::Named(name.parse().map_err(|error| format!("{error}, and network:FILE"))?),
        };
        Ok(Contestant { text: text.into(), player, time })
    }
}

fn network(text: &str) -> Result<Player, String> {
    let mut parts = text.split('+');
    let player = parts.next().unwrap_or_default();
    let params = parts.try_fold(Params::default(), |params, setting| params.with_setting(setting));
    let params = params.map_err(|error| error.to_string())?;
    let (file, share) = player.rsplit_once('@').unwrap_or((player, "0"));
    let playout_share = share.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    let playout_share = playout_share.ok_or_else(|| format!("the share of playouts is from 0 to 1, not {share}"))?;
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let network = Network::from_bytes(&bytes).map_err(|error| format!("{file}: {error}"))?;
    Ok(Player::Network { network: Arc::new(network), playout_share, params })
}

impl From<BotSpec> for Contestant {
    fn from(spec: BotSpec) -> Contestant {
        Contestant { text: spec.to_string(), player: Player::Named(spec), time: None }
    }
}

/// Two contestants are alike when they are written alike.
impl PartialEq for Contestant {
    fn eq(&self, other: &Contestant) -> bool {
        self.text == other.text
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
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
        for text in [
            "sage",
            "uct:100",
            "sage/20ms",
            &format!("network:{file}"),
            &format!("network:{file}@0.5+policy=0.7+masters=0.2/7ms"),
        ] {
            let contestant: Contestant = text.parse().unwrap();
            assert_eq!(contestant.to_string(), *text);
            assert_eq!(contestant, text.parse().unwrap());
        }
        let given = Limits::time(Duration::from_millis(200));
        let limits = |text: &str| text.parse::<Contestant>().unwrap().limits(given);
        assert_eq!(limits("sage"), given);
        assert_eq!(limits("sage/20ms"), Limits::time(Duration::from_millis(20)));
        let error = |text: &str| text.parse::<Contestant>().unwrap_err();
        assert!(error("wise").ends_with("and network:FILE"));
        assert!(error("sage/0ms").starts_with("unknown computer player \"sage/0ms\""));
        assert!(error("network:/no/such/file").starts_with("/no/such/file: "));
        assert!(error(&format!("network:{file}@2")).contains("not 2"));
        assert!(error(&format!("network:{file}+speed=2")).starts_with("unknown search setting \"speed=2\""));
        assert!(error(&format!("network:{file}+masters")).starts_with("unknown search setting \"masters\""));
        assert!(error(&format!("network:{file}+masters=-1")).starts_with("unknown search setting \"masters=-1\""));
        assert_eq!(error("network:Cargo.toml"), "Cargo.toml: not a network file");
    }
}
