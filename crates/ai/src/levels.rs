//! The five levels for people.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use shangrila_rules::Position;

use crate::baselines::UctBot;
use crate::bot::Bot;
use crate::budget::Limits;

/// How strong a computer player is; each level is clearly stronger than the one before. Names and descriptions in
/// words are in the catalogues of `crates/i18n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// A child can win.
    Goatherd,
    /// Knows the rules and looks at the next turn.
    Pilgrim,
    /// Sees most threats.
    Guide,
    /// Plans ahead, and overlooks little.
    Abbot,
    /// Uses all the time it is given.
    Sage,
}

impl Level {
    /// All levels, from the weakest to the strongest.
    pub const ALL: [Level; 5] = [Level::Goatherd, Level::Pilgrim, Level::Guide, Level::Abbot, Level::Sage];

    /// The stable name, for commands, requests and records.
    pub const fn id(self) -> &'static str {
        match self {
            Level::Goatherd => "goatherd",
            Level::Pilgrim => "pilgrim",
            Level::Guide => "guide",
            Level::Abbot => "abbot",
            Level::Sage => "sage",
        }
    }

    /// From 1, the weakest, to 5.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// A player of this level. The same seed and limits by visits play the same moves.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        Box::new(UctBot::new(Some(1 << (2 * self as u32 + 4)), seed))
    }

    /// What this level needs to think when nothing else is said.
    pub const fn limits(self) -> Limits {
        Limits::time(Duration::from_millis(1000))
    }

    /// How long a person should see this level think: a move that comes at once feels careless, one that takes long
    /// feels slow. Forced moves and easy choices take less.
    pub fn pace(self, _position: &Position) -> Duration {
        Duration::from_millis(700)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// A text that names no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the levels are")?;
        let last = Level::ALL.len() - 1;
        for (index, level) in Level::ALL.into_iter().enumerate() {
            write!(
                f,
                "{} {level}",
                if index == 0 {
                    ""
                } else if index == last {
                    " and"
                } else {
                    ","
                }
            )?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseLevelError {}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        Level::ALL.into_iter().find(|level| level.id() == text).ok_or(ParseLevelError)
    }
}
