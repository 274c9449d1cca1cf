//! The tab's connection to the server: a [`ClientCore`] with a WebSocket and a timer of the browser.
//!
//! The core decides when to connect, what to send and what to repeat; this file opens the socket, copies text frames and passes the
//! core's events on to the screens.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use shangrila_client_core::{
    ClientAction, ClientCore, ClientEvent, ClientSettings, ConnectionStatus, Disconnected, Retry, UnconfirmedMove,
};
use shangrila_protocol::{
    ClientMessage, CommandId, NoticeKind, Person, SanctionNotice, TableId, TableState, TableSummary,
};
use shangrila_rules::Move;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, WebSocket};

use crate::browser;
use crate::notices::notices;
use crate::preferences::preferences;

/// How long an unused connection stays open: the next screen may need it again.
const CLOSE_IDLE_AFTER: Duration = Duration::from_secs(3);

/// The status as tests and style sheets know it.
pub(crate) const fn status_id(status: ConnectionStatus) -> &'static str {
    match status {
        ConnectionStatus::Closed => "closed",
        ConnectionStatus::Connecting => "connecting",
        ConnectionStatus::Online => "open",
        ConnectionStatus::Waiting => "waiting",
        ConnectionStatus::Stopped => "stopped",
    }
}

/// A screen that follows a table.
#[derive(Clone)]
struct Watcher {
    number: u64,
    table: TableId,
    handle: Rc<dyn Fn(&ClientEvent)>,
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

struct Inner {
    core: ClientCore,
    socket: Option<Socket>,
    /// When the timer fires, in milliseconds since 1970.
    timer: Option<(f64, TimeoutHandle)>,
    /// Whether actions are being carried out, which may cause further ones.
    is_busy: bool,
    watchers: Vec<Watcher>,
    next_watcher: u64,
    lobby_watchers: usize,
    on_notice: Option<Rc<dyn Fn(TableId, NoticeKind)>>,
}

/// The tab's connection to the server. Copies share it.
#[derive(Clone, Copy)]
pub(crate) struct TabConnection {
    inner: StoredValue<Rc<RefCell<Inner>>, LocalStorage>,
    pub(crate) status: RwSignal<ConnectionStatus>,
    /// Who the server takes us for; `None` before the first connection.
    pub(crate) person: RwSignal<Option<Person>>,
    /// The ban of the user, if there is one. The connection stays closed until it is lifted.
    pub(crate) ban: RwSignal<Option<SanctionNotice>>,
    /// The open tables, while a screen shows them.
    pub(crate) lobby: RwSignal<Option<Vec<TableSummary>>>,
    /// Whether the server speaks another version of the protocol than this page.
    is_outdated: RwSignal<bool>,
}

/// The tab's connection, from anywhere inside the app.
pub(crate) fn connection() -> TabConnection {
    expect_context()
}

impl TabConnection {
    pub(crate) fn new() -> TabConnection {
        let seed = u64::from(browser::random_u32()) << 32 | u64::from(browser::random_u32());
        let settings = ClientSettings { close_idle_after: Some(CLOSE_IDLE_AFTER), ..ClientSettings::new(seed) };
        let inner = Inner {
            core: ClientCore::new(settings),
            socket: None,
            timer: None,
            is_busy: false,
            watchers: Vec::new(),
            next_watcher: 0,
            lobby_watchers: 0,
            on_notice: None,
        };
        let connection = TabConnection {
            inner: StoredValue::new_local(Rc::new(RefCell::new(inner))),
            status: RwSignal::new(ConnectionStatus::Closed),
            person: RwSignal::new(None),
            ban: RwSignal::new(None),
            lobby: RwSignal::new(None),
            is_outdated: RwSignal::new(false),
        };
        window_event_listener(leptos::ev::online, move |_| connection.with_core(ClientCore::network_changed));
        let seen = Closure::<dyn Fn()>::new(move || {
            if !document().hidden() {
                connection.with_core(ClientCore::network_changed);
            }
        });
        let _ = document().add_event_listener_with_callback("visibilitychange", seen.as_ref().unchecked_ref());
        seen.forget();
        let (notices, preferences) = (notices(), preferences());
        Effect::new(move || {
            if connection.is_outdated.get() {
                notices.show(preferences.words_now().online.outdated.to_string());
            }
        });
        connection
    }

    fn inner(self) -> Rc<RefCell<Inner>> {
        self.inner.get_value()
    }

