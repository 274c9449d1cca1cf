//! A game at the table, shared by the terminal and the browser: who plays, the way from a touch on the board to a whole
//! move, taking back, looking back, and everything that happens in words.

#![forbid(unsafe_code)]

mod choice;
pub mod link;
mod player;
mod session;
pub mod wording;

pub use choice::{Choice, Spot, Step};
pub use player::{ParseSeatError, Player};
pub use session::Session;
