//! Sessions.

use std::collections::HashSet;

use async_trait::async_trait;
use shangrila_protocol::{PersonId, SessionId};
use sqlx::{FromRow, Row as _};

use super::super::{Row, Store};
use super::people::PersonRow;
use super::tables::{EVERYTHING, parsed};
use crate::identity::{Device, TokenHash};
use crate::store::{PersonEntry, SessionEntry, SessionStore, StoreError};

struct SessionRow(SessionEntry);

impl FromRow<'_, Row> for SessionRow {
    fn from_row(row: &Row) -> Result<SessionRow, sqlx::Error> {
        Ok(SessionRow(SessionEntry {
            id: parsed(row.try_get("session")?)?,
            person: parsed(row.try_get("person")?)?,
            created: row.try_get::<i64, _>("created")? as u64,
            used: row.try_get::<i64, _>("used")? as u64,
            expires: row.try_get::<i64, _>("expires")? as u64,
            device: Device { browser: row.try_get("browser")?, system: row.try_get("system")? },
        }))
    }
}

/// A session and whose it is.
struct SessionAndPerson(SessionEntry, PersonEntry);

impl FromRow<'_, Row> for SessionAndPerson {
    fn from_row(row: &Row) -> Result<SessionAndPerson, sqlx::Error> {
        let (SessionRow(session), PersonRow(person)) = (SessionRow::from_row(row)?, PersonRow::from_row(row)?);
        Ok(SessionAndPerson(session, person))
    }
}

#[async_trait]
impl SessionStore for Store {
    async fn start_session(
        &self,
        new: &SessionEntry,
        token_hash: &TokenHash,
        most: u32,
    ) -> Result<Vec<SessionId>, StoreError> {
        sqlx::query(
            "INSERT INTO sessions (id, token_hash, person, created, used, expires, browser, system)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(new.id.as_str())
        .bind(&token_hash[..])
        .bind(new.person.as_str())
        .bind(new.created as i64)
        .bind(new.used as i64)
        .bind(new.expires as i64)
        .bind(&new.device.browser)
        .bind(&new.device.system)
        .execute(&self.pool)
        .await?;
        let ended: Vec<(String,)> = sqlx::query_as(
            "DELETE FROM sessions WHERE id IN (
                SELECT id FROM sessions WHERE person = $1 AND id <> $2 ORDER BY used DESC, created DESC LIMIT $4 OFFSET $3)
            RETURNING id",
        )
        .bind(new.person.as_str())
        .bind(new.id.as_str())
        .bind(i64::from(most) - 1)
        .bind(EVERYTHING)
        .fetch_all(&self.pool)
        .await?;
        ids(&ended)
    }

    async fn find_session(
        &self,
        token_hash: &TokenHash,
        now: u64,
    ) -> Result<Option<(SessionEntry, PersonEntry)>, StoreError> {
        let row = sqlx::query_as(
            "SELECT s.id AS session, s.person, s.created, s.used, s.expires, s.browser, s.system,
                p.id, p.name, p.kind, p.password_hash, p.profile_public, p.since, p.seen
            FROM sessions s JOIN people p ON p.id = s.person
            WHERE s.token_hash = $1 AND s.expires > $2 AND p.kind <> 'deleted'",
        )
        .bind(&token_hash[..])
        .bind(now as i64)
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|SessionAndPerson(session, person)| (session, person)))
    }

    async fn has_session(&self, id: &SessionId, now: u64) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT 1 FROM sessions WHERE id = $1 AND expires > $2")
            .bind(id.as_str())
            .bind(now as i64)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.is_some())
    }

    async fn sessions_among(&self, sessions: &[SessionId], now: u64) -> Result<HashSet<SessionId>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as(concat!("SELECT id FROM sessions WHERE id IN ", listed!("$1"), " AND expires > $2"))
                .bind(serde_json::to_string(sessions)?)
                .bind(now as i64)
                .fetch_all(&self.pool)
                .await?;
        Ok(ids(&rows)?.into_iter().collect())
    }

    async fn extend_session(&self, id: &SessionId, used: u64, expires: u64) -> Result<(), StoreError> {
        sqlx::query("UPDATE sessions SET used = $1, expires = $2 WHERE id = $3")
            .bind(used as i64)
            .bind(expires as i64)
            .bind(id.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn sessions_of(&self, person: &PersonId, now: u64) -> Result<Vec<SessionEntry>, StoreError> {
        let rows: Vec<SessionRow> = sqlx::query_as(
            "SELECT id AS session, person, created, used, expires, browser, system FROM sessions
            WHERE person = $1 AND expires > $2 ORDER BY used DESC, created DESC, id",
        )
        .bind(person.as_str())
        .bind(now as i64)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|SessionRow(session)| session).collect())
    }

    async fn end_session(&self, person: &PersonId, id: &SessionId) -> Result<bool, StoreError> {
        let done = sqlx::query("DELETE FROM sessions WHERE id = $1 AND person = $2")
            .bind(id.as_str())
            .bind(person.as_str())
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn end_sessions(&self, person: &PersonId, except: Option<&SessionId>) -> Result<Vec<SessionId>, StoreError> {
        let ended: Vec<(String,)> =
            sqlx::query_as("DELETE FROM sessions WHERE person = $1 AND id IS DISTINCT FROM $2 RETURNING id")
                .bind(person.as_str())
                .bind(except.map(SessionId::as_str))
                .fetch_all(&self.pool)
                .await?;
        ids(&ended)
    }

    async fn knows_device(&self, person: &PersonId, device: &TokenHash) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT 1 FROM known_devices WHERE person = $1 AND token_hash = $2")
            .bind(person.as_str())
            .bind(&device[..])
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.is_some())
    }

    async fn remember_device(
        &self,
        person: &PersonId,
        device: &TokenHash,
        now: u64,
        most: u32,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO known_devices (person, token_hash, used) VALUES ($1, $2, $3)
            ON CONFLICT (person, token_hash) DO UPDATE SET used = $3",
        )
        .bind(person.as_str())
        .bind(&device[..])
        .bind(now as i64)
        .execute(&self.pool)
        .await?;
        sqlx::query(
            "DELETE FROM known_devices WHERE person = $1 AND token_hash IN (
                SELECT token_hash FROM known_devices WHERE person = $1 ORDER BY used DESC LIMIT $3 OFFSET $2)",
        )
        .bind(person.as_str())
        .bind(i64::from(most))
        .bind(EVERYTHING)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn delete_expired_sessions(&self, now: u64) -> Result<Vec<SessionId>, StoreError> {
        let ended: Vec<(String,)> = sqlx::query_as("DELETE FROM sessions WHERE expires <= $1 RETURNING id")
            .bind(now as i64)
            .fetch_all(&self.pool)
            .await?;
        ids(&ended)
    }
}

fn ids(rows: &[(String,)]) -> Result<Vec<SessionId>, StoreError> {
    Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
}
