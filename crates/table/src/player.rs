//! Who plays a seat, and how records name them.

use core::fmt;
use core::str::FromStr;

use shangrila_ai::{BotSpec, Level, ParseBotError};
use shangrila_i18n::{Language, Words};

const _: () = assert!(Language::English.words().levels.len() == Level::ALL.len(), "every level needs its words");

/// The name of an unnamed person in a record.
const PERSON: &str = "person";
/// The prefix of a computer player's name in a record.
const BOT: &str = "bot:";

/// A person at this device, or a computer player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// With the name in the record, unchanged.
    Person(String),
    /// A computer player, by level or specification.
    Bot(BotSpec),
}

impl Player {
    /// A person without a name.
    pub fn person() -> Player {
        Player::Person(PERSON.to_string())
    }

    /// Whether a human chooses the moves.
    pub const fn is_person(&self) -> bool {
        matches!(self, Player::Person(_))
    }

    /// The name a person entered, if any.
    pub fn given_name(&self) -> Option<&str> {
        match self {
            Player::Person(name) if name != PERSON => Some(name),
            _ => None,
        }
    }

    /// Reads a player's name from a record. Names without the prefix of computer players belong to people.
    pub fn from_record(name: &str) -> Result<Player, ParseBotError> {
        match name.strip_prefix(BOT) {
            Some(spec) => spec.parse().map(Player::Bot),
            None => Ok(Player::Person(name.to_string())),
        }
    }

    /// The name to write to a record, as [`Player::from_record`] reads it.
    pub fn record_name(&self) -> String {
        match self {
            Player::Person(name) => name.clone(),
            Player::Bot(spec) => format!("{BOT}{spec}"),
        }
    }

    /// The name on the screen. If `alone`, this is the only person, who needs no name.
    pub fn shown_name(&self, words: &Words, alone: bool) -> String {
        match self {
            Player::Person(name) if name != PERSON => name.chars().take(12).collect(),
            Player::Person(_) if alone => words.screen.you.to_string(),
            Player::Person(_) => words.screen.person.to_string(),
            Player::Bot(BotSpec::Level(level)) => words.levels[level.number() - 1].name.to_string(),
            Player::Bot(spec) => spec.to_string(),
        }
    }
}

/// Parses a player on the command line: `person` or a computer player.
impl FromStr for Player {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Player, ParseSeatError> {
        if text == PERSON { Ok(Player::person()) } else { text.parse().map(Player::Bot).map_err(ParseSeatError) }
    }
}

/// A text that is neither `person` nor a computer player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseSeatError(ParseBotError);

impl fmt::Display for ParseSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; or {PERSON}", self.0)
    }
}

impl core::error::Error for ParseSeatError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_record() {
        for text in ["person", "goatherd", "sage", "random", "greedy", "uct:50"] {
            let player: Player = text.parse().unwrap();
            assert_eq!(Player::from_record(&player.record_name()), Ok(player));
        }
        assert_eq!(Player::from_record("Ada"), Ok(Player::Person("Ada".to_string())));
        assert!(Player::from_record("bot:Ada").is_err());
        assert_eq!(Player::Person("Ada".to_string()).given_name(), Some("Ada"));
        assert_eq!(Player::person().given_name(), None);
        assert!("Ada".parse::<Player>().unwrap_err().to_string().ends_with("companion; or person"));
    }
}
