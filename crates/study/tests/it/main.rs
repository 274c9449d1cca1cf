//! The tests of the game report.

mod report;
