//! Serves the web app and hosts online tables.
//!
//! [`Server`] is the shared state, [`app`] builds the router for programs and tests alike, and [`serve`] runs it until it is told to stop.

#![forbid(unsafe_code)]

#[cfg(not(panic = "unwind"))]
compile_error!("a panic at one table must not end the games at all others: build with panic = \"unwind\"");

mod accept_encoding;
mod assets;
mod background;
mod bundle;
mod client_address;
mod clock;
mod clubs;
mod config;
mod fair_queue;
mod fan_out;
mod host_commands;
mod identity;
mod invitation;
mod lobby;
mod mail;
mod metrics;
mod moderation;
mod notices;
mod open_files;
mod origin;
mod outgoing;
mod peers;
mod presence;
mod random;
mod rate_limits;
mod ratings;
mod retention;
mod room;
mod routes;
mod security;
mod serving;
#[cfg(test)]
mod simulation;
mod socket;
mod state;
mod store;
#[cfg(debug_assertions)]
mod test_hooks;
mod token_bucket;
mod tournament;
mod vacation;
mod workers;

use std::net::SocketAddr;
use std::sync::Arc;
use std::{fmt, io};

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;

pub use bundle::Bundle;
pub use clock::utc_time;
pub use config::{Config, ConfigProblem, LogFormat, WhoThinks};
pub use host_commands::{HostCommandError, HostCommands};
pub use mail::MailSettings;
pub use metrics::serve_metrics;
pub use moderation::parse_network;
pub use open_files::raise_file_limit;
pub use rate_limits::LimitSettings;
pub use retention::RetentionSettings;
pub use serving::serve;
pub use state::{OpenError, Server};
pub use store::{
    BackupError, CopyError, DatabaseAddress, DatabaseContents, RoleHolder, back_up, copy, restore, verify,
};
pub use workers::Worker;

/// Builds the router: the app's files and the API.
pub fn app(bundle: Bundle, server: &Server) -> Router {
    Router::new()
        .route("/", get(assets::page))
        .route("/{name}", get(assets::file))
        .with_state(bundle.clone())
        .merge(invitation::routes(bundle, server))
        .nest("/api", routes::api(server))
        .layer(CatchPanicLayer::custom(routes::answer_panic))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&server.config), security::protect))
}

/// Why the server cannot listen.
#[derive(Debug)]
pub enum ListenError {
    /// Another program is using this port.
    Taken(u16),
    /// The system does not allow this port.
    Forbidden(u16),
    /// Any other error.
    Other(SocketAddr, io::Error),
}

impl fmt::Display for ListenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListenError::Taken(port) => write!(f, "port {port} is in use by another program; choose another one"),
            ListenError::Forbidden(port) => write!(f, "port {port} is not allowed; choose one from 1024 up"),
            ListenError::Other(address, error) => write!(f, "cannot listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for ListenError {}

/// Starts to listen on an address.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, ListenError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => ListenError::Taken(address.port()),
        io::ErrorKind::PermissionDenied => ListenError::Forbidden(address.port()),
        _ => ListenError::Other(address, error),
    })
}
