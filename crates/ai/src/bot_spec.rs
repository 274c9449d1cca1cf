//! Names of computer players: `sage`, `uct:1000`, `random`.

use core::fmt;
use core::str::FromStr;

use crate::baselines::{GreedyBot, RandomBot, UctBot};
use crate::bot::Bot;
use crate::fitted::fitted_evaluator;
use crate::levels::Level;
use crate::search::{Params, SearchBot};

/// Specifies a computer player; parsed from and displayed as its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotSpec {
    /// `random`: a uniformly random legal move.
    Random,
    /// `greedy`: the most masters after one turn.
    Greedy,
    /// `uct:N`: UCT with N random playouts per move; `uct` plays as many as the budget allows.
    Uct(Option<u32>),
    /// `fitted`: search with the fitted evaluator, the strongest player before the network.
    Fitted,
    /// `goatherd` to `sage`: one of the levels.
    Level(Level),
}

impl BotSpec {
    /// Creates the player. With the same seed and a limit in visits it plays the same moves.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        match self {
            BotSpec::Random => Box::new(RandomBot::new(seed)),
            BotSpec::Greedy => Box::new(GreedyBot::new(seed)),
            BotSpec::Uct(playouts) => Box::new(UctBot::new(playouts, seed)),
            BotSpec::Fitted => Box::new(SearchBot::new(Params { seed, ..Params::default() }, fitted_evaluator)),
            BotSpec::Level(level) => level.bot(seed),
        }
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotSpec::Random => f.pad("random"),
            BotSpec::Greedy => f.pad("greedy"),
            BotSpec::Uct(None) => f.pad("uct"),
            BotSpec::Uct(Some(playouts)) => f.pad(&format!("uct:{playouts}")),
            BotSpec::Fitted => f.pad("fitted"),
            BotSpec::Level(level) => level.fmt(f),
        }
    }
}

/// The text does not name a computer player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseBotError {
    text: String,
}

impl fmt::Display for ParseBotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown computer player {:?}; choose random, greedy, uct, uct:N (N playouts per move), fitted, or a level: ",
            self.text
        )?;
        write!(f, "{}", Level::ALL.map(Level::id).join(", "))
    }
}

impl core::error::Error for ParseBotError {}

impl FromStr for BotSpec {
    type Err = ParseBotError;

    fn from_str(text: &str) -> Result<BotSpec, ParseBotError> {
        let unknown = || ParseBotError { text: text.chars().take(32).collect() };
        match text {
            "random" => Ok(BotSpec::Random),
            "greedy" => Ok(BotSpec::Greedy),
            "uct" => Ok(BotSpec::Uct(None)),
            "fitted" => Ok(BotSpec::Fitted),
            _ => match text.strip_prefix("uct:") {
                Some(number) => match number.parse() {
                    Ok(playouts @ 1..) => Ok(BotSpec::Uct(Some(playouts))),
                    _ => Err(unknown()),
                },
                None => text.parse().map(BotSpec::Level).map_err(|_| unknown()),
            },
        }
    }
}
