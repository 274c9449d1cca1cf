//! The state machine itself: the connection, what is sent over it and when. `messages` handles what the server says.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use shangrila_protocol::{ClientMessage, CommandId, Person, TableId};
use shangrila_rules::Move;

use crate::action::{
    ClientAction, ClientEvent, ConnectionStatus, Counters, Disconnected, LostReason, Retry, UnconfirmedMove,
};
use crate::backoff::Backoff;
use crate::command_queue::CommandQueue;
use crate::delivery::Delivery;
use crate::followed_table::FollowedTable;
use crate::incoming::Incoming;
use crate::rate::RateLimiter;
use crate::settings::ClientSettings;
use crate::subscription::Subscription;

/// The client side of the protocol. The [crate documentation](crate) says how a transport drives it.
pub struct ClientCore {
    pub(crate) settings: ClientSettings,
    /// The time that has passed, without the jumps backwards of the transport's clock.
    pub(crate) now: Duration,
    /// What the transport's clock showed last.
    clock: Option<Duration>,
    pub(crate) link: Link,
    pub(crate) backoff: Backoff,
    pub(crate) rate: RateLimiter,
    /// Nothing is sent before this time, because the server refused a message as too fast.
    pub(crate) hold_until: Duration,
    /// Since when nothing has needed the connection.
    idle_since: Option<Duration>,
    /// Whether notices about tables that are not followed are awaited.
    awaits_notices: bool,
    pub(crate) subscriptions: BTreeMap<TableId, Subscription>,
    /// Tables whose subscriptions have ended, and when to tell the server.
    pub(crate) ended_subscriptions: BTreeMap<TableId, Delivery>,
    pub(crate) lobby: LobbySubscription,
    pub(crate) commands: CommandQueue,
    pub(crate) person: Option<Person>,
    /// A time of the server's clock in milliseconds, and when it arrived.
    pub(crate) server_clock: (u64, Duration),
    pub(crate) counters: Counters,
    actions: VecDeque<ClientAction>,
}

/// The connection.
pub(crate) enum Link {
    Closed,
    Connecting { since: Duration },
    Online(Online),
    Waiting { until: Duration },
    Stopped { is_outdated: bool },
}

/// A connection over which the server has greeted.
pub(crate) struct Online {
    pub(crate) since: Duration,
    pub(crate) heard_at: Duration,
    pub(crate) ping: Ping,
}

/// Whether the server is being asked for a sign of life.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Ping {
    None,
    Due,
    SentAt(Duration),
}

/// The subscription to the list of open tables.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum LobbySubscription {
    None,
    Wanted(Delivery),
    /// It has ended, which the server has yet to be told.
    Ending(Delivery),
}

impl ClientCore {
    /// A client without a connection; the first [`tick`](ClientCore::tick) starts it.
    pub fn new(settings: ClientSettings) -> ClientCore {
        ClientCore {
            now: Duration::ZERO,
            clock: None,
            link: Link::Closed,
            backoff: Backoff::new(settings.seed),
            rate: RateLimiter::new(settings.send_rate),
            hold_until: Duration::ZERO,
            idle_since: None,
            awaits_notices: false,
            subscriptions: BTreeMap::new(),
            ended_subscriptions: BTreeMap::new(),
            lobby: LobbySubscription::None,
            commands: CommandQueue::new(settings.seed),
            person: None,
            server_clock: (0, Duration::ZERO),
            counters: Counters::default(),
            actions: VecDeque::new(),
            settings,
        }
    }

    // What a transport reports.

    /// Time has passed. To be called when [`time_to_deadline`](ClientCore::time_to_deadline) has elapsed; more often does no harm.
    pub fn tick(&mut self, now: Duration) {
        self.advance(now);
        let within = self.settings.answer_within;
        match &mut self.link {
            Link::Connecting { since } if self.now >= *since + within => self.drop_silent(),
            Link::Online(online) => match online.ping {
                Ping::SentAt(time) if self.now >= time + within => self.drop_silent(),
                Ping::None if self.now >= online.heard_at + self.settings.ping_after => online.ping = Ping::Due,
                _ => {}
            },
            Link::Waiting { until } if self.now >= *until => self.connect(),
            _ => {}
        }
        self.update();
    }

