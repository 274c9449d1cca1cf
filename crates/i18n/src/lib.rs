//! The words shown to people, in every language the game speaks.
//!
//! Every language is one constant of the same type, [`Words`], in its own folder under `languages/`. A label is a field; a message is a
//! method that takes its arguments and inflects them as the language needs:
//!
//! ```
//! use shangrila_i18n::{Language, Who};
//!
//! let language: Language = "en".parse()?;
//! let words = language.words();
//! assert_eq!(words.clans[2].name, "Gyl-Den");
//! assert_eq!(words.count.turns(1_u8), "1 turn");
//! assert_eq!(words.screen.wins(Who::Clan(&words.clans[0]), 7_u8, 1_u8), "Red wins with 7 masters in 1 village.");
//! # Ok::<(), shangrila_i18n::ParseLanguageError>(())
//! ```
//!
//! Templates are checked while compiling (see [`topic!`]); “How to add a language” is a recipe in `CONTRIBUTING.md`.

#![forbid(unsafe_code)]

mod analysis;
mod catalogue;
mod clubs;
mod coach;
mod days;
mod game_report;
#[cfg(test)]
mod glossary;
mod language;
mod languages;
mod local_games;
mod meeting;
mod notices;
mod pairs;
mod people;
mod phrase;
mod plural;
mod puzzles;
mod strategy;
mod table_talk;
pub mod template;
mod topic;
mod tournaments;
mod tutorial;

pub use analysis::{AnalysisTexts, AnalysisWords, SetupProblemWords};
pub use catalogue::*;
pub use clubs::ClubWords;
pub use coach::CoachWords;
pub use days::DaysWords;
pub use game_report::GameReportWords;
pub use language::{Language, ParseLanguageError};
pub use meeting::MeetingWords;
pub use notices::NoticeWords;
pub use pairs::{PairRulesWords, PairsWords};
pub use people::PeopleWords;
pub use phrase::{Number, SpaceName, Who, capitalise};
pub use plural::{PluralCategory, PluralRule};
pub use puzzles::{PUZZLE_KINDS, PuzzleKindText, PuzzleTexts, PuzzleWords};
pub use strategy::StrategyWords;
pub use table_talk::TableTalkWords;
pub use tournaments::TournamentWords;
pub use tutorial::{LESSONS, LessonText, TutorialTexts, TutorialWords};
