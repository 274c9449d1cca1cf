//! Annotation marks: what an annotator thinks of a move, in the signs that chess made common.

use core::fmt;
use core::str::FromStr;

/// What an annotator thinks of a move.
///
/// ```
/// # use shangrila_rules::record::Mark;
/// assert_eq!("!?".parse(), Ok(Mark::Interesting));
/// assert_eq!(Mark::Blunder.sign(), "??");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All marks, from the best to the worst.
    pub const ALL: [Mark; 6] =
        [Mark::Brilliant, Mark::Good, Mark::Interesting, Mark::Dubious, Mark::Mistake, Mark::Blunder];

    /// The sign that follows the move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Brilliant => "!!",
            Mark::Good => "!",
            Mark::Interesting => "!?",
            Mark::Dubious => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Takes a mark off the end of a word. The rest is a move, or else the word is neither.
    pub(super) fn split(word: &str) -> (&str, Option<Mark>) {
        let rest = word.trim_end_matches(['!', '?']);
        match word[rest.len()..].parse() {
            Ok(mark) => (rest, Some(mark)),
            Err(_) => (word, None),
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.sign())
    }
}

impl FromStr for Mark {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Mark, ParseMarkError> {
        Mark::ALL.into_iter().find(|mark| mark.sign() == text).ok_or(ParseMarkError)
    }
}

/// A text that is not a [`Mark`].
///
/// ```
/// # use shangrila_rules::record::Mark;
/// assert_eq!("!!!".parse::<Mark>().unwrap_err().to_string(), "not one of !!, !, !?, ?!, ? and ??");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseMarkError;

impl fmt::Display for ParseMarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not one of !!, !, !?, ?!, ? and ??")
    }
}

impl core::error::Error for ParseMarkError {}
