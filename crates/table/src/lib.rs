//! A game at the table, shared by the terminal and the browser: who plays, the way from a touch on the board to a whole
//! move, taking back, looking back, and everything that happens in words.

#![forbid(unsafe_code)]

pub mod link;
mod pending;
mod player;
mod session;
mod turn_number;
pub mod wording;

pub use pending::{PendingMove, Spot, Step};
pub use player::{ParseSeatError, Player};
pub use session::{ResumeError, Session};
pub use turn_number::{TurnNumber, turns_played};
