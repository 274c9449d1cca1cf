//! What the core asks of its transport, and what it tells its user.

use core::fmt;
use std::time::Duration;

use shangrila_protocol::{
    ChatLine, ClientMessage, CommandId, EventEnvelope, NoticeKind, Person, Presence, RatingChange, Refusal, TableId,
    TableSummary,
};
use shangrila_rules::Move;

/// What a transport has to do, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum ClientAction {
    /// Open a WebSocket, dropping any earlier one.
    Connect,
    /// Close the WebSocket.
    Disconnect,
    /// Send a text frame.
    Send(String),
    /// Tell the user of this client.
    Notify(ClientEvent),
}

/// What the user of a client is told. The state in the core has changed already.
#[derive(Clone, PartialEq, Debug)]
pub enum ClientEvent {
    /// The connection is up, for the first time or again.
    Connected {
        /// Who the server takes this client for; `None` for a spectator without a name.
        person: Option<Person>,
    },
    /// The connection is lost or could not be opened. The core reconnects by itself.
    Lost(LostReason),
    /// The connection cannot be opened, and trying again would not help. The core stops until
    /// [`reconnect`](crate::ClientCore::reconnect).
    GaveUp(String),
    /// The person or the address is banned. The core stops until [`reconnect`](crate::ClientCore::reconnect).
    Banned {
        /// When the ban ends, by the server's clock; `None` if nobody has said when.
        until: Option<u64>,
    },
    /// The server speaks another version of the protocol: this client has to be updated. The core stops for good.
    Outdated {
        /// The version of the server.
        server_version: u32,
    },
    /// The whole state of a table has arrived.
    Snapshot {
        /// The table, found by [`table`](crate::ClientCore::table).
        table: TableId,
    },
    /// Something happened at a table. Each event is told once, in order.
    Event {
        /// The table, which may already have later events too.
        table: TableId,
        /// The event that was applied.
        event: EventEnvelope,
    },
    /// A command was accepted or refused. Each command is answered once.
    Answered {
        /// The id that [`send`](crate::ClientCore::send) returned.
        id: CommandId,
        /// The command itself.
        command: Box<ClientMessage>,
        /// The table it was for.
        table: TableId,
        /// Why it was refused, if it was.
        result: Result<(), Refusal>,
    },
    /// A table cannot be followed, at least not by this person.
    TableRefused {
        /// The table that was asked for.
        table: TableId,
        /// Why not.
        reason: Refusal,
    },
    /// A message was refused that was neither a command nor a subscription, which no correct client experiences.
    MessageRefused(Refusal),
    /// New chat at a table, or the earlier lines that were asked for.
    Chat {
        /// The table.
        table: TableId,
        /// Lines that have not been told before, in order: after the last one told, or right before the first.
        lines: Vec<ChatLine>,
        /// Whether the lines told before no longer count: more were missed than the server sends at once.
        reset: bool,
    },
    /// Lines of chat that were told before have changed: a moderator has hidden them, or shows them again.
    ChatChanged {
        /// The table.
        table: TableId,
        /// The lines as they are now.
        lines: Vec<ChatLine>,
    },
    /// Who is connected at a table.
    Presence {
        /// The table.
        table: TableId,
        /// Its players and spectators.
        presence: Presence,
    },
    /// How a rated game has changed the ratings.
    RatingChanges {
        /// The table.
        table: TableId,
        /// In the order of the seats.
        changes: Vec<RatingChange>,
    },
    /// Something happened at one of the person's tables that this client does not follow.
    Notice {
        /// The table.
        table: TableId,
        /// What happened there.
        kind: NoticeKind,
    },
    /// The open tables, after every change.
    Lobby(Vec<TableSummary>),
}

/// Why a connection was lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LostReason {
    /// The transport reported it, in its words.
    Disconnected(String),
    /// The server did not answer in time.
    Silent,
}

impl fmt::Display for LostReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LostReason::Disconnected(reason) => f.write_str(reason),
            LostReason::Silent => f.write_str("the server does not answer"),
        }
    }
}

/// A connection that broke or could not be opened, as its transport reports it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disconnected {
    /// What went wrong, for logs.
    pub reason: String,
    /// Whether another attempt makes sense.
    pub retry: Retry,
}

/// Whether and when to connect again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retry {
    /// After the usual wait.
    Backoff,
    /// Not before this time has passed, because the server said so.
    After(Duration),
    /// Not at all: the address, the certificate or the credentials are wrong.
    Never,
    /// Not at all: the person or the address is banned.
    Banned {
        /// When the ban ends, by the server's clock; `None` if nobody has said when.
        until: Option<u64>,
    },
}

/// How the connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConnectionStatus {
    /// Nothing needs a connection.
    Closed,
    /// A connection is being opened; the server has not greeted yet.
    Connecting,
    /// The server has greeted.
    Online,
    /// The connection was lost; the next attempt comes by itself.
    Waiting,
    /// The core has given up, the person is banned, or this client is outdated.
    Stopped,
}

/// A move that was sent and neither confirmed nor refused yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnconfirmedMove {
    /// The command that carries it.
    pub id: CommandId,
    /// The number of moves before it.
    pub ply: u32,
    /// The move itself.
    pub mv: Move,
}

/// What happened to this client that a healthy connection to a server of the same version never causes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Messages that this version does not know and ignored.
    pub unknown_messages: u64,
    /// Events that arrived again, as answers to repeated commands do.
    pub duplicate_events: u64,
    /// How often events were missing or unreadable, so that a whole table was requested.
    pub resyncs: u64,
}