    /// A text frame has arrived over the present connection.
    pub fn received(&mut self, now: Duration, frame: &str) {
        self.advance(now);
        let incoming = Incoming::read(frame);
        let is_greeting = matches!(
            incoming,
            Incoming::Message(shangrila_protocol::ServerMessage::Welcome { .. }) | Incoming::Welcome { .. }
        );
        match &mut self.link {
            Link::Online(_) if !is_greeting => self.handle(incoming),
            Link::Connecting { .. } if is_greeting => self.handle(incoming),
            Link::Online(_) | Link::Connecting { .. } => self.counters.unknown_messages += 1,
            // A frame of a connection that was given up.
            Link::Closed | Link::Waiting { .. } | Link::Stopped { .. } => {}
        }
        self.update();
    }

    /// The present connection has ended, or could not be opened. A ban counts whatever became of the connection in the meantime.
    pub fn disconnected(&mut self, now: Duration, how: Disconnected) {
        self.advance(now);
        let is_open = matches!(self.link, Link::Connecting { .. } | Link::Online(_));
        match how.retry {
            Retry::Banned { until } => self.banned(until),
            _ if !is_open => {}
            Retry::Never => {
                self.stop(false);
                self.notify(ClientEvent::GaveUp(how.reason));
            }
            Retry::Backoff => self.lose(LostReason::Disconnected(how.reason), Duration::ZERO),
            Retry::After(wait) => self.lose(LostReason::Disconnected(how.reason), wait),
        }
        self.update();
    }

    /// There is reason to believe that the server can be reached again, or to doubt that it still can: the device is back online, or
    /// the person is looking at the app again.
    pub fn network_changed(&mut self, now: Duration) {
        self.advance(now);
        match &mut self.link {
            Link::Waiting { .. } => {
                self.backoff.reset();
                self.connect();
            }
            Link::Online(online) if online.ping == Ping::None => online.ping = Ping::Due,
            _ => {}
        }
        self.update();
    }

    /// Drops the connection and opens another one, because the server knows this client by another name now.
    pub fn reconnect(&mut self, now: Duration) {
        self.advance(now);
        self.backoff.reset();
        match self.link {
            Link::Connecting { .. } | Link::Online(_) => self.drop_connection(),
            Link::Stopped { is_outdated: true } => return,
            Link::Closed | Link::Waiting { .. } | Link::Stopped { .. } => {}
        }
        self.link = Link::Closed;
        self.update();
    }

    // What the user wants.

    /// Follows a table from now on. Subscribing twice is the same as subscribing once.
    pub fn subscribe(&mut self, table: &TableId) {
        if !self.subscriptions.contains_key(table) {
            self.ended_subscriptions.remove(table);
            self.subscriptions.insert(table.clone(), Subscription::new());
            self.update();
        }
    }

    /// Stops following a table.
    pub fn unsubscribe(&mut self, table: &TableId) {
        if self.subscriptions.remove(table).is_some() {
            if matches!(self.link, Link::Online(_)) {
                self.ended_subscriptions.insert(table.clone(), Delivery::Due);
            }
            self.update();
        }
    }

    /// Asks for what is new at a table, as after taking a seat, which opens the chat.
    pub fn refresh(&mut self, table: &TableId) {
        if let Some(subscription) = self.subscriptions.get_mut(table) {
            subscription.request = Delivery::Due;
            self.update();
        }
    }

    /// Asks for the lines of chat before those this client has, if there are any.
    pub fn request_earlier_chat(&mut self, table: &TableId) {
        if let Some(subscription) = self.subscriptions.get_mut(table).filter(|known| known.has_earlier_chat()) {
            subscription.earlier_chat = Delivery::Due;
            self.update();
        }
    }

