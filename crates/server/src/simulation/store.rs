//! The database of all simulated processes, and the way to it, which is slow and fails.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use fastrand::Rng;
use shangrila_protocol::{
    ChatLine, CommandId, Event, EventEnvelope, GameSearch, PersonId, RatingChange, TableId, TableSummary,
};
use tokio::time::sleep;

use super::START;
use super::peers::Listener;
use crate::peers::{Claim, ProcessId, Renewal};
use crate::retention::Expiry;
use crate::store::{Append, Committed, HostedTables, StoreError, TableStore};

/// A mistake that is made on purpose, to see whether the simulation finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mistake {
    /// The store reports an event as stored while it is still on its way to the disk.
    ShownBeforeStored,
    /// Writers are trusted because they had a lease once: nothing refuses a second event with the same number.
    WritersAreTrusted,
    /// Others can take the tasks of a process while it still believes to lead them.
    LeaseEndsBeforeBelief,
    /// Nobody can take the tasks of a process that has died.
    LeaseOutlivesItsHolder,
    /// What was stored last is gone after a crash, as on a disk that only pretends to write.
    LostInCrash,
}

/// One table.
#[derive(Default)]
struct Log {
    events: Vec<EventEnvelope>,
    wake: Option<u64>,
}

/// What is stored, which no crash of a process changes.
#[derive(Default)]
pub(super) struct Database {
    /// Since the beginning of the simulation.
    pub(super) now: Duration,
    tables: BTreeMap<TableId, Log>,
    /// The processes, and until when each counts as alive.
    processes: BTreeMap<String, Duration>,
    /// Who leads which task, and by which claim.
    leases: BTreeMap<String, (String, u64)>,
    pub(super) listeners: Vec<Listener>,
    mistake: Option<Mistake>,
    /// How many writes were refused because another process was faster.
    pub(super) conflicts: u32,
}

/// The database as all processes share it.
pub(super) type SharedDatabase = Arc<Mutex<Database>>;

