//! The HTTP routes under `/api`.

#[path = "../common/mod.rs"]
mod common;

mod accounts;
mod bots;
mod guards;
mod lists;
mod me;
mod sessions;
