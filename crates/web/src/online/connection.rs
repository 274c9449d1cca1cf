//! The line to the server: one WebSocket for the whole tab, opened when something needs it, and opened again when it breaks.
//!
//! Whoever follows a table says which events it has, so that a new connection brings the rest. Commands are kept until they are
//! answered and said again over every new connection; each has a name, so saying it twice changes nothing.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use shangrila_protocol::{
    ChatLine, ClientMessage, CommandId, EventEnvelope, NoticeKind, PROTOCOL_VERSION, Person, Presence, Refusal,
    ServerMessage, TableId, TableState, TableSummary,
};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, WebSocket};

use super::outbox::{Outbox, command_id, delay};
use crate::browser;
use crate::notices::notices;
use crate::preferences::preferences;

/// How often the connection is looked after.
const CARE: Duration = Duration::from_secs(2);
/// Milliseconds of silence after which the server is asked whether it is there.
const SILENCE: f64 = 20_000.0;
/// Milliseconds it has for the answer.
const PATIENCE: f64 = 8_000.0;
/// How long a connection that nobody needs stays open: the next screen may need it again.
const LINGER: Duration = Duration::from_secs(3);

/// How the connection is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Link {
    /// Nothing needs it.
    Closed,
    Connecting,
    /// The server has said who it takes us for.
    Open,
    /// It broke; it is tried again by itself.
    Waiting,
}

impl Link {
    /// For tests and the style sheet.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Link::Closed => "closed",
            Link::Connecting => "connecting",
            Link::Open => "open",
            Link::Waiting => "waiting",
        }
    }
}

/// What there is to hear about a table that is followed.
pub(super) enum Heard {
    State(Box<TableState>),
    Events(Vec<EventEnvelope>),
    Chat(Vec<ChatLine>),
    Presence(Presence),
    /// Something was not done; without a name it is the table that cannot be followed.
    Refused {
        id: Option<CommandId>,
        reason: Refusal,
        state: Option<Box<TableState>>,
    },
}

/// The numbers of the last event and the last line of chat that are known.
pub(super) type Known = (Option<u64>, Option<u64>);

#[derive(Clone)]
struct Watcher {
    number: u64,
    table: TableId,
    known: Rc<dyn Fn() -> Known>,
    hear: Rc<dyn Fn(Heard)>,
}

impl Watcher {
    fn request(&self) -> ClientMessage {
        let (since, chat_since) = (self.known)();
        ClientMessage::Watch { table: self.table.clone(), since, chat_since }
    }
}

/// A socket with the closures that listen to it.
struct Socket {
    socket: WebSocket,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut(JsValue)>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

#[derive(Default)]
struct Inner {
    socket: Option<Socket>,
    watchers: Vec<Watcher>,
    next_watcher: u64,
    lobby_watchers: usize,
    outbox: Outbox,
    failures: u32,
    retry: Option<TimeoutHandle>,
    heard_at: f64,
    pinged_at: Option<f64>,
    on_notice: Option<Rc<dyn Fn(TableId, NoticeKind)>>,
}

impl Inner {
    fn is_needed(&self) -> bool {
        !self.watchers.is_empty() || self.lobby_watchers > 0
    }

    fn say(&self, message: &ClientMessage) {
        let Some(Socket { socket, .. }) = &self.socket else { return };
        if socket.ready_state() == WebSocket::OPEN {
            let text = serde_json::to_string(message).expect("messages are plain data");
            // What is lost is said again over the next connection.
            let _ = socket.send_with_str(&text);
        }
    }
}

/// The line to the server. Copies are the same line.
#[derive(Clone, Copy)]
pub(crate) struct Connection {
    inner: StoredValue<Rc<RefCell<Inner>>, LocalStorage>,
    pub(crate) link: RwSignal<Link>,
    /// Who the server takes us for; nobody before the first connection.
    pub(crate) person: RwSignal<Option<Person>>,
    /// The open tables, while somebody follows them.
    pub(crate) lobby: RwSignal<Option<Vec<TableSummary>>>,
    /// Milliseconds the server's clock is ahead of ours.
    ahead: StoredValue<f64>,
    /// Whether the server speaks a newer language than this page.
    outdated: RwSignal<bool>,
}

/// The line to the server, from anywhere inside the app.
pub(crate) fn connection() -> Connection {
    expect_context()
}

impl Connection {
    pub(crate) fn new() -> Connection {
        let connection = Connection {
            inner: StoredValue::new_local(Rc::default()),
            link: RwSignal::new(Link::Closed),
            person: RwSignal::new(None),
            lobby: RwSignal::new(None),
            ahead: StoredValue::new(0.0),
            outdated: RwSignal::new(false),
        };
        set_interval(move || connection.look_after(), CARE);
        window_event_listener(leptos::ev::online, move |_| connection.hurry());
        let seen = Closure::<dyn Fn()>::new(move || {
            if !document().hidden() {
                connection.hurry();
            }
        });
        let _ = document().add_event_listener_with_callback("visibilitychange", seen.as_ref().unchecked_ref());
        seen.forget();
        let (notices, preferences) = (notices(), preferences());
        Effect::new(move || {
            if connection.outdated.get() {
                notices.show(preferences.words_now().online.outdated.to_string());
            }
        });
        connection
    }

