//! One WebSocket connection: passes messages between a client and the tables.

mod connection_limit;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use futures::{Sink, SinkExt, Stream, StreamExt};
use shangrila_protocol::{ClientMessage, CommandId, LARGEST_MESSAGE, Refusal, SessionId, TableId};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, timeout};

use crate::clock::now;
use crate::fan_out::{CloseReason, ConnectionId, SendQueue, Topic};
use crate::identity::{Caller, Identity};
use crate::metrics::METRICS;
use crate::outgoing::{LARGEST_OUTGOING, Outgoing};
use crate::rate_limits;
use crate::room::{KnownTable, Requester, RoomMessage, Rooms, TableCommand};
use crate::state::Server;
use crate::token_bucket::TokenBucket;
pub(crate) use connection_limit::{ConnectionLimit, ConnectionPermit};

/// How many messages can wait to be sent to one client. A client further behind has to reconnect.
const SEND_QUEUE: usize = 128;
/// The size of a connection's buffers, in bytes: small, because there are thousands of connections.
const BUFFER: usize = 512;
/// How many bytes can wait in a connection before the server waits for the client. A message that does not fit would end the connection.
const MAX_WRITE_BUFFER: usize = LARGEST_OUTGOING + 32 * 1024;
/// How often the server sends a WebSocket ping.
const PING_INTERVAL: Duration = Duration::from_secs(4);
/// A client that has sent nothing for this long, not even a pong, is gone. It is noticed with the next ping: a player whose connection has
/// gone silent is away after 14 seconds at the latest.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(10);
/// A client that accepts nothing for this long is gone.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// A misbehaving client is disconnected when its penalties add up to this.
const MAX_PENALTY: u32 = 50;
/// The penalty for a message beyond the rate limit.
const TOO_FAST_PENALTY: u32 = 1;
/// The penalty for a message that cannot be parsed.
const BAD_MESSAGE_PENALTY: u32 = 5;

/// The close code for those who are banned, from the range for applications.
const BANNED: u16 = 4003;

/// Limits the buffers and message sizes of a connection.
pub(crate) fn configure(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
}

/// Serves a client until either side closes the connection.
pub(crate) async fn serve(mut socket: WebSocket, server: Box<Server>, caller: Box<Caller>, permit: ConnectionPermit) {
    static NEXT_ID: AtomicU64 = AtomicU64::new(0);
    let (queue, mut outgoing) = SendQueue::new(SEND_QUEUE);
    let connection = ConnectionId(NEXT_ID.fetch_add(1, Ordering::Relaxed));
    let rooms = server.rooms.clone();
    let Caller { person, session, token } = *caller;
    let identity = person.clone().map(|person| Topic::Identity(Box::new(Identity { person, token })));
    let mut session = SocketSession::new(Requester::new(connection, queue, person), session, rooms.clone());
    session.subscribe_person();
    let requester = &session.requester;
    if let Some(session) = &session.session {
        rooms.fan_out().subscribe(Topic::Session(session.clone()), connection, requester.queue.clone());
        // It may have ended while the connection was being upgraded.
        if !matches!(server.sessions.has_session(session, now()).await, Ok(true)) {
            rooms.end_session(session);
        }
    }
    if let Some(identity) = &identity {
        rooms.fan_out().subscribe(identity.clone(), connection, requester.queue.clone());
    }
    if let Some(address) = permit.address() {
        rooms.fan_out().subscribe(Topic::Address(address), connection, requester.queue.clone());
    }
    // A ban may have come while the connection was being upgraded.
    if let Some(until) =
        server.moderation.banned_until(requester.person.as_ref().map(|person| &person.id), permit.address())
    {
        requester.queue.close(CloseReason::Banned { until });
    }
    session.greet();
    drop(server);
    let close = session.run(&mut socket, &mut outgoing).await;
    session.unsubscribe_all().await;
    if let Some(identity) = &identity {
        rooms.fan_out().unsubscribe(identity, connection);
    }
    if let Some(address) = permit.address() {
        rooms.fan_out().unsubscribe(&Topic::Address(address), connection);
    }
    if let (Some(_), CloseReason::Banned { until }) = (&close, session.requester.queue.close_reason()) {
        let refused = Outgoing::refused(None, None, Refusal::Banned { until });
        let _ = timeout(SEND_TIMEOUT, socket.send(Frame::Text(refused.into_text()))).await;
    }
    if let Some(close) = close {
        let _ = timeout(SEND_TIMEOUT, socket.send(Frame::Close(Some(close)))).await;
    }
}

/// Where frames come from and go to: a WebSocket, or a simulated one.
pub(crate) trait FrameSocket:
    Stream<Item = Result<Frame, axum::Error>> + Sink<Frame, Error = axum::Error> + Unpin
{
}

impl<T> FrameSocket for T where T: Stream<Item = Result<Frame, axum::Error>> + Sink<Frame, Error = axum::Error> + Unpin {}

