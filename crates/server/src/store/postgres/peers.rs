//! Processes that share a PostgreSQL database: messages by NOTIFY, leases as rows, and the time of the database.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use shangrila_protocol::TableId;
use sqlx::postgres::{PgConnection, PgListener, PgPool};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::hosts::Hosts;
use crate::background::keep_running;
use crate::clock;
use crate::peers::{Heard, LastNumbers, News, Peers, ProcessId};
use crate::random;
use crate::store::StoreError;

/// The channel of all messages.
const CHANNEL: &str = "shangrila";
/// The most bytes in a message, below the 8,000 that PostgreSQL allows.
const LARGEST_MESSAGE: usize = 7_500;
/// The most news that wait to be sent. More are lost.
const OUTBOX: usize = 65_536;
/// How many heard messages can wait. More are lost, which is noticed.
const INBOX: usize = 65_536;
/// How long a process counts as alive after it has renewed its row.
const LIFETIME: Duration = Duration::from_secs(3);
/// How often it does.
const RENEWAL: Duration = Duration::from_millis(750);
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long to wait before the next attempt to listen.
const RETRY: Duration = Duration::from_millis(250);

/// Renews the row of a process. Returns the time of the database, and how many servers there are besides this one.
const RENEW: &str = "WITH time AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    renewed AS (UPDATE processes SET expires = now + $2 FROM time WHERE id = $1 AND expires > now RETURNING id)
    SELECT now, (SELECT count(*) FROM renewed),
        (SELECT count(*) FROM processes WHERE id <> $1 AND kind = 'server' AND expires > now) FROM time";

/// Enters a process, and removes those that have died with everything they held.
const ENTER: &str = "WITH time AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    dead AS (DELETE FROM processes USING time WHERE expires < now RETURNING id),
    freed AS (DELETE FROM leases WHERE holder IN (SELECT id FROM dead))
    INSERT INTO processes (id, kind, expires) SELECT $1, $3, now + $2 FROM time";

