//! One connection: frames to messages, messages to tables, and back.

mod door;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use futures::SinkExt;
use shangrila_protocol::{
    ClientMessage, CommandId, LARGEST_MESSAGE, PROTOCOL_VERSION, Person, Refusal, ServerMessage, TableId,
};
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

use crate::clock::now;
use crate::fan_out::{ConnectionId, Outbox, Topic};
use crate::limits::Bucket;
use crate::room::{Asker, Command, Message, Rooms, text};
pub(crate) use door::{Door, Pass};

/// Messages that wait to be sent to one client. Who is further behind has to come back.
const OUTBOX: usize = 128;
/// The buffers of a connection, in bytes. Messages are small; thousands of connections are many.
const BUFFER: usize = 1024;
/// How much may wait in a connection before the server waits for the client.
const LARGEST_BACKLOG: usize = 256 * 1024;
/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(30);
/// A client that has said nothing for this long is gone.
const SILENCE: Duration = Duration::from_secs(75);
/// A client that takes nothing for this long is gone.
const STUCK: Duration = Duration::from_secs(20);
/// A client that says so much nonsense, or so much too fast, is shown the door.
const PATIENCE: u32 = 50;

/// Prepares a connection: small buffers, small messages.
pub(crate) fn prepare(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(LARGEST_BACKLOG)
}

/// Talks to a client until one of both ends it.
pub(crate) async fn talk(mut socket: WebSocket, rooms: Rooms, person: Option<Person>, _pass: Pass) {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let (outbox, mut outgoing) = Outbox::new(OUTBOX);
    let connection = ConnectionId(NUMBER.fetch_add(1, Ordering::Relaxed));
    let limits = &rooms.config().limits;
    let mut client = Client {
        asker: Asker { connection, outbox, person },
        watched: HashSet::new(),
        limit: Bucket::new(limits.message_burst, limits.messages_per_second),
        patience: PATIENCE,
        rooms: rooms.clone(),
    };
    if let Some(person) = &client.asker.person {
        rooms.fan_out().subscribe(Topic::Person(person.id.clone()), connection, client.asker.outbox.clone());
    }
    let welcome = ServerMessage::Welcome { version: PROTOCOL_VERSION, you: client.asker.person.clone(), now: now() };
    client.asker.outbox.send(text(&welcome));
    let goodbye = client.run(&mut socket, &mut outgoing).await;
    client.leave().await;
    if let Some(goodbye) = goodbye {
        let _ = timeout(STUCK, socket.send(Frame::Close(Some(goodbye)))).await;
    }
}

/// A client and what it follows.
struct Client {
    asker: Asker,
    watched: HashSet<TableId>,
    limit: Bucket,
    patience: u32,
    rooms: Rooms,
}

impl Client {
    /// Runs until the connection has to end; says how, where the client is still there to hear it.
    async fn run(&mut self, socket: &mut WebSocket, outgoing: &mut mpsc::Receiver<Utf8Bytes>) -> Option<CloseFrame> {
        let mut heard = Instant::now();
        let mut ping = interval(PING);
        ping.reset();
        let mut closing = self.rooms.closing();
        loop {
            tokio::select! {
                _ = closing.changed() => return Some(goodbye(close_code::RESTART, "the server ends")),
                frame = socket.recv() => {
                    heard = Instant::now();
                    match frame {
                        Some(Ok(Frame::Text(text))) => self.hear(&text).await,
                        Some(Ok(Frame::Binary(_))) => self.refuse_nonsense("messages are text".to_string()),
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                        Some(Ok(Frame::Close(_)) | Err(_)) | None => return None,
                    }
                    if self.patience == 0 {
                        return Some(goodbye(close_code::POLICY, "too much"));
                    }
                }
                Some(message) = outgoing.recv() => {
                    if self.asker.outbox.must_end() {
                        return Some(goodbye(close_code::AGAIN, "come back"));
                    }
                    match timeout(STUCK, send_all(socket, message, outgoing)).await {
                        Ok(Ok(())) => {}
                        _ => return None,
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Some(goodbye(close_code::AWAY, "silent"));
                    }
                    if timeout(STUCK, socket.send(Frame::Ping(Default::default()))).await.is_err() {
                        return None;
                    }
                }
            }
        }
    }

