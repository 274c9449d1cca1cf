//! Accepts connections and serves them until the server is told to stop. Nobody can hold a connection for nothing: headers, bodies and
//! responses have their time, and every address its share.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
#[cfg(target_os = "linux")]
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout_at};
use tower::ServiceExt;

use crate::client_address::ClientAddress;
use crate::state::Server;

/// How long a client may take to send the head of a request, and how long a connection may idle between requests.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// A client that takes nothing of what it was sent for this long is gone.
#[cfg(target_os = "linux")]
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = 16 * 1024;
/// How long to wait when the system has no more connections to give.
const ACCEPT_REST: Duration = Duration::from_millis(200);

/// Serves requests until Ctrl-C or SIGTERM. Then running requests are finished and WebSockets closed, for as long as `shutdown_seconds`
/// allows; whatever still runs after that is cut off. A second signal cuts everything off at once. Signals are noticed as soon as this returns.
///
/// # Errors
/// If the system fails in a way that waiting cannot cure.
pub fn serve(listener: TcpListener, app: Router, server: &Server) -> impl Future<Output = io::Result<()>> {
    let stopped = stop_signal();
    serve_until(stopped, listener, app, server)
}

async fn serve_until(
    stopped: impl Future<Output = ()>,
    listener: TcpListener,
    app: Router,
    server: &Server,
) -> io::Result<()> {
    let mut stopped = std::pin::pin!(stopped);
    loop {
        tokio::select! {
            () = &mut stopped => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => start(stream, peer, &app, server),
                Err(error) if is_lost_connection(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "cannot accept connections");
                    sleep(ACCEPT_REST).await;
                }
            },
        }
    }
    drop(listener);
    tracing::info!("shutting down");
    server.rooms.shut_down();
    let deadline = Instant::now() + Duration::from_secs(u64::from(server.config.shutdown_seconds));
    let finished = async {
        server.http_connections.all_closed().await;
        server.web_sockets.all_closed().await;
    };
    tokio::select! {
        finished = timeout_at(deadline, finished) => {
            if finished.is_err() {
                tracing::warn!("some connections did not finish in time and are cut off");
            }
        }
        () = stop_signal() => tracing::warn!("all connections are cut off"),
    }
    Ok(())
}

/// Serves one connection in a task of its own, if its address may have another one.
fn start(stream: TcpStream, peer: SocketAddr, app: &Router, server: &Server) {
    // Behind a proxy, all connections come from the proxy.
    let address = (!server.config.behind_proxy).then(|| ClientAddress::new(peer.ip()));
    let Ok(permit) = server.http_connections.admit_http(address, &server.config.limits) else {
        // Without a word: whoever has this many connections is not waiting for an explanation.
        return;
    };
    // Messages are small and should arrive at once.
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = SockRef::from(&stream).set_tcp_user_timeout(Some(SEND_TIMEOUT));
    let app = app.clone();
    let service = service_fn(move |request| respond(app.clone(), peer, request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut stopping = server.rooms.shutdown();
    tokio::spawn(async move {
        let _permit = permit;
        let mut connection = std::pin::pin!(connection);
        // Errors are the client's: it went away, or sent something else than HTTP.
        tokio::select! {
            _ = connection.as_mut() => return,
            _ = stopping.changed() => connection.as_mut().graceful_shutdown(),
        }
        let _ = connection.await;
    });
}

async fn respond(app: Router, peer: SocketAddr, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let mut request = request.map(Body::new);
    // Rate limits need the address of the client.
    request.extensions_mut().insert(ConnectInfo(peer));
    app.oneshot(request).await
}

/// Whether only the connection to be accepted has failed.
fn is_lost_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Waits until the process is told to stop, from the call on.
pub(crate) fn stop_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
    #[cfg(unix)]
    let terminated = async {
        match terminate {
            Ok(mut signal) => _ = signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler, Ctrl-C is never reported.
            std::future::pending::<()>().await;
        }
    };
    async {
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
}