    /// Follows the list of open tables.
    pub fn subscribe_lobby(&mut self) {
        if !matches!(self.lobby, LobbySubscription::Wanted(_)) {
            self.lobby = LobbySubscription::Wanted(Delivery::Due);
            self.update();
        }
    }

    /// Stops following the list of open tables.
    pub fn unsubscribe_lobby(&mut self) {
        if matches!(self.lobby, LobbySubscription::Wanted(_)) {
            let is_online = matches!(self.link, Link::Online(_));
            self.lobby = if is_online { LobbySubscription::Ending(Delivery::Due) } else { LobbySubscription::None };
            self.update();
        }
    }

    /// Keeps the connection open for notices about tables that are not followed, or no longer.
    pub fn await_notices(&mut self, awaits: bool) {
        if self.awaits_notices != awaits {
            self.awaits_notices = awaits;
            self.update();
        }
    }

    /// Sends a command, now or when the connection is back, until the server answers it. `command` builds the message, which
    /// must be one that has an id.
    pub fn send(&mut self, table: &TableId, command: impl FnOnce(CommandId, TableId) -> ClientMessage) -> CommandId {
        let id = self.commands.add(table, command);
        self.update();
        id
    }

    /// Plays a move in a game that has `ply` moves. Until the answer it is the table's [`unconfirmed_move`](ClientCore::unconfirmed_move).
    pub fn play(&mut self, table: &TableId, ply: u32, mv: Move) -> CommandId {
        self.send(table, |id, table| ClientMessage::Play { id, table, ply, mv: mv.to_string() })
    }

    // What comes out.

    /// The next thing for the transport to do.
    pub fn poll_action(&mut self) -> Option<ClientAction> {
        self.actions.pop_front()
    }

    /// How long after the latest call with a time [`tick`](ClientCore::tick) should be called.
    pub fn time_to_deadline(&self) -> Option<Duration> {
        let link = match &self.link {
            Link::Closed | Link::Stopped { .. } => None,
            Link::Connecting { since } => Some(*since + self.settings.answer_within),
            Link::Waiting { until } => Some(*until),
            Link::Online(online) => {
                let sign_of_life = match online.ping {
                    Ping::None => online.heard_at + self.settings.ping_after,
                    Ping::Due => self.may_send_at(),
                    Ping::SentAt(time) => time + self.settings.answer_within,
                };
                let send = self.next_due().map(|due| due.max(self.may_send_at()));
                Some(send.map_or(sign_of_life, |send| send.min(sign_of_life)))
            }
        };
        let close = self.idle_since.zip(self.settings.close_idle_after).map(|(since, after)| since + after);
        let deadline = link.into_iter().chain(close).min()?;
        Some(deadline.saturating_sub(self.now))
    }

    /// How the connection is.
    pub fn status(&self) -> ConnectionStatus {
        match self.link {
            Link::Closed => ConnectionStatus::Closed,
            Link::Connecting { .. } => ConnectionStatus::Connecting,
            Link::Online(_) => ConnectionStatus::Online,
            Link::Waiting { .. } => ConnectionStatus::Waiting,
            Link::Stopped { .. } => ConnectionStatus::Stopped,
        }
    }

    /// Who the server takes this client for, by its latest greeting.
    pub fn person(&self) -> Option<&Person> {
        self.person.as_ref()
    }

    /// A table this client follows; `None` until the server has sent it.
    pub fn table(&self, table: &TableId) -> Option<&FollowedTable> {
        self.subscriptions.get(table)?.table.as_ref()
    }

    /// The tables this client subscribes to.
    pub fn subscriptions(&self) -> impl Iterator<Item = &TableId> {
        self.subscriptions.keys()
    }

    /// How many commands wait for an answer.
    pub fn unanswered_count(&self) -> usize {
        self.commands.len()
    }

