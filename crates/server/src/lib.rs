//! Serves the app to browsers. The app plays by itself; the server hands it out, small and safe.
//!
//! [`app`] is the whole server as a value, for programs and tests alike; [`serve`] runs it until it is told to stop.

#![forbid(unsafe_code)]

mod accept_encoding;
mod assets;
mod bundle;
mod config;
mod fan_out;
mod limits;
mod ratings;
mod room;
mod security;
mod socket;
mod store;

use std::net::SocketAddr;
use std::{fmt, io};

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;

pub use bundle::Bundle;
pub use config::{Config, Limits};

/// The server that hands out an app.
pub fn app(bundle: Bundle) -> Router {
    Router::new()
        .route("/", get(assets::page))
        .route("/{name}", get(assets::file))
        .layer(axum::middleware::map_response(security::add_headers))
        .with_state(bundle)
}

/// Why the server cannot listen.
#[derive(Debug)]
pub enum ListenError {
    /// Another program listens on this port.
    Taken(u16),
    /// The system keeps this port for others.
    Forbidden(u16),
    /// Anything else.
    Other(SocketAddr, io::Error),
}

impl fmt::Display for ListenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListenError::Taken(port) => write!(f, "port {port} is taken by another program; choose another one"),
            ListenError::Forbidden(port) => write!(f, "port {port} may not be used; choose one from 1024 on"),
            ListenError::Other(address, error) => write!(f, "cannot listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for ListenError {}

/// Takes a place to listen on.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, ListenError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => ListenError::Taken(address.port()),
        io::ErrorKind::PermissionDenied => ListenError::Forbidden(address.port()),
        _ => ListenError::Other(address, error),
    })
}

/// Answers requests until Ctrl-C or a request to terminate, and then lets running answers end.
pub async fn serve(listener: TcpListener, app: Router) -> io::Result<()> {
    axum::serve(listener, app).with_graceful_shutdown(told_to_stop()).await
}

async fn told_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // There is no Ctrl-C here, so it never comes.
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => _ = signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
