//! Recovery codes, e-mail addresses and links.

use async_trait::async_trait;
use shangrila_protocol::PersonId;
use sqlx::Connection as _;

use super::super::{Pool, Store, dialect};
use super::people::{PersonRow, people};
use super::tables::parsed;
use crate::identity::TokenHash;
use crate::store::{LinkEntry, LinkPurpose, PersonEntry, RecoveryStore, StoreError};

#[async_trait]
impl RecoveryStore for Store {
    async fn set_recovery_codes(&self, person: &PersonId, codes: &[TokenHash]) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let mut transaction = connection.begin_with(dialect::BEGIN).await?;
        sqlx::query("DELETE FROM recovery_codes WHERE person = $1")
            .bind(person.as_str())
            .execute(&mut *transaction)
            .await?;
        for code in codes {
            sqlx::query("INSERT INTO recovery_codes (person, code_hash) VALUES ($1, $2)")
                .bind(person.as_str())
                .bind(&code[..])
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn count_recovery_codes(&self, person: &PersonId) -> Result<u32, StoreError> {
        let (count,): (i64,) = sqlx::query_as("SELECT count(*) FROM recovery_codes WHERE person = $1")
            .bind(person.as_str())
            .fetch_one(&self.pool)
            .await?;
        Ok(count as u32)
    }

    async fn has_recovery_code(&self, person: &PersonId, code: &TokenHash) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT 1 FROM recovery_codes WHERE person = $1 AND code_hash = $2")
            .bind(person.as_str())
            .bind(&code[..])
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.is_some())
    }

    async fn use_recovery_code(&self, person: &PersonId, code: &TokenHash) -> Result<bool, StoreError> {
        let done = sqlx::query("DELETE FROM recovery_codes WHERE person = $1 AND code_hash = $2")
            .bind(person.as_str())
            .bind(&code[..])
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn email_of(&self, person: &PersonId) -> Result<Option<String>, StoreError> {
        let row: Option<(Option<String>,)> = sqlx::query_as("SELECT email FROM people WHERE id = $1")
            .bind(person.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.and_then(|(email,)| email))
    }

    async fn set_email(&self, person: &PersonId, email: Option<&str>) -> Result<bool, StoreError> {
        let done = sqlx::query("UPDATE people SET email = $1, email_key = $2 WHERE id = $3 AND kind = 'account'")
            .bind(email)
            .bind(email.map(str::to_lowercase))
            .bind(person.as_str())
            .execute(&self.pool)
            .await;
        match done.map_err(StoreError::from) {
            Ok(done) => Ok(done.rows_affected() > 0),
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn find_by_email(&self, email: &str) -> Result<Option<PersonEntry>, StoreError> {
        let row =
            sqlx::query_as(people!("email_key = $1")).bind(email.to_lowercase()).fetch_optional(&self.pool).await?;
        Ok(row.map(|PersonRow(entry)| entry))
    }

    async fn add_link(&self, token: &TokenHash, link: &LinkEntry, now: u64) -> Result<bool, StoreError> {
        insert_link(&self.pool, token, link, now).await
    }

    async fn find_link(
        &self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: u64,
    ) -> Result<Option<LinkEntry>, StoreError> {
        let row: Option<(String, Option<String>, i64)> = sqlx::query_as(
            "SELECT person, email, expires FROM links WHERE token_hash = $1 AND purpose = $2 AND expires > $3",
        )
        .bind(&token[..])
        .bind(purpose_name(purpose))
        .bind(now as i64)
        .fetch_optional(&self.pool)
        .await?;
        let Some((person, email, expires)) = row else { return Ok(None) };
        Ok(Some(LinkEntry { person: parsed(&person)?, purpose, email, expires: expires as u64 }))
    }

    async fn use_link(&self, token: &TokenHash, purpose: LinkPurpose, now: u64) -> Result<bool, StoreError> {
        // One statement, so that of two requests with the same link only one finds it.
        let done = sqlx::query(
            "DELETE FROM links WHERE purpose = $2
                AND person = (SELECT person FROM links WHERE token_hash = $1 AND purpose = $2 AND expires > $3)",
        )
        .bind(&token[..])
        .bind(purpose_name(purpose))
        .bind(now as i64)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }
}

/// See [`RecoveryStore::add_link`]. The operator's commands do this too, without the rest of the store.
pub(super) async fn insert_link(
    pool: &Pool,
    token: &TokenHash,
    link: &LinkEntry,
    now: u64,
) -> Result<bool, StoreError> {
    // Only mails replace each other: what anyone can ask for does not end a link that a moderator has handed over.
    sqlx::query(
        "DELETE FROM links WHERE expires <= $1
            OR person = $2 AND purpose = $3 AND email IS NOT NULL AND $4 IS NOT NULL",
    )
    .bind(now as i64)
    .bind(link.person.as_str())
    .bind(purpose_name(link.purpose))
    .bind(&link.email)
    .execute(pool)
    .await?;
    let done = sqlx::query(
        "INSERT INTO links (token_hash, person, purpose, email, expires)
        SELECT $1, id, $3, $4, $5 FROM people WHERE id = $2 AND kind = 'account'",
    )
    .bind(&token[..])
    .bind(link.person.as_str())
    .bind(purpose_name(link.purpose))
    .bind(&link.email)
    .bind(link.expires as i64)
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}

fn purpose_name(purpose: LinkPurpose) -> &'static str {
    match purpose {
        LinkPurpose::Verify => "verify",
        LinkPurpose::Reset => "reset",
    }
}