    /// The latest move at a table that the server has neither confirmed nor refused. Shown as if it were played as long as the
    /// game has `ply` moves.
    pub fn unconfirmed_move(&self, table: &TableId) -> Option<UnconfirmedMove> {
        self.commands.iter().rev().filter(|command| command.table == *table).find_map(|command| {
            let ClientMessage::Play { id, ply, mv, .. } = &command.message else { return None };
            Some(UnconfirmedMove { id: id.clone(), ply: *ply, mv: mv.parse().ok()? })
        })
    }

    /// The server's clock in milliseconds since 1970, as far as it is known.
    pub fn server_now(&self, now: Duration) -> u64 {
        let (time, arrived) = self.server_clock;
        let since = now.saturating_sub(self.clock.unwrap_or(now)) + self.now.saturating_sub(arrived);
        time + since.as_millis() as u64
    }

    /// What went wrong without harm.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    // What holds it together.

    pub(crate) fn notify(&mut self, event: ClientEvent) {
        self.actions.push_back(ClientAction::Notify(event));
    }

    /// Takes the time. A clock that jumps back stands still for a moment; one that jumps forward makes deadlines pass.
    fn advance(&mut self, now: Duration) {
        self.now += now.saturating_sub(self.clock.unwrap_or(now));
        self.clock = Some(now);
    }

    fn is_needed(&self) -> bool {
        self.settings.close_idle_after.is_none()
            || !self.subscriptions.is_empty()
            || matches!(self.lobby, LobbySubscription::Wanted(_))
            || !self.commands.is_empty()
            || self.awaits_notices
    }

    /// Opens or closes the connection as needed, and sends what is due.
    fn update(&mut self) {
        if self.is_needed() {
            self.idle_since = None;
            if matches!(self.link, Link::Closed) && self.clock.is_some() {
                self.connect();
            }
        } else {
            match self.link {
                Link::Waiting { .. } => self.link = Link::Closed,
                Link::Connecting { .. } | Link::Online(_) => {
                    let since = *self.idle_since.get_or_insert(self.now);
                    if self.settings.close_idle_after.is_some_and(|after| self.now >= since + after) {
                        self.drop_connection();
                        self.link = Link::Closed;
                        self.idle_since = None;
                    }
                }
                Link::Closed | Link::Stopped { .. } => self.idle_since = None,
            }
        }
        self.send_due();
    }

    fn connect(&mut self) {
        self.actions.push_back(ClientAction::Connect);
        self.link = Link::Connecting { since: self.now };
    }

    /// Tells the transport to close, and forgets what has not been sent yet: it belongs to this connection.
    fn drop_connection(&mut self) {
        self.forget_unsent();
        self.actions.push_back(ClientAction::Disconnect);
    }

    fn forget_unsent(&mut self) {
        self.actions.retain(|action| !matches!(action, ClientAction::Send(_)));
        self.ended_subscriptions.clear();
        if matches!(self.lobby, LobbySubscription::Ending(_)) {
            self.lobby = LobbySubscription::None;
        }
    }

    fn drop_silent(&mut self) {
        self.drop_connection();
        self.lose(LostReason::Silent, Duration::ZERO);
    }

    /// The connection is gone: waits at least this long before the next attempt.
    fn lose(&mut self, reason: LostReason, at_least: Duration) {
        self.forget_unsent();
        if matches!(&self.link, Link::Online(online) if self.now >= online.since + self.settings.stable_after) {
            self.backoff.reset();
        }
        let wait = self.backoff.next_wait(&self.settings).max(at_least);
        self.link = Link::Waiting { until: self.now + wait };
        self.notify(ClientEvent::Lost(reason));
    }

    pub(crate) fn stop(&mut self, is_outdated: bool) {
        self.drop_connection();
        self.link = Link::Stopped { is_outdated };
    }

