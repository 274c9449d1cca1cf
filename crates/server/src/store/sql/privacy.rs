//! Personal data: export and deletion.

use serde_json::json;
use shangrila_protocol::{PersonId, TableSummary};
use sqlx::{Connection as _, Transaction};

use super::super::{Connection, Driver, Store, dialect};
use super::people::expired_guests;
use super::tables::{SummaryRow, parsed, summaries};
use crate::retention::Expiry;
use crate::store::{
    ClubStore, Export, ExportCursor, ExportList, ExportPage, FriendStore, NoticeStore, OwnInvitation, OwnSanction,
    PasskeyStore, PeopleStore, PersonEntry, RecoveryStore, SessionStore, StoreError, TournamentStore, VacationStore,
};

/// The most items on a page of an export.
const PAGE: i64 = 250;

/// Deletes a person. A row without a name remains, so that their moves still belong to a person.
const DELETE: &[&str] = &[
    "UPDATE people SET kind = 'deleted', name = '', name_key = NULL, name_skeleton = NULL, password_hash = NULL, token_hash = NULL, owner = NULL,
        email = NULL, email_key = NULL,
        profile_public = 0, since = 0, seen = 0 WHERE id = $1",
    "DELETE FROM sessions WHERE person = $1",
    "DELETE FROM known_devices WHERE person = $1",
    "DELETE FROM recovery_codes WHERE person = $1",
    "DELETE FROM passkeys WHERE person = $1",
    "DELETE FROM links WHERE person = $1",
    "DELETE FROM mutes WHERE person = $1",
    "DELETE FROM mutes WHERE muted = $1",
    "DELETE FROM ratings WHERE rated = $1",
    "DELETE FROM rating_changes WHERE rated = $1",
    "UPDATE chat SET text = '' WHERE person = $1",
    "DELETE FROM roles WHERE person = $1",
    "DELETE FROM sanctions WHERE target = $1",
    "DELETE FROM blocks WHERE person = $1",
    "DELETE FROM blocks WHERE blocked = $1",
    "DELETE FROM reports WHERE by = $1",
    "DELETE FROM reports WHERE person = $1",
    "DELETE FROM lobby_visits WHERE person = $1",
    "DELETE FROM notice_settings WHERE person = $1",
    "DELETE FROM push_subscriptions WHERE person = $1",
    "DELETE FROM notice_queue WHERE person = $1",
    "DELETE FROM friendships WHERE asker = $1 OR asked = $1",
    "DELETE FROM follows WHERE person = $1 OR followed = $1",
    "DELETE FROM connected_people WHERE person = $1",
    "DELETE FROM table_invitations WHERE invited = $1 OR by = $1",
    // A club goes to its oldest organiser, or its oldest member; the last one closes it.
    "UPDATE club_members SET role = 'owner' WHERE EXISTS (
            SELECT 1 FROM club_members o WHERE o.club = club_members.club AND o.person = $1 AND o.role = 'owner')
        AND person = (SELECT m.person FROM club_members m WHERE m.club = club_members.club AND m.person <> $1 AND m.role <> 'asking'
            ORDER BY CASE m.role WHEN 'organiser' THEN 0 ELSE 1 END, m.since, m.person LIMIT 1)",
    "DELETE FROM club_members WHERE person = $1",
    "UPDATE clubs SET closed = 1, name_key = NULL, event = NULL WHERE $1 <> '' AND closed = 0
        AND NOT EXISTS (SELECT 1 FROM club_members m WHERE m.club = clubs.id AND m.role = 'owner')",
    "DELETE FROM conditional_moves WHERE person = $1",
    "DELETE FROM table_notes WHERE person = $1",
    "DELETE FROM vacations WHERE person = $1",
    "DELETE FROM tournament_people WHERE person = $1",
    "UPDATE tournaments SET name = '' WHERE director = $1",
];

impl Store {
    /// Deletes a person and their bots.
    pub(super) async fn delete_person(&self, id: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let deleted = delete_on(&mut connection, id).await;
        if deleted.is_err() {
            // SQLite may have ended the transaction by itself, which the driver does not notice.
            connection.close_on_drop();
        }
        self.erase_deleted();
        deleted
    }

