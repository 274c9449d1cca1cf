//! The rules of *The Bridges of Shangri-La* by Leo Colovini: positions, moves, journeys, scoring, notation and records.
//!
//! The crate is a pure library of values. It does no input or output, reads no clock and brings no randomness of its
//! own. Rule numbers such as R5.4 refer to `docs/rules.md`, text forms to `docs/notation.md`.
//!
//! # A whole game
//!
//! ```
//! use shangrila_rules::{GameOptions, Move, Position, Seats};
//!
//! let mut position = Position::start(Seats::FOUR, GameOptions::default());
//! while let Some(clan) = position.to_move() {
//!     let moves = position.legal_moves();
//!     // Journeys bring the game to its end, so this simple player prefers them.
//!     let journey = moves.iter().find(|mv| matches!(mv, Move::Journey { .. }));
//!     let Some(mv) = journey.or(moves.get(0)) else { unreachable!("a clan to move has a legal move") };
//!     if let Move::Journey { from, to } = mv {
//!         let report = position.journey_report(from, to)?;
//!         println!("{clan} sends {} students to {to}", report.students.iter().filter(|(_, s)| s.is_some()).count());
//!     }
//!     position.play(mv)?;
//! }
//! for standing in position.standings() {
//!     println!("{}. {}: {} masters", standing.place, standing.clan, standing.score.masters);
//! }
//! assert!(position.outcome().is_some());
//! # Ok::<(), shangrila_rules::IllegalMove>(())
//! ```
//!
//! # Refusals and text
//!
//! A refused move says why, names its rule and leaves the position untouched. Every position and move has a text form.
//!
//! ```
//! # use shangrila_rules::{GameOptions, Position, Seats};
//! let mut position = Position::first_game(Seats::FOUR, GameOptions::default());
//! position.play("P@a".parse()?)?;
//! let refused = position.play("H@a".parse()?).unwrap_err();
//! assert_eq!(refused.rule(), "R3.1");
//! assert_eq!(refused.to_string(), "blue has no master in village a, so it cannot place one there");
//!
//! let same: Position = position.to_string().parse()?;
//! assert_eq!(same, position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::missing_errors_doc, clippy::return_self_not_must_use)]

mod bit_set;
mod bridge;
mod choices;
mod clan;
mod first_game;
mod guild;
mod hash;
mod indexed;
mod journey;
mod journey_set;
mod legal;
pub mod map;
mod moves;
mod notation;
mod opening;
mod options;
mod outcome;
mod pairs;
mod perft;
mod position;
mod random;
pub mod record;
mod seat;
mod seats;
mod setup;
mod space;
mod supply;
mod village;

pub use bridge::{Bridge, BridgeIter, BridgeSet};
pub use choices::Choices;
pub use clan::{Clan, ClanIter, ClanSet, PerClan};
pub use guild::{Guild, GuildIter, GuildSet, PerGuild};
pub use journey::{Bounce, Change, Decider, Fate, JourneyReport, Stronger, Traveller};
pub use journey_set::{JourneyIter, JourneySet};
pub use legal::IllegalMove;
pub use moves::{MAX_LEGAL_MOVES, Move, MoveIter, MoveList, PackedMove};
pub use notation::{ParseMoveError, ParsePositionError, ParsePositionErrorKind, ReadPositionError};
pub use opening::{OPENING_MASTERS, OpeningLimits};
pub use options::{GameOptions, RecruitRule, Stones};
pub use outcome::{EndReason, Outcome, Score, Standing};
pub use pairs::{PairScore, PairScoring};
pub use perft::{perft, perft_divide};
pub use position::{Occupant, Position, Strength};
pub use seat::{PerSeat, Seat};
pub use seats::{Seats, SeatsError};
pub use setup::{SeatVillages, Setup, SetupError, SetupProblem};
pub use space::{Space, SpaceIter, SpaceSet};
pub use supply::TILES_PER_GUILD;
pub use village::{Village, VillageIter, VillageSet};

/// The version of the rules that records state. It changes only when an old record could replay differently.
pub const RULES_VERSION: u32 = 1;
