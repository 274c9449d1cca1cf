//! The real server as a child process, for measurements and for tests that kill it.

#![forbid(unsafe_code)]

mod folder;
mod server;

pub use folder::TempFolder;
pub use server::ServerProcess;
