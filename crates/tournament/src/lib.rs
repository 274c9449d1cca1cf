//! Tournaments: who plays whom on which seat in the next round, and who is ahead. Pure: no clock, no storage, and the same answer for the same
//! [`History`] every time. `docs/tournaments.md` explains the formats to players.

#![forbid(unsafe_code)]

mod duplicate;
mod grouping;
mod history;
mod knockout;
mod points;
mod seating;
mod sizes;
mod standings;
mod swiss;

pub use history::{Entrant, EntryNumber, Format, History, Pairing, Plan, PlayedRound, PlayedTable, TableResult};
pub use points::{BYE_POINTS, WIN_POINTS, table_points};
pub use sizes::{Sizes, table_sizes};
pub use standings::{SCORE_UNIT, StandingLine, game_scores, standings};

/// The fewest players of a tournament: those of the smallest table.
pub const FEWEST_PLAYERS: usize = 3;
/// The most rounds of any tournament.
pub const MOST_ROUNDS: usize = 16;

/// Returns who plays whom in the next round; `None` if the tournament is over.
///
/// Every round so far must be complete: a table without a result counts as a tie of everyone, one that is pending as if nobody had played there.
pub fn next_round(history: &History<'_>) -> Option<Pairing> {
    if history.rounds.len() >= MOST_ROUNDS {
        return None;
    }
    match history.plan.format {
        Format::Swiss => swiss::next_round(history),
        Format::Knockout { advance } => knockout::next_round(history, usize::from(advance)),
        Format::Duplicate => duplicate::next_round(history),
    }
}
