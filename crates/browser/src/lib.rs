//! Drives the app in a real browser, for tests, screenshots and measurements.
//!
//! A test is a visit: it opens the app, does what a person would do, and fails if something expected does not happen in
//! time or if the browser reports an error.
//!
//! ```no_run
//! use shangrila_browser::{Visit, visit};
//!
//! # async fn the_help_opens() {
//! visit(Visit::phone().dark().language("de"), async |page| {
//!     page.click("button.help").await?;
//!     page.wait_for("dialog[open]").await?;
//!     page.press("Escape").await?;
//!     page.check_accessibility().await
//! })
//! .await;
//! # }
//! ```

#![forbid(unsafe_code)]

mod accessibility;
mod browser;
mod cable;
mod complaints;
mod devtools;
mod gathering;
mod input;
mod keys;
mod meeting;
mod page;
mod screens;
mod server;
mod staging;
mod visit;

use std::path::{Path, PathBuf};

pub use browser::Browser;
pub use cable::Cable;
pub use gathering::{Gathering, Visitor, gather};
pub use meeting::Meeting;
pub use page::Page;
pub use screens::{SCREENS, Screen, ScreenStep};
pub use server::TestServer;
pub use visit::{Visit, visit};

/// A result whose error is a message for the developer.
pub type Result<T> = std::result::Result<T, String>;

/// The root of the repository.
pub fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).expect("this crate is in the folder crates of the repository").to_path_buf()
}

/// Adds to an error what was being done when it happened.
trait Doing<T> {
    fn doing(self, what: &str) -> Result<T>;
}

impl<T, E: std::fmt::Display> Doing<T> for std::result::Result<T, E> {
    fn doing(self, what: &str) -> Result<T> {
        self.map_err(|error| format!("{what}: {error}"))
    }
}
