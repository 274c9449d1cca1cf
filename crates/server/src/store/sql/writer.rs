//! The one connection that writes events and chat. Everything that arrives while the disk is busy goes into the next transaction, so that
//! many moves share one commit. A writer is answered once its data is on disk.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt;
use serde_json::{Value, json};
use shangrila_protocol::{
    Audience, ChatLine, Event, EventEnvelope, PersonId, PersonOrLevel, Phase, SeatedPlayer, TableId, TableSummary,
    Visibility,
};
use sqlx::{Connection as _, Transaction};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::super::{ConnectOptions, Connection, Driver, dialect};
use super::rating::rate;
use super::tournaments;
use crate::clock::now;
use crate::metrics::METRICS;
use crate::retention::Expiry;
use crate::store::{Append, Committed, Listing, StoreError, TournamentWrite};

/// The most jobs in one transaction.
const BATCH: usize = 512;
/// The most jobs waiting; senders beyond that wait for room.
const QUEUE: usize = 4096;
/// A commit this long ago shows that the database can be written.
const RECENT: Duration = Duration::from_secs(1);
/// How long a check waits for its write.
const PATIENCE: Duration = Duration::from_secs(5);

/// Deletes the turn of a table that has expired. A writer who adds an event has that row, or waits for it, so none is added to a table that is
/// deleted at the same time.
const DELETE_EXPIRED: &str =
    "DELETE FROM turns WHERE table_id = $1 AND EXISTS (SELECT 1 FROM tables t WHERE t.id = turns.table_id
    AND (t.phase = 'closed' AND turns.changed < $2 OR t.phase = 'playing' AND turns.changed < $3))";

/// Deletes everything else that belongs to a table.
const DELETE_TABLE: [&str; 10] = [
    "DELETE FROM events WHERE table_id = $1",
    "DELETE FROM chat WHERE table_id = $1",
    "DELETE FROM players WHERE table_id = $1",
    "DELETE FROM tables WHERE id = $1",
    "DELETE FROM agreements WHERE table_id = $1",
    "DELETE FROM conditional_moves WHERE table_id = $1",
    "DELETE FROM table_notes WHERE table_id = $1",
    "DELETE FROM table_invitations WHERE table_id = $1",
    "DELETE FROM club_tables WHERE table_id = $1",
    "DELETE FROM notice_queue WHERE table_id = $1",
];

/// Tells the sender of a job that it is on disk; the job comes back with the answer.
type Answer = oneshot::Sender<Result<Job, StoreError>>;

/// A unit of work: stored completely or not at all.
enum Job {
    /// New events of one or more tables.
    Append(Vec<Append>),
    /// A change of a tournament, with new events of its tables.
    Tournament(Box<TournamentWrite>, Vec<Append>),
    Say(TableId, ChatLine),
    /// A table that is to be forgotten, if it has expired.
    Delete(TableId, Expiry),
    /// Nothing but a sign of life.
    Heartbeat,
}

/// The last numbers that are stored, by table; those of lines by chat.
struct LastNumbers {
    events: HashMap<String, u64>,
    lines: HashMap<(String, Audience), u64>,
}

const LAST_NUMBERS: [&str; 2] = [
    concat!("SELECT table_id, max(number) FROM events WHERE table_id IN ", listed!("$1"), " GROUP BY table_id"),
    concat!(
        "SELECT table_id, max(number) FROM chat WHERE table_id IN ",
        listed!("$1"),
        // Each of a table's chats has numbers of its own, those of the second begin here.
        " GROUP BY table_id, number > 1000000"
    ),
];

impl Job {
    fn tables(&self) -> Vec<&TableId> {
        match self {
            Job::Append(appends) | Job::Tournament(_, appends) => appends.iter().map(|append| &append.table).collect(),
            Job::Say(table, _) | Job::Delete(table, _) => vec![table],
            Job::Heartbeat => Vec::new(),
        }
    }

    /// Whether others have written the numbers that this job wants to write, or those before are missing.
    fn is_late(&self, last: &LastNumbers) -> bool {
        match self {
            Job::Append(appends) | Job::Tournament(_, appends) => appends.iter().any(|append| {
                let last = last.events.get(append.table.as_str()).copied().unwrap_or(0);
                append.events.first().is_some_and(|event| event.number != last + 1)
            }),
            Job::Say(table, line) => {
                let chat = (table.to_string(), Audience::of_line(line.number));
                last.lines.get(&chat).is_some_and(|last| *last >= line.number)
            }
            Job::Delete(..) | Job::Heartbeat => false,
        }
    }
}

