//! A process among those that share a database: it shows that it is alive, takes and leaves tasks, and sends and hears messages. What the database does about it
//! is behind [`PeerDatabase`], so that the simulation runs this code with a database of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shangrila_protocol::TableId;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::standing::{Claim, Leading, Standing};
use super::{Heard, LastNumbers, News, Peers, ProcessId};
use crate::background::keep_running;
use crate::clock;
use crate::store::StoreError;

/// The most bytes in a message, below the 8,000 that PostgreSQL allows.
const LARGEST_MESSAGE: usize = 7_500;
/// The most news that wait to be sent. More are lost.
const OUTBOX: usize = 65_536;
/// How many heard messages can wait. More are lost, which is noticed.
const INBOX: usize = 65_536;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_millis(1500);
/// A sign of life is given at least this much time.
const SHORTEST_PATIENCE: Duration = Duration::from_millis(100);
/// How long to wait before the next attempt to listen.
const RETRY: Duration = Duration::from_millis(250);
/// The task of the first server after a time without any, as long as its grace lasts.
const GRACE: &str = "grace";

/// What a process does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProcessKind {
    /// Serves clients.
    Server,
    /// Thinks for computer players.
    Worker,
}

impl ProcessKind {
    /// As it is stored.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ProcessKind::Server => "server",
            ProcessKind::Worker => "worker",
        }
    }

    /// How long a process counts as alive after its last sign of life. Somebody waits for the move that a worker owes.
    pub(crate) fn lifetime(self) -> Duration {
        match self {
            ProcessKind::Server => Duration::from_millis(2500),
            ProcessKind::Worker => Duration::from_secs(2),
        }
    }

    /// How often it gives one.
    fn renewal(self) -> Duration {
        self.lifetime() / 4
    }
}

/// What the database says to a sign of life.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Renewal {
    /// The time of the database, in milliseconds since 1970.
    pub(crate) now: u64,
    /// Whether it knows the process and has not taken it for dead.
    pub(crate) is_known: bool,
    /// How many other servers are alive.
    pub(crate) other_servers: usize,
    /// How many workers are alive.
    pub(crate) workers: usize,
}

/// What processes need of the database that they share. Time is counted by the database alone.
#[async_trait]
pub(crate) trait PeerDatabase: Send + Sync + 'static {
    /// Gives a sign of life.
    async fn renew(&self, process: &ProcessId, lifetime: Duration) -> Result<Renewal, StoreError>;

    /// Enters a process, and removes those that have died with everything they held.
    async fn enter(&self, process: &ProcessId, kind: ProcessKind) -> Result<(), StoreError>;

    /// Gives a process a task, unless somebody who is alive has it, or it is later than this by the time of the database, in milliseconds. Returns whether the
    /// process has the task now.
    async fn take(&self, claim: &Claim, until: u64) -> Result<bool, StoreError>;

    /// Takes tasks from a process, except those that it has claimed again since.
    async fn leave(&self, claims: &[Claim]) -> Result<(), StoreError>;

    /// Removes a process with everything it holds.
    async fn remove(&self, process: &ProcessId) -> Result<(), StoreError>;

    /// Sends messages to everyone who listens.
    async fn send(&self, messages: &[String]) -> Result<(), StoreError>;

    /// Passes messages on until the connection is lost.
    async fn listen(&self, ears: &Ears);

    /// Returns the last numbers of these tables.
    async fn last_numbers(&self, tables: &[TableId]) -> Result<Vec<LastNumbers>, StoreError>;
}

#[derive(Serialize, Deserialize)]
struct Message {
    from: ProcessId,
    news: Vec<News>,
}

/// A process among others.
pub(crate) struct Membership<D: PeerDatabase> {
    database: D,
    kind: ProcessKind,
    outbox: mpsc::Sender<News>,
    /// Whether news were lost of which the others do not know.
    has_lost: AtomicBool,
    other_servers: AtomicUsize,
    workers: AtomicUsize,
    /// Whether no other server was alive when this process started.
    is_first: AtomicBool,
    standing: Mutex<Standing>,
}