    /// Deletes a guest who has expired. Returns whether that is so.
    pub(super) async fn delete_guest(&self, id: &PersonId, expiry: Expiry) -> Result<bool, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let deleted = delete_guest_on(&mut connection, id, expiry).await;
        if deleted.is_err() {
            // SQLite may have ended the transaction by itself, which the driver does not notice.
            connection.close_on_drop();
        }
        self.erase_deleted();
        deleted
    }

    /// The invitations that a person has sent or received, each as table, inviter and invited.
    async fn own_invitations(&self, id: &PersonId) -> Result<Vec<OwnInvitation>, StoreError> {
        let rows: Vec<(String, String, String, i64)> = sqlx::query_as(
            "SELECT table_id, by, invited, at FROM table_invitations WHERE by = $1 OR invited = $1 ORDER BY at, table_id",
        )
        .bind(id.as_str())
        .fetch_all(&self.pool)
        .await?;
        let invitation = |(table, by, invited, at): (String, String, String, i64)| OwnInvitation {
            table,
            by,
            invited,
            at: at as u64,
        };
        Ok(rows.into_iter().map(invitation).collect())
    }

    /// Collects what is stored about a person, except for the long lists.
    pub(super) async fn export_of(&self, entry: PersonEntry) -> Result<Export, StoreError> {
        Ok(Export {
            since: entry.since,
            profile_public: entry.profile_public,
            email: self.email_of(&entry.person.id).await?,
            muted: self.muted_by(&entry.person.id).await?,
            blocked: self.moderation().list_blocked(&entry.person.id).await?,
            bots: self.bots_of(&entry.person.id).await?,
            ratings: self.ratings_of(&entry.person.id).await?,
            sessions: self.sessions_of(&entry.person.id, 0).await?,
            sanctions: self.sanctions_of(&entry.person.id).await?,
            passkeys: self.passkeys_of(&entry.person.id).await?,
            people: self.people_of(&entry.person.id, u64::MAX).await?,
            clubs: self.clubs_of(&entry.person.id).await?,
            invitations: self.own_invitations(&entry.person.id).await?,
            conditional_moves: self.prepared_by(&entry.person.id).await?,
            notes: self.notes_by(&entry.person.id).await?,
            vacations: self.vacations(&entry.person.id, 0).await?,
            notices: self.notice_settings(&entry.person.id).await?.settings,
            browsers: self
                .push_subscriptions(&entry.person.id)
                .await?
                .into_iter()
                .map(|(_, one)| one.endpoint)
                .collect(),
            tournaments: self.tournaments_of(&entry.person.id).await?,
            person: entry.person,
        })
    }

    /// Returns the bans and mutes in force against a person.
    async fn sanctions_of(&self, id: &PersonId) -> Result<Vec<OwnSanction>, StoreError> {
        let rows: Vec<(String, i64, Option<i64>, String)> =
            sqlx::query_as("SELECT kind, since, until, reason FROM sanctions WHERE target = $1 ORDER BY kind")
                .bind(id.as_str())
                .fetch_all(&self.pool)
                .await?;
        let sanction = |(kind, since, until, reason): (String, i64, Option<i64>, String)| OwnSanction {
            kind,
            since: since as u64,
            until: until.map(|until| until as u64),
            reason,
        };
        Ok(rows.into_iter().map(sanction).collect())
    }

    /// Reads one page of a long list.
    pub(super) async fn page_of(
        &self,
        id: &PersonId,
        list: ExportList,
        after: Option<ExportCursor>,
    ) -> Result<ExportPage, StoreError> {
        let (table, number) = after.unwrap_or_default();
        let rows: Vec<(ExportCursor, String)> = match list {
            ExportList::Tables => {
                let rows: Vec<SummaryRow> = sqlx::query_as(summaries!(
                    "WHERE (t.host = $1 OR t.id IN (SELECT table_id FROM players WHERE person = $1)) AND t.id > $2
                    ORDER BY t.id LIMIT $3"
                ))
                .bind(id.as_str())
                .bind(table)
                .bind(PAGE)
                .fetch_all(&self.pool)
                .await?;
                let summaries = self.with_names(rows).await?;
                let row =
                    |summary: &TableSummary| Ok(((summary.table.to_string(), 0), serde_json::to_string(summary)?));
                summaries.iter().map(row).collect::<Result<_, StoreError>>()?
            }
            ExportList::Events => {
                let rows: Vec<(String, i64, String)> = sqlx::query_as(concat!(
                    "SELECT table_id, number, body FROM events
                    WHERE table_id IN (SELECT id FROM tables WHERE host = $1 UNION SELECT table_id FROM players WHERE person = $1)
                        AND (table_id, number) > ($2, $3) AND ",
                    json_text!("body", "by"),
                    " = $1 ORDER BY table_id, number LIMIT $4",
                ))
                .bind(id.as_str())
                .bind(table)
                .bind(number)
                .bind(PAGE)
                .fetch_all(&self.pool)
                .await?;
                // The body is JSON already.
                let row = |(table, number, body): (String, i64, String)| {
                    let item = format!(r#"{{"table":{},"event":{body}}}"#, json!(table));
                    ((table, number), item)
                };
                rows.into_iter().map(row).collect()
            }
            ExportList::Chat => {
                let rows: Vec<(String, i64, i64, String)> = sqlx::query_as(
                    "SELECT table_id, number, at, text FROM chat WHERE person = $1 AND (table_id, number) > ($2, $3)
                    ORDER BY table_id, number LIMIT $4",
                )
                .bind(id.as_str())
                .bind(table)
                .bind(number)
                .bind(PAGE)
                .fetch_all(&self.pool)
                .await?;
                let row = |(table, number, at, text): (String, i64, i64, String)| {
                    let item = json!({ "table": table, "at": at, "text": text }).to_string();
                    ((table, number), item)
                };
                rows.into_iter().map(row).collect()
            }
            ExportList::Reports => {
                type ReportRow = (i64, i64, String, Option<String>, Option<i64>, String, String);
                let rows: Vec<ReportRow> = sqlx::query_as(
                    "SELECT number, at, person, table_id, line, text, state FROM reports
                    WHERE by = $1 AND number > $2 ORDER BY number LIMIT $3",
                )
                .bind(id.as_str())
                .bind(number)
                .bind(PAGE)
                .fetch_all(&self.pool)
                .await?;
                let row = |(number, at, person, table, line, text, state): ReportRow| {
                    let item = json!({
                        "at": at, "person": person, "table": table, "line": line, "text": text, "state": state,
                    });
                    ((String::new(), number), item.to_string())
                };
                rows.into_iter().map(row).collect()
            }
        };
        let next = rows.last().filter(|_| rows.len() as i64 == PAGE).map(|(cursor, _)| cursor.clone());
        Ok(ExportPage { items: rows.into_iter().map(|(_, item)| item).collect(), next })
    }
}

