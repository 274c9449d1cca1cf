//! Notices: settings, subscriptions and the queue.

use async_trait::async_trait;
use shangrila_protocol::{NoticeSettings, PersonId, PushSubscription, TableId};

use super::super::Store;
use super::tables::{is_turn, parsed};
use crate::notices::{Channel, Way};
use crate::random;
use crate::store::{DueNotice, NoticeEntry, NoticeStore, RecoveryStore, StoreError};

#[async_trait]
impl NoticeStore for Store {
    async fn push_key(&self, new: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        sqlx::query("INSERT INTO server_keys (name, value) VALUES ('push', $1) ON CONFLICT DO NOTHING")
            .bind(new)
            .execute(&self.pool)
            .await?;
        let (key,): (Vec<u8>,) =
            sqlx::query_as("SELECT value FROM server_keys WHERE name = 'push'").fetch_one(&self.pool).await?;
        Ok(key)
    }

    async fn notice_settings(&self, person: &PersonId) -> Result<NoticeEntry, StoreError> {
        let row: Option<(String, String)> =
            sqlx::query_as("SELECT settings, unsubscribe FROM notice_settings WHERE person = $1")
                .bind(person.as_str())
                .fetch_optional(&self.pool)
                .await?;
        let (settings, unsubscribe) = match row {
            Some((settings, unsubscribe)) => (serde_json::from_str(&settings)?, unsubscribe),
            None => Default::default(),
        };
        Ok(NoticeEntry { settings, email: self.email_of(person).await?, unsubscribe })
    }

