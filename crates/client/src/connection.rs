//! A connection that keeps itself up: what is lost on the way is asked for and sent again.

use std::collections::{BTreeMap, VecDeque};
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use shangrila_protocol::{
    ChatLine, ClientMessage, CommandId, EventEnvelope, NoticeKind, Person, Presence, Refusal, ServerMessage, TableId,
    TableState, TableSummary,
};
use tokio::time::{Sleep, sleep, timeout};

use crate::client::Client;
use crate::error::Error;
use crate::open::Open;
use crate::socket::{Socket, open_socket};
use crate::table::Table;

/// How long to wait before the first new attempt; twice as long before each further one, up to the longest.
const SHORTEST_WAIT: Duration = Duration::from_millis(20);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// How long opening may take.
const OPENING: Duration = Duration::from_secs(10);

/// What a connection has to tell.
#[derive(Debug)]
pub enum Update {
    /// The connection is up, for the first time or again; who the server takes this for.
    Connected(Option<Person>),
    /// The connection is lost, or could not be opened. It is tried again by itself.
    Lost(Error),
    /// A table is known as a whole.
    Table(TableId),
    /// Something happened at a table. The table has changed already.
    Event {
        /// Where.
        table: TableId,
        /// What.
        event: EventEnvelope,
    },
    /// Something was not done.
    Refused {
        /// The command, if it was one.
        id: Option<CommandId>,
        /// Where.
        table: Option<TableId>,
        /// Why.
        reason: Refusal,
    },
    /// Something was said at a table.
    Chat(TableId, ChatLine),
    /// Who is at a table.
    Presence(TableId, Presence),
    /// Something to know about one of the own tables.
    Notice(TableId, NoticeKind),
    /// The open tables.
    Lobby(Vec<TableSummary>),
}

/// A connection to the server that keeps itself up while [`next`](Connection::next) is asked.
pub struct Connection {
    client: Client,
    link: Link,
    wait: Duration,
    /// Messages that wait for the socket.
    outgoing: VecDeque<ClientMessage>,
    updates: VecDeque<Update>,
    watched: BTreeMap<TableId, Watched>,
    follows_lobby: bool,
    /// Commands that the server has not answered, in order.
    unanswered: Vec<(CommandId, ClientMessage)>,
    prefix: u64,
    commands: u64,
    is_paced: bool,
}

#[derive(Default)]
struct Watched {
    table: Option<Table>,
    chat: u64,
}

enum Link {
    Waiting(Pin<Box<Sleep>>),
    Opening(Pin<Box<dyn Future<Output = Result<Socket, Error>> + Send>>),
    Open(Box<Open>),
}

impl Connection {
    pub(crate) fn new(client: Client) -> Connection {
        // Commands of one person have different names, whichever of their programs sends them.
        let prefix = getrandom::u64().unwrap_or_else(|_| fastrand::u64(..));
        Connection {
            client,
            link: Link::Waiting(Box::pin(sleep(Duration::ZERO))),
            wait: SHORTEST_WAIT,
            outgoing: VecDeque::new(),
            updates: VecDeque::new(),
            watched: BTreeMap::new(),
            follows_lobby: false,
            unanswered: Vec::new(),
            prefix,
            commands: 0,
            is_paced: true,
        }
    }

    /// Sends as fast as it can, for servers that let everything in.
    pub fn unpaced(self) -> Connection {
        Connection { is_paced: false, ..self }
    }

    /// Whose connection it is.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// A table that is followed; none until the server has told about it.
    pub fn table(&self, table: &TableId) -> Option<&Table> {
        self.watched.get(table)?.table.as_ref()
    }

    /// The tables that are followed.
    pub fn watched(&self) -> impl Iterator<Item = &TableId> {
        self.watched.keys()
    }

    /// How many commands the server has not answered yet.
    pub fn unanswered(&self) -> usize {
        self.unanswered.len()
    }

    /// Follows a table.
    pub fn watch(&mut self, table: &TableId) {
        if !self.watched.contains_key(table) {
            self.watched.insert(table.clone(), Watched::default());
            self.send_if_up(ClientMessage::Watch { table: table.clone(), since: None, chat_since: None });
        }
    }

    /// Follows a table no longer.
    pub fn unwatch(&mut self, table: &TableId) {
        if self.watched.remove(table).is_some() {
            self.send_if_up(ClientMessage::Unwatch { table: table.clone() });
        }
    }

    /// Follows the list of open tables.
    pub fn watch_lobby(&mut self) {
        self.follows_lobby = true;
        self.send_if_up(ClientMessage::WatchLobby);
    }

    /// Sends a command under a new name, now or when the connection is up again, until it is answered.
    pub fn command(&mut self, message: impl FnOnce(CommandId) -> ClientMessage) -> CommandId {
        self.commands += 1;
        let name = format!("{:016x}-{}", self.prefix, self.commands);
        let id: CommandId = name.parse().expect("hexadecimal digits, a hyphen and a number are an id");
        let message = message(id.clone());
        self.unanswered.push((id.clone(), message.clone()));
        self.send_if_up(message);
        id
    }