pub(super) fn lock(database: &SharedDatabase) -> MutexGuard<'_, Database> {
    database.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Database {
    pub(super) fn new(mistake: Option<Mistake>) -> SharedDatabase {
        Arc::new(Mutex::new(Database { mistake, ..Database::default() }))
    }

    pub(super) fn events(&self, table: &TableId) -> &[EventEnvelope] {
        self.tables.get(table).map_or(&[], |log| &log.events)
    }

    /// Stores everything or nothing.
    fn append_all(&mut self, appends: &[Append]) -> Result<(), StoreError> {
        for append in appends {
            let last = self.events(&append.table).last().map_or(0, |event| event.number);
            let is_next = append.events.first().is_none_or(|event| event.number == last + 1);
            if !is_next && self.mistake != Some(Mistake::WritersAreTrusted) {
                self.conflicts += 1;
                return Err(StoreError::Conflict);
            }
        }
        for append in appends {
            let log = self.tables.entry(append.table.clone()).or_default();
            log.events.extend(append.events.iter().cloned());
            log.events.sort_by_key(|event| event.number);
            log.wake = append.wake;
        }
        Ok(())
    }

    fn is_alive(&self, process: &str) -> bool {
        match self.mistake {
            Some(Mistake::LeaseOutlivesItsHolder) => true,
            _ => self.processes.get(process).is_some_and(|expires| *expires > self.now),
        }
    }

    fn expiry(&self, lifetime: Duration) -> Duration {
        let is_short = self.mistake == Some(Mistake::LeaseEndsBeforeBelief);
        self.now + if is_short { lifetime / 2 } else { lifetime }
    }

    pub(super) fn renew(&mut self, process: &ProcessId, lifetime: Duration) -> Renewal {
        let (now, expiry) = (self.now, self.expiry(lifetime));
        let known = self.processes.get_mut(&process.0).filter(|expires| **expires > now);
        let is_known = known.map(|expires| *expires = expiry).is_some();
        let is_other = |(id, expires): &(&String, &Duration)| **id != process.0 && **expires > now;
        let other_servers = self.processes.iter().filter(is_other).count();
        Renewal { now: START + now.as_millis() as u64, is_known, other_servers, workers: 0 }
    }

    pub(super) fn enter(&mut self, process: &ProcessId, lifetime: Duration) {
        let (now, expiry) = (self.now, self.expiry(lifetime));
        if self.mistake != Some(Mistake::LeaseOutlivesItsHolder) {
            self.processes.retain(|_, expires| *expires > now);
            let processes = &self.processes;
            self.leases.retain(|_, (holder, _)| processes.contains_key(holder));
        }
        self.processes.insert(process.0.clone(), expiry);
    }

    pub(super) fn take_task(&mut self, claim: &Claim, until: u64) -> bool {
        let held = self.leases.get(&claim.task);
        let is_others = held.is_some_and(|(holder, _)| *holder != claim.process.0 && self.is_alive(holder));
        if is_others || until <= START + self.now.as_millis() as u64 {
            return false;
        }
        let before = held.filter(|(holder, _)| *holder == claim.process.0).map_or(0, |(_, number)| *number);
        self.leases.insert(claim.task.clone(), (claim.process.0.clone(), before.max(claim.number)));
        true
    }

    pub(super) fn leave_task(&mut self, claim: &Claim) {
        let is_left = |(holder, number): &(String, u64)| *holder == claim.process.0 && *number <= claim.number;
        if self.leases.get(&claim.task).is_some_and(is_left) {
            self.leases.remove(&claim.task);
        }
    }

    /// The tasks that are kept for a process that counts as alive.
    pub(super) fn leases_of(&self, process: &ProcessId) -> impl Iterator<Item = &str> {
        let held = self.leases.iter().filter(|(_, (holder, _))| *holder == process.0);
        held.map(|(task, _)| task.as_str())
    }

    pub(super) fn remove_process(&mut self, process: &ProcessId) {
        self.leases.retain(|_, (holder, _)| *holder != process.0);
        self.processes.remove(&process.0);
    }

    /// A process has crashed.
    pub(super) fn crashed(&mut self) {
        if self.mistake == Some(Mistake::LostInCrash) {
            for log in self.tables.values_mut() {
                // Without the last move, but with the table.
                if matches!(log.events.last().map(|event| &event.event), Some(Event::Moved { .. })) {
                    log.events.pop();
                }
            }
        }
    }
}

/// How the way to the database is at the moment.
#[derive(Clone, Copy, Default)]
pub(super) struct Weather {
    /// Nothing arrives, and nothing comes back.
    pub(super) is_cut_off: bool,
    /// How many writes in a hundred fail before they reach the database.
    pub(super) refused: u8,
    /// How many in a hundred are stored, but reported as failed.
    pub(super) misreported: u8,
}

/// The way of one process to the database.
pub(super) struct Connection {
    pub(super) database: SharedDatabase,
    pub(super) weather: Arc<Mutex<Weather>>,
    pub(super) rng: Mutex<Rng>,
}

