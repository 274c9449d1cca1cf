//! What processes that share a PostgreSQL database need of it: messages by NOTIFY, leases as rows, and its time.

use std::time::Duration;

use async_trait::async_trait;
use shangrila_protocol::TableId;
use sqlx::postgres::{PgConnection, PgListener, PgPool};
use tokio::sync::Mutex;

use super::hosts::Hosts;
use crate::peers::{Ears, LastNumbers, PeerDatabase, ProcessId, ProcessKind, Renewal};
use crate::store::StoreError;

/// The channel of all messages.
const CHANNEL: &str = "shangrila";

/// Renews the row of a process. Returns the time of the database, and who else is alive.
const RENEW: &str = "WITH time AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    renewed AS (UPDATE processes SET expires = now + $2 FROM time WHERE id = $1 AND expires > now RETURNING id)
    SELECT now, (SELECT count(*) FROM renewed),
        (SELECT count(*) FROM processes WHERE id <> $1 AND kind = 'server' AND expires > now),
        (SELECT count(*) FROM processes WHERE kind = 'worker' AND expires > now) FROM time";

/// Enters a process, and removes those that have died with everything they held.
const ENTER: &str = "WITH time AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now),
    dead AS (DELETE FROM processes USING time WHERE expires < now RETURNING id),
    freed AS (DELETE FROM leases WHERE holder IN (SELECT id FROM dead))
    INSERT INTO processes (id, kind, expires) SELECT $1, $3, now + $2 FROM time";

/// Takes a task, unless somebody who is alive has it.
const TAKE: &str = "INSERT INTO leases (task, holder)
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

/// The database, as processes use it among themselves.
pub(crate) struct PeerTables {
    pool: PgPool,
    hosts: Hosts,
    /// For signs of life, which must not wait for anyone else's statements. It also finds out when the database has moved to another host.
    heartbeat: Mutex<Option<PgConnection>>,
}

impl PeerTables {
    pub(super) fn new(hosts: Hosts, pool: PgPool) -> PeerTables {
        PeerTables { pool, hosts, heartbeat: Mutex::default() }
    }

    /// Takes the connection for signs of life out of its place, so that one that fails or does not answer is not used again.
    async fn take_connection(&self, place: &mut Option<PgConnection>) -> Result<PgConnection, StoreError> {
        if let Some(open) = place.take() {
            return Ok(open);
        }
        let open = self.hosts.connect().await?;
        self.pool.set_connect_options(self.hosts.current());
        Ok(open)
    }
}

#[async_trait]
impl PeerDatabase for PeerTables {
    async fn renew(&self, process: &ProcessId, lifetime: Duration) -> Result<Renewal, StoreError> {
        let mut place = self.heartbeat.lock().await;
        let mut connection = self.take_connection(&mut place).await?;
        let (now, renewed, other_servers, workers): (i64, i64, i64, i64) =
            sqlx::query_as(RENEW).bind(&process.0).bind(lifetime.as_millis() as i64).fetch_one(&mut connection).await?;
        *place = Some(connection);
        Ok(Renewal {
            now: now as u64,
            is_known: renewed > 0,
            other_servers: other_servers as usize,
            workers: workers as usize,
        })
    }

    async fn enter(&self, process: &ProcessId, kind: ProcessKind) -> Result<(), StoreError> {
        let mut place = self.heartbeat.lock().await;
        let mut connection = self.take_connection(&mut place).await?;
        let enter = sqlx::query(ENTER).bind(&process.0).bind(kind.lifetime().as_millis() as i64).bind(kind.name());
        enter.execute(&mut connection).await?;
        *place = Some(connection);
        Ok(())
    }

    async fn take(&self, process: &ProcessId, task: &str) -> Result<bool, StoreError> {
        let taken = sqlx::query(TAKE).bind(task).bind(&process.0).execute(&self.pool).await?;
        Ok(taken.rows_affected() > 0)
    }

    async fn leave(&self, process: &ProcessId, task: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM leases WHERE task = $1 AND holder = $2";
        Ok(sqlx::query(sql).bind(task).bind(&process.0).execute(&self.pool).await.map(drop)?)
    }

    async fn remove(&self, process: &ProcessId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM leases WHERE holder = $1").bind(&process.0).execute(&self.pool).await?;
        Ok(sqlx::query("DELETE FROM processes WHERE id = $1").bind(&process.0).execute(&self.pool).await.map(drop)?)
    }

    async fn send(&self, messages: &[String]) -> Result<(), StoreError> {
        let sql = "SELECT pg_notify($1, m) FROM jsonb_array_elements_text($2::jsonb) m";
        let messages = serde_json::to_string(messages)?;
        Ok(sqlx::query(sql).bind(CHANNEL).bind(messages).execute(&self.pool).await.map(drop)?)
    }

    async fn listen(&self, ears: &Ears) {
        let Ok(mut listener) = PgListener::connect_with(&self.pool).await else { return };
        if listener.listen(CHANNEL).await.is_err() {
            return;
        }
        ears.open().await;
        // `None` says that the connection was lost.
        while let Ok(Some(notification)) = listener.try_recv().await {
            ears.hear(notification.payload()).await;
        }
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
}