/// Serves a client over a simulated connection, without sessions, bans and limits by address.
#[cfg(test)]
pub(crate) async fn serve_simulated(
    mut socket: impl FrameSocket,
    connection: ConnectionId,
    person: Option<shangrila_protocol::Person>,
    rooms: Rooms,
) {
    let (queue, mut outgoing) = SendQueue::new(SEND_QUEUE);
    let mut session = SocketSession::new(Requester::new(connection, queue, person), None, rooms);
    session.subscribe_person();
    session.greet();
    let close = session.run(&mut socket, &mut outgoing).await;
    session.unsubscribe_all().await;
    if let Some(close) = close {
        let _ = socket.send(Frame::Close(Some(close))).await;
    }
}

/// A connected client and its subscriptions.
struct SocketSession {
    requester: Requester,
    /// `None` for bots and anonymous clients.
    session: Option<SessionId>,
    limit: TokenBucket,
    penalty: u32,
    rooms: Rooms,
}

impl SocketSession {
    fn new(requester: Requester, session: Option<SessionId>, rooms: Rooms) -> SocketSession {
        let limit = rate_limits::messages(&rooms.config().limits);
        SocketSession { requester, session, limit, penalty: 0, rooms }
    }

    /// Subscribes to what concerns the person at all tables.
    fn subscribe_person(&self) {
        let Requester { connection, queue, person, .. } = &self.requester;
        if let Some(person) = person {
            self.rooms.fan_out().subscribe(Topic::Person(person.id.clone()), *connection, queue.clone());
        }
    }

    /// Tells the client who it is.
    fn greet(&self) {
        self.requester.queue.send(Outgoing::welcome(self.requester.person.clone()));
    }

    /// Runs until the connection has to close. Returns the close frame, unless the client is gone already.
    async fn run(
        &mut self,
        socket: &mut impl FrameSocket,
        outgoing: &mut mpsc::Receiver<Outgoing>,
    ) -> Option<CloseFrame> {
        let mut last_received = Instant::now();
        let mut ping = interval(PING_INTERVAL);
        ping.reset();
        let mut shutdown = self.rooms.shutdown();
        let queue = self.requester.queue.clone();
        loop {
            tokio::select! {
                // In this order, so that the same messages at the same times always have the same effect. What a client is owed goes out
                // before it can ask for more.
                biased;
                _ = shutdown.changed() => return Some(close_frame(close_code::RESTART, "the server is shutting down")),
                () = queue.closing() => return Some(closing_frame(queue.close_reason())),
                _ = ping.tick() => {
                    if last_received.elapsed() > RECEIVE_TIMEOUT {
                        return Some(close_frame(close_code::AWAY, "no answer"));
                    }
                    if timeout(SEND_TIMEOUT, socket.send(Frame::Ping(Default::default()))).await.is_err() {
                        return None;
                    }
                }
                Some(message) = outgoing.recv() => {
                    // A client whose queue has overflowed has missed something; anything after the gap would mislead it.
                    if queue.must_close() {
                        return Some(closing_frame(queue.close_reason()));
                    }
                    match timeout(SEND_TIMEOUT, send_all(socket, message, outgoing)).await {
                        Ok(Ok(())) => {}
                        _ => return None,
                    }
                }
                frame = socket.next() => {
                    last_received = Instant::now();
                    match frame {
                        // In a box: otherwise every silent connection would reserve the memory that a message needs.
                        Some(Ok(Frame::Text(text))) => Box::pin(self.receive(&text)).await,
                        Some(Ok(Frame::Binary(_))) => self.refuse_bad_message("messages must be text".to_string()),
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => self.count_control_frame(),
                        Some(Ok(Frame::Close(_)) | Err(_)) | None => return None,
                    }
                    if self.penalty >= MAX_PENALTY {
                        return Some(close_frame(close_code::POLICY, "too many bad or rate-limited messages"));
                    }
                }
            }
        }
    }

    /// Control frames cost as much to handle as messages, and the library answers pings by itself.
    fn count_control_frame(&mut self) {
        if self.limit.take(Instant::now().into_std()).is_err() {
            self.penalty += TOO_FAST_PENALTY;
        }
    }

    async fn receive(&mut self, text: &str) {
        METRICS.messages.inc();
        if let Err(wait) = self.limit.take(Instant::now().into_std()) {
            self.penalty += TOO_FAST_PENALTY;
            return self.refuse(None, None, Refusal::TooFast { wait });
        }
        match serde_json::from_str(text) {
            Ok(message) => self.handle(message).await,
            Err(error) => self.refuse_bad_message(error.to_string()),
        }
    }

    fn refuse_bad_message(&mut self, message: String) {
        self.penalty += BAD_MESSAGE_PENALTY;
        self.refuse(None, None, Refusal::BadMessage { message });
    }

    fn refuse(&self, id: Option<CommandId>, table: Option<TableId>, reason: Refusal) {
        self.requester.queue.send(Outgoing::refused(id, table, reason));
    }

