//! A server on a real port, and a WebSocket to it that sends and receives any text. It knows nothing of the protocol: tests use it for
//! what no correct client sends, and for answers that `shangrila-client-core` deals with by itself. Everything else is a
//! [`Player`](super::player::Player).

use std::net::SocketAddr;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{Client, TestServer};

/// How long a test waits for something before it fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// The address of a server that accepts connections.
#[derive(Clone, Copy)]
pub(crate) struct ServerPort(SocketAddr);

impl ServerPort {
    pub(crate) async fn open(server: &TestServer) -> ServerPort {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = server.app.clone().into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move { axum::serve(listener, app).await });
        ServerPort(address)
    }
}

/// A WebSocket without a protocol.
pub(crate) struct RawSocket {
    stream: WebSocketStream<TcpStream>,
}

impl RawSocket {
    /// Connects with the cookies and headers of a client.
    pub(crate) async fn connect(port: ServerPort, client: &Client) -> RawSocket {
        let mut request = format!("ws://{}/api/socket", port.0).into_client_request().unwrap();
        for (name, value) in client.all_headers() {
            request.headers_mut().insert(name, value);
        }
        let stream = TcpStream::connect(port.0).await.unwrap();
        let (stream, _) = timeout(PATIENCE, client_async(request, stream)).await.expect("the server answers").unwrap();
        RawSocket { stream }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(message.to_string()).await.expect("the connection is open");
    }

    /// Sends a text frame, which fails if the connection has ended.
    pub(crate) async fn send_text(&mut self, text: String) -> Result<(), String> {
        self.stream.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    /// Sends a WebSocket ping, which fails if the connection has ended.
    pub(crate) async fn send_ping(&mut self) -> Result<(), String> {
        self.stream.send(Message::Ping(Default::default())).await.map_err(|error| error.to_string())
    }

    /// Waits for the next text frame; `None` if the connection ends first.
    pub(crate) async fn receive_text(&mut self) -> Option<String> {
        loop {
            match self.stream.next().await? {
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits for the next message; `None` if the connection ends first.
    pub(crate) async fn receive(&mut self) -> Option<Value> {
        let text = timeout(PATIENCE, self.receive_text()).await.expect("the server sends a message")?;
        Some(serde_json::from_str(&text).unwrap())
    }

    /// Waits for a message of this kind and ignores others.
    pub(crate) async fn receive_kind(&mut self, kind: &str) -> Value {
        loop {
            let message = self.receive().await.expect("the connection is open");
            if message["is"] == kind {
                return message;
            }
        }
    }

    /// Waits until the server closes the connection, and returns its close code.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("the server closes the connection")? {
                Ok(Message::Close(Some(frame))) => return Some(frame.code.into()),
                Ok(Message::Close(None)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}