fn jobs(batch: &[(Job, Answer)]) -> Vec<&Job> {
    batch.iter().map(|(job, _)| job).collect()
}

enum Request {
    Write(Job, Answer),
    Close(oneshot::Sender<()>),
}

/// Sends jobs to the writing connection.
#[derive(Clone)]
pub(in super::super) struct Writer {
    requests: mpsc::Sender<Request>,
    last_commit: Arc<LastCommit>,
}

/// When something was last stored; `None` if the last attempt failed.
#[derive(Default)]
struct LastCommit(Mutex<Option<Instant>>);

impl LastCommit {
    fn set(&self, time: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }

    fn is_recent(&self) -> bool {
        let time = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        time.is_some_and(|time| time.elapsed() < RECENT)
    }
}

impl Writer {
    pub(in super::super) fn start(options: ConnectOptions) -> Writer {
        let (requests, queue) = mpsc::channel(QUEUE);
        let last_commit = Arc::<LastCommit>::default();
        let connection = WritingConnection { options, open: None, failures: 0, last_commit: Arc::clone(&last_commit) };
        tokio::spawn(run(connection, queue));
        Writer { requests, last_commit }
    }

    pub(super) async fn append_all(
        &self,
        appends: Vec<Append>,
    ) -> Result<Vec<Vec<Committed<EventEnvelope>>>, StoreError> {
        let Job::Append(appends) = self.write(Job::Append(appends)).await? else { return Err(closed()) };
        Ok(appends.into_iter().map(committed).collect())
    }

    pub(super) async fn write_tournament(
        &self,
        write: TournamentWrite,
        tables: Vec<Append>,
    ) -> Result<Vec<Vec<Committed<EventEnvelope>>>, StoreError> {
        let job = Job::Tournament(Box::new(write), tables);
        let Job::Tournament(_, appends) = self.write(job).await? else { return Err(closed()) };
        Ok(appends.into_iter().map(committed).collect())
    }

    pub(super) async fn say(&self, table: TableId, line: ChatLine) -> Result<Committed<ChatLine>, StoreError> {
        let Job::Say(_, line) = self.write(Job::Say(table, line)).await? else { return Err(closed()) };
        Ok(Committed::new(line))
    }

    pub(super) async fn delete_expired(&self, table: TableId, expiry: Expiry) -> Result<(), StoreError> {
        self.write(Job::Delete(table, expiry)).await.map(drop)
    }

    /// Checks that something can be stored. Recent success counts, so that frequent checks cost nothing.
    pub(super) async fn check(&self) -> Result<(), StoreError> {
        if self.last_commit.is_recent() {
            return Ok(());
        }
        let written = timeout(PATIENCE, self.write(Job::Heartbeat)).await;
        written.unwrap_or_else(|_| Err(does_not_answer())).map(drop)
    }

    /// Returns the job once it is on disk.
    async fn write(&self, job: Job) -> Result<Job, StoreError> {
        let (answer, done) = oneshot::channel();
        self.requests.send(Request::Write(job, answer)).await.map_err(|_| closed())?;
        done.await.map_err(|_| closed())?
    }

    /// Returns once everything sent before is on disk.
    pub(in super::super) async fn close(&self) {
        let (answer, done) = oneshot::channel();
        if self.requests.send(Request::Close(answer)).await.is_ok() {
            let _ = done.await;
        }
    }
}

fn committed(append: Append) -> Vec<Committed<EventEnvelope>> {
    append.events.into_iter().map(Committed::new).collect()
}

fn does_not_answer() -> StoreError {
    StoreError::CannotWrite("the database does not answer".to_string())
}

fn closed() -> StoreError {
    StoreError::CannotWrite("the database is closed".to_string())
}

async fn run(mut connection: WritingConnection, mut queue: mpsc::Receiver<Request>) {
    let mut requests = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut requests, BATCH).await > 0 {
        let mut closing = Vec::new();
        let mut batch = Vec::with_capacity(requests.len());
        for request in requests.drain(..) {
            match request {
                Request::Write(job, answer) => batch.push((job, answer)),
                Request::Close(answer) => closing.push(answer),
            }
        }
        if !batch.is_empty() {
            // A panic must not end the only task that writes. Whoever waits for this batch learns that it was not stored.
            if AssertUnwindSafe(connection.write(batch)).catch_unwind().await.is_err() {
                tracing::error!("writing to the database has panicked");
                connection.drop_connection().await;
            }
        }
        if !closing.is_empty() {
            connection.close().await;
            closing.into_iter().for_each(|answer| _ = answer.send(()));
            return;
        }
    }
    connection.close().await;
}

