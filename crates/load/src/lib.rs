//! The real server and its workers as child processes, for measurements and for tests that kill them.

#![forbid(unsafe_code)]

mod folder;
mod server;
mod small_disk;
mod worker;

pub use folder::TempFolder;
pub use server::{LogTarget, ServerProcess};
pub use small_disk::SmallDisk;
pub use worker::WorkerProcess;