    fn inner(self) -> Rc<RefCell<Inner>> {
        self.inner.get_value()
    }

    /// Follows the list of open tables until the present screen is left.
    pub(crate) fn watch_lobby(self) {
        let inner = self.inner();
        inner.borrow_mut().lobby_watchers += 1;
        if inner.borrow().lobby_watchers == 1 {
            self.say_if_open(&ClientMessage::WatchLobby);
        }
        self.open_if_needed();
        on_cleanup(move || {
            let inner = self.inner();
            inner.borrow_mut().lobby_watchers -= 1;
            if inner.borrow().lobby_watchers == 0 {
                self.say_if_open(&ClientMessage::UnwatchLobby);
                self.lobby.set(None);
                self.close_if_idle();
            }
        });
    }

    /// Follows a table until the present screen is left.
    pub(super) fn watch_table(
        self,
        table: TableId,
        known: impl Fn() -> Known + 'static,
        hear: impl Fn(Heard) + 'static,
    ) {
        let number = self.inner().borrow().next_watcher;
        let watcher = Watcher { number, table: table.clone(), known: Rc::new(known), hear: Rc::new(hear) };
        self.say_if_open(&watcher.request());
        {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            inner.watchers.push(watcher);
            inner.next_watcher += 1;
        }
        self.open_if_needed();
        on_cleanup(move || {
            let inner = self.inner();
            inner.borrow_mut().watchers.retain(|watcher| watcher.number != number);
            if !inner.borrow().watchers.iter().any(|watcher| watcher.table == table) {
                self.say_if_open(&ClientMessage::Unwatch { table: table.clone() });
            }
            self.close_if_idle();
        });
    }

    /// Asks for what is missing at a table.
    pub(super) fn watch_again(self, table: &TableId) {
        let watchers = self.inner().borrow().watchers.clone();
        watchers.iter().filter(|watcher| watcher.table == *table).for_each(|one| self.say_if_open(&one.request()));
    }

    /// Gives a command; it is said until it is answered.
    pub(super) fn command(self, message: impl FnOnce(CommandId) -> ClientMessage) -> CommandId {
        let id = command_id(browser::random_u32);
        let message = message(id.clone());
        self.say_if_open(&message);
        self.inner().borrow_mut().outbox.add(id.clone(), message);
        id
    }

    /// Who is told about tables that nobody may be looking at.
    pub(super) fn set_on_notice(self, tell: impl Fn(TableId, NoticeKind) + 'static) {
        self.inner().borrow_mut().on_notice = Some(Rc::new(tell));
    }

    /// The server's clock in milliseconds since 1970.
    pub(super) fn server_now(self) -> u64 {
        (browser::now() + self.ahead.get_value()).max(0.0) as u64
    }

    /// Begins anew, because the server knows us by another name now.
    pub(crate) fn reconnect(self) {
        self.inner().borrow_mut().failures = 0;
        if self.inner().borrow().is_needed() {
            self.connect();
        } else {
            // What lingers would be taken up under the old name.
            self.close();
        }
    }

    fn say_if_open(self, message: &ClientMessage) {
        if self.link.get_untracked() == Link::Open {
            self.inner().borrow().say(message);
        }
    }

    fn open_if_needed(self) {
        if self.inner().borrow().socket.is_none() && self.link.get_untracked() != Link::Waiting {
            self.connect();
        }
    }

    fn close_if_idle(self) {
        let close = move || {
            if !self.inner().borrow().is_needed() {
                self.close();
            }
        };
        set_timeout(close, LINGER);
    }

    fn close(self) {
        let (socket, retry) = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            (inner.socket.take(), inner.retry.take())
        };
        drop(socket);
        retry.into_iter().for_each(|retry| retry.clear());
        self.link.set(Link::Closed);
    }

    fn connect(self) {
        if self.outdated.get_untracked() {
            return;
        }
        let inner = self.inner();
        let retry = inner.borrow_mut().retry.take();
        retry.into_iter().for_each(|retry| retry.clear());
        self.link.set(Link::Connecting);
        let opened = self.open_socket();
        let failed = opened.is_err();
        {
            let mut inner = inner.borrow_mut();
            inner.heard_at = browser::now();
            inner.pinged_at = None;
            inner.socket = opened.ok();
        }
        if failed {
            self.lose();
        }
    }