impl<D: PeerDatabase> Membership<D> {
    /// Enters this process. Returns what it hears from the others.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(crate) async fn start(
        database: D,
        kind: ProcessKind,
    ) -> Result<(Arc<Membership<D>>, mpsc::Receiver<Heard>), StoreError> {
        let (outbox, news) = mpsc::channel(OUTBOX);
        let (heard, hearing) = mpsc::channel(INBOX);
        let (other_servers, workers) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let standing = Mutex::new(Standing::new());
        let (is_first, has_lost) = (AtomicBool::new(false), AtomicBool::new(false));
        let member =
            Arc::new(Membership { database, kind, outbox, other_servers, workers, is_first, has_lost, standing });
        // The first answer sets the clock, so this comes before anything that asks for the time.
        member.renew().await?;
        member.is_first.store(!member.exist(), Ordering::Relaxed);
        if kind == ProcessKind::Server {
            tokio::spawn(send(Arc::clone(&member), news));
            let (listening, ears) = (Arc::clone(&member), heard.clone());
            keep_running("listener", move || listen(Arc::clone(&listening), ears.clone()));
        }
        let living = Arc::clone(&member);
        keep_running("heartbeat", move || stay_alive(Arc::clone(&living), heard.clone()));
        Ok((member, hearing))
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name of this process, which changes if it was taken for dead.
    pub(crate) fn process(&self) -> ProcessId {
        self.standing().process().clone()
    }

    /// Whether any workers are alive.
    pub(crate) fn has_workers(&self) -> bool {
        self.workers.load(Ordering::Relaxed) > 0
    }

    /// Returns until when nobody may run out of time because people could not reach any server. If others have been serving all along, that is over: people have
    /// lost a connection at most, and are back before anyone else notices.
    pub(crate) async fn grace(self: &Arc<Self>, length: Duration) -> u64 {
        let end = clock::now() + length.as_millis() as u64;
        // Servers that start together with the first one learn of its grace, because they do not get the task.
        match (self.lead(GRACE).await, self.is_first.load(Ordering::Relaxed)) {
            (true, true) => {
                let member = Arc::clone(self);
                tokio::spawn(async move {
                    sleep(length).await;
                    member.leave(GRACE);
                });
                end
            }
            (true, false) => {
                self.leave(GRACE);
                0
            }
            (false, _) => end,
        }
    }

    /// Tells the database that this process is alive, and sets the clock by it.
    async fn renew(&self) -> Result<(), StoreError> {
        let (process, asked, lifetime) = (self.process(), Instant::now(), self.kind.lifetime());
        if self.standing().is_retired() {
            return Ok(());
        }
        let renewal = self.database.renew(&process, lifetime).await?;
        clock::follow(renewal.now, asked.elapsed());
        self.other_servers.store(renewal.other_servers, Ordering::Relaxed);
        self.workers.store(renewal.workers, Ordering::Relaxed);
        if renewal.is_known {
            self.standing().confirm(&process, asked, lifetime);
            return Ok(());
        }
        let process = {
            let mut standing = self.standing();
            // It has said goodbye meanwhile.
            if standing.is_retired() {
                return Ok(());
            }
            standing.start_over()
        };
        let entering = Instant::now();
        self.database.enter(&process, self.kind).await?;
        if self.standing().is_retired() {
            return self.database.remove(&process).await;
        }
        self.standing().confirm(&process, entering, lifetime);
        Ok(())
    }

    /// Takes back the tasks that the database may keep for this process although it does not lead them.
    async fn take_back(&self, claims: Vec<Claim>) -> Result<(), StoreError> {
        if claims.is_empty() {
            return Ok(());
        }
        let asked = Instant::now();
        self.database.leave(&claims).await?;
        self.standing().taken_back(&claims, asked);
        Ok(())
    }

    /// A task that this process and another one both believe to lead, each at a moment on its own clock.
    #[cfg(test)]
    pub(crate) fn leads_with(&self, now: Instant, other: &Membership<D>, others_now: Instant) -> Option<String> {
        let (standing, others) = (self.standing(), other.standing());
        standing.led_tasks(now).find(|task| others.leads(task, others_now)).map(str::to_string)
    }
}

#[async_trait]
impl<D: PeerDatabase> Peers for Arc<Membership<D>> {
    fn can_exist(&self) -> bool {
        true
    }

    fn exist(&self) -> bool {
        self.other_servers.load(Ordering::Relaxed) > 0
    }

    fn tell(&self, news: News) {
        // A process that has just come finds what it missed in the database.
        if self.exist() && self.outbox.try_send(news).is_err() {
            self.has_lost.store(true, Ordering::Relaxed);
        }
    }

    async fn lead(&self, task: &str) -> bool {
        let leading = self.standing().leading(task, Instant::now(), PATIENCE);
        match leading {
            Leading::Yes => true,
            Leading::No => false,
            Leading::IfGranted(claim) => {
                let until = clock::now() + PATIENCE.as_millis() as u64;
                match timeout(PATIENCE, self.database.take(&claim, until)).await {
                    Ok(Ok(true)) => self.standing().grant(&claim, Instant::now()),
                    Ok(Ok(false)) => {
                        self.standing().refuse(&claim);
                        false
                    }
                    // The database may have granted it all the same; the heartbeat takes it back.
                    Ok(Err(_)) | Err(_) => false,
                }
            }
        }
    }

    fn leave(&self, task: &str) {
        let Some(claim) = self.standing().leave(task, Instant::now()) else { return };
        let member = Arc::clone(self);
        // If that fails, the heartbeat does it.
        tokio::spawn(async move { timeout(PATIENCE, member.take_back(vec![claim])).await });
    }

    async fn last_numbers(&self, tables: &[TableId]) -> Result<Vec<LastNumbers>, StoreError> {
        self.database.last_numbers(tables).await
    }

    async fn say_goodbye(&self) {
        let process = self.standing().retire();
        let _ = timeout(PATIENCE, self.database.remove(&process)).await;
    }
}