/// Takes a task, unless somebody who is alive has it.
const LEAD: &str = "INSERT INTO leases (task, holder)
    SELECT $1, $2 WHERE NOT EXISTS (
        SELECT 1 FROM leases l JOIN processes p ON p.id = l.holder
        WHERE l.task = $1 AND l.holder <> $2 AND p.expires > (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    ON CONFLICT (task) DO UPDATE SET holder = excluded.holder WHERE leases.holder = $2 OR NOT EXISTS (
        SELECT 1 FROM processes p
        WHERE p.id = leases.holder AND p.expires > (extract(epoch FROM clock_timestamp()) * 1000)::bigint)";

const LAST_NUMBERS: &str = "SELECT t.id,
        coalesce((SELECT number FROM events WHERE table_id = t.id ORDER BY number DESC LIMIT 1), 0),
        coalesce((SELECT number FROM chat WHERE table_id = t.id AND number <= 1000000 ORDER BY number DESC LIMIT 1), 0),
        coalesce((SELECT number FROM chat WHERE table_id = t.id AND number > 1000000 ORDER BY number DESC LIMIT 1), 0)
    FROM jsonb_array_elements_text($1::jsonb) t (id)";

#[derive(Serialize, Deserialize)]
struct Message {
    from: ProcessId,
    news: Vec<News>,
}

/// The other processes on a PostgreSQL database.
pub(crate) struct PostgresPeers {
    pool: PgPool,
    outbox: mpsc::Sender<News>,
    others: AtomicUsize,
    standing: Mutex<Standing>,
}

/// What this process may do.
struct Standing {
    /// Who it is; another after it was taken for dead.
    process: ProcessId,
    /// Until when nobody can take its tasks over, by this machine's own steady clock.
    alive_until: Option<Instant>,
    /// The tasks it leads.
    tasks: HashSet<String>,
}

fn new_process() -> ProcessId {
    ProcessId(random::word::<8>())
}

impl PostgresPeers {
    /// Enters this process. Returns what it hears from the others.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(super) async fn start(
        hosts: Hosts,
        pool: PgPool,
    ) -> Result<(Arc<PostgresPeers>, mpsc::Receiver<Heard>), StoreError> {
        let (outbox, news) = mpsc::channel(OUTBOX);
        let (heard, hearing) = mpsc::channel(INBOX);
        let standing = Standing { process: new_process(), alive_until: None, tasks: HashSet::new() };
        let (others, standing) = (AtomicUsize::new(0), Mutex::new(standing));
        let peers = Arc::new(PostgresPeers { pool, outbox, others, standing });
        let mut connection = hosts.connect().await?;
        // The clock is right before anyone asks it.
        peers.renew(&mut connection).await?;
        tokio::spawn(send(Arc::clone(&peers), news));
        let (listening, ears) = (Arc::clone(&peers), heard.clone());
        keep_running("listener", move || listen(Arc::clone(&listening), ears.clone()));
        let living = Arc::clone(&peers);
        keep_running("heartbeat", move || stay_alive(Arc::clone(&living), hosts.clone(), heard.clone()));
        Ok((peers, hearing))
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn process(&self) -> ProcessId {
        self.standing().process.clone()
    }

    /// Tells the database that this process is alive, and sets the clock by it.
    async fn renew(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        let (process, asked) = (self.process(), Instant::now());
        let lifetime = LIFETIME.as_millis() as i64;
        let (now, renewed, others): (i64, i64, i64) =
            sqlx::query_as(RENEW).bind(&process.0).bind(lifetime).fetch_one(&mut *connection).await?;
        clock::follow(now as u64, asked.elapsed());
        self.others.store(others as usize, Ordering::Relaxed);
        if renewed > 0 {
            // Counted from before the question, so that this process never believes in itself for longer than the others do.
            self.standing().alive_until = Some(asked + LIFETIME);
            return Ok(());
        }
        // Taken for dead, or new: whatever it led, others may lead now.
        let process = new_process();
        *self.standing() = Standing { process: process.clone(), alive_until: None, tasks: HashSet::new() };
        let entered = Instant::now();
        sqlx::query(ENTER).bind(&process.0).bind(lifetime).bind("server").execute(&mut *connection).await?;
        self.standing().alive_until = Some(entered + LIFETIME);
        Ok(())
    }
}

#[async_trait]
impl Peers for PostgresPeers {
    fn can_exist(&self) -> bool {
        true
    }

    fn exist(&self) -> bool {
        self.others.load(Ordering::Relaxed) > 0
    }

    fn tell(&self, news: News) {
        // A process that has just come finds what it missed in the database.
        if self.exist() {
            let _ = self.outbox.try_send(news);
        }
    }

    async fn lead(&self, task: &str) -> bool {
        let process = {
            let standing = self.standing();
            if standing.alive_until.is_none_or(|until| until < Instant::now()) {
                return false;
            }
            if standing.tasks.contains(task) {
                return true;
            }
            standing.process.clone()
        };
        let taken = sqlx::query(LEAD).bind(task).bind(&process.0).execute(&self.pool);
        match timeout(PATIENCE, taken).await {
            Ok(Ok(done)) if done.rows_affected() > 0 => {
                let mut standing = self.standing();
                let is_valid = standing.process == process;
                if is_valid {
                    standing.tasks.insert(task.to_string());
                }
                is_valid
            }
            _ => false,
        }
    }

    fn leave(&self, task: &str) {
        let process = {
            let mut standing = self.standing();
            if !standing.tasks.remove(task) {
                return;
            }
            standing.process.clone()
        };
        let (pool, task) = (self.pool.clone(), task.to_string());
        tokio::spawn(async move {
            let sql = "DELETE FROM leases WHERE task = $1 AND holder = $2";
            let _ = sqlx::query(sql).bind(task).bind(process.0).execute(&pool).await;
        });
    }

    async fn last_numbers(&self, tables: &[TableId]) -> Result<Vec<LastNumbers>, StoreError> {
        let tables = serde_json::to_string(tables)?;
        let rows: Vec<(String, i64, i64, i64)> =
            sqlx::query_as(LAST_NUMBERS).bind(tables).fetch_all(&self.pool).await?;
        let numbers = |(table, events, players, spectators): (String, i64, i64, i64)| {
            let lines = [players as u64, spectators as u64];
            Some(LastNumbers { table: table.parse().ok()?, events: events as u64, lines })
        };
        Ok(rows.into_iter().filter_map(numbers).collect())
    }

    async fn say_goodbye(&self) {
        let process = {
            let mut standing = self.standing();
            standing.alive_until = None;
            standing.tasks.clear();
            standing.process.clone()
        };
        let gone = async {
            sqlx::query("DELETE FROM leases WHERE holder = $1").bind(&process.0).execute(&self.pool).await?;
            sqlx::query("DELETE FROM processes WHERE id = $1").bind(&process.0).execute(&self.pool).await
        };
        let _ = timeout(PATIENCE, gone).await;
    }
}

/// Sends news as they come. Whatever comes while a message is sent goes into the next one.
async fn send(peers: Arc<PostgresPeers>, mut outbox: mpsc::Receiver<News>) {
    let mut waiting = Vec::new();
    while outbox.recv_many(&mut waiting, 1024).await > 0 {
        let messages = pack(&peers.process(), std::mem::take(&mut waiting));
        let sql = "SELECT pg_notify($1, m) FROM jsonb_array_elements_text($2::jsonb) m";
        let messages = serde_json::to_string(&messages).unwrap_or_default();
        let sent = sqlx::query(sql).bind(CHANNEL).bind(messages).execute(&peers.pool);
        // What is lost here, the others find in the database.
        let _ = timeout(PATIENCE, sent).await;
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

/// Listens for as long as the server runs.
async fn listen(peers: Arc<PostgresPeers>, heard: mpsc::Sender<Heard>) {
    let lost = AtomicBool::new(false);
    loop {
        if let Ok(mut listener) = PgListener::connect_with(&peers.pool).await
            && listener.listen(CHANNEL).await.is_ok()
        {
            let _ = heard.send(Heard::Gap).await;
            // `None` says that the connection was lost.
            while let Ok(Some(notification)) = listener.try_recv().await {
                let Ok(message) = serde_json::from_str::<Message>(notification.payload()) else { continue };
                if message.from == peers.process() {
                    continue;
                }
                for news in message.news {
                    if heard.try_send(Heard::News(message.from.clone(), news)).is_err() {
                        lost.store(true, Ordering::Relaxed);
                    }
                }
                if lost.load(Ordering::Relaxed) && heard.try_send(Heard::Gap).is_ok() {
                    lost.store(false, Ordering::Relaxed);
                }
            }
        }
        sleep(RETRY).await;
    }
}

/// Renews the row of this process for as long as the server runs, and follows the database when it moves to another host.
async fn stay_alive(peers: Arc<PostgresPeers>, hosts: Hosts, heard: mpsc::Sender<Heard>) {
    let mut rhythm = interval(RENEWAL);
    rhythm.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut connection, mut in_touch, mut answered) = (None, true, Instant::now());
    loop {
        rhythm.tick().await;
        let renewed = timeout(PATIENCE, async {
            let mut open = match connection.take() {
                Some(open) => open,
                None => {
                    let open = hosts.connect().await?;
                    peers.pool.set_connect_options(hosts.current());
                    open
                }
            };
            peers.renew(&mut open).await?;
            Ok::<PgConnection, StoreError>(open)
        });
        match renewed.await {
            Ok(Ok(open)) => {
                (connection, answered) = (Some(open), Instant::now());
                if !std::mem::replace(&mut in_touch, true) {
                    tracing::warn!("the database can be reached again");
                    let _ = heard.send(Heard::InTouch(true)).await;
                    let _ = heard.send(Heard::Gap).await;
                }
            }
            failed => {
                if answered.elapsed() > LIFETIME && std::mem::replace(&mut in_touch, false) {
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
        let messages = pack(&new_process(), news.clone());
        assert!(messages.len() > 1 && messages.iter().all(|message| message.len() < 8000));
        let unpacked: Vec<News> =
            messages.iter().flat_map(|text| serde_json::from_str::<Message>(text).unwrap().news).collect();
        assert_eq!(unpacked, news);
    }
}
