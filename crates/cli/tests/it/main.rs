//! Tests that run the program `shangrila`.

mod admin;
mod commands;
mod copying;
mod documents;
mod engine;
mod matches;
mod play;
mod program;
mod report;
mod serve;
mod thinking;