/// Sends news as they come. Whatever comes while a message is sent goes into the next one. The others find what is lost here in the database, once they
/// know that something is.
async fn send<D: PeerDatabase>(member: Arc<Membership<D>>, mut outbox: mpsc::Receiver<News>) {
    let mut waiting = Vec::new();
    loop {
        let has_lost = member.has_lost.swap(false, Ordering::Relaxed);
        let received = outbox.recv_many(&mut waiting, 1024);
        // Those who have missed something should not wait until there is more to say.
        let received = if has_lost { timeout(RETRY, received).await } else { Ok(received.await) };
        if received == Ok(0) {
            return;
        }
        if has_lost {
            waiting.insert(0, News::Lost);
        }
        let messages = pack(&member.process(), std::mem::take(&mut waiting));
        if !matches!(timeout(PATIENCE, member.database.send(&messages)).await, Ok(Ok(()))) {
            member.has_lost.store(true, Ordering::Relaxed);
        }
    }
}

/// Packs news into as few messages as possible.
fn pack(from: &ProcessId, news: Vec<News>) -> Vec<String> {
    let message = |news: Vec<News>| serde_json::to_string(&Message { from: from.clone(), news }).unwrap_or_default();
    let (mut messages, mut part, mut size) = (Vec::new(), Vec::new(), 0);
    for one in news {
        let length = serde_json::to_string(&one).map_or(0, |text| text.len()) + 1;
        if size + length > LARGEST_MESSAGE && !part.is_empty() {
            messages.push(message(std::mem::take(&mut part)));
            size = 0;
        }
        size += length;
        part.push(one);
    }
    if !part.is_empty() {
        messages.push(message(part));
    }
    messages
}

/// Where messages arrive.
pub(crate) struct Ears {
    heard: mpsc::Sender<Heard>,
    own_process: Box<dyn Fn() -> ProcessId + Send + Sync>,
}

impl Ears {
    /// Messages arrive from now on; earlier ones may have been lost.
    pub(crate) async fn open(&self) {
        let _ = self.heard.send(Heard::Gap).await;
    }

    /// A message has arrived.
    pub(crate) async fn hear(&self, message: &str) {
        // A newer version may send news that this one does not know.
        let Ok(message) = serde_json::from_str::<Message>(message) else { return self.open().await };
        if message.from == (self.own_process)() {
            return;
        }
        let mut is_lost = false;
        for news in message.news {
            if news == News::Lost {
                is_lost = true;
                continue;
            }
            is_lost |= self.heard.try_send(Heard::News(message.from.clone(), news)).is_err();
        }
        if is_lost {
            self.open().await;
        }
    }
}

/// Listens for as long as the server runs.
async fn listen<D: PeerDatabase>(member: Arc<Membership<D>>, heard: mpsc::Sender<Heard>) {
    let own = Arc::clone(&member);
    let ears = Ears { heard, own_process: Box::new(move || own.process()) };
    loop {
        member.database.listen(&ears).await;
        sleep(RETRY).await;
    }
}

/// Gives signs of life for as long as the process runs.
async fn stay_alive<D: PeerDatabase>(member: Arc<Membership<D>>, heard: mpsc::Sender<Heard>) {
    let mut rhythm = interval(member.kind.renewal());
    rhythm.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut in_touch, mut answered) = (true, Instant::now());
    loop {
        rhythm.tick().await;
        if member.standing().is_retired() {
            return;
        }
        // As soon as the others take this process for dead, it should know.
        let left = if in_touch { member.kind.lifetime().saturating_sub(answered.elapsed()) } else { PATIENCE };
        match timeout(left.clamp(SHORTEST_PATIENCE, PATIENCE), member.renew()).await {
            Ok(Ok(())) => {
                answered = Instant::now();
                if !std::mem::replace(&mut in_touch, true) {
                    tracing::warn!("the database can be reached again");
                    let _ = heard.send(Heard::InTouch(true)).await;
                    let _ = heard.send(Heard::Gap).await;
                }
                let loose = member.standing().loose_claims(Instant::now());
                // A failure is followed by another attempt.
                let _ = timeout(member.kind.renewal(), member.take_back(loose)).await;
            }
            failed => {
                if answered.elapsed() >= member.kind.lifetime() && std::mem::replace(&mut in_touch, false) {
                    let reason = match failed {
                        Ok(Err(error)) => error.to_string(),
                        _ => "it does not answer".to_string(),
                    };
                    tracing::error!(reason, "the database cannot be reached");
                    let _ = heard.send(Heard::InTouch(false)).await;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_packed_into_messages_that_fit() {
        let table: TableId = "t".repeat(24).parse().unwrap();
        let news: Vec<News> = (0..1000).map(|number| News::Events(table.clone(), number)).collect();
        let messages = pack(&ProcessId("p".repeat(16)), news.clone());
        assert!(messages.len() > 1 && messages.iter().all(|message| message.len() < 8000));
        let unpacked: Vec<News> =
            messages.iter().flat_map(|text| serde_json::from_str::<Message>(text).unwrap().news).collect();
        assert_eq!(unpacked, news);
    }
}
