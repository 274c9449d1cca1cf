//! Rooms: one task per table, which alone changes it. A room is loaded when someone needs it and unloaded when nobody does.

mod actor;
mod chat;
mod computer_players;
mod conditional;
mod elsewhere;
mod following;
mod history;
mod level_moves;
mod matching;
mod notices;
mod opening;
mod refused_commands;
mod requester;
mod seated;
mod supervision;
mod table_logic;
#[cfg(test)]
mod tests;
mod vacation;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use shangrila_protocol::{
    CommandId, ConditionalMoves, Event, NewTable, Person, PersonId, PersonOrLevel, Phase, Refusal, SeatedPlayer,
    SessionId, TableId, TableState, Visibility,
};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::background::keep_running;
use crate::client_address::ClientAddress;
use crate::clock::now;
use crate::config::Config;
use crate::fair_queue::FairPermit;
use crate::fan_out::{FanOut, Topic};
use crate::moderation::Moderation;
use crate::notices::Notices;
use crate::outgoing::Outgoing;
use crate::peers::{News, Peers};
use crate::random;
use crate::rate_limits::{self, RequestLimits};
use crate::store::{Company, ConditionalStore, LobbyStore, StoreError, TableStore, VacationStore};
use crate::token_bucket::TokenBuckets;
pub(crate) use actor::RoomMessage;
use computer_players::ComputerPlayers;
pub(crate) use computer_players::thinking_threads;
pub(crate) use requester::{KnownTable, Requester};
pub(crate) use table_logic::{TableCommand, TableLogic};

/// How many messages can wait at one table.
const INBOX: usize = 64;
/// How often the store is searched for tables at which the server has to act.
const SWEEP: Duration = Duration::from_secs(5);
/// The lobby list is published at most this often.
const LOBBY_INTERVAL: Duration = Duration::from_millis(300);

/// How many addresses are remembered from which tables were opened.
const MAX_ADDRESSES: usize = 50_000;

/// Where rooms find what is stored.
pub(crate) struct RoomStores {
    pub(crate) tables: Arc<dyn TableStore>,
    pub(crate) lobby: Arc<dyn LobbyStore>,
    pub(crate) conditional: Arc<dyn ConditionalStore>,
    /// `None` where nobody is told anything, as in simulations.
    pub(crate) notices: Option<Notices>,
    /// `None` where there are no vacations.
    pub(crate) vacations: Option<Arc<dyn VacationStore>>,
}

/// All tables of this server.
#[derive(Clone)]
pub(crate) struct Rooms {
    shared: Arc<Shared>,
}

struct Shared {
    config: Config,
    store: Arc<dyn TableStore>,
    lobby: Arc<dyn LobbyStore>,
    conditional: Arc<dyn ConditionalStore>,
    notices: Option<Notices>,
    vacations: Option<Arc<dyn VacationStore>>,
    fan_out: Arc<dyn FanOut>,
    moderation: Moderation,
    computer_players: ComputerPlayers,
    peers: Arc<dyn Peers>,
    /// Whether the database can be reached.
    in_touch: AtomicBool,
    /// Until when nobody runs out of time.
    grace_until: u64,
    /// The limits on requests, which count what other processes allow.
    limits: OnceLock<Arc<RequestLimits>>,
    lobby_changed: Notify,
    /// Messages of other processes may have been lost.
    messages_lost: Notify,
    /// Limits the commands of each person that can be repeated without end, at all tables together.
    commands: TokenBuckets<PersonId>,
    /// The tables in the lobby by the address they were opened from, some of which may have started meanwhile.
    opened_from: Mutex<HashMap<ClientAddress, Vec<TableId>>>,
    /// Becomes true when the server is shutting down.
    shutdown: watch::Sender<bool>,
    loaded: Mutex<HashMap<TableId, mpsc::Sender<RoomMessage>>>,
}

impl Rooms {
    /// Starts the background tasks. Games in which it is a computer player's turn resume.
    pub(crate) fn start(
        config: Config,
        stores: RoomStores,
        fan_out: Arc<dyn FanOut>,
        moderation: Moderation,
        Company { peers, heard, workers, grace_until }: Company,
    ) -> Rooms {
        let computer_players = ComputerPlayers::new(&config, workers);
        let (lobby_changed, shutdown, loaded) = (Notify::new(), watch::Sender::new(false), Mutex::default());
        let commands = TokenBuckets::new(rate_limits::commands(&config.limits));
        let shared = Shared {
            config,
            store: stores.tables,
            lobby: stores.lobby,
            conditional: stores.conditional,
            notices: stores.notices,
            vacations: stores.vacations,
            fan_out,
            moderation,
            computer_players,
            peers,
            in_touch: AtomicBool::new(true),
            grace_until,
            limits: OnceLock::new(),
            lobby_changed,
            messages_lost: Notify::new(),
            commands,
            opened_from: Mutex::default(),
            shutdown,
            loaded,
        };
        let rooms = Rooms { shared: Arc::new(shared) };
        let (sweeper, publisher) = (rooms.clone(), rooms.clone());
        keep_running("sweep", move || sweeper.clone().sweep());
        keep_running("lobby", move || publisher.clone().publish_lobby());
        if rooms.peers().can_exist() {
            tokio::spawn(rooms.clone().follow_peers(heard));
        }
        rooms
    }