async fn delete_on(connection: &mut Connection, id: &PersonId) -> Result<Vec<PersonId>, StoreError> {
    let mut transaction = connection.begin_with(dialect::BEGIN).await?;
    let deleted = delete_in(&mut transaction, id).await?;
    transaction.commit().await?;
    Ok(deleted)
}

async fn delete_guest_on(connection: &mut Connection, id: &PersonId, expiry: Expiry) -> Result<bool, StoreError> {
    let mut transaction = connection.begin_with(dialect::BEGIN).await?;
    // A visit is noted in the same row: it comes before this, and counts, or finds nobody.
    dialect::lock_person(&mut transaction, id).await?;
    let has_expired = sqlx::query(expired_guests!("AND id = $3"))
        .bind(expiry.guests as i64)
        .bind(expiry.unused_guests as i64)
        .bind(id.as_str())
        .fetch_optional(&mut *transaction)
        .await?
        .is_some();
    if !has_expired {
        return Ok(false);
    }
    delete_in(&mut transaction, id).await?;
    sqlx::query("DELETE FROM people WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM players WHERE person = $1)")
        .bind(id.as_str())
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(true)
}

/// Deletes a person and their bots, with the rest of a transaction.
async fn delete_in(transaction: &mut Transaction<'_, Driver>, id: &PersonId) -> Result<Vec<PersonId>, StoreError> {
    let rows: Vec<(String,)> =
        sqlx::query_as("SELECT id FROM people WHERE (id = $1 OR owner = $1) AND kind <> 'deleted'")
            .bind(id.as_str())
            .fetch_all(&mut **transaction)
            .await?;
    for (id,) in &rows {
        for &sql in DELETE {
            sqlx::query(sql).bind(id).execute(&mut **transaction).await?;
        }
    }
    Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
}
