//! The program `shangrila`, run for real.

mod commands;
mod engine;
mod program;