    /// Closes all connections; clients reconnect when the server is back.
    pub(crate) fn shut_down(&self) {
        self.shared.shutdown.send_replace(true);
    }

    /// Returns a receiver that changes when the server shuts down.
    pub(crate) fn shutdown(&self) -> watch::Receiver<bool> {
        self.shared.shutdown.subscribe()
    }

    pub(crate) fn config(&self) -> &Config {
        &self.shared.config
    }

    pub(crate) fn fan_out(&self) -> &dyn FanOut {
        &*self.shared.fan_out
    }

    pub(crate) fn peers(&self) -> &dyn Peers {
        &*self.shared.peers
    }

    /// Until when nobody runs out of time: the server may have been down.
    fn grace_until(&self) -> u64 {
        self.shared.grace_until
    }

    fn store(&self) -> &dyn TableStore {
        &*self.shared.store
    }

    fn conditional(&self) -> &Arc<dyn ConditionalStore> {
        &self.shared.conditional
    }

    fn vacations(&self) -> Option<&dyn VacationStore> {
        self.shared.vacations.as_deref()
    }

    fn notices(&self) -> Option<&Notices> {
        self.shared.notices.as_ref()
    }

    fn moderation(&self) -> &Moderation {
        &self.shared.moderation
    }

    /// Waits for a permit to think, in turn with the computer players at all tables.
    pub(crate) async fn wait_to_think(&self) -> FairPermit<PersonId> {
        self.shared.computer_players.wait_to_think().await
    }

    fn computer_players(&self) -> &ComputerPlayers {
        &self.shared.computer_players
    }

    /// Opens a table at the request of a client at this address.
    pub(crate) async fn create(&self, host: &Person, from: ClientAddress, new: NewTable) -> Result<TableId, Refusal> {
        let opened = opening::opened(host, &new)?;
        if self.store().hosted_by(&host.id).await.map_err(failed)?.waiting >= self.config().limits.waiting_tables {
            return Err(Refusal::TooMany);
        }
        if matches!(&opened, Event::Opened { seats, .. } if has_computers(seats)) {
            self.allow_computers(&host.id).await?;
        }
        let id = new_table_id();
        if new.settings.visibility == Visibility::Public {
            self.allow_in_lobby(from, &id).await?;
        }
        let draft = opening::draft_table(id.clone(), &host.id, opened, now(), &mut random_below).map_err(invalid)?;
        let events = self.store().append(draft).await.map_err(failed)?;
        match TableLogic::replay(&id, &events) {
            Ok(Some(table)) => self.announce(&table).await,
            Ok(None) => {}
            Err(error) => tracing::error!(table = %id, error, "a new table cannot be replayed"),
        }
        Ok(id)
    }