impl Connection {
    fn weather(&self) -> Weather {
        *self.weather.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn below(&self, end: u64) -> u64 {
        self.rng.lock().unwrap_or_else(PoisonError::into_inner).u64(..end)
    }

    /// Travels one way. Usually fast; sometimes the disk or the network is busy.
    pub(super) async fn travel(&self) -> Result<(), StoreError> {
        let slow = self.below(50) == 0;
        sleep(Duration::from_millis(self.below(if slow { 300 } else { 4 }))).await;
        if self.weather().is_cut_off {
            sleep(Duration::from_millis(500)).await;
            return Err(StoreError::CannotWrite("cut off from the database".to_string()));
        }
        Ok(())
    }

    fn fails(&self, percent: u8) -> Result<(), StoreError> {
        if self.below(100) < u64::from(percent) { Err(StoreError::Broken("failed".to_string())) } else { Ok(()) }
    }
}

fn committed(events: &[EventEnvelope]) -> Vec<Committed<EventEnvelope>> {
    events.iter().cloned().map(Committed::assume).collect()
}

#[async_trait]
impl TableStore for Connection {
    async fn append_all(&self, appends: Vec<Append>) -> Result<Vec<Vec<Committed<EventEnvelope>>>, StoreError> {
        let stored = appends.iter().map(|append| committed(&append.events)).collect();
        if lock(&self.database).mistake == Some(Mistake::ShownBeforeStored) {
            let (database, delay) = (Arc::clone(&self.database), Duration::from_millis(self.below(100)));
            tokio::spawn(async move {
                sleep(delay).await;
                let _ = lock(&database).append_all(&appends);
            });
            return Ok(stored);
        }
        self.travel().await?;
        self.fails(self.weather().refused)?;
        lock(&self.database).append_all(&appends)?;
        // A crash in between leaves events stored that nobody was told of.
        self.travel().await?;
        self.fails(self.weather().misreported)?;
        Ok(stored)
    }

    async fn events(&self, table: &TableId, after: u64) -> Result<Vec<Committed<EventEnvelope>>, StoreError> {
        self.travel().await?;
        let later: Vec<EventEnvelope> =
            lock(&self.database).events(table).iter().filter(|event| event.number > after).cloned().collect();
        self.travel().await?;
        Ok(committed(&later))
    }

    async fn due(&self, by: u64) -> Result<Vec<TableId>, StoreError> {
        self.travel().await?;
        let database = lock(&self.database);
        let due = database.tables.iter().filter(|(_, log)| log.wake.is_some_and(|wake| wake <= by));
        Ok(due.map(|(table, _)| table.clone()).collect())
    }

    async fn check_writable(&self) -> Result<(), StoreError> {
        self.travel().await
    }

    // There is neither chat nor a list of tables here.

    async fn say(&self, _: &TableId, line: ChatLine) -> Result<Committed<ChatLine>, StoreError> {
        Ok(Committed::assume(line))
    }
    async fn chat(&self, _: &TableId, _: Range<u64>, _: usize) -> Result<Vec<Committed<ChatLine>>, StoreError> {
        Ok(Vec::new())
    }
    async fn hidden_chat(&self, _: &TableId, _: Range<u64>, _: usize) -> Result<Vec<Committed<ChatLine>>, StoreError> {
        Ok(Vec::new())
    }
    async fn chat_line(
        &self,
        _: &TableId,
        _: &PersonId,
        _: &CommandId,
    ) -> Result<Option<Committed<ChatLine>>, StoreError> {
        Ok(None)
    }
    async fn rating_changes(&self, _: &TableId) -> Result<Vec<RatingChange>, StoreError> {
        Ok(Vec::new())
    }
    async fn open_tables(&self) -> Result<Vec<TableSummary>, StoreError> {
        Ok(Vec::new())
    }
    async fn tables_of(&self, _: &PersonId) -> Result<Vec<TableSummary>, StoreError> {
        Ok(Vec::new())
    }
    async fn waiting_among(&self, _: &[TableId]) -> Result<Vec<TableId>, StoreError> {
        Ok(Vec::new())
    }
    async fn hosted_by(&self, _: &PersonId) -> Result<HostedTables, StoreError> {
        Ok(HostedTables::default())
    }
    async fn finished_games(&self, _: &GameSearch) -> Result<Vec<TableSummary>, StoreError> {
        Ok(Vec::new())
    }
    async fn find_tables(&self, _: &str) -> Result<Vec<TableSummary>, StoreError> {
        Ok(Vec::new())
    }
    async fn expired_tables(&self, _: Expiry) -> Result<Vec<TableId>, StoreError> {
        Ok(Vec::new())
    }
    async fn delete_expired_table(&self, _: &TableId, _: Expiry) -> Result<bool, StoreError> {
        Ok(false)
    }
}
