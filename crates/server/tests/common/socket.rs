//! Raw frames over a real port. These tests check what `shangrila-client-core` hides from its users: repeated commands, refusals that it
//! retries, and messages that no correct client sends. The core itself plays against the real server in `crates/cli/tests`.

use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use shangrila_rules::{Clan, Position, Seats};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{Client, TestServer};

/// Whatever takes longer never comes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that listens.
pub(crate) struct Wire {
    pub(crate) address: SocketAddr,
}

impl Wire {
    pub(crate) async fn open(server: &TestServer) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = server.app.clone().into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move { axum::serve(listener, app).await });
        Wire { address }
    }

    /// Connects as whoever the client is, and takes the welcome.
    pub(crate) async fn connect(&self, client: &Client) -> Socket {
        let mut socket = self.try_connect(client).await.unwrap();
        let welcome = socket.hear().await;
        assert_eq!(welcome["is"], "welcome", "{welcome}");
        socket
    }

    pub(crate) async fn try_connect(&self, client: &Client) -> Result<Socket, String> {
        let mut request = format!("ws://{}/api/socket", self.address).into_client_request().unwrap();
        for (name, value) in client.all_headers() {
            request.headers_mut().insert(name, value);
        }
        let stream = TcpStream::connect(self.address).await.unwrap();
        let connected = timeout(PATIENCE, client_async(request, stream)).await.unwrap();
        connected.map(|(stream, _)| Socket { stream }).map_err(|error| error.to_string())
    }
}

/// What came of a message.
pub(crate) struct Outcome {
    /// The event that answers, or the code of a refusal.
    pub(crate) what: String,
    /// Whether something happened at the table.
    pub(crate) done: bool,
    /// Whose turn it is after a move.
    pub(crate) next: Option<usize>,
}

impl Outcome {
    /// Insists on an event.
    #[track_caller]
    pub(crate) fn expect(self, event: &str) -> Outcome {
        assert_eq!(self.what, event);
        self
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// A connection.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Says anything.
    pub(crate) async fn say(&mut self, message: &Value) {
        self.say_text(message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: String) {
        self.try_say(text).await.unwrap();
    }

    /// Says anything, if the connection is still there.
    pub(crate) async fn try_say(&mut self, text: String) -> Result<(), String> {
        self.stream.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    /// Sends a WebSocket ping.
    pub(crate) async fn ping(&mut self) -> Result<(), String> {
        self.stream.send(Message::Ping(Default::default())).await.map_err(|error| error.to_string())
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Value {
        self.try_hear().await.expect("the connection has ended")
    }

    /// The next message; none when the connection has ended.
    pub(crate) async fn try_hear(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("no message comes")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits for the end of the connection; says with which code.
    pub(crate) async fn ended(&mut self) -> Option<u16> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("the connection does not end")? {
                Ok(Message::Close(Some(frame))) => return Some(frame.code.into()),
                Ok(Message::Close(None)) | Err(_) => return None,
                Ok(_) => {}
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

    /// Follows a table: the state, or the refusal.
    pub(crate) async fn watch(&mut self, table: &str) -> Value {
        self.say(&json!({ "do": "watch", "table": table })).await;
        loop {
            let message = self.hear().await;
            if message["is"] == "state" || (message["is"] == "refused" && message["id"].is_null()) {
                return message;
            }
        }
    }

    /// Gives a command and waits for what comes of it.
    pub(crate) async fn command(&mut self, what: &str, table: &str, fields: Value) -> Outcome {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let id = format!("c{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut message = fields;
        (message["do"], message["id"], message["table"]) = (json!(what), json!(id), json!(table));
        self.say(&message).await;
        self.answer_to(&id).await
    }

    /// Waits for what comes of a command.
    pub(crate) async fn answer_to(&mut self, id: &str) -> Outcome {
        loop {
            let message = self.hear().await;
            if message["is"] == "refused" && message["id"] == id {
                let what = message["reason"]["code"].as_str().unwrap().to_string();
                return Outcome { what, done: false, next: None };
            }
            let events = message["events"].as_array();
            if let Some(event) = events.into_iter().flatten().find(|event| event["id"] == id) {
                let last = events.and_then(|events| events.iter().rev().find(|event| event["event"] == "moved"));
                let next = last.and_then(|event| event["next"].as_u64()).map(|next| next as usize);
                return Outcome { what: event["event"].as_str().unwrap().to_string(), done: true, next };
            }
            if message["lines"].as_array().into_iter().flatten().any(|line| line["id"] == id) {
                return Outcome { what: "chat".to_string(), done: false, next: None };
            }
        }
    }

    /// What comes of any message.
    pub(crate) async fn outcome(&mut self, message: &str, table: &str, mut fields: Value) -> Outcome {
        let plain = |what: &str| Outcome { what: what.to_string(), done: false, next: None };
        match message {
            "watch" => {
                let answer = self.watch(table).await;
                let code = answer["reason"]["code"].as_str().map(str::to_string);
                plain(&code.unwrap_or_else(|| answer["is"].as_str().unwrap().to_string()))
            }
            "unwatch" | "unwatch_lobby" => {
                let unwatch = json!({ "do": "unwatch", "table": table });
                self.say(&if message == "unwatch" { unwatch } else { json!({ "do": message }) }).await;
                self.say(&json!({ "do": "ping" })).await;
                self.hear_of("pong").await;
                plain("done")
            }
            "earlier_chat" => {
                fields["do"] = json!(message);
                fields["table"] = json!(table);
                self.say(&fields).await;
                loop {
                    let answer = self.hear().await;
                    match answer["is"].as_str() {
                        Some("chat") => return plain("chat"),
                        Some("refused") => return plain(answer["reason"]["code"].as_str().unwrap()),
                        _ => {}
                    }
                }
            }
            "watch_lobby" | "ping" => {
                self.say(&json!({ "do": message })).await;
                let kind = if message == "ping" { "pong" } else { "lobby" };
                self.hear_of(kind).await;
                plain(kind)
            }
            _ => {
                if fields["mv"] == "FIRST" {
                    fields["mv"] = json!(first_move(&Position::first_game(Seats::THREE, Default::default())));
                }
                self.command(message, table, fields).await
            }
        }
    }

    /// Plays the first legal move, whoever's turn it is.
    pub(crate) async fn play_first(&mut self, table: &str) -> Outcome {
        let state = self.watch(table).await;
        let position = position(&state["state"]);
        let ply = state["state"]["moves"].as_array().unwrap().len();
        self.command("play", table, json!({ "ply": ply, "mv": first_move(&position) })).await
    }
}

/// The position of a table.
pub(crate) fn position(state: &Value) -> Position {
    let clans = state["seats"].as_array().unwrap().iter().map(|seat| {
        let letter = seat["clan"].as_str().unwrap().chars().next().unwrap();
        Clan::from_letter(letter).unwrap()
    });
    let seats = Seats::new(&clans.collect::<Vec<_>>()).unwrap();
    let mut position = match state["settings"]["opening"].as_str() {
        Some("free") => Position::start(seats, Default::default()),
        _ => Position::first_game(seats, Default::default()),
    };
    for mv in state["moves"].as_array().unwrap() {
        position.play(mv.as_str().unwrap().parse().unwrap()).unwrap();
    }
    position
}

/// The first legal move.
pub(crate) fn first_move(position: &Position) -> String {
    let moves = position.legal_moves();
    moves.get(0).unwrap().to_string()
}