/// The connection, replaced after every failure. After an error such as a full disk, SQLite may have ended the transaction by itself, which
/// the driver does not notice, and every later write on that connection would fail. One to PostgreSQL may have been lost.
struct WritingConnection {
    options: ConnectOptions,
    open: Option<Connection>,
    /// How many writes have failed since the last success.
    failures: u64,
    last_commit: Arc<LastCommit>,
}

impl WritingConnection {
    async fn write(&mut self, mut batch: Vec<(Job, Answer)>) {
        let mut result = self.commit(&jobs(&batch)).await;
        // Others may have written the next event of a table in the meantime. That concerns nobody else in this batch.
        while matches!(result, Err(StoreError::Conflict)) && batch.len() > 1 {
            let last = match timeout(dialect::LONGEST_COMMIT, self.last_numbers(&jobs(&batch))).await {
                Ok(Ok(last)) => last,
                failed => {
                    self.drop_connection().await;
                    if failed.is_err() {
                        result = Err(does_not_answer());
                    }
                    break;
                }
            };
            let all = batch.len();
            let late = |(job, _): &mut (Job, Answer)| job.is_late(&last);
            batch.extract_if(.., late).for_each(|(_, answer)| _ = answer.send(Err(StoreError::Conflict)));
            if batch.is_empty() {
                return;
            }
            if batch.len() == all {
                break;
            }
            result = self.commit(&jobs(&batch)).await;
        }
        match result {
            Ok(()) => batch.into_iter().for_each(|(job, answer)| _ = answer.send(Ok(job))),
            // Nothing can be written; separate transactions would fail as well.
            Err(error @ StoreError::CannotWrite(_)) => {
                batch.into_iter().for_each(|(_, answer)| _ = answer.send(Err(error.clone())));
            }
            // One job failed the whole transaction; each gets one of its own.
            Err(_) if batch.len() > 1 => {
                for (job, answer) in batch {
                    let result = self.commit(&[&job]).await;
                    let _ = answer.send(result.map(|()| job));
                }
            }
            Err(error) => batch.into_iter().for_each(|(_, answer)| _ = answer.send(Err(error.clone()))),
        }
    }

    async fn commit(&mut self, jobs: &[&Job]) -> Result<(), StoreError> {
        let began = Instant::now();
        let result = match self.connection().await {
            Ok(connection) => match timeout(dialect::LONGEST_COMMIT, commit(connection, jobs)).await {
                Ok(result) => result,
                Err(_) => Err(does_not_answer()),
            },
            Err(error) => Err(error),
        };
        match &result {
            Ok(()) => {
                if self.failures > 0 {
                    tracing::warn!(failures = self.failures, "the database can be written again");
                }
                self.failures = 0;
                self.last_commit.set(Some(Instant::now()));
                METRICS.committed(jobs.len(), began.elapsed());
            }
            Err(StoreError::Conflict | StoreError::NameTaken | StoreError::NameTooSimilar) => {}
            Err(error) => {
                // Once is enough: a full disk must not fill up with complaints about itself.
                if self.failures == 0 {
                    tracing::error!(%error, "cannot write to the database");
                }
                self.failures += 1;
                METRICS.failed_commits.inc();
                self.last_commit.set(None);
                self.drop_connection().await;
            }
        }
        result
    }

    /// Returns the last numbers of events and of chat lines that are stored at the tables of some jobs.
    async fn last_numbers(&mut self, jobs: &[&Job]) -> Result<LastNumbers, StoreError> {
        let tables: Vec<&TableId> = jobs.iter().flat_map(|job| job.tables()).collect();
        let (tables, connection) = (serde_json::to_string(&tables)?, self.connection().await?);
        let mut last = [Vec::new(), Vec::new()];
        for (sql, last) in LAST_NUMBERS.into_iter().zip(&mut last) {
            let rows: Vec<(String, i64)> = sqlx::query_as(sql).bind(&tables).fetch_all(&mut *connection).await?;
            last.extend(rows.into_iter().map(|(table, number)| (table, number as u64)));
        }
        let [events, lines] = last;
        let lines = lines.into_iter().map(|(table, number)| ((table, Audience::of_line(number)), number));
        Ok(LastNumbers { events: events.into_iter().collect(), lines: lines.collect() })
    }

    async fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        let open = match self.open.take() {
            Some(connection) => connection,
            None => match timeout(dialect::LONGEST_COMMIT, dialect::connect(&self.options)).await {
                Ok(connected) => connected?,
                Err(_) => return Err(StoreError::CannotWrite("the database cannot be reached".to_string())),
            },
        };
        Ok(self.open.insert(open))
    }

    async fn drop_connection(&mut self) {
        if let Some(connection) = self.open.take() {
            let _ = connection.close_hard().await;
        }
    }

    async fn close(&mut self) {
        if let Some(connection) = self.open.take() {
            let _ = timeout(dialect::LONGEST_COMMIT, connection.close()).await;
        }
    }
}

