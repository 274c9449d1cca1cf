//! The languages, and how one is chosen.

use core::fmt;
use core::str::FromStr;

use crate::words::Words;
use crate::{de, en, it, nl};

/// A language the game speaks: those of the printed editions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Language {
    /// `en`
    #[default]
    English,
    /// `de`
    German,
    /// `it`
    Italian,
    /// `nl`
    Dutch,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 4] = [Language::English, Language::German, Language::Italian, Language::Dutch];

    /// The code of ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Italian => "it",
            Language::Dutch => "nl",
        }
    }

    /// What its speakers call it.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
            Language::Italian => "Italiano",
            Language::Dutch => "Nederlands",
        }
    }

    /// Its words.
    pub const fn words(self) -> &'static Words {
        match self {
            Language::English => &en::WORDS,
            Language::German => &de::WORDS,
            Language::Italian => &it::WORDS,
            Language::Dutch => &nl::WORDS,
        }
    }

    /// The language of a locale such as `de_CH.UTF-8`, or a language tag such as `nl-BE`; `None` for languages the game
    /// does not speak, and for the locales `C` and `POSIX`, which are no language.
    pub fn from_locale(locale: &str) -> Option<Language> {
        let code = locale.split(['_', '-', '.', '@']).next().unwrap_or("");
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The one after this, around in a circle.
    pub fn next(self) -> Language {
        Language::ALL[(self as usize + 1) % Language::ALL.len()]
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A text that is no code of a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseLanguageError;

impl fmt::Display for ParseLanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the languages are {}", Language::ALL.map(Language::code).join(", "))
    }
}

impl core::error::Error for ParseLanguageError {}

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(text: &str) -> Result<Language, ParseLanguageError> {
        Language::ALL.into_iter().find(|language| language.code() == text).ok_or(ParseLanguageError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_languages() {
        for (locale, expected) in [
            ("de_CH.UTF-8", Some(Language::German)),
            ("nl-BE", Some(Language::Dutch)),
            ("it", Some(Language::Italian)),
            ("EN_gb", Some(Language::English)),
            ("de@euro", Some(Language::German)),
            ("C", None),
            ("C.UTF-8", None),
            ("POSIX", None),
            ("den_CA", None),
            ("fr_FR", None),
            ("", None),
        ] {
            assert_eq!(Language::from_locale(locale), expected, "{locale}");
        }
    }

    #[test]
    fn codes_are_read_back_and_the_circle_closes() {
        for language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
            assert_eq!(language.next().next().next().next(), language);
            assert_ne!(language.next(), language);
        }
        assert_eq!("fr".parse::<Language>().unwrap_err().to_string(), "the languages are en, de, it, nl");
    }
}