    fn open_socket(self) -> Result<Socket, JsValue> {
        let location = window().location();
        let scheme = if location.protocol()? == "https:" { "wss" } else { "ws" };
        let socket = WebSocket::new(&format!("{scheme}://{}/api/socket", location.host()?))?;
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                self.hear(&text);
            }
        });
        let on_close = Closure::new(move |_: JsValue| self.lose());
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Ok(Socket { socket, _on_message: on_message, _on_close: on_close })
    }

    /// The connection is gone: try again after a while, if anything needs it.
    fn lose(self) {
        let inner = self.inner();
        let socket = inner.borrow_mut().socket.take();
        drop(socket);
        if !inner.borrow().is_needed() {
            return self.link.set(Link::Closed);
        }
        let wait = {
            let mut inner = inner.borrow_mut();
            let wait = delay(inner.failures, js_sys::Math::random());
            inner.failures += 1;
            wait
        };
        self.link.set(Link::Waiting);
        inner.borrow_mut().retry = set_timeout_with_handle(move || self.connect(), wait).ok();
    }

    /// There is reason to believe that the server can be reached, or to doubt that it still is.
    fn hurry(self) {
        match self.link.get_untracked() {
            Link::Waiting => {
                self.inner().borrow_mut().failures = 0;
                self.connect();
            }
            Link::Open => self.ping(),
            Link::Closed | Link::Connecting => {}
        }
    }

    fn ping(self) {
        let inner = self.inner();
        if inner.borrow().pinged_at.is_none() {
            inner.borrow_mut().pinged_at = Some(browser::now());
            inner.borrow().say(&ClientMessage::Ping);
        }
    }

    /// Notices connections that died without a word.
    fn look_after(self) {
        let (heard_at, pinged_at) = {
            let inner = self.inner();
            let inner = inner.borrow();
            (inner.heard_at, inner.pinged_at)
        };
        let now = browser::now();
        match self.link.get_untracked() {
            Link::Open if pinged_at.is_some_and(|pinged| now - pinged > PATIENCE) => self.lose(),
            Link::Open if now - heard_at > SILENCE => self.ping(),
            Link::Connecting if now - heard_at > PATIENCE => self.lose(),
            _ => {}
        }
    }

    fn hear(self, text: &str) {
        let pinged_at = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            inner.heard_at = browser::now();
            inner.pinged_at.take()
        };
        // A message of a later version that this page does not know is none of its business.
        let Ok(message) = serde_json::from_str::<ServerMessage>(text) else { return };
        match message {
            ServerMessage::Welcome { version, you, now } => self.welcome(version, you, now),
            ServerMessage::State { state, now } => {
                self.set_clock(now, 0.0);
                let table = state.table.clone();
                self.tell(&table, || Heard::State(state.clone()));
            }
            ServerMessage::Events { table, events } => {
                events.iter().filter_map(|event| event.id.as_ref()).for_each(|id| self.answered(id));
                self.tell(&table, || Heard::Events(events.clone()));
            }
            ServerMessage::Chat { table, lines } => {
                lines.iter().for_each(|line| self.answered(&line.id));
                self.tell(&table, || Heard::Chat(lines.clone()));
            }
            ServerMessage::Presence { table, presence } => self.tell(&table, || Heard::Presence(presence.clone())),
            // The server did not even read what it was; so all of it is said again.
            ServerMessage::Refused { id: None, table: None, reason: Refusal::TooFast { wait }, .. } => {
                set_timeout(move || self.say_again(), Duration::from_secs(u64::from(wait.max(1))));
            }
            ServerMessage::Refused { id, table, reason, state } => {
                id.iter().for_each(|id| self.answered(id));
                let refused = || Heard::Refused { id: id.clone(), reason: reason.clone(), state: state.clone() };
                table.iter().for_each(|table| self.tell(table, refused));
            }
            ServerMessage::Notice { table, kind } => {
                let tell = self.inner().borrow().on_notice.clone();
                tell.into_iter().for_each(|tell| tell(table.clone(), kind));
            }
            ServerMessage::Lobby { tables } => self.lobby.set(Some(tables)),
            ServerMessage::Pong { now } => {
                let round_trip = pinged_at.map_or(0.0, |pinged| browser::now() - pinged);
                self.set_clock(now, round_trip / 2.0);
            }
        }
    }

    fn welcome(self, version: u32, you: Option<Person>, now: u64) {
        if version != PROTOCOL_VERSION {
            self.outdated.set(true);
            let socket = self.inner().borrow_mut().socket.take();
            drop(socket);
            return self.link.set(Link::Waiting);
        }
        self.set_clock(now, 0.0);
        if self.person.get_untracked() != you {
            self.person.set(you);
        }
        self.link.set(Link::Open);
        let (watchers, lobby) = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            inner.failures = 0;
            (inner.watchers.clone(), inner.lobby_watchers > 0)
        };
        watchers.iter().for_each(|watcher| self.say_if_open(&watcher.request()));
        if lobby {
            self.say_if_open(&ClientMessage::WatchLobby);
        }
        self.say_again();
    }

    /// Says whatever has not been answered.
    fn say_again(self) {
        let unanswered = self.inner().borrow().outbox.unanswered();
        unanswered.iter().for_each(|message| self.say_if_open(message));
    }

    fn set_clock(self, now: u64, on_the_way: f64) {
        self.ahead.set_value(now as f64 + on_the_way - browser::now());
    }

    fn answered(self, id: &CommandId) {
        self.inner().borrow_mut().outbox.answered(id);
    }

    fn tell(self, table: &TableId, heard: impl Fn() -> Heard) {
        let watchers = self.inner().borrow().watchers.clone();
        watchers.iter().filter(|watcher| watcher.table == *table).for_each(|watcher| (watcher.hear)(heard()));
    }
}
