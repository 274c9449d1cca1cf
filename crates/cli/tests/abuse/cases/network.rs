//! Clients that hold connections for nothing.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::server::{PATIENCE, Target};
use crate::suite::{Case, Outcome, case, withstood};

/// The head of a request that never ends.
const HALF_HEAD: &[u8] = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-half: ";
/// A request whose body never comes.
const HALF_BODY: &[u8] =
    b"POST /api/guests HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"na";

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!(
            "half_sent_requests",
            "connections with half a request, more than one address may have",
            half_sent_requests
        ),
        case!(
            "stop_with_silent_clients",
            "SIGTERM while requests are half sent and sockets open",
            stop_with_silent_clients
        ),
    ]
}

async fn half_sent_requests() -> Outcome {
    let target = Target::start(&[("LIMITS__HTTP_CONNECTIONS_PER_ADDRESS", "20")]);
    let stranger = target.stranger();
    let began = Instant::now();
    let mut silent = Vec::new();
    for _ in 0..19 {
        silent.push(stranger.send_bytes(HALF_HEAD).await);
    }
    silent.push(stranger.send_bytes(HALF_BODY).await);
    // The address is used up; the next connection is closed at once, and others have theirs.
    for _ in 0..10 {
        let mut surplus = TcpStream::connect(stranger.address).await.unwrap();
        assert!(end_of(&mut surplus).await.is_empty());
    }
    assert!(began.elapsed() < Duration::from_secs(8), "the surplus was not closed at once");
    assert!(health_from_elsewhere(stranger.address).await.starts_with("HTTP/1.1 200"));

    let last = silent.pop().map(|mut half_body| async move { end_of(&mut half_body).await });
    for mut stream in silent {
        end_of(&mut stream).await;
    }
    let answer = match last {
        Some(last) => last.await,
        None => String::new(),
    };
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert_eq!(target.health().await, 200);
    withstood(format!(
        "surplus closed at once, others served, all timed out after {:.0} s",
        began.elapsed().as_secs_f64()
    ))
}

async fn stop_with_silent_clients() -> Outcome {
    let mut target = Target::start(&[("SHUTDOWN_SECONDS", "2")]);
    let mut ada = target.guest("Ada").await;
    let table = ada.open_table(json!({})).await;
    let mut socket = ada.socket().await;
    socket.watch(&table).await;
    let (_half_head, _half_body) = (ada.send_bytes(HALF_HEAD).await, ada.send_bytes(HALF_BODY).await);
    // The server has to have read what was sent.
    assert_eq!(target.health().await, 200);
    let began = Instant::now();
    let status = tokio::task::block_in_place(|| target.terminate(PATIENCE)).unwrap();
    let status = status.expect("the server is still running");
    assert!(status.success(), "{status}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(socket.close_code().await, Some(1012));
    withstood(format!("ended after {:.1} s, sockets were told to come back", began.elapsed().as_secs_f64()))
}

/// Everything the server sends before it closes the connection.
async fn end_of(stream: &mut TcpStream) -> String {
    let mut rest = Vec::new();
    // A reset is an end as well.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("the connection stays open");
    String::from_utf8_lossy(&rest).into_owned()
}

/// The health check from another address of this machine.
async fn health_from_elsewhere(server: SocketAddr) -> String {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).unwrap();
    let mut stream = socket.connect(server).await.unwrap();
    let request = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    tokio::io::AsyncWriteExt::write_all(&mut stream, request).await.unwrap();
    end_of(&mut stream).await
}
