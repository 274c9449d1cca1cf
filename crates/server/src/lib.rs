//! Serves the app to browsers, and is the referee of tables at which people play together.
//!
//! [`Server`] is everything that is kept and shared; [`app`] is the whole server as a value, for programs and tests alike; [`serve`] runs it until it is told to stop.

#![forbid(unsafe_code)]

mod accept_encoding;
mod assets;
mod bundle;
mod clock;
mod config;
mod fan_out;
mod identity;
mod limits;
mod origin;
mod random;
mod ratings;
mod room;
mod routes;
mod security;
mod socket;
mod state;
mod store;

use std::net::SocketAddr;
use std::{fmt, io};

use axum::Router;
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

pub use bundle::Bundle;
pub use config::{Config, ConfigProblem, Limits};
pub use state::{OpenError, Server};

/// The server that hands out an app, and what the app asks for.
pub fn app(bundle: Bundle, server: &Server) -> Router {
    Router::new()
        .route("/", get(assets::page))
        .route("/{name}", get(assets::file))
        .with_state(bundle)
        .nest("/api", routes::api(server))
        .layer(axum::middleware::map_response(security::add_headers))
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
pub async fn serve(listener: TcpListener, app: Router, server: &Server) -> io::Result<()> {
    // Who asks is counted by address.
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    let rooms = server.rooms.clone();
    let stop = async move {
        told_to_stop().await;
        rooms.close_doors();
    };
    // Moves are small and wanted at once.
    axum::serve(listener.tap_io(|stream| _ = stream.set_nodelay(true)), app).with_graceful_shutdown(stop).await
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
