//! Learning from games: the report on a game, and the coach.
//!
//! Every judgement comes from the search of `shangrila-ai`, with a fixed number of visits and a fixed seed, so the same game always
//! gets the same report. `docs/game-report.md` defines everything that a report says. Like the search, this crate has no clock and no
//! threads, so it runs in a browser too.
//!
//! ```no_run
//! use shangrila_rules::record::GameRecord;
//! use shangrila_study::{ReportMaker, StudySearch};
//!
//! let record: GameRecord = std::fs::read_to_string("game.shangrila")?.parse()?;
//! let mut maker = ReportMaker::new(&record, StudySearch::default());
//! while maker.step().is_some() {}
//! let report = maker.finish();
//! println!("{} turning points", report.turning_points.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod accuracy;
pub mod coach;
mod report;
mod review;
mod transfer;
pub mod words;

pub use accuracy::{accuracy_of_game, accuracy_of_turn};
pub use report::{GameReport, PlayerReport, ReportMaker, ReportStep, TurningPoint};
pub use review::{Adviser, Candidate, Kingmaking, Lapse, StudySearch, TurnReview};
pub use words::ReportText;
