//! The words shown to people, in English, German, Italian and Dutch.
//!
//! Every language is one constant of the same type, so the compiler refuses a missing word. Texts with values name them
//! in braces and are completed by [`fill()`]:
//!
//! ```
//! use shangrila_i18n::{Language, fill};
//!
//! let language: Language = "nl".parse()?;
//! let words = language.words();
//! assert_eq!(words.clans[2].name, "Ghee-Las");
//! assert_eq!(fill(words.journey.stone, &[("village", &'k')]), "k krijgt een steen.");
//! # Ok::<(), shangrila_i18n::ParseLanguageError>(())
//! ```

#![forbid(unsafe_code)]

mod de;
mod en;
mod fill;
mod it;
mod language;
mod lobby;
mod nl;
mod online;
mod rules;
mod words;

pub use fill::{count, fill, sentence};
pub use language::{Language, ParseLanguageError};
pub use words::*;
