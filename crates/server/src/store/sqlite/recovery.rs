//! Recovery codes, e-mail addresses and mailed links in SQLite.

use async_trait::async_trait;
use shangrila_protocol::PersonId;
use sqlx::Connection;

use super::super::{LinkPurpose, MailedLink, PersonEntry, RecoveryStore, StoreError};
use super::Sqlite;
use super::people::{PersonRow, people};
use super::tables::parsed;
use crate::identity::TokenHash;

#[async_trait]
impl RecoveryStore for Sqlite {
    async fn set_recovery_codes(&self, person: &PersonId, codes: &[TokenHash]) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query("DELETE FROM recovery_codes WHERE person = ?")
            .bind(person.as_str())
            .execute(&mut *transaction)
            .await?;
        for code in codes {
            sqlx::query("INSERT INTO recovery_codes (person, code_hash) VALUES (?, ?)")
                .bind(person.as_str())
                .bind(&code[..])
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn count_recovery_codes(&self, person: &PersonId) -> Result<u32, StoreError> {
        let (count,): (i64,) = sqlx::query_as("SELECT count(*) FROM recovery_codes WHERE person = ?")
            .bind(person.as_str())
            .fetch_one(&self.pool)
            .await?;
        Ok(count as u32)
    }

    async fn use_recovery_code(&self, person: &PersonId, code: &TokenHash) -> Result<bool, StoreError> {
        let done = sqlx::query("DELETE FROM recovery_codes WHERE person = ? AND code_hash = ?")
            .bind(person.as_str())
            .bind(&code[..])
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn email_of(&self, person: &PersonId) -> Result<Option<String>, StoreError> {
        let row: Option<(Option<String>,)> = sqlx::query_as("SELECT email FROM people WHERE id = ?")
            .bind(person.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.and_then(|(email,)| email))
    }

    async fn set_email(&self, person: &PersonId, email: Option<&str>) -> Result<bool, StoreError> {
        let done = sqlx::query("UPDATE people SET email = ?, email_key = ? WHERE id = ? AND kind = 'account'")
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
            sqlx::query_as(people!("email_key = ?")).bind(email.to_lowercase()).fetch_optional(&self.pool).await?;
        Ok(row.map(|PersonRow(entry)| entry))
    }

    async fn add_link(&self, token: &TokenHash, link: &MailedLink, now: u64) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM mailed_links WHERE expires <= ? OR person = ? AND purpose = ?")
            .bind(now as i64)
            .bind(link.person.as_str())
            .bind(purpose_name(link.purpose))
            .execute(&self.pool)
            .await?;
        sqlx::query("INSERT INTO mailed_links (token_hash, person, purpose, email, expires) VALUES (?, ?, ?, ?, ?)")
            .bind(&token[..])
            .bind(link.person.as_str())
            .bind(purpose_name(link.purpose))
            .bind(&link.email)
            .bind(link.expires as i64)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn use_link(
        &self,
        token: &TokenHash,
        purpose: LinkPurpose,
        now: u64,
    ) -> Result<Option<MailedLink>, StoreError> {
        let row: Option<(String, String, i64)> = sqlx::query_as(
            "DELETE FROM mailed_links WHERE token_hash = ? AND purpose = ? AND expires > ? RETURNING person, email, expires",
        )
        .bind(&token[..])
        .bind(purpose_name(purpose))
        .bind(now as i64)
        .fetch_optional(&self.pool)
        .await?;
        let Some((person, email, expires)) = row else { return Ok(None) };
        Ok(Some(MailedLink { person: parsed(&person)?, purpose, email, expires: expires as u64 }))
    }
}

fn purpose_name(purpose: LinkPurpose) -> &'static str {
    match purpose {
        LinkPurpose::Verify => "verify",
        LinkPurpose::Reset => "reset",
    }
}