    async fn handle(&mut self, message: ClientMessage) {
        let (connection, queue) = (self.requester.connection, &self.requester.queue);
        let (id, table, command) = match message {
            ClientMessage::Watch { table, since, since_at, chat_since } => {
                return self.watch(table, KnownTable { since, since_at, chat_since }).await;
            }
            ClientMessage::Unwatch { table } => {
                if self.requester.watched.remove(&table) {
                    self.rooms.send(&table, RoomMessage::Unwatch { connection }).await;
                }
                return;
            }
            ClientMessage::WatchLobby => {
                self.rooms.fan_out().subscribe(Topic::Lobby, connection, queue.clone());
                if let Some(lobby) = self.rooms.lobby().await {
                    queue.send(lobby);
                }
                return;
            }
            ClientMessage::UnwatchLobby => return self.rooms.fan_out().unsubscribe(&Topic::Lobby, connection),
            ClientMessage::Ping => return queue.send(Outgoing::pong()),
            ClientMessage::Say { id, table, text } => {
                let requester = self.requester.clone();
                return self.rooms.send(&table, RoomMessage::Say { requester, id, text }).await;
            }
            ClientMessage::EarlierChat { table, before } => {
                let requester = self.requester.clone();
                return self.rooms.send(&table, RoomMessage::EarlierChat { requester, before }).await;
            }
            ClientMessage::Join { id, table, seat } => (id, table, TableCommand::Join { seat }),
            ClientMessage::SeatLevel { id, table, seat, level } => (id, table, TableCommand::SeatLevel { seat, level }),
            ClientMessage::Fill { id, table, level } => (id, table, TableCommand::Fill { level }),
            ClientMessage::Leave { id, table } => (id, table, TableCommand::Leave),
            ClientMessage::Return { id, table } => (id, table, TableCommand::Return),
            ClientMessage::Remove { id, table, seat } => (id, table, TableCommand::Remove { seat }),
            ClientMessage::HandOver { id, table, seat } => (id, table, TableCommand::HandOver { seat }),
            ClientMessage::AnswerSeat { id, table, agrees } => (id, table, TableCommand::AnswerSeat { agrees }),
            ClientMessage::Ready { id, table } => (id, table, TableCommand::Ready),
            ClientMessage::Close { id, table } => (id, table, TableCommand::Close),
            ClientMessage::Play { id, table, ply, mv } => (id, table, TableCommand::Play { ply, mv }),
            ClientMessage::Resign { id, table } => (id, table, TableCommand::Resign),
            ClientMessage::AskTakeback { id, table } => (id, table, TableCommand::AskTakeback),
            ClientMessage::AnswerTakeback { id, table, agrees } => (id, table, TableCommand::AnswerTakeback { agrees }),
            ClientMessage::Vote { id, table, choice } => (id, table, TableCommand::Vote { choice }),
            ClientMessage::Rematch { id, table } => (id, table, TableCommand::Rematch),
        };
        if self.requester.person.is_none() {
            return self.refuse(Some(id), Some(table), Refusal::NotSignedIn);
        }
        let requester = self.requester.clone();
        self.rooms.send(&table, RoomMessage::Command { requester, id, command }).await;
    }

    async fn watch(&mut self, table: TableId, known: KnownTable) {
        if !self.requester.watched.add(&table, self.rooms.config().limits.watched_tables) {
            return self.refuse(None, Some(table), Refusal::TooMany);
        }
        let requester = self.requester.clone();
        self.rooms.send(&table, RoomMessage::Watch { requester, known }).await;
    }

    async fn unsubscribe_all(&mut self) {
        let connection = self.requester.connection;
        self.rooms.fan_out().unsubscribe(&Topic::Lobby, connection);
        if let Some(person) = &self.requester.person {
            self.rooms.fan_out().unsubscribe(&Topic::Person(person.id.clone()), connection);
        }
        if let Some(session) = &self.session {
            self.rooms.fan_out().unsubscribe(&Topic::Session(session.clone()), connection);
        }
        for table in self.requester.watched.take() {
            self.rooms.send(&table, RoomMessage::Unwatch { connection }).await;
        }
    }
}

/// Sends a message and everything queued behind it with one network write.
async fn send_all(
    socket: &mut impl FrameSocket,
    first: Outgoing,
    outgoing: &mut mpsc::Receiver<Outgoing>,
) -> Result<(), axum::Error> {
    socket.feed(Frame::Text(first.into_text())).await?;
    while let Ok(message) = outgoing.try_recv() {
        socket.feed(Frame::Text(message.into_text())).await?;
    }
    socket.flush().await
}

fn closing_frame(reason: CloseReason) -> CloseFrame {
    match reason {
        CloseReason::Reconnect => close_frame(close_code::AGAIN, "reconnect"),
        CloseReason::Banned { .. } => close_frame(BANNED, "banned"),
    }
}

fn close_frame(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: Utf8Bytes::from_static(reason) }
}