/// Writes jobs in one transaction. The number of statements does not grow with the number of jobs: rows are passed as one JSON text.
async fn commit(connection: &mut Connection, jobs: &[&Job]) -> Result<(), StoreError> {
    let mut events = Vec::new();
    let mut turns = Vec::new();
    let mut lines = Vec::new();
    let (mut deleted, mut heartbeat) = (Vec::new(), false);
    for job in jobs {
        match job {
            Job::Append(appends) | Job::Tournament(_, appends) => {
                for append in appends {
                    for event in &append.events {
                        events.push(json!([append.table, event.number, body(event)?]));
                    }
                    turns.push(turn(append));
                }
            }
            Job::Say(table, line) => lines.push(json!([table, line.number, line.at, line.id, line.by, line.text])),
            Job::Delete(table, expiry) => deleted.push((table, expiry)),
            Job::Heartbeat => heartbeat = true,
        }
    }
    // In the same order everywhere, so that no two writers wait for each other.
    [&mut events, &mut turns, &mut lines].into_iter().for_each(|rows| rows.sort_by(by_table_and_number));
    name_predecessors(&mut events);
    let mut transaction = connection.begin_with(dialect::BEGIN).await?;
    if jobs
        .iter()
        .any(|job| matches!(job, Job::Append(appends) if appends.iter().any(|append| append.result.is_some())))
    {
        dialect::lock_ratings(&mut transaction).await?;
    }
    if heartbeat {
        sqlx::query("INSERT INTO heartbeat (id, at) VALUES (0, $1) ON CONFLICT (id) DO UPDATE SET at = $1")
            .bind(now() as i64)
            .execute(&mut *transaction)
            .await?;
    }
    // First, so that nobody else adds to these tables or deletes them until the end of the transaction.
    if !turns.is_empty() {
        insert(&mut transaction, dialect::UPSERT_TURNS, turns).await?;
    }
    let mut is_late = false;
    if !events.is_empty() {
        is_late |= insert(&mut transaction, dialect::INSERT_EVENTS, events).await?;
    }
    if !lines.is_empty() && !is_late {
        is_late |= insert(&mut transaction, dialect::INSERT_CHAT, lines).await?;
    }
    for job in jobs {
        if let Job::Tournament(write, appends) = job
            && !is_late
        {
            is_late |= tournaments::write(&mut transaction, write, appends).await?;
        }
    }
    if is_late {
        transaction.rollback().await?;
        return Err(StoreError::Conflict);
    }
    for (table, expiry) in deleted {
        let turn = sqlx::query(DELETE_EXPIRED).bind(table.as_str());
        let turn = turn.bind(expiry.closed_tables as i64).bind(expiry.abandoned_tables as i64);
        if turn.execute(&mut *transaction).await?.rows_affected() == 0 {
            continue;
        }
        for sql in DELETE_TABLE {
            sqlx::query(sql).bind(table.as_str()).execute(&mut *transaction).await?;
        }
    }
    for job in jobs {
        let appends = match job {
            Job::Append(appends) | Job::Tournament(_, appends) => appends.as_slice(),
            Job::Say(..) | Job::Delete(..) | Job::Heartbeat => &[],
        };
        for append in appends {
            if let Listing::Whole(summary) = &append.listing {
                list(&mut transaction, summary).await?;
            }
            if let Some(result) = &append.result {
                rate(&mut transaction, append, result).await?;
            }
        }
    }
    transaction.commit().await?;
    Ok(())
}

/// Adds to every event the number of the one before it, which has to be stored already: otherwise the writer's copy of the table is not the table, and what
/// it writes could never be replayed. The first event has none before it, and those before others are written with them.
fn name_predecessors(events: &mut [Value]) {
    let mut before: Option<(String, u64)> = None;
    for event in events {
        let (table, number) = (event[0].as_str().unwrap_or_default().to_string(), event[1].as_u64().unwrap_or(0));
        let is_written_here = before.as_ref().is_some_and(|(its, last)| *its == table && last + 1 == number);
        let predecessor = (number > 1 && !is_written_here).then(|| number - 1);
        if let Value::Array(columns) = event {
            columns.push(json!(predecessor));
        }
        before = Some((table, number));
    }
}

