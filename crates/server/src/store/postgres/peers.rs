//! What processes that share a PostgreSQL database need of it: messages by NOTIFY, leases as rows, and its time.

use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Value, json};
use shangrila_protocol::TableId;
use sqlx::postgres::PgConnection;
use tokio::sync::Mutex;

use super::hosts::Hosts;
use super::pool::Pool;
use crate::peers::{Claim, Ears, LastNumbers, PeerDatabase, ProcessId, ProcessKind, Renewal};
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

/// Takes a task, unless somebody who is alive has it, or it is too late.
const TAKE: &str = "INSERT INTO leases (task, holder, claim)
    SELECT $1, $2, $3 WHERE $4 > (extract(epoch FROM clock_timestamp()) * 1000)::bigint AND NOT EXISTS (
        SELECT 1 FROM leases l JOIN processes p ON p.id = l.holder
        WHERE l.task = $1 AND l.holder <> $2 AND p.expires > (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    ON CONFLICT (task) DO UPDATE SET holder = excluded.holder,
        claim = CASE WHEN leases.holder = $2 THEN greatest(leases.claim, excluded.claim) ELSE excluded.claim END
    WHERE leases.holder = $2 OR NOT EXISTS (
        SELECT 1 FROM processes p
        WHERE p.id = leases.holder AND p.expires > (extract(epoch FROM clock_timestamp()) * 1000)::bigint)";

/// Leaves tasks, unless they were claimed again.
const LEAVE: &str = "DELETE FROM leases USING jsonb_array_elements($1::jsonb) c
    WHERE task = c ->> 0 AND holder = c ->> 1 AND claim <= (c ->> 2)::bigint";

const LAST_NUMBERS: &str = "SELECT t.id,
        coalesce((SELECT number FROM events WHERE table_id = t.id ORDER BY number DESC LIMIT 1), 0),
        coalesce((SELECT number FROM chat WHERE table_id = t.id AND number <= 1000000 ORDER BY number DESC LIMIT 1), 0),
        coalesce((SELECT number FROM chat WHERE table_id = t.id AND number > 1000000 ORDER BY number DESC LIMIT 1), 0)
    FROM jsonb_array_elements_text($1::jsonb) t (id)";

/// The database, as processes use it among themselves.
pub(crate) struct PeerTables {
    pool: Pool,
    hosts: Hosts,
    heartbeat: Mutex<Heartbeat>,
}

/// The connection for signs of life, which must not wait for anyone else's statements. It also finds out when the database has moved to another host.
#[derive(Default)]
struct Heartbeat {
    open: Option<PgConnection>,
    is_lost: bool,
}

impl PeerTables {
    pub(super) fn new(hosts: Hosts, pool: Pool) -> PeerTables {
        PeerTables { pool, hosts, heartbeat: Mutex::default() }
    }

    /// Takes the connection for signs of life out of its place, so that one that fails or does not answer is not used again. What has happened to it has
    /// happened to the others as well.
    async fn take_connection(&self, heartbeat: &mut Heartbeat) -> Result<PgConnection, StoreError> {
        let open = match heartbeat.open.take() {
            Some(open) => open,
            None => self.hosts.connect().await?,
        };
        if std::mem::replace(&mut heartbeat.is_lost, true) {
            self.pool.start_over();
        }
        Ok(open)
    }
}

impl Heartbeat {
    fn put_back(&mut self, connection: PgConnection) {
        (self.open, self.is_lost) = (Some(connection), false);
    }
}

#[async_trait]
impl PeerDatabase for PeerTables {
    async fn renew(&self, process: &ProcessId, lifetime: Duration) -> Result<Renewal, StoreError> {
        let mut heartbeat = self.heartbeat.lock().await;
        let mut connection = self.take_connection(&mut heartbeat).await?;
        let (now, renewed, other_servers, workers): (i64, i64, i64, i64) =
            sqlx::query_as(RENEW).bind(&process.0).bind(lifetime.as_millis() as i64).fetch_one(&mut connection).await?;
        heartbeat.put_back(connection);
        Ok(Renewal {
            now: now as u64,
            is_known: renewed > 0,
            other_servers: other_servers as usize,
            workers: workers as usize,
        })
    }

    async fn enter(&self, process: &ProcessId, kind: ProcessKind) -> Result<(), StoreError> {
        let mut heartbeat = self.heartbeat.lock().await;
        let mut connection = self.take_connection(&mut heartbeat).await?;
        let enter = sqlx::query(ENTER).bind(&process.0).bind(kind.lifetime().as_millis() as i64).bind(kind.name());
        enter.execute(&mut connection).await?;
        heartbeat.put_back(connection);
        Ok(())
    }

    async fn take(&self, claim: &Claim, until: u64) -> Result<bool, StoreError> {
        let take = sqlx::query(TAKE).bind(&claim.task).bind(&claim.process.0).bind(claim.number as i64);
        Ok(take.bind(until as i64).execute(&self.pool).await?.rows_affected() > 0)
    }

    async fn leave(&self, claims: &[Claim]) -> Result<(), StoreError> {
        let claim = |claim: &Claim| json!([claim.task, claim.process, claim.number]);
        let claims = Value::Array(claims.iter().map(claim).collect()).to_string();
        Ok(sqlx::query(LEAVE).bind(claims).execute(&self.pool).await.map(drop)?)
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
        let Ok(mut listener) = self.pool.listen(CHANNEL).await else { return };
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
            Some(LastNumbers { table: table.parse().ok()?, events: Some(events as u64), lines })
        };
        Ok(rows.into_iter().filter_map(numbers).collect())
    }
}
