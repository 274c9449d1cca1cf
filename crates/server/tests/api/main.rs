//! The HTTP routes under `/api`.

#[path = "../common/mod.rs"]
mod common;

mod accounts;
mod bots;
mod guards;
mod lists;
mod lockout;
mod me;
mod names;
mod recovery;
mod sessions;
