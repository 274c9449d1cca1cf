//! The real server as a child process, for measurements and for tests that kill it.

#![forbid(unsafe_code)]

mod folder;
mod server;
mod small_disk;

pub use folder::TempFolder;
pub use server::{LogTarget, ServerProcess};
pub use small_disk::SmallDisk;
