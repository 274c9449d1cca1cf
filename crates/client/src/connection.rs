//! The transport of a [`ClientCore`]: a WebSocket on tokio.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures::{Sink, Stream};
use shangrila_client_core::{
    ClientAction, ClientCore, ClientEvent, ClientSettings, Disconnected, FollowedTable, Retry,
};
use shangrila_protocol::TableId;
use tokio::time::{Instant, Sleep, sleep};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::address::ByteStream;
use crate::client::Client;
use crate::error::Error;

/// Messages are short, and thousands of connections should fit into one program.
const BUFFER: usize = 4096;
/// Far larger than any message of the server; the list of open tables is the longest.
const LARGEST_MESSAGE: usize = 4 << 20;

type Socket = WebSocketStream<Box<dyn ByteStream>>;

/// A connection to a server that reconnects by itself while [`next`](Connection::next) is awaited.
pub struct Connection {
    client: Client,
    pub(crate) core: ClientCore,
    transport: Transport,
    /// Frames that wait for the socket.
    outgoing: VecDeque<String>,
    started: Instant,
    /// When the core was last told the time.
    told: Instant,
    alarm: Pin<Box<Sleep>>,
}

enum Transport {
    Closed,
    Opening(Pin<Box<dyn Future<Output = Result<Socket, Error>> + Send>>),
    Open { socket: Box<Socket>, needs_flush: bool },
}

impl Connection {
    pub(crate) fn new(client: Client, settings: ClientSettings) -> Connection {
        let started = Instant::now();
        let mut connection = Connection {
            client,
            core: ClientCore::new(settings),
            transport: Transport::Closed,
            outgoing: VecDeque::new(),
            started,
            told: started,
            alarm: Box::pin(sleep(std::time::Duration::ZERO)),
        };
        connection.with_clock(ClientCore::tick);
        connection
    }

    /// The client this connection belongs to.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// What is known of the server: tables, unanswered commands, the state of the connection.
    pub fn core(&self) -> &ClientCore {
        &self.core
    }

    /// A table this connection follows; `None` until the server has sent it.
    pub fn table(&self, table: &TableId) -> Option<&FollowedTable> {
        self.core.table(table)
    }

    /// Waits for the next event. Nothing is sent or received while nobody waits. Cancelling loses nothing.
    pub async fn next(&mut self) -> ClientEvent {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// [`next`](Connection::next) for callers that drive many connections in one task.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<ClientEvent> {
        loop {
            while let Some(action) = self.core.poll_action() {
                match action {
                    ClientAction::Connect => {
                        self.outgoing.clear();
                        self.transport = Transport::Opening(Box::pin(open(self.client.clone())));
                    }
                    ClientAction::Disconnect => {
                        self.outgoing.clear();
                        self.transport = Transport::Closed;
                    }
                    ClientAction::Send(frame) => self.outgoing.push_back(frame),
                    ClientAction::Notify(event) => return Poll::Ready(event),
                }
            }
            match self.poll_transport(context) {
                Poll::Ready(Ok(Some(frame))) => self.with_clock(|core, now| core.received(now, &frame)),
                Poll::Ready(Ok(None)) => {}
                Poll::Ready(Err(how)) => {
                    self.transport = Transport::Closed;
                    self.with_clock(|core, now| core.disconnected(now, how));
                }
                Poll::Pending => {
                    ready!(self.poll_alarm(context));
                    self.with_clock(ClientCore::tick);
                }
            }
        }
    }

    fn with_clock(&mut self, call: impl FnOnce(&mut ClientCore, std::time::Duration)) {
        self.told = Instant::now();
        call(&mut self.core, self.told - self.started);
    }

    /// Opens the socket, reads a text frame, or writes what waits.
    fn poll_transport(&mut self, context: &mut Context<'_>) -> Poll<Result<Option<String>, Disconnected>> {
        match &mut self.transport {
            Transport::Closed => Poll::Pending,
            Transport::Opening(opening) => {
                let socket = Box::new(ready!(opening.as_mut().poll(context))?);
                self.transport = Transport::Open { socket, needs_flush: false };
                Poll::Ready(Ok(None))
            }
            Transport::Open { socket, needs_flush } => {
                while let Poll::Ready(message) = Pin::new(&mut *socket).poll_next(context) {
                    match message {
                        Some(Ok(Message::Text(text))) => return Poll::Ready(Ok(Some(text.to_string()))),
                        Some(Ok(Message::Close(frame))) => {
                            let why =
                                frame.map_or_else(String::new, |frame| format!(": {} {}", frame.code, frame.reason));
                            return Poll::Ready(Err(closed(format!("the server closed the connection{why}"))));
                        }
                        Some(Ok(_)) => {}
                        Some(Err(error)) => return Poll::Ready(Err(Error::from(error).into())),
                        None => return Poll::Ready(Err(closed("the connection ended".to_string()))),
                    }
                }
                write_frames(socket, needs_flush, &mut self.outgoing, context)
            }
        }
    }

    /// Ready when the core's deadline has passed. The alarm is left alone when the deadline only moves back, as it does with every frame.
    fn poll_alarm(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(left) = self.core.time_to_deadline() else { return Poll::Pending };
        let deadline = self.told + left;
        if self.alarm.deadline() > deadline {
            self.alarm.as_mut().reset(deadline);
        }
        loop {
            ready!(self.alarm.as_mut().poll(context));
            if Instant::now() >= deadline {
                return Poll::Ready(());
            }
            self.alarm.as_mut().reset(deadline);
        }
    }
}

fn closed(reason: String) -> Disconnected {
    Disconnected { reason, retry: Retry::Backoff }
}

/// Writes what waits; never ready but for an error.
fn write_frames(
    socket: &mut Socket,
    needs_flush: &mut bool,
    outgoing: &mut VecDeque<String>,
    context: &mut Context<'_>,
) -> Poll<Result<Option<String>, Disconnected>> {
    while !outgoing.is_empty() {
        ready!(Pin::new(&mut *socket).poll_ready(context)).map_err(Error::from)?;
        if let Some(frame) = outgoing.pop_front() {
            Pin::new(&mut *socket).start_send(Message::text(frame)).map_err(Error::from)?;
            *needs_flush = true;
        }
    }
    if *needs_flush {
        ready!(Pin::new(&mut *socket).poll_flush(context)).map_err(Error::from)?;
        *needs_flush = false;
    }
    Poll::Pending
}

/// Opens a WebSocket.
async fn open(client: Client) -> Result<Socket, Error> {
    let address = client.address();
    let mut request = address.socket_url().into_client_request()?;
    let (name, value) = client.credentials();
    let value = HeaderValue::from_str(value)
        .map_err(|_| Error::Answer("the token contains characters that cannot be sent".to_string()))?;
    request.headers_mut().insert(name, value);
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(Some(LARGEST_MESSAGE));
    let (socket, _) = client_async_with_config(request, address.connect().await?, Some(config)).await?;
    Ok(socket)
}
