//! The one connection that writes events and chat. Everything that arrives while the disk is busy goes into the next transaction, so that
//! many moves share one commit. A writer is answered once its data is on disk.

use serde_json::{Value, json};
use shangrila_protocol::{
    ChatLine, Event, EventEnvelope, PersonId, PersonOrLevel, Phase, SeatedPlayer, TableId, TableSummary, Visibility,
};
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Sqlite, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::super::{Append, Committed, Listing, StoreError};
use super::rating::rate;

/// The most jobs in one transaction.
const BATCH: usize = 512;
/// The most jobs waiting; senders beyond that wait for room.
const QUEUE: usize = 4096;

/// Tells the sender of a job that it is on disk; the job comes back with the answer.
type Answer = oneshot::Sender<Result<Job, StoreError>>;

/// A unit of work: stored completely or not at all.
enum Job {
    /// New events of one or more tables.
    Append(Vec<Append>),
    Say(TableId, ChatLine),
}

enum Request {
    Write(Job, Answer),
    Close(oneshot::Sender<()>),
}

/// Sends jobs to the writing connection.
#[derive(Clone)]
pub(super) struct Writer {
    requests: mpsc::Sender<Request>,
}

impl Writer {
    pub(super) fn start(connection: SqliteConnection) -> Writer {
        let (requests, queue) = mpsc::channel(QUEUE);
        tokio::spawn(run(connection, queue));
        Writer { requests }
    }

    pub(super) async fn append_all(
        &self,
        appends: Vec<Append>,
    ) -> Result<Vec<Vec<Committed<EventEnvelope>>>, StoreError> {
        let Job::Append(appends) = self.write(Job::Append(appends)).await? else { return Err(closed()) };
        let committed = |append: Append| append.events.into_iter().map(Committed::new).collect();
        Ok(appends.into_iter().map(committed).collect())
    }

    pub(super) async fn say(&self, table: TableId, line: ChatLine) -> Result<Committed<ChatLine>, StoreError> {
        let Job::Say(_, line) = self.write(Job::Say(table, line)).await? else { return Err(closed()) };
        Ok(Committed::new(line))
    }

    /// Returns the job once it is on disk.
    async fn write(&self, job: Job) -> Result<Job, StoreError> {
        let (answer, done) = oneshot::channel();
        self.requests.send(Request::Write(job, answer)).await.map_err(|_| closed())?;
        done.await.map_err(|_| closed())?
    }

    /// Returns once everything sent before is on disk.
    pub(super) async fn close(&self) {
        let (answer, done) = oneshot::channel();
        if self.requests.send(Request::Close(answer)).await.is_ok() {
            let _ = done.await;
        }
    }
}

fn closed() -> StoreError {
    StoreError::Broken("the database is closed".to_string())
}

async fn run(mut connection: SqliteConnection, mut queue: mpsc::Receiver<Request>) {
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
            write_batch(&mut connection, batch).await;
        }
        if !closing.is_empty() {
            let _ = connection.close().await;
            closing.into_iter().for_each(|answer| _ = answer.send(()));
            return;
        }
    }
    let _ = connection.close().await;
}

async fn write_batch(connection: &mut SqliteConnection, mut batch: Vec<(Job, Answer)>) {
    let jobs: Vec<&Job> = batch.iter().map(|(job, _)| job).collect();
    match commit(connection, &jobs).await {
        Ok(()) => batch.into_iter().for_each(|(job, answer)| _ = answer.send(Ok(job))),
        // One job failed the whole transaction; each gets one of its own.
        Err(_) if batch.len() > 1 => {
            for (job, answer) in batch {
                let result = commit(connection, &[&job]).await;
                let _ = answer.send(result.map(|()| job));
            }
        }
        Err(error) => {
            if !matches!(error, StoreError::Conflict) {
                tracing::error!(%error, "cannot write to the database");
            }
            if let Some((_, answer)) = batch.pop() {
                let _ = answer.send(Err(error));
            }
        }
    }
}

/// Writes jobs in one transaction. The number of statements does not grow with the number of jobs: rows are passed as one JSON text.
async fn commit(connection: &mut SqliteConnection, jobs: &[&Job]) -> Result<(), StoreError> {
    let mut events = Vec::new();
    let mut turns = Vec::new();
    let mut lines = Vec::new();
    for job in jobs {
        match job {
            Job::Append(appends) => {
                for append in appends {
                    for event in &append.events {
                        events.push(json!([append.table, event.number, body(event)?]));
                    }
                    turns.push(turn(append));
                }
            }
            Job::Say(table, line) => lines.push(json!([table, line.number, line.at, line.id, line.by, line.text])),
        }
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    if !events.is_empty() {
        let sql = "INSERT INTO events (table_id, number, body)
            SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)";
        insert(&mut transaction, sql, events).await?;
    }
    if !turns.is_empty() {
        let sql = "INSERT INTO turns (table_id, moves, next, deadline, wake, changed)
            SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?) WHERE true
            ON CONFLICT (table_id) DO UPDATE SET moves = excluded.moves, next = excluded.next,
                deadline = excluded.deadline, wake = excluded.wake, changed = excluded.changed";
        insert(&mut transaction, sql, turns).await?;
    }
    if !lines.is_empty() {
        let sql = "INSERT INTO chat (table_id, number, at, command, person, text)
            SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?)";
        insert(&mut transaction, sql, lines).await?;
    }
    for job in jobs {
        let appends = match job {
            Job::Append(appends) => appends.as_slice(),
            Job::Say(..) => &[],
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

async fn insert(
    transaction: &mut Transaction<'_, Sqlite>,
    sql: &'static str,
    rows: Vec<Value>,
) -> Result<(), StoreError> {
    sqlx::query(sql).bind(Value::Array(rows).to_string()).execute(&mut **transaction).await?;
    Ok(())
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
    let nameless =
        |seat: &SeatedPlayer| SeatedPlayer { player: seat.player.as_ref().map(without_name), ..seat.clone() };
    seats.iter().map(nameless).collect()
}

/// Writes a table's entry in lists.
async fn list(transaction: &mut Transaction<'_, Sqlite>, summary: &TableSummary) -> Result<(), StoreError> {
    let finished = (summary.phase == Phase::Finished).then_some(summary.changed as i64);
    sqlx::query(
        "INSERT INTO tables (id, phase, public, seats, host, settings, players, winners, masters, finished)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        ON CONFLICT (id) DO UPDATE SET phase = ?2, players = ?7, winners = ?8, masters = ?9, finished = ifnull(finished, ?10)",
    )
    .bind(summary.table.as_str())
    .bind(phase_name(summary.phase))
    .bind(summary.settings.visibility == Visibility::Public)
    .bind(i64::from(summary.settings.seats))
    .bind(summary.host.as_str())
    .bind(serde_json::to_string(&summary.settings)?)
    .bind(serde_json::to_string(&without_names(&summary.seats))?)
    .bind(json!(summary.winners.iter().map(|&seat| u8::from(seat)).collect::<Vec<_>>()).to_string())
    .bind(serde_json::to_string(&summary.masters)?)
    .bind(finished)
    .execute(&mut **transaction)
    .await?;
    sqlx::query("DELETE FROM players WHERE table_id = ?")
        .bind(summary.table.as_str())
        .execute(&mut **transaction)
        .await?;
    for (person, seat) in people_of(&summary.seats) {
        sqlx::query("INSERT OR IGNORE INTO players (person, table_id, seat) VALUES (?, ?, ?)")
            .bind(person.as_str())
            .bind(summary.table.as_str())
            .bind(seat)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

/// Returns everyone with a seat or a reserved seat at a table.
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
