//! One test program, because each one is linked on its own.

mod api;
mod common;
mod http;
mod moderation;
mod nonsense;
mod permissions;
mod reports;
mod retention;
mod tables;
