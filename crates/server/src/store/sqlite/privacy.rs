//! Personal data: export and deletion.

use shangrila_protocol::PersonId;

use super::super::{Export, ExportedEvent, ExportedLine, PeopleStore, PersonEntry, StoreError};
use super::Sqlite;
use super::tables::{SummaryRow, parsed, summaries};

/// Deletes a person. A row without a name remains, so that their moves still belong to a person.
const DELETE: [&str; 6] = [
    "UPDATE people SET kind = 'deleted', name = '', name_key = NULL, password_hash = NULL, token_hash = NULL, owner = NULL,
        profile_public = 0, epoch = epoch + 1, since = 0 WHERE id = ?",
    "DELETE FROM mutes WHERE person = ?",
    "DELETE FROM mutes WHERE muted = ?",
    "DELETE FROM ratings WHERE rated = ?",
    "DELETE FROM rating_changes WHERE rated = ?",
    "UPDATE chat SET text = '' WHERE person = ?",
];

impl Sqlite {
    /// Deletes a person and their bots.
    pub(super) async fn delete_person(&self, id: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        // Immediate, because a transaction that reads first cannot wait for other writers when it starts to write.
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM people WHERE (id = ?1 OR owner = ?1) AND kind <> 'deleted'")
                .bind(id.as_str())
                .fetch_all(&mut *transaction)
                .await?;
        for (id,) in &rows {
            for sql in DELETE {
                sqlx::query(sql).bind(id).execute(&mut *transaction).await?;
            }
        }
        transaction.commit().await?;
        Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
    }

    /// Collects everything stored about a person.
    pub(super) async fn export_of(&self, entry: PersonEntry) -> Result<Export, StoreError> {
        let id = entry.person.id.as_str();
        let tables: Vec<SummaryRow> = sqlx::query_as(summaries!(
            "WHERE t.host = ?1 OR t.id IN (SELECT table_id FROM players WHERE person = ?1) ORDER BY u.changed DESC"
        ))
        .bind(id)
        .fetch_all(&self.pool)
        .await?;
        let events: Vec<(String, String)> = sqlx::query_as(
            "SELECT table_id, body FROM events
            WHERE table_id IN (SELECT id FROM tables WHERE host = ?1 UNION SELECT table_id FROM players WHERE person = ?1)
                AND body ->> 'by' = ?1 ORDER BY table_id, number",
        )
        .bind(id)
        .fetch_all(&self.pool)
        .await?;
        let lines: Vec<(String, i64, String)> =
            sqlx::query_as("SELECT table_id, at, text FROM chat WHERE person = ? ORDER BY at")
                .bind(id)
                .fetch_all(&self.pool)
                .await?;
        let event = |(table, body): &(String, String)| {
            Ok(ExportedEvent { table: parsed(table)?, event: serde_json::from_str(body)? })
        };
        let line =
            |(table, at, text): (String, i64, String)| Ok(ExportedLine { table: parsed(&table)?, at: at as u64, text });
        Ok(Export {
            since: entry.since,
            profile_public: entry.profile_public,
            muted: self.muted_by(&entry.person.id).await?,
            bots: self.bots_of(&entry.person.id).await?,
            ratings: self.ratings_of(&entry.person.id).await?,
            tables: self.with_names(tables).await?,
            events: events.iter().map(event).collect::<Result<_, StoreError>>()?,
            chat: lines.into_iter().map(line).collect::<Result<_, StoreError>>()?,
            person: entry.person,
        })
    }
}
