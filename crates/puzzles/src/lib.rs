//! Puzzles: positions in which one answer, or two, are clearly better than all others, verified by search or proof (`docs/puzzles.md`).
//!
//! `shangrila puzzles make` finds them; this crate is what the program and the app share. [`Puzzle`] and [`Puzzles`] are the file format,
//! [`equivalence`] says which moves are the same answer, [`rating`] how hard a puzzle is and how good its solver, and [`progress`] what
//! somebody has solved and what comes next. It knows neither files nor clocks.

#![forbid(unsafe_code)]

pub mod equivalence;
mod list;
pub mod progress;
mod puzzle;
pub mod rating;

pub use list::{Puzzles, PuzzlesError};
pub use puzzle::{Mistake, Puzzle, PuzzleId, PuzzleKind, PuzzleProblem, Solution};