    /// Opens a table for an event of a club, with an id that was reserved for it. Whoever sits down first becomes its host. If the table is there already, nothing happens.
    pub(crate) async fn open_for_club(&self, id: TableId, host: &Person, new: NewTable) -> Result<(), Refusal> {
        let opened = opening::opened(host, &new)?;
        let draft = opening::draft_for_anyone(id.clone(), opened, now()).map_err(invalid)?;
        match self.store().append(draft).await {
            Ok(events) => {
                if let Ok(Some(table)) = TableLogic::replay(&id, &events) {
                    self.announce(&table).await;
                }
                Ok(())
            }
            // Another process was faster.
            Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Closes a table at which nobody sits.
    pub(crate) async fn close_unused(&self, table: &TableId) {
        let (answer, closed) = oneshot::channel();
        self.send(table, RoomMessage::CloseByModerator { reason: String::new(), answer }).await;
        // If it has ended meanwhile, or cannot be stored, it stays as it is.
        let _ = closed.await;
    }

    /// Allows a client another table in the lobby, which lists only so many. Where tables were opened from is known only until the server
    /// restarts.
    async fn allow_in_lobby(&self, from: ClientAddress, table: &TableId) -> Result<(), Refusal> {
        let limits = &self.config().limits;
        if !limits.by_address {
            return Ok(());
        }
        let known = self.opened_from().get(&from).cloned().unwrap_or_default();
        let waiting = self.store().waiting_among(&known).await.map_err(failed)?;
        if waiting.len() >= limits.lobby_tables_per_address {
            return Err(Refusal::TooMany);
        }
        self.opened_from().insert(from, waiting);
        self.note_opened(from, table.clone());
        self.peers().tell(News::OpenedFrom(from.0, table.clone()));
        Ok(())
    }

    /// Notes that a table in the lobby was opened from an address, here or on another process.
    fn note_opened(&self, from: ClientAddress, table: TableId) {
        let mut opened = self.opened_from();
        if opened.len() >= MAX_ADDRESSES && !opened.contains_key(&from) {
            // Too lenient rather than out of memory.
            opened.clear();
        }
        let tables = opened.entry(from).or_default();
        // More cannot count, unless another process is far too lenient.
        tables.truncate(self.config().limits.lobby_tables_per_address);
        tables.push(table);
    }

    /// Counts what other processes allow.
    pub(crate) fn share_limits(&self, limits: &Arc<RequestLimits>) {
        let _ = self.shared.limits.set(Arc::clone(limits));
    }

    fn opened_from(&self) -> MutexGuard<'_, HashMap<ClientAddress, Vec<TableId>>> {
        self.shared.opened_from.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Allows a person another command that can be repeated without end.
    fn allow_command(&self, by: &PersonId) -> Result<(), Refusal> {
        self.shared.commands.take(by, Instant::now().into_std())
    }

    /// Allows a host another table with computer players.
    async fn allow_computers(&self, host: &PersonId) -> Result<(), Refusal> {
        let hosted = self.store().hosted_by(host).await.map_err(failed)?;
        if hosted.with_computers < self.config().limits.computer_tables { Ok(()) } else { Err(Refusal::TooMany) }
    }

    /// Shows a new table in the lobby and, if it is a computer player's turn, starts its game.
    async fn announce(&self, table: &TableLogic) {
        self.lobby_changed(table.state());
        if table.level_to_move().is_some() {
            self.send(&table.state().table, RoomMessage::Due).await;
        }
    }

    /// Returns the record of a game, if the viewer may see it.
    pub(crate) async fn record(&self, table: &TableId, viewer: Option<&PersonId>) -> Result<String, Refusal> {
        let (answer, record) = oneshot::channel();
        self.send(table, RoomMessage::Record { viewer: viewer.cloned(), answer }).await;
        record.await.unwrap_or(Err(Refusal::Failed))
    }

    /// Returns the conditional moves of a player at a table, or replaces them.
    pub(crate) async fn conditional_moves(
        &self,
        table: &TableId,
        person: Person,
        change: Option<ConditionalMoves>,
    ) -> Result<ConditionalMoves, Refusal> {
        let (answer, moves) = oneshot::channel();
        self.send(table, RoomMessage::ConditionalMoves { person, change, answer }).await;
        moves.await.unwrap_or(Err(Refusal::Failed))
    }

    /// Tells a table of the vacations of a player. Returns whether its log says what is stored about them.
    pub(crate) async fn tell_of_vacation(&self, table: &TableId, person: &PersonId, is_over: bool) -> bool {
        let (answer, told) = oneshot::channel();
        self.send(table, RoomMessage::Vacation { person: person.clone(), is_over, answer }).await;
        told.await.unwrap_or(false)
    }

    /// Updates all tables of a person whose name has changed or who was deleted, and closes their connections.
    pub(crate) async fn person_changed(&self, person: &PersonId) {
        self.peers().tell(News::PersonChanged(person.clone()));
        match self.store().tables_of(person).await {
            Ok(tables) => {
                for table in &tables {
                    match table.phase {
                        Phase::Waiting | Phase::Playing => self.send(&table.table, RoomMessage::PersonChanged).await,
                        // Only if the table is in memory, where somebody may be looking at the name.
                        Phase::Finished | Phase::Closed => self.tell_room(&table.table, RoomMessage::PersonChanged),
                    }
                }
            }
            Err(error) => tracing::error!(%error, "cannot update the tables of a person"),
        }
        self.disconnect_here(person);
    }

    /// Closes all connections of a person. Clients reconnect and are identified again.
    pub(crate) fn disconnect(&self, person: &PersonId) {
        self.peers().tell(News::Disconnect(person.clone()));
        self.disconnect_here(person);
    }

    fn disconnect_here(&self, person: &PersonId) {
        self.fan_out().disconnect(&Topic::Person(person.clone()));
    }

    /// Closes all connections of a session that has ended.
    pub(crate) fn end_session(&self, session: &SessionId) {
        self.peers().tell(News::SessionEnded(session.clone()));
        self.end_session_here(session);
    }

    pub(crate) fn end_session_here(&self, session: &SessionId) {
        self.fan_out().disconnect(&Topic::Session(session.clone()));
    }

    /// Sends a message to a table, loading it if necessary.
    pub(crate) async fn send(&self, table: &TableId, message: RoomMessage) {
        let mut message = message;
        loop {
            let inbox = self.inbox(table);
            match inbox.send(message).await {
                Ok(()) => return,
                // The room was being unloaded; the next attempt loads it again.
                Err(returned) => message = returned.0,
            }
        }
    }

    fn inbox(&self, table: &TableId) -> mpsc::Sender<RoomMessage> {
        let mut loaded = self.loaded();
        if let Some(inbox) = loaded.get(table).filter(|inbox| !inbox.is_closed()) {
            return inbox.clone();
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        loaded.insert(table.clone(), sender.clone());
        tokio::spawn(supervision::run(table.clone(), self.clone(), inbox));
        sender
    }

    /// Unloads a table, unless a message has arrived meanwhile.
    fn unload(&self, table: &TableId, inbox: &mut mpsc::Receiver<RoomMessage>) -> bool {
        let mut loaded = self.loaded();
        if !inbox.is_empty() {
            return false;
        }
        // A sender that still holds this inbox sees it closed and retries.
        inbox.close();
        loaded.remove(table);
        true
    }

    /// Returns how many tables are in memory.
    pub(crate) fn loaded_count(&self) -> usize {
        self.loaded().len()
    }

    /// Whether the server has been told to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        *self.shared.shutdown.borrow()
    }

    fn loaded(&self) -> MutexGuard<'_, HashMap<TableId, mpsc::Sender<RoomMessage>>> {
        self.shared.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the tables at which the server has to act, for as long as the server runs.
    async fn sweep(self) {
        let mut interval = tokio::time::interval(SWEEP);
        loop {
            interval.tick().await;
            if self.peers().lead("sweep").await {
                self.wake_due_tables().await;
            }
        }
    }

    /// Wakes the tables at which the server has to act. A table in memory has its own alarm, but the clock may have been set since.
    async fn wake_due_tables(&self) {
        let tables = match self.store().due(now()).await {
            Ok(tables) => tables,
            Err(error) => return tracing::error!(%error, "cannot find the tables that are due"),
        };
        for table in tables {
            let loaded = self.loaded().get(&table).cloned();
            match loaded {
                // A room whose inbox is full is awake.
                Some(inbox) => drop(inbox.try_send(RoomMessage::Due)),
                None => self.send(&table, RoomMessage::Due).await,
            }
        }
    }

    /// Has the lobby list published again soon, if the table is listed there.
    fn lobby_changed(&self, table: &TableState) {
        if table.settings.visibility == Visibility::Public {
            self.peers().tell(News::Lobby);
            self.shared.lobby_changed.notify_one();
        }
    }

    async fn publish_lobby(self) {
        loop {
            self.shared.lobby_changed.notified().await;
            tokio::time::sleep(LOBBY_INTERVAL).await;
            if let Some(message) = self.lobby().await {
                self.fan_out().publish(&Topic::Lobby, message);
            }
        }
    }

    /// Returns the list of open tables as a message; `None` if it cannot be read.
    pub(crate) async fn lobby(&self) -> Option<Outgoing> {
        match self.store().open_tables().await {
            Ok(tables) => Some(Outgoing::lobby(tables)),
            Err(error) => {
                tracing::error!(%error, "cannot read the open tables");
                None
            }
        }
    }
}

/// Whether a computer player has a seat of its own here; stand-ins do not count.
fn has_computers(seats: &[SeatedPlayer]) -> bool {
    seats.iter().any(|seat| matches!(seat.player, Some(PersonOrLevel::Level(_))))
}

/// A table id that nobody can guess.
pub(crate) fn new_table_id() -> TableId {
    random::word::<12>().parse().expect("hexadecimal digits are a valid id")
}

/// An id for a command that did not come with one.
fn new_command_id() -> CommandId {
    random::word::<12>().parse().expect("hexadecimal digits are a valid id")
}

pub(crate) fn failed(error: StoreError) -> Refusal {
    match error {
        // The store has logged it.
        StoreError::CannotWrite(_) => Refusal::NotStored,
        _ => {
            tracing::error!(%error, "the store failed");
            Refusal::Failed
        }
    }
}

fn invalid(error: shangrila_protocol::OutOfSequence) -> Refusal {
    tracing::error!(%error, "an event contradicts its table");
    Refusal::Failed
}

/// A random number below `end`.
fn random_below(end: usize) -> usize {
    (u64::from_le_bytes(random::bytes()) % end.max(1) as u64) as usize
}