    /// Stops until [`reconnect`](ClientCore::reconnect): more attempts would be refused too.
    pub(crate) fn banned(&mut self, until: Option<u64>) {
        if !matches!(self.link, Link::Stopped { .. }) {
            self.stop(false);
            self.notify(ClientEvent::Banned { until });
        }
    }

    /// A greeting starts everything again: nothing that was sent before has reached this connection.
    pub(crate) fn start_over(&mut self) {
        self.link = Link::Online(Online { since: self.now, heard_at: self.now, ping: Ping::None });
        self.rate.reset();
        self.hold_until = Duration::ZERO;
        for subscription in self.subscriptions.values_mut() {
            subscription.request = Delivery::Due;
            subscription.earlier_chat.repeat_at(self.now);
        }
        self.commands.iter_mut().for_each(|command| command.delivery = Delivery::Due);
        if let LobbySubscription::Wanted(request) = &mut self.lobby {
            *request = Delivery::Due;
        }
    }

    fn may_send_at(&self) -> Duration {
        self.hold_until.max(self.rate.ready_at())
    }

    /// When the next message is due; zero for at once.
    fn next_due(&self) -> Option<Duration> {
        let ended = self.ended_subscriptions.values().filter_map(|delivery| delivery.due_at());
        let lobby = match self.lobby {
            LobbySubscription::Wanted(delivery) | LobbySubscription::Ending(delivery) => delivery.due_at(),
            LobbySubscription::None => None,
        };
        let requests = self.subscriptions.values().flat_map(|subscription| {
            [subscription.request, subscription.earlier_chat].into_iter().filter_map(Delivery::due_at)
        });
        let commands = self.commands.iter().filter_map(|command| command.delivery.due_at());
        ended.chain(lobby).chain(requests).chain(commands).min()
    }

    /// Sends what is due, as fast as the server accepts it.
    fn send_due(&mut self) {
        while matches!(self.link, Link::Online(_)) && self.now >= self.may_send_at() {
            let Some(message) = self.next_message() else { return };
            let text = serde_json::to_string(&message).expect("messages are plain data");
            self.actions.push_back(ClientAction::Send(text));
            self.rate.count(self.now);
        }
    }

    /// The next message that is due, marked as sent. Subscriptions go before commands, so that their answers find them.
    fn next_message(&mut self) -> Option<ClientMessage> {
        let now = self.now;
        if let Link::Online(online) = &mut self.link
            && online.ping == Ping::Due
        {
            online.ping = Ping::SentAt(now);
            return Some(ClientMessage::Ping);
        }
        let ended = self.ended_subscriptions.iter().find(|(_, delivery)| delivery.is_due(now));
        if let Some(table) = ended.map(|(table, _)| table.clone()) {
            self.ended_subscriptions.remove(&table);
            return Some(ClientMessage::Unwatch { table });
        }
        for (table, subscription) in &mut self.subscriptions {
            if subscription.request.is_due(now) {
                subscription.request = Delivery::Sent;
                return Some(subscription.message(table));
            }
            if subscription.earlier_chat.is_due(now) {
                subscription.earlier_chat = Delivery::Sent;
                if let Some(message) = subscription.earlier_chat_message(table) {
                    return Some(message);
                }
            }
        }
        match self.lobby {
            LobbySubscription::Wanted(request) if request.is_due(now) => {
                self.lobby = LobbySubscription::Wanted(Delivery::Sent);
                return Some(ClientMessage::WatchLobby);
            }
            LobbySubscription::Ending(delivery) if delivery.is_due(now) => {
                self.lobby = LobbySubscription::None;
                return Some(ClientMessage::UnwatchLobby);
            }
            LobbySubscription::Wanted(_) | LobbySubscription::Ending(_) | LobbySubscription::None => {}
        }
        let command = self.commands.iter_mut().find(|command| command.delivery.is_due(now))?;
        command.delivery = Delivery::Sent;
        Some(command.message.clone())
    }
}
