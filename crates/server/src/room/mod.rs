//! Tables at which people play: one task for each, which alone changes it; loaded when somebody needs it, put away when nobody does.

mod actor;
mod table;
#[cfg(test)]
mod tests;
mod thinking;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use shangrila_protocol::{
    Event, EventEnvelope, NewTable, Person, PersonId, Phase, Refusal, ServerMessage, TableId, TableState, Visibility,
};
use tokio::sync::{Notify, mpsc, oneshot, watch};

use crate::clock::now;
use crate::config::Config;
use crate::fan_out::{FanOut, Topic};
use crate::random;
use crate::store::{Append, Listing, TableStore};
pub(crate) use actor::{Asker, Message, text};
pub(crate) use table::Command;
use table::Table;
use thinking::Thinkers;

/// Messages that wait at one table.
const INBOX: usize = 64;
/// How often the store is asked what is due.
const SWEEP: Duration = Duration::from_secs(5);
/// The lobby is told at most so often.
const LOBBY_PACE: Duration = Duration::from_millis(300);

/// All tables of this server.
#[derive(Clone)]
pub(crate) struct Rooms {
    shared: Arc<Shared>,
}

struct Shared {
    config: Config,
    store: Arc<dyn TableStore>,
    fan_out: Arc<dyn FanOut>,
    thinkers: Thinkers,
    lobby: Notify,
    /// Changes when the server is about to end.
    closing: watch::Sender<()>,
    running: Mutex<HashMap<TableId, mpsc::Sender<Message>>>,
}

impl Rooms {
    /// Opens the doors: tables at which something is due go on.
    pub(crate) fn open_doors(config: Config, store: Arc<dyn TableStore>, fan_out: Arc<dyn FanOut>) -> Rooms {
        let thinkers = Thinkers::new(config.thinking_threads);
        let (lobby, closing, running) = (Notify::new(), watch::Sender::new(()), Mutex::default());
        let rooms = Rooms { shared: Arc::new(Shared { config, store, fan_out, thinkers, lobby, closing, running }) };
        tokio::spawn(rooms.clone().sweep());
        tokio::spawn(rooms.clone().tell_lobby());
        rooms
    }

    /// Sends everybody away; they come back when there is a server again.
    pub(crate) fn close_doors(&self) {
        self.shared.closing.send_replace(());
    }

    /// Changes when the doors are closed.
    pub(crate) fn closing(&self) -> watch::Receiver<()> {
        self.shared.closing.subscribe()
    }

    pub(crate) fn config(&self) -> &Config {
        &self.shared.config
    }

    pub(crate) fn fan_out(&self) -> &dyn FanOut {
        &*self.shared.fan_out
    }

    fn store(&self) -> &dyn TableStore {
        &*self.shared.store
    }

    fn thinkers(&self) -> &Thinkers {
        &self.shared.thinkers
    }

    /// Opens a table.
    pub(crate) async fn create(&self, host: &Person, new: NewTable) -> Result<TableId, Refusal> {
        let first = table::opened(host, &new)?;
        let mine = self.store().tables_of(&host.id).await.map_err(failed)?;
        let waiting = mine.iter().filter(|table| table.phase == Phase::Waiting && table.host == host.id).count();
        if waiting >= self.config().limits.waiting_tables {
            return Err(Refusal::TooMany);
        }
        self.open(host, first).await
    }

    /// Opens a table with this first event.
    async fn open(&self, host: &Person, first: Event) -> Result<TableId, Refusal> {
        let id: TableId = random::word::<12>().parse().map_err(|_| Refusal::Failed)?;
        let at = now();
        let by = Some(host.id.clone());
        let mut events = vec![EventEnvelope { number: 1, at, id: None, by, event: first }];
        let broken = |reason: String| {
            tracing::error!(reason, "cannot open a table");
            Refusal::Failed
        };
        let mut table = Table::replay(&id, &events).map_err(broken)?.ok_or(Refusal::Failed)?;
        for event in table.start_if_full(&mut random_below) {
            let next = EventEnvelope { number: events.len() as u64 + 1, at, id: None, by: None, event };
            table.apply(std::slice::from_ref(&next)).map_err(broken)?;
            events.push(next);
        }
        let listing = Listing::Whole(Box::new(table.summary()));
        let append = Append { table: id.clone(), events, listing, wake: table.wake(), result: None };
        self.store().append(append).await.map_err(failed)?;
        self.lobby_changed(&table.state);
        if table.level_to_move().is_some() {
            self.tell(&id, Message::Due).await;
        }
        Ok(id)
    }

