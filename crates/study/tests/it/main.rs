//! The tests of the game report and the coach.

mod coach;
mod report;
mod spoken;