/// Writes rows. Returns whether some of them are missing, because others have their keys or what has to be there before is not.
async fn insert(
    transaction: &mut Transaction<'_, Driver>,
    sql: &'static str,
    rows: Vec<Value>,
) -> Result<bool, StoreError> {
    let expected = rows.len() as u64;
    let done = sqlx::query(sql).bind(Value::Array(rows).to_string()).execute(&mut **transaction).await?;
    Ok(done.rows_affected() < expected)
}

/// Orders rows by their first two columns.
fn by_table_and_number(one: &Value, other: &Value) -> Ordering {
    let tables = one[0].as_str().cmp(&other[0].as_str());
    tables.then_with(|| one[1].as_u64().cmp(&other[1].as_u64()))
}

fn turn(append: &Append) -> Value {
    let (moves, next, deadline, changed) = match &append.listing {
        Listing::Turn { moves, next, deadline, changed } => (*moves, *next, *deadline, *changed),
        Listing::Whole(summary) => (summary.moves, summary.next, summary.deadline, summary.changed),
    };
    json!([append.table, moves, next.map(u8::from), deadline, append.wake, changed])
}

/// Returns an event as it is stored: without names, which may change.
fn body(event: &EventEnvelope) -> Result<String, StoreError> {
    let nameless = match &event.event {
        Event::Opened { settings, host, seats } => {
            Event::Opened { settings: settings.clone(), host: host.clone(), seats: without_names(seats) }
        }
        Event::Joined { seat, player } => Event::Joined { seat: *seat, player: without_name(player) },
        Event::SeatAsked { seat, player } => Event::SeatAsked { seat: *seat, player: without_name(player) },
        Event::TookOver { seat, player } => Event::TookOver { seat: *seat, player: without_name(player) },
        Event::Started { seats, next, rules } => {
            Event::Started { seats: without_names(seats), next: *next, rules: *rules }
        }
        _ => return Ok(serde_json::to_string(event)?),
    };
    Ok(serde_json::to_string(&EventEnvelope { event: nameless, ..event.clone() })?)
}

fn without_name(player: &PersonOrLevel) -> PersonOrLevel {
    let mut player = player.clone();
    if let PersonOrLevel::Person(person) = &mut player {
        person.name.clear();
    }
    player
}

fn without_names(seats: &[SeatedPlayer]) -> Vec<SeatedPlayer> {
    let nameless = |seat: &SeatedPlayer| SeatedPlayer {
        player: seat.player.as_ref().map(without_name),
        kept_for_name: String::new(),
        ..seat.clone()
    };
    seats.iter().map(nameless).collect()
}

/// Writes a table's entry in lists.
async fn list(transaction: &mut Transaction<'_, Driver>, summary: &TableSummary) -> Result<(), StoreError> {
    let finished = (summary.phase == Phase::Finished).then_some(summary.changed as i64);
    sqlx::query(
        "INSERT INTO tables (id, phase, public, seats, host, settings, players, winners, masters, finished)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (id) DO UPDATE SET phase = $2, host = $5, players = $7, winners = $8, masters = $9,
            finished = coalesce(tables.finished, $10)",
    )
    .bind(summary.table.as_str())
    .bind(phase_name(summary.phase))
    .bind(i64::from(summary.settings.visibility == Visibility::Public))
    .bind(summary.settings.players() as i64)
    .bind(summary.host.as_str())
    .bind(serde_json::to_string(&summary.settings)?)
    .bind(serde_json::to_string(&without_names(&summary.seats))?)
    .bind(json!(summary.winners.iter().map(|&seat| u8::from(seat)).collect::<Vec<_>>()).to_string())
    .bind(serde_json::to_string(&summary.masters)?)
    .bind(finished)
    .execute(&mut **transaction)
    .await?;
    sqlx::query("DELETE FROM players WHERE table_id = $1")
        .bind(summary.table.as_str())
        .execute(&mut **transaction)
        .await?;
    for (person, seat) in people_of(&summary.seats) {
        sqlx::query("INSERT INTO players (person, table_id, seat) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(person.as_str())
            .bind(summary.table.as_str())
            .bind(seat)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

/// Returns everyone with a seat or a reserved seat at a table. The first seat of a player with several clans comes first, and it alone is stored.
fn people_of(seats: &[SeatedPlayer]) -> impl Iterator<Item = (&PersonId, i64)> {
    seats.iter().enumerate().filter_map(|(index, seat)| {
        let player = seat.player.as_ref().and_then(PersonOrLevel::person).map(|person| &person.id);
        player.or(seat.kept_for.as_ref()).map(|person| (person, index as i64))
    })
}

pub(super) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Playing => "playing",
        Phase::Finished => "finished",
        Phase::Closed => "closed",
    }
}