    async fn hear(&mut self, frame: &str) {
        if let Err(wait) = self.limit.take(Instant::now()) {
            self.patience = self.patience.saturating_sub(1);
            return self.refuse(None, None, Refusal::TooFast { wait });
        }
        match serde_json::from_str(frame) {
            Ok(message) => self.obey(message).await,
            Err(error) => self.refuse_nonsense(error.to_string()),
        }
    }

    fn refuse_nonsense(&mut self, message: String) {
        self.patience = self.patience.saturating_sub(5);
        self.refuse(None, None, Refusal::BadMessage { message });
    }

    fn refuse(&self, id: Option<CommandId>, table: Option<TableId>, reason: Refusal) {
        let refused = ServerMessage::Refused { id, table, reason, state: None };
        self.asker.outbox.send(text(&refused));
    }

    async fn obey(&mut self, message: ClientMessage) {
        let (connection, outbox) = (self.asker.connection, &self.asker.outbox);
        let (id, table, command) = match message {
            ClientMessage::Watch { table, since, chat_since } => return self.watch(table, since, chat_since).await,
            ClientMessage::Unwatch { table } => {
                if self.watched.remove(&table) {
                    self.rooms.tell(&table, Message::Unwatch { connection }).await;
                }
                return;
            }
            ClientMessage::WatchLobby => {
                self.rooms.fan_out().subscribe(Topic::Lobby, connection, outbox.clone());
                if let Some(lobby) = self.rooms.lobby().await {
                    outbox.send(lobby);
                }
                return;
            }
            ClientMessage::UnwatchLobby => return self.rooms.fan_out().unsubscribe(&Topic::Lobby, connection),
            ClientMessage::Ping => return outbox.send(text(&ServerMessage::Pong { now: now() })),
            ClientMessage::Say { id, table, text } => {
                let asker = self.asker.clone();
                return self.rooms.tell(&table, Message::Say { asker, id, text }).await;
            }
            ClientMessage::Join { id, table, seat } => (id, table, Command::Join { seat }),
            ClientMessage::SeatLevel { id, table, seat, level } => (id, table, Command::SeatLevel { seat, level }),
            ClientMessage::Fill { id, table, level } => (id, table, Command::Fill { level }),
            ClientMessage::Leave { id, table } => (id, table, Command::Leave),
            ClientMessage::Return { id, table } => (id, table, Command::Return),
            ClientMessage::Close { id, table } => (id, table, Command::Close),
            ClientMessage::Play { id, table, ply, mv } => (id, table, Command::Play { ply, mv }),
            ClientMessage::Resign { id, table } => (id, table, Command::Resign),
            ClientMessage::AskTakeback { id, table } => (id, table, Command::AskTakeback),
            ClientMessage::AnswerTakeback { id, table, agrees } => (id, table, Command::AnswerTakeback { agrees }),
            ClientMessage::Rematch { id, table } => (id, table, Command::Rematch),
        };
        if self.asker.person.is_none() {
            return self.refuse(Some(id), Some(table), Refusal::NobodyKnown);
        }
        let asker = self.asker.clone();
        self.rooms.tell(&table, Message::Command { asker, id, command }).await;
    }

    async fn watch(&mut self, table: TableId, since: Option<u64>, chat_since: Option<u64>) {
        if !self.watched.contains(&table) && self.watched.len() >= self.rooms.config().limits.watched_tables {
            return self.refuse(None, Some(table), Refusal::TooMany);
        }
        self.watched.insert(table.clone());
        let asker = self.asker.clone();
        self.rooms.tell(&table, Message::Watch { asker, since, chat_since }).await;
    }

    /// Follows nothing any more.
    async fn leave(&mut self) {
        let connection = self.asker.connection;
        self.rooms.fan_out().unsubscribe(&Topic::Lobby, connection);
        if let Some(person) = &self.asker.person {
            self.rooms.fan_out().unsubscribe(&Topic::Person(person.id.clone()), connection);
        }
        for table in self.watched.drain() {
            self.rooms.tell(&table, Message::Unwatch { connection }).await;
        }
    }
}

/// Sends a message and all that wait behind it, with one write to the network.
async fn send_all(
    socket: &mut WebSocket,
    first: Utf8Bytes,
    outgoing: &mut mpsc::Receiver<Utf8Bytes>,
) -> Result<(), axum::Error> {
    socket.feed(Frame::Text(first)).await?;
    while let Ok(message) = outgoing.try_recv() {
        socket.feed(Frame::Text(message)).await?;
    }
    socket.flush().await
}

fn goodbye(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: Utf8Bytes::from_static(reason) }
}
