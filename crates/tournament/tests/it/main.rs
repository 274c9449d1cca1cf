//! Thousands of simulated tournaments, with players who drop out and come late.

mod duplicate;
mod formats;
mod simulation;
