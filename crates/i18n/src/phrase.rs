//! The words that sentences inflect: clans, players, guilds and spaces in the form a sentence asks for.

use crate::catalogue::{ClanWords, GuildWords, PhraseWords};

/// A whole number for a message, from any of the integer types that are never negative here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number(pub(crate) u64);

impl Number {
    #[doc(hidden)]
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl From<u8> for Number {
    fn from(n: u8) -> Number {
        Number(u64::from(n))
    }
}

impl From<u16> for Number {
    fn from(n: u16) -> Number {
        Number(u64::from(n))
    }
}

impl From<u32> for Number {
    fn from(n: u32) -> Number {
        Number(u64::from(n))
    }
}

impl From<u64> for Number {
    fn from(n: u64) -> Number {
        Number(n)
    }
}

impl From<usize> for Number {
    fn from(n: usize) -> Number {
        Number(n as u64)
    }
}

/// The subject or object of a sentence: a clan, or a player by name.
#[derive(Clone, Copy, Debug)]
pub enum Who<'a> {
    /// A clan, called by its colour.
    Clan(&'a ClanWords),
    /// A player who has a name; made by [`Words::named`](crate::Words::named).
    Named {
        /// The name as the player wrote it.
        name: &'a str,
        /// How the language inflects names.
        phrases: &'a PhraseWords,
    },
}

impl Who<'_> {
    pub(crate) fn form(&self, form: &str) -> String {
        match (self, form) {
            (Who::Clan(clan), _) => clan.form(form).to_string(),
            (Who::Named { name, phrases }, "of") => phrases.of(name),
            (Who::Named { name, phrases }, "by") => phrases.by(name),
            (Who::Named { name, phrases }, "to") => phrases.to(name),
            (Who::Named { name, .. }, _) => (*name).to_string(),
        }
    }
}

/// As in a list: the colour, or the name.
impl core::fmt::Display for Who<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Who::Clan(clan) => f.pad(clan.colour),
            Who::Named { name, .. } => f.pad(name),
        }
    }
}

impl ClanWords {
    fn form(&self, form: &str) -> &'static str {
        match form {
            "the" => self.the,
            "of" => self.of,
            "by" => self.by,
            "to" => self.to,
            _ => self.colour,
        }
    }
}

impl GuildWords {
    pub(crate) fn form(&self, form: &str) -> &'static str {
        match form {
            "one" => self.one,
            "the" => self.the,
            "object" => self.object,
            "of" => self.of,
            "to" => self.to,
            _ => self.name,
        }
    }
}

/// A guild's space in a village; made by [`Words::space`](crate::Words::space).
#[derive(Clone, Copy, Debug)]
pub struct SpaceName<'a> {
    pub(crate) guild: &'a GuildWords,
    pub(crate) village: char,
    pub(crate) phrases: &'a PhraseWords,
}

impl SpaceName<'_> {
    pub(crate) fn form(&self, form: &str) -> String {
        self.phrases.space(self.guild.form(form), self.village)
    }
}

/// As a label: “Healer in A”.
impl core::fmt::Display for SpaceName<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(&self.form(""))
    }
}

/// The text with its first letter in upper case.
pub fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_letter_becomes_a_capital() {
        assert_eq!(capitalise("écru"), "Écru");
        assert_eq!(capitalise(""), "");
    }
}
