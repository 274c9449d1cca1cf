//! One WebSocket, as it is opened. [`Connection`](crate::Connection) is what keeps one up.

use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::client::Client;
use crate::error::Error;

/// A bare WebSocket: text frames with one message each.
pub type Socket = WebSocketStream<TcpStream>;

/// Messages are short, and thousands of sockets should fit into one program.
const BUFFER: usize = 4096;
/// The list of open tables is the longest message; nothing comes near this.
const LARGEST_ANSWER: usize = 4 << 20;

/// Opens a bare WebSocket for somebody.
///
/// # Errors
/// When the server cannot be reached or refuses.
pub async fn open_socket(client: &Client) -> Result<Socket, Error> {
    let address = client.address();
    let mut request = format!("ws://{}/api/socket", address.authority()).into_client_request()?;
    let (name, value) = client.pass();
    let value = HeaderValue::from_str(value).map_err(|_| Error::Answer("the token has odd letters".to_string()))?;
    request.headers_mut().insert(name, value);
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(Some(LARGEST_ANSWER));
    let (socket, _) = client_async_with_config(request, address.connect().await?, Some(config)).await?;
    Ok(socket)
}