    /// The record of a game, for who may look at it.
    pub(crate) async fn record(&self, table: &TableId, viewer: Option<&PersonId>) -> Result<String, Refusal> {
        let (answer, record) = oneshot::channel();
        self.tell(table, Message::Record { viewer: viewer.cloned(), answer }).await;
        record.await.unwrap_or(Err(Refusal::Failed))
    }

    /// Shows a person's new name, or that they are gone, at all tables where they sit.
    pub(crate) async fn refresh(&self, person: &PersonId) {
        match self.store().tables_of(person).await {
            Ok(tables) => {
                for table in tables.iter().filter(|table| matches!(table.phase, Phase::Waiting | Phase::Playing)) {
                    self.tell(&table.table, Message::Refresh).await;
                }
            }
            Err(error) => tracing::error!(%person, %error, "cannot refresh the tables of a person"),
        }
        self.disconnect(person);
    }

    /// Ends all connections of a person: they come back as whoever they are then.
    pub(crate) fn disconnect(&self, person: &PersonId) {
        self.fan_out().disconnect(&Topic::Person(person.clone()));
    }

    /// Tells a table something; its task begins if it does not run.
    pub(crate) async fn tell(&self, table: &TableId, message: Message) {
        let mut message = message;
        loop {
            let inbox = self.inbox(table);
            match inbox.send(message).await {
                Ok(()) => return,
                // It was being put away; the next one takes over.
                Err(returned) => message = returned.0,
            }
        }
    }

    fn inbox(&self, table: &TableId) -> mpsc::Sender<Message> {
        let mut running = self.running();
        if let Some(inbox) = running.get(table).filter(|inbox| !inbox.is_closed()) {
            return inbox.clone();
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        running.insert(table.clone(), sender.clone());
        tokio::spawn(actor::run(table.clone(), self.clone(), inbox));
        sender
    }

    /// Puts a table away, unless somebody has told it something meanwhile.
    fn retire(&self, table: &TableId, inbox: &mut mpsc::Receiver<Message>) -> bool {
        let mut running = self.running();
        // Whoever has got the door but not yet knocked finds it closed, and comes again.
        if !inbox.is_empty() {
            return false;
        }
        inbox.close();
        running.remove(table);
        true
    }

    fn running(&self) -> MutexGuard<'_, HashMap<TableId, mpsc::Sender<Message>>> {
        self.shared.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the tables at which something is due, for as long as the server runs.
    async fn sweep(self) {
        let mut interval = tokio::time::interval(SWEEP);
        loop {
            interval.tick().await;
            match self.store().due(now()).await {
                Ok(tables) => {
                    for table in tables {
                        if !self.running().contains_key(&table) {
                            self.tell(&table, Message::Due).await;
                        }
                    }
                }
                Err(error) => tracing::error!(%error, "cannot find out what is due"),
            }
        }
    }

    /// Those who look at the lobby see a change soon.
    fn lobby_changed(&self, table: &TableState) {
        if table.settings.visibility == Visibility::Public {
            self.shared.lobby.notify_one();
        }
    }

    async fn tell_lobby(self) {
        loop {
            self.shared.lobby.notified().await;
            tokio::time::sleep(LOBBY_PACE).await;
            if let Some(message) = self.lobby().await {
                self.fan_out().publish(&Topic::Lobby, message);
            }
        }
    }

    /// The open tables as a message.
    pub(crate) async fn lobby(&self) -> Option<axum::extract::ws::Utf8Bytes> {
        match self.store().open_tables().await {
            Ok(tables) => Some(text(&ServerMessage::Lobby { tables })),
            Err(error) => {
                tracing::error!(%error, "cannot read the open tables");
                None
            }
        }
    }
}

fn failed(error: crate::store::StoreError) -> Refusal {
    tracing::error!(%error, "the store fails");
    Refusal::Failed
}

/// A random number below another one.
fn random_below(end: usize) -> usize {
    (u64::from_le_bytes(random::bytes()) % end.max(1) as u64) as usize
}
