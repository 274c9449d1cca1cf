//! The program `shangrila`, run for real.

mod commands;
mod documents;
mod engine;
mod matches;
mod play;
mod program;
mod serve;
mod thinking;
