//! A client for the part of the Chrome DevTools Protocol that the harness uses.
//!
//! Commands and events are JSON: <https://chromedevtools.github.io/devtools-protocol/> describes them. Typed bindings to
//! the whole protocol take longer to compile than everything else in this crate together.

mod chromium;
mod connection;
mod session;

pub(crate) use chromium::Chromium;
pub(crate) use connection::{Connection, Event};
pub(crate) use session::{Session, describe_exception};
