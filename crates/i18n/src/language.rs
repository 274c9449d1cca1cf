//! The languages, and how one is chosen.

use core::fmt;
use core::str::FromStr;

use crate::catalogue::Words;

/// Declares the languages: a variant of [`Language`], and the folder in `languages/` that holds its words. Code and name are constants of their
/// own, so that a program can list the languages without containing all their words.
macro_rules! languages {
    ($($(#[$attribute:meta])* $name:ident => $folder:ident),* $(,)?) => {
        /// A language the game speaks.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub enum Language {
            $($(#[$attribute])* $name,)*
        }

        impl Language {
            /// Every language.
            pub const ALL: [Language; [$(Language::$name),*].len()] = [$(Language::$name),*];

            /// Its words.
            pub const fn words(self) -> &'static Words {
                match self {
                    $(Language::$name => &crate::languages::$folder::WORDS,)*
                }
            }

            /// The ISO 639-1 code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Language::$name => const { crate::languages::$folder::WORDS.code },)*
                }
            }

            /// What its speakers call it.
            pub const fn own_name(self) -> &'static str {
                match self {
                    $(Language::$name => const { crate::languages::$folder::WORDS.own_name },)*
                }
            }
        }
    };
}

languages! {
    /// The language of those whose own is not here.
    #[default]
    English => en,
    /// Follows the vocabulary of the German rulebook.
    German => de,
    /// Follows the vocabulary of the Italian rulebook.
    Italian => it,
    /// Follows the vocabulary of the Dutch rulebook.
    Dutch => nl,
    /// Has no rulebook; uses the standard words of French board games.
    French => fr,
}

impl Language {
    /// The language of a locale such as `de_CH.UTF-8`, or a language tag such as `nl-BE`; `None` for languages the game does not
    /// speak, and for the locales `C` and `POSIX`, which name no language.
    pub fn from_locale(locale: &str) -> Option<Language> {
        let code = locale.split(['_', '-', '.', '@']).next().unwrap_or("");
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The one after this, in a circle.
    pub fn next(self) -> Language {
        Language::ALL[(self as usize + 1) % Language::ALL.len()]
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A text that is not the code of a language.
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
            ("fr_CA.UTF-8", Some(Language::French)),
            ("it", Some(Language::Italian)),
            ("EN_gb", Some(Language::English)),
            ("de@euro", Some(Language::German)),
            ("C", None),
            ("C.UTF-8", None),
            ("POSIX", None),
            ("den_CA", None),
            ("xx_FR", None),
            ("", None),
        ] {
            assert_eq!(Language::from_locale(locale), expected, "{locale}");
        }
    }

    #[test]
    fn codes_are_read_back_and_the_circle_closes() {
        for language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
            assert_ne!(language.next(), language);
        }
        let around = (0..Language::ALL.len()).fold(Language::English, |language, _| language.next());
        assert_eq!(around, Language::English);
        assert!("xx".parse::<Language>().unwrap_err().to_string().starts_with("the languages are en, de, it, nl, fr"));
    }
}