    async fn set_notice_settings(&self, person: &PersonId, settings: &NoticeSettings) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO notice_settings (person, settings, unsubscribe) VALUES ($1, $2, $3)
            ON CONFLICT (person) DO UPDATE SET settings = $2",
        )
        .bind(person.as_str())
        .bind(serde_json::to_string(settings)?)
        .bind(random::word::<16>())
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn unsubscribe(&self, secret: &str) -> Result<bool, StoreError> {
        let row: Option<(String,)> = sqlx::query_as("SELECT person FROM notice_settings WHERE unsubscribe = $1")
            .bind(secret)
            .fetch_optional(&self.pool)
            .await?;
        let Some((person,)) = row else { return Ok(false) };
        let person: PersonId = parsed(&person)?;
        let mut settings = self.notice_settings(&person).await?.settings;
        settings.email = Default::default();
        self.set_notice_settings(&person, &settings).await?;
        Ok(true)
    }

    async fn add_subscription(
        &self,
        person: &PersonId,
        subscription: &PushSubscription,
        now: u64,
        most: u32,
    ) -> Result<(), StoreError> {
        // A browser belongs to whoever used it last.
        sqlx::query(
            "INSERT INTO push_subscriptions (endpoint, id, person, p256dh, auth, created) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (endpoint) DO UPDATE SET person = $3, p256dh = $4, auth = $5, created = $6",
        )
        .bind(&subscription.endpoint)
        .bind(random::word::<8>())
        .bind(person.as_str())
        .bind(&subscription.p256dh)
        .bind(&subscription.auth)
        .bind(now as i64)
        .execute(&self.pool)
        .await?;
        sqlx::query(
            "DELETE FROM push_subscriptions WHERE person = $1 AND id NOT IN (
                SELECT id FROM push_subscriptions WHERE person = $1 ORDER BY created DESC, id LIMIT $2)",
        )
        .bind(person.as_str())
        .bind(i64::from(most))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn push_subscriptions(&self, person: &PersonId) -> Result<Vec<(String, PushSubscription)>, StoreError> {
        let rows: Vec<(String, String, String, String)> =
            sqlx::query_as("SELECT id, endpoint, p256dh, auth FROM push_subscriptions WHERE person = $1 ORDER BY id")
                .bind(person.as_str())
                .fetch_all(&self.pool)
                .await?;
        let entry = |(id, endpoint, p256dh, auth)| (id, PushSubscription { endpoint, p256dh, auth });
        Ok(rows.into_iter().map(entry).collect())
    }

    async fn remove_subscription(&self, person: &PersonId, id: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM push_subscriptions WHERE person = $1 AND id = $2")
            .bind(person.as_str())
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn queue_notice(
        &self,
        person: &PersonId,
        table: &TableId,
        channel: &Channel,
        due: u64,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO notice_queue (person, table_id, channel, due, attempts) VALUES ($1, $2, $3, $4, 0)
            ON CONFLICT (person, table_id, channel) DO UPDATE SET due = $4, attempts = 0",
        )
        .bind(person.as_str())
        .bind(table.as_str())
        .bind(channel.name())
        .bind(due as i64)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn due_notices(&self, way: Way, by: u64, most: usize) -> Result<Vec<DueNotice>, StoreError> {
        let (one, other) = way.prefixes();
        let rows: Vec<(String, String, String, i64, i64)> = sqlx::query_as(
            "SELECT person, table_id, channel, due, attempts FROM (
                SELECT person, table_id, channel, due, attempts,
                    ROW_NUMBER() OVER (PARTITION BY person ORDER BY due, table_id, channel) AS place
                FROM notice_queue WHERE due <= $1 AND (channel LIKE $2 OR channel LIKE $3)
            ) AS waiting WHERE place = 1 ORDER BY due LIMIT $4",
        )
        .bind(by as i64)
        .bind(format!("{one}%"))
        .bind(format!("{other}%"))
        .bind(most as i64)
        .fetch_all(&self.pool)
        .await?;
        let mut notices = Vec::new();
        for (person, table, channel, due, attempts) in rows {
            let Some(channel) = Channel::from_name(&channel) else { continue };
            let (person, table) = (parsed(&person)?, parsed(&table)?);
            notices.push(DueNotice { person, table, channel, due: due as u64, attempts: attempts as u32 });
        }
        Ok(notices)
    }

    async fn claim_notice(&self, notice: &DueNotice, until: u64) -> Result<bool, StoreError> {
        let claimed = sqlx::query(
            "UPDATE notice_queue SET due = $4 WHERE person = $1 AND table_id = $2 AND channel = $3 AND due = $5",
        )
        .bind(notice.person.as_str())
        .bind(notice.table.as_str())
        .bind(notice.channel.name())
        .bind(until as i64)
        .bind(notice.due as i64)
        .execute(&self.pool)
        .await?;
        Ok(claimed.rows_affected() == 1)
    }

    async fn finish_notice(&self, notice: &DueNotice, again: Option<u64>) -> Result<(), StoreError> {
        // If the next turn has come meanwhile, its notice stays.
        let sql = match again {
            Some(_) => {
                "UPDATE notice_queue SET due = $5, attempts = attempts + 1
                WHERE person = $1 AND (table_id = $2 OR channel = 'digest') AND channel = $3 AND due = $4"
            }
            None => {
                "DELETE FROM notice_queue
                WHERE person = $1 AND (table_id = $2 OR channel = 'digest') AND channel = $3 AND due = $4 AND due <> $5"
            }
        };
        sqlx::query(sql)
            .bind(notice.person.as_str())
            .bind(notice.table.as_str())
            .bind(notice.channel.name())
            .bind(notice.due as i64)
            .bind(again.map_or(-1, |again| again as i64))
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn gather_digest(&self, notice: &DueNotice, now: u64) -> Result<Vec<TableId>, StoreError> {
        sqlx::query("UPDATE notice_queue SET due = $3 WHERE person = $1 AND channel = 'digest' AND due <= $2")
            .bind(notice.person.as_str())
            .bind(now as i64)
            .bind(notice.due as i64)
            .execute(&self.pool)
            .await?;
        let rows: Vec<(String,)> = sqlx::query_as(concat!(
            "SELECT u.table_id FROM turns u JOIN tables t ON t.id = u.table_id JOIN players s ON s.table_id = u.table_id
            WHERE s.person = $1 AND t.phase = 'playing' AND ",
            is_turn!(),
            " ORDER BY u.changed"
        ))
        .bind(notice.person.as_str())
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
    }

    async fn is_turn_of(&self, person: &PersonId, table: &TableId) -> Result<bool, StoreError> {
        let row: Option<(i64,)> = sqlx::query_as(concat!(
            "SELECT u.next FROM turns u JOIN tables t ON t.id = u.table_id JOIN players s ON s.table_id = u.table_id
            WHERE u.table_id = $1 AND s.person = $2 AND t.phase = 'playing' AND ",
            is_turn!()
        ))
        .bind(table.as_str())
        .bind(person.as_str())
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.is_some())
    }
}
