//! A game being played, as the terminal and the browser share it: who plays, choosing a move step by step, undo and review, turn numbers, links, and
//! everything that happens in words.

#![forbid(unsafe_code)]

pub mod daily;
pub mod danger;
mod effect;
mod ending;
pub mod fair_setup;
mod fair_start;
pub mod lessons;
pub mod link;
mod own_record;
mod pending;
mod player;
mod reachable;
mod recap;
pub mod record_notes;
mod session;
pub mod setup_explorer;
mod short_list;
mod turn_number;
mod variation_tree;
pub mod wording;

pub use effect::{BridgeFlip, MoveEffect, StrengthChange};
pub use ending::{DecisiveJourney, Ending};
pub use fair_setup::{FairSetup, FairSetups};
pub use fair_start::{FairStart, ParseFairStartError};
pub use own_record::{OwnRecord, OwnResult, ParseOwnResultError, Tally};
pub use pending::{PendingMove, Spot, Step};
pub use player::{ParseSeatError, Player};
pub use reachable::{Unreachable, fitting_ply};
pub use recap::{Recap, RecapLine, RecapTurn, TurnMark};
pub use session::{ResumeError, Session};
pub use short_list::sort_short_list;
pub use turn_number::{TurnNumber, turns_played};
pub use variation_tree::{NodeId, VariationError, VariationNode, VariationTree};
