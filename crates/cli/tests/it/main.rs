//! Tests that run the program `shangrila`.

mod admin;
mod commands;
mod documents;
mod engine;
mod matches;
mod play;
mod program;
mod serve;
mod thinking;