    /// Calls the core at the present time and carries out what comes of it.
    fn with_core<T>(self, call: impl FnOnce(&mut ClientCore, Duration) -> T) -> T {
        let result = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            let now = Duration::from_millis(browser::now() as u64);
            inner.core.tick(now);
            call(&mut inner.core, now)
        };
        self.carry_out_actions();
        result
    }

    /// Keeps the connection open on every screen, or no longer: what happens at the user's tables is to be told at once.
    pub(super) fn await_notices(self, awaits: bool) {
        self.with_core(|core, _| core.await_notices(awaits));
    }

    /// Follows the list of open tables until the current screen is left.
    pub(crate) fn watch_lobby(self) {
        self.inner().borrow_mut().lobby_watchers += 1;
        self.with_core(|core, _| core.subscribe_lobby());
        on_cleanup(move || {
            self.inner().borrow_mut().lobby_watchers -= 1;
            if self.inner().borrow().lobby_watchers == 0 {
                self.with_core(|core, _| core.unsubscribe_lobby());
                self.lobby.set(None);
            }
        });
    }

    /// Follows a table until the current screen is left.
    pub(super) fn watch_table(self, table: TableId, handle: impl Fn(&ClientEvent) + 'static) {
        let number = {
            let inner = self.inner();
            let mut inner = inner.borrow_mut();
            inner.next_watcher += 1;
            let watcher = Watcher { number: inner.next_watcher, table: table.clone(), handle: Rc::new(handle) };
            inner.watchers.push(watcher);
            inner.next_watcher
        };
        self.with_core(|core, _| {
            // A second screen of the same table needs everything from the beginning as well.
            core.unsubscribe(&table);
            core.subscribe(&table);
        });
        on_cleanup(move || {
            self.inner().borrow_mut().watchers.retain(|watcher| watcher.number != number);
            if !self.inner().borrow().watchers.iter().any(|watcher| watcher.table == table) {
                self.with_core(|core, _| core.unsubscribe(&table));
            }
        });
    }

    /// Asks for what is new at a table.
    pub(super) fn refresh(self, table: &TableId) {
        self.with_core(|core, _| core.refresh(table));
    }

    /// Asks for the chat before the lines that have arrived.
    pub(super) fn request_earlier_chat(self, table: &TableId) {
        self.with_core(|core, _| core.request_earlier_chat(table));
    }

    /// Sends a command until it is answered.
    pub(super) fn send(self, table: &TableId, command: impl FnOnce(CommandId, TableId) -> ClientMessage) {
        self.with_core(|core, _| core.send(table, command));
    }

    /// Sends a move until it is answered.
    pub(super) fn play(self, table: &TableId, ply: usize, mv: Move) {
        self.with_core(|core, _| core.play(table, ply as u32, mv));
    }

    /// The state of a table that is followed, once it has arrived.
    pub(super) fn table_state(self, table: &TableId) -> Option<TableState> {
        self.inner().borrow().core.table(table).map(|table| table.state().clone())
    }

    /// The move at a table that waits for its answer.
    pub(super) fn unconfirmed_move(self, table: &TableId) -> Option<UnconfirmedMove> {
        self.inner().borrow().core.unconfirmed_move(table)
    }

    /// Sets what happens on a notice about a table that no screen may be showing.
    pub(super) fn set_on_notice(self, handle: impl Fn(TableId, NoticeKind) + 'static) {
        self.inner().borrow_mut().on_notice = Some(Rc::new(handle));
    }

    /// The server's clock in milliseconds since 1970.
    pub(super) fn server_now(self) -> u64 {
        self.inner().borrow().core.server_now(Duration::from_millis(browser::now() as u64))
    }

    /// Connects again, because the server knows us by another name now.
    pub(crate) fn reconnect(self) {
        self.with_core(ClientCore::reconnect);
    }

    /// Stops connecting if the user is banned, and starts again once they are not.
    pub(super) fn set_ban(self, ban: Option<SanctionNotice>) {
        let until = ban.as_ref().map(|ban| ban.until);
        let was_banned = self.ban.with_untracked(Option::is_some);
        if self.ban.with_untracked(|known| *known != ban) {
            self.ban.set(ban);
        }
        match until {
            Some(until) => {
                let how = Disconnected { reason: String::new(), retry: Retry::Banned { until } };
                self.with_core(|core, now| core.disconnected(now, how));
            }
            None if was_banned => self.reconnect(),
            None => {}
        }
    }

