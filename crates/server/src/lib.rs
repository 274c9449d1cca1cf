//! Serves the web app and hosts online tables.
//!
//! [`Server`] is the shared state, [`app`] builds the router for programs and tests alike, and [`serve`] runs it until it is told to stop.

#![forbid(unsafe_code)]

mod accept_encoding;
mod assets;
mod bundle;
mod client_address;
mod clock;
mod config;
mod fair_queue;
mod fan_out;
mod identity;
mod origin;
mod outgoing;
mod random;
mod rate_limits;
mod ratings;
mod room;
mod routes;
mod security;
mod socket;
mod state;
mod store;
mod token_bucket;

use std::net::SocketAddr;
use std::{fmt, io};

use axum::Router;
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

pub use bundle::Bundle;
pub use config::{Config, ConfigProblem};
pub use rate_limits::LimitSettings;
pub use state::{OpenError, Server};

/// Builds the router: the app's files and the API.
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

/// Serves requests until Ctrl-C or SIGTERM, then finishes the running ones.
pub async fn serve(listener: TcpListener, app: Router, server: &Server) -> io::Result<()> {
    // Rate limits need the address of the client.
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    let rooms = server.rooms.clone();
    let stop = async move {
        stop_signal().await;
        rooms.shut_down();
    };
    // Messages are small and should arrive at once.
    axum::serve(listener.tap_io(|stream| _ = stream.set_nodelay(true)), app).with_graceful_shutdown(stop).await
}

async fn stop_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler, Ctrl-C is never reported.
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