    /// Waits for what happens next. Nothing is sent or received while nobody waits; who stops waiting loses nothing.
    pub async fn next(&mut self) -> Update {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// [`next`](Connection::next) for who drives many connections in one task.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Update> {
        loop {
            if let Some(update) = self.updates.pop_front() {
                return Poll::Ready(update);
            }
            match &mut self.link {
                Link::Waiting(sleep) => {
                    ready!(sleep.as_mut().poll(context));
                    let client = self.client.clone();
                    self.link = Link::Opening(Box::pin(async move {
                        timeout(OPENING, open_socket(&client)).await.unwrap_or(Err(Error::Silence))
                    }));
                }
                Link::Opening(opening) => match ready!(opening.as_mut().poll(context)) {
                    Ok(socket) => self.link = Link::Open(Box::new(Open::new(socket, self.is_paced))),
                    Err(error) => self.lose(error),
                },
                Link::Open(open) => match ready!(open.poll(&mut self.outgoing, context)) {
                    Ok(text) => self.receive(&text),
                    Err(error) => self.lose(error),
                },
            }
        }
    }

    fn send_if_up(&mut self, message: ClientMessage) {
        if matches!(&self.link, Link::Open(open) if open.is_welcomed()) {
            self.outgoing.push_back(message);
        }
    }

    /// Everybody was disconnected in the same moment, but not everybody should return in the same moment.
    fn lose(&mut self, error: Error) {
        self.link = Link::Waiting(Box::pin(sleep(self.wait.mul_f64(0.5 + 0.5 * fastrand::f64()))));
        self.wait = (self.wait * 2).min(LONGEST_WAIT);
        self.outgoing.clear();
        self.updates.push_back(Update::Lost(error));
    }

    fn receive(&mut self, text: &str) {
        match serde_json::from_str(text) {
            Ok(message) => self.understand(message),
            Err(error) => self.lose(Error::Answer(format!("{error} in {text}"))),
        }
    }

    fn understand(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome { you, .. } => self.begin(you),
            ServerMessage::State { state, .. } => self.replace(*state),
            ServerMessage::Events { table, events } => self.add(&table, events),
            ServerMessage::Chat { table, lines } => {
                for line in lines {
                    self.answered(&line.id);
                    let Some(watched) = self.watched.get_mut(&table) else { continue };
                    watched.chat = watched.chat.max(line.number);
                    self.updates.push_back(Update::Chat(table.clone(), line));
                }
            }
            ServerMessage::Presence { table, presence } => self.updates.push_back(Update::Presence(table, presence)),
            ServerMessage::Notice { table, kind } => self.updates.push_back(Update::Notice(table, kind)),
            ServerMessage::Lobby { tables } => self.updates.push_back(Update::Lobby(tables)),
            // Which message was too much is not said, so everything is asked again, later.
            ServerMessage::Refused { id: None, reason: Refusal::TooFast { wait }, .. } => {
                self.wait = Duration::from_secs(u64::from(wait)).clamp(self.wait, LONGEST_WAIT);
                self.lose(Error::Refused(Refusal::TooFast { wait }));
            }
            ServerMessage::Refused { id, table, reason, state } => {
                if let Some(id) = &id {
                    self.answered(id);
                }
                if let Some(state) = state {
                    self.replace(*state);
                }
                self.updates.push_back(Update::Refused { id, table, reason });
            }
            ServerMessage::Pong { .. } => {}
        }
    }

    /// The connection is up: asks for what was missed, and sends again what was not answered.
    fn begin(&mut self, you: Option<Person>) {
        if let Link::Open(open) = &mut self.link {
            open.welcome();
        }
        self.wait = SHORTEST_WAIT;
        self.outgoing.clear();
        for (table, watched) in &self.watched {
            let since = watched.table.as_ref().map(|table| table.state().number);
            let chat_since = (watched.chat > 0).then_some(watched.chat);
            self.outgoing.push_back(ClientMessage::Watch { table: table.clone(), since, chat_since });
        }
        if self.follows_lobby {
            self.outgoing.push_back(ClientMessage::WatchLobby);
        }
        self.outgoing.extend(self.unanswered.iter().map(|(_, message)| message.clone()));
        self.updates.push_back(Update::Connected(you));
    }

    /// A state may be older than the events that came while it was on its way.
    fn replace(&mut self, state: TableState) {
        let Some(watched) = self.watched.get_mut(&state.table) else { return };
        if watched.table.as_ref().is_none_or(|table| table.state().number < state.number) {
            let id = state.table.clone();
            watched.table = Some(Table::new(state));
            self.updates.push_back(Update::Table(id));
        }
    }

    fn add(&mut self, id: &TableId, events: Vec<EventEnvelope>) {
        for event in events {
            if let Some(command) = &event.id {
                self.answered(command);
            }
            let Some(watched) = self.watched.get_mut(id) else { continue };
            let known = watched.table.as_ref().map(|table| table.state().number);
            // The answer to a command that was sent twice.
            if known.is_some_and(|known| event.number <= known) {
                continue;
            }
            let added = match &mut watched.table {
                Some(table) => table.apply(&event),
                empty => TableState::open(id.clone(), &event).map(|state| *empty = Some(Table::new(state))),
            };
            if added.is_err() {
                // Something is missing: it is asked for.
                self.send_if_up(ClientMessage::Watch { table: id.clone(), since: known, chat_since: None });
                return;
            }
            self.updates.push_back(Update::Event { table: id.clone(), event });
        }
    }

    fn answered(&mut self, id: &CommandId) {
        self.unanswered.retain(|(waiting, _)| waiting != id);
    }
}
