//! A client that can say anything: plain HTTP requests, raw bytes, and WebSocket messages of any content.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::server::PATIENCE;

/// A browser or program with its cookie.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The value of a header; empty if it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next().unwrap_or("")
    }

    /// The code of the refusal; empty if the body is not one.
    pub(crate) fn code(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap_or_default();
        body["reason"]["code"].as_str().unwrap_or_default().to_string()
    }
}

impl Visitor {
    pub(crate) fn new(address: SocketAddr) -> Visitor {
        Visitor { address, cookie: None }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.request("GET", path, &[], None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, &[], Some(body)).await
    }

    /// Sends a request on a connection of its own.
    pub(crate) async fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Answer {
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "host") {
            head += &format!("host: {}\r\n", self.address);
        }
        if !body.is_empty() {
            head += "content-type: application/json\r\n";
        }
        self.cookie.iter().for_each(|cookie| head += &format!("cookie: {cookie}\r\n"));
        headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        let mut stream = self.send_bytes(format!("{head}\r\n{body}").as_bytes()).await;
        let mut response = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut response)).await.expect("no response comes").unwrap();
        let response = String::from_utf8_lossy(&response);
        let (head, body) = response.split_once("\r\n\r\n").unwrap_or((&response, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let answer = Answer {
            status: status.unwrap_or_else(|| panic!("not a response: {response:?}")),
            head: head.to_string(),
            body: unchunked(head, body),
        };
        let lines = answer.head.lines().filter_map(|line| line.split_once(':'));
        for (_, value) in lines.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie")) {
            self.keep_cookie(value.trim().split(';').next().unwrap_or_default());
        }
        answer
    }

    /// Keeps a cookie like a browser, in place of an earlier one with the same name.
    fn keep_cookie(&mut self, pair: &str) {
        let name = |pair: &str| pair.split('=').next().map(str::to_string);
        let kept = self.cookie.take().unwrap_or_default();
        let others = kept.split("; ").filter(|other| !other.is_empty() && name(other) != name(pair));
        self.cookie = Some(others.chain([pair]).collect::<Vec<_>>().join("; "));
    }

    /// Opens a connection and sends any bytes.
    pub(crate) async fn send_bytes(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        stream
    }

    /// Opens a table with default settings, changed by these.
    pub(crate) async fn open_table(&mut self, settings: Value) -> String {
        let answer = self.post("/api/tables", &json!({ "settings": settings })).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()["table"].as_str().unwrap().to_string()
    }

    /// Opens a WebSocket and takes the welcome.
    pub(crate) async fn socket(&self) -> Socket {
        let mut request = format!("ws://{}/api/socket", self.address).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (stream, _) = timeout(PATIENCE, client_async(request, stream)).await.expect("no upgrade comes").unwrap();
        let mut socket = Socket { stream };
        let welcome = socket.hear().await;
        assert_eq!(welcome["is"], "welcome", "{welcome}");
        socket
    }
}

/// Joins the chunks of a chunked body.
fn unchunked(head: &str, body: &str) -> String {
    if !head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        return body.to_string();
    }
    let (mut rest, mut whole) = (body, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let Some(chunk) = after.get(..size).filter(|chunk| !chunk.is_empty()) else { break };
        whole += chunk;
        rest = after[size..].trim_start_matches("\r\n");
    }
    whole
}

/// A WebSocket that can say anything.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Sends a message. A connection that has ended is noticed when listening.
    pub(crate) async fn say(&mut self, message: &Value) {
        let _ = self.stream.send(Message::text(message.to_string())).await;
    }

    /// Sends a WebSocket ping. A connection that has ended is noticed when listening.
    pub(crate) async fn ping(&mut self) {
        let _ = self.stream.send(Message::Ping(Default::default())).await;
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Value {
        self.try_hear().await.expect("the connection has ended")
    }

    /// The next message; `None` when the connection has ended.
    pub(crate) async fn try_hear(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("no message comes")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits for the end of the connection and returns its close code.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("the connection stays open")? {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// The next message of a kind; others are let go.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["is"] == kind {
                return message;
            }
        }
    }

    /// Watches a table and returns its state.
    pub(crate) async fn watch(&mut self, table: &str) -> Value {
        self.say(&json!({ "do": "watch", "table": table })).await;
        self.hear_of("state").await["state"].clone()
    }

    /// Sends a command and returns its answer: the name of the event, `chat`, or the code of the refusal.
    pub(crate) async fn command(&mut self, what: &str, table: &str, fields: Value) -> String {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let id = format!("a{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut message = fields;
        (message["do"], message["id"], message["table"]) = (json!(what), json!(id), json!(table));
        self.say(&message).await;
        loop {
            let message = self.hear().await;
            if message["is"] == "refused" && message["id"] == id {
                return message["reason"]["code"].as_str().unwrap().to_string();
            }
            if let Some(event) = message["events"].as_array().into_iter().flatten().find(|event| event["id"] == id) {
                return event["event"].as_str().unwrap().to_string();
            }
            if message["lines"].as_array().into_iter().flatten().any(|line| line["id"] == id) {
                return "chat".to_string();
            }
        }
    }
}
