//! The game *The Bridges of Shangri-La* by Leo Colovini: positions, moves, journeys, outcomes, notation and records.
//!
//! A pure library of values: no input or output, no clock, no randomness of its own. Rule numbers such as R5.4 refer to
//! `docs/rules.md`, text forms to `docs/notation.md`.
//!
//! ```
//! use shangrila_rules::{GameOptions, Position, Seats};
//!
//! let mut position = Position::first_game(Seats::FOUR, GameOptions::default());
//! assert_eq!(position.legal_moves().len(), 47);
//!
//! // Red may place a priest in village a, but no second healer.
//! position.play("P@a".parse()?)?;
//! let refused = position.play("H@a".parse()?).unwrap_err();
//! assert_eq!(refused.rule(), "R3.1");
//! assert_eq!(refused.to_string(), "blue has no master in village a, so it cannot place one there");
//!
//! // Every position and move has a text form, the same everywhere.
//! let same: Position = position.to_string().parse()?;
//! assert_eq!(same, position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod bit_set;
mod bridge;
mod choices;
mod clan;
mod first_game;
mod guild;
mod hash;
mod illegal;
mod indexed;
mod journey_set;
pub mod map;
mod moves;
mod notation;
mod opening;
mod options;
mod outcome;
mod perft;
mod position;
mod random;
pub mod record;
mod report;
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
pub use illegal::IllegalMove;
pub use journey_set::{JourneyIter, JourneySet};
pub use moves::{MAX_LEGAL_MOVES, Move, MoveIter, MoveList, PackedMove};
pub use notation::{ParseMoveError, ParsePositionError, ParsePositionErrorKind, ReadPositionError};
pub use opening::{OPENING_MASTERS, OpeningLimits};
pub use options::{GameOptions, RecruitRule, Stones};
pub use outcome::{EndReason, Outcome, Score, Standing};
pub use perft::{perft, perft_divide};
pub use position::{Occupant, Position, Strength};
pub use report::{Bounce, Change, Decider, Fate, JourneyReport, Stronger, Traveller};
pub use seat::{PerSeat, Seat};
pub use seats::{Seats, SeatsError};
pub use setup::{Setup, SetupError, SetupProblem};
pub use space::{Space, SpaceIter, SpaceSet};
pub use supply::TILES_PER_GUILD;
pub use village::{Village, VillageIter, VillageSet};

/// The version of the rules that records name. It changes only if a recorded game could be replayed differently.
pub const RULES_VERSION: u32 = 1;