    fn carry_out_actions(self) {
        let inner = self.inner();
        if std::mem::replace(&mut inner.borrow_mut().is_busy, true) {
            return;
        }
        loop {
            let (action, status) = {
                let mut inner = inner.borrow_mut();
                (inner.core.poll_action(), inner.core.status())
            };
            if self.status.get_untracked() != status {
                self.status.set(status);
            }
            let Some(action) = action else { break };
            self.carry_out(action);
        }
        inner.borrow_mut().is_busy = false;
        self.set_timer();
    }

    fn carry_out(self, action: ClientAction) {
        let inner = self.inner();
        match action {
            ClientAction::Connect => {
                let before = inner.borrow_mut().socket.take();
                drop(before);
                match self.open_socket() {
                    Ok(socket) => inner.borrow_mut().socket = Some(socket),
                    Err(_) => self.disconnected(),
                }
            }
            ClientAction::Disconnect => {
                let socket = inner.borrow_mut().socket.take();
                drop(socket);
            }
            ClientAction::Send(text) => {
                if let Some(Socket { socket, .. }) = &inner.borrow().socket {
                    // What is lost is repeated over the next connection.
                    let _ = socket.send_with_str(&text);
                }
            }
            ClientAction::Notify(event) => self.notify(event),
        }
    }

    fn open_socket(self) -> Result<Socket, JsValue> {
        let location = window().location();
        let scheme = if location.protocol()? == "https:" { "wss" } else { "ws" };
        let socket = WebSocket::new(&format!("{scheme}://{}/api/socket", location.host()?))?;
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                self.with_core(|core, now| core.received(now, &text));
            }
        });
        let on_close = Closure::new(move |_: JsValue| self.disconnected());
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Ok(Socket { socket, _on_message: on_message, _on_close: on_close })
    }

    /// Browsers do not say why a connection could not be opened, so it is always worth another attempt. `Identity` finds out about bans.
    fn disconnected(self) {
        let socket = self.inner().borrow_mut().socket.take();
        drop(socket);
        let how = Disconnected { reason: String::new(), retry: Retry::Backoff };
        self.with_core(|core, now| core.disconnected(now, how));
    }

    fn notify(self, event: ClientEvent) {
        match &event {
            ClientEvent::Connected { person } => {
                if self.person.with_untracked(|known| known != person) {
                    self.person.set(person.clone());
                }
            }
            ClientEvent::Lobby(tables) => self.lobby.set(Some(tables.clone())),
            ClientEvent::Banned { until } => {
                if self.ban.with_untracked(Option::is_none) {
                    self.ban.set(Some(SanctionNotice { until: *until, reason: String::new() }));
                }
            }
            ClientEvent::Outdated { .. } => self.is_outdated.set(true),
            ClientEvent::Notice { table, kind } => {
                let handle = self.inner().borrow().on_notice.clone();
                handle.into_iter().for_each(|handle| handle(table.clone(), *kind));
            }
            ClientEvent::Snapshot { table }
            | ClientEvent::Event { table, .. }
            | ClientEvent::Answered { table, .. }
            | ClientEvent::TableRefused { table, .. }
            | ClientEvent::Chat { table, .. }
            | ClientEvent::ChatChanged { table, .. }
            | ClientEvent::Presence { table, .. }
            | ClientEvent::RatingChanges { table, .. } => {
                let watchers = self.inner().borrow().watchers.clone();
                watchers.iter().filter(|watcher| watcher.table == *table).for_each(|watcher| (watcher.handle)(&event));
            }
            ClientEvent::Lost(_) | ClientEvent::GaveUp(_) | ClientEvent::MessageRefused(_) => {}
        }
    }

    /// Wakes the core at its deadline. A timer that fires earlier is left alone and sets the next one.
    fn set_timer(self) {
        let inner = self.inner();
        let mut inner = inner.borrow_mut();
        let (now, left) = (browser::now(), inner.core.time_to_deadline());
        let due = left.map(|left| now + left.as_millis() as f64);
        if let (Some(due), Some((at, _))) = (due, &inner.timer)
            && (now..=due).contains(at)
        {
            return;
        }
        let before = inner.timer.take();
        before.into_iter().for_each(|(_, handle)| handle.clear());
        if let (Some(due), Some(left)) = (due, left) {
            let tick = move || {
                self.inner().borrow_mut().timer = None;
                self.with_core(|_, _| {});
            };
            inner.timer = set_timeout_with_handle(tick, left).ok().map(|handle| (due, handle));
        }
    }
}
