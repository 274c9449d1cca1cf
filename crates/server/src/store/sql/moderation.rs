//! Moderation. It needs nothing but connections, so that the commands on the host can use it beside a running server.

use async_trait::async_trait;
use shangrila_protocol::{
    AuditEntry, Companion, FoundPerson, LineStatus, ModeratedLine, ModerationAction, NewReport, Person, PersonId,
    Report, ReportState, Role, SanctionNotice, TableId,
};
use shangrila_rules::Seat;
use sqlx::{Connection as _, FromRow, Row as _};

use super::super::{Connection, Pool, Row, dialect};
use super::recovery::insert_link;
use super::tables::{kind_of, parsed};
use crate::identity::{ISSUED_RESET_LIFETIME, TokenHash};
use crate::store::{
    AuditedAction, LinkEntry, LinkPurpose, ModerationStore, RoleHolder, SanctionEntry, SanctionKind, StoreError,
    name_key,
};

/// The most entries of the log that are carried out at a time.
const MOST_CARRIED_OUT: i64 = 100;
/// The most people a search finds.
const MOST_FOUND: i64 = 50;
/// An hour in milliseconds.
const HOUR: u64 = 3_600_000;

/// The part of the database that moderation uses.
#[derive(Clone)]
pub(crate) struct ModerationTables {
    pub(in super::super) pool: Pool,
}

impl ModerationTables {
    /// Closes the connections.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// Selects the columns of an [`AuditEntry`].
macro_rules! audit_entries {
    ($rest:literal) => {
        concat!(
            "SELECT a.number, a.at, a.action, a.reason, a.by, b.name AS by_name, b.kind AS by_kind,
                ",
            json_text!("a.action", "person"),
            " AS about, p.name AS about_name, p.kind AS about_kind
            FROM audit a LEFT JOIN people b ON b.id = a.by LEFT JOIN people p ON p.id = ",
            json_text!("a.action", "person"),
            " ",
            $rest
        )
    };
}

struct AuditRow(AuditEntry);

impl FromRow<'_, Row> for AuditRow {
    fn from_row(row: &Row) -> Result<AuditRow, sqlx::Error> {
        let person = |id: &str, name: &str, kind: &str| -> Result<Option<Person>, sqlx::Error> {
            let Some(id) = row.try_get::<Option<&str>, _>(id)? else { return Ok(None) };
            let name = row.try_get::<Option<String>, _>(name)?.unwrap_or_default();
            let kind = kind_of(row.try_get::<Option<&str>, _>(kind)?.unwrap_or_default());
            Ok(Some(Person { id: parsed(id)?, name, kind }))
        };
        let action =
            serde_json::from_str(row.try_get("action")?).map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
        Ok(AuditRow(AuditEntry {
            number: row.try_get::<i64, _>("number")? as u64,
            at: row.try_get::<i64, _>("at")? as u64,
            by: person("by", "by_name", "by_kind")?,
            action,
            about: person("about", "about_name", "about_kind")?,
            reason: row.try_get("reason")?,
        }))
    }
}

#[async_trait]
impl ModerationStore for ModerationTables {
    async fn find_named(&self, name: &str) -> Result<Option<Person>, StoreError> {
        let row: Option<(String, String, String)> =
            sqlx::query_as("SELECT id, name, kind FROM people WHERE name_key = $1 AND kind <> 'deleted'")
                .bind(name_key(name))
                .fetch_optional(&self.pool)
                .await?;
        let person = |(id, name, kind): (String, String, String)| -> Result<Person, sqlx::Error> {
            Ok(Person { id: parsed(&id)?, name, kind: kind_of(&kind) })
        };
        Ok(row.map(person).transpose()?)
    }

    async fn role_of(&self, person: &PersonId) -> Result<Option<Role>, StoreError> {
        let row: Option<(String,)> = sqlx::query_as("SELECT role FROM roles WHERE person = $1")
            .bind(person.as_str())
            .fetch_optional(&self.pool)
            .await?;
        // A role that this version does not know gives no rights.
        Ok(row.and_then(|(role,)| role.parse().ok()))
    }

    async fn role_holders(&self) -> Result<Vec<RoleHolder>, StoreError> {
        let rows: Vec<(String, String, String, String, i64)> = sqlx::query_as(
            "SELECT p.id, p.name, p.kind, r.role, r.since FROM roles r JOIN people p ON p.id = r.person
            WHERE p.kind <> 'deleted' ORDER BY r.role, p.name",
        )
        .fetch_all(&self.pool)
        .await?;
        let mut holders = Vec::new();
        for (id, name, kind, role, since) in rows {
            if let Ok(role) = role.parse() {
                let person = Person { id: parsed(&id)?, name, kind: kind_of(&kind) };
                holders.push(RoleHolder { person, role, since: since as u64 });
            }
        }
        Ok(holders)
    }

    async fn record(&self, action: AuditedAction<'_>) -> Result<Option<u64>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let recorded = record_on(&mut connection, action).await;
        if recorded.is_err() {
            // SQLite may have ended the transaction by itself, which the driver does not notice.
            connection.close_on_drop();
        }
        recorded
    }

    async fn audit_before(&self, before: u64, most: usize) -> Result<Vec<AuditEntry>, StoreError> {
        let rows: Vec<AuditRow> = sqlx::query_as(audit_entries!("WHERE a.number < $1 ORDER BY a.number DESC LIMIT $2"))
            .bind(i64::try_from(before).unwrap_or(i64::MAX))
            .bind(most as i64)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|AuditRow(entry)| entry).collect())
    }

    async fn audit_after(&self, number: u64) -> Result<Vec<AuditEntry>, StoreError> {
        let rows: Vec<AuditRow> = sqlx::query_as(audit_entries!("WHERE a.number > $1 ORDER BY a.number LIMIT $2"))
            .bind(number as i64)
            .bind(MOST_CARRIED_OUT)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|AuditRow(entry)| entry).collect())
    }

    async fn carried_out(&self) -> Result<u64, StoreError> {
        let row: Option<(i64,)> =
            sqlx::query_as("SELECT number FROM audit_carried_out").fetch_optional(&self.pool).await?;
        Ok(row.map_or(0, |(number,)| number as u64))
    }

    async fn set_carried_out(&self, number: u64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO audit_carried_out (id, number) VALUES (0, $1)
            ON CONFLICT (id) DO UPDATE SET number = excluded.number WHERE audit_carried_out.number < excluded.number",
        )
        .bind(number as i64)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn sanctions(&self) -> Result<Vec<SanctionEntry>, StoreError> {
        let rows: Vec<(String, String, Option<i64>, String)> = sqlx::query_as(
            "SELECT kind, target, until, reason FROM sanctions
            UNION ALL SELECT s.kind, p.id, s.until, s.reason FROM sanctions s JOIN people p ON p.owner = s.target",
        )
        .fetch_all(&self.pool)
        .await?;
        let entry = |(kind, target, until, reason): (String, String, Option<i64>, String)| SanctionEntry {
            kind: if kind == "mute" { SanctionKind::Mute } else { SanctionKind::Ban },
            target,
            until: until.map(|until| until as u64),
            reason,
        };
        Ok(rows.into_iter().map(entry).collect())
    }

    async fn person_and_bots(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT id FROM people WHERE id = $1 OR owner = $1")
            .bind(person.as_str())
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
    }

    async fn find_people(&self, text: &str, now: u64) -> Result<Vec<FoundPerson>, StoreError> {
        let rows: Vec<FoundRow> = sqlx::query_as(
            "SELECT p.id, p.name, p.kind, p.since, p.seen, r.role, b.target AS banned, b.until AS ban_until,
                b.reason AS ban_reason, m.target AS muted, m.until AS mute_until, m.reason AS mute_reason
            FROM people p LEFT JOIN roles r ON r.person = p.id
                LEFT JOIN sanctions b ON b.kind = 'ban' AND b.target = p.id AND (b.until IS NULL OR b.until > $2)
                LEFT JOIN sanctions m ON m.kind = 'mute' AND m.target = p.id AND (m.until IS NULL OR m.until > $2)
            WHERE p.kind <> 'deleted' AND (p.id = $1 OR instr(lower(p.name), $4) > 0)
            ORDER BY p.seen DESC, p.id LIMIT $3",
        )
        .bind(text)
        .bind(now as i64)
        .bind(MOST_FOUND)
        .bind(text.to_ascii_lowercase())
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|FoundRow(found)| found).collect())
    }

    async fn report(&self, by: &PersonId, report: &NewReport, at: u64) -> Result<bool, StoreError> {
        self.add_report(by, report, at).await
    }

    async fn reports(&self, state: ReportState) -> Result<Vec<Report>, StoreError> {
        self.reports_in(state).await
    }

    async fn blocked_by(&self, person: &PersonId) -> Result<Vec<Person>, StoreError> {
        self.list_blocked(person).await
    }

    async fn blockers_of(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT person FROM blocks WHERE blocked = $1")
            .bind(person.as_str())
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
    }

    async fn block(&self, person: &PersonId, blocked: &PersonId, most: u32) -> Result<bool, StoreError> {
        self.add_block(person, blocked, most).await
    }

    async fn unblock(&self, person: &PersonId, blocked: &PersonId) -> Result<(), StoreError> {
        let sql = "DELETE FROM blocks WHERE person = $1 AND blocked = $2";
        sqlx::query(sql).bind(person.as_str()).bind(blocked.as_str()).execute(&self.pool).await?;
        Ok(())
    }

    async fn add_reset_link(&self, token: &TokenHash, person: &PersonId, now: u64) -> Result<bool, StoreError> {
        let expires = now + ISSUED_RESET_LIFETIME;
        let link = LinkEntry { person: person.clone(), purpose: LinkPurpose::Reset, email: None, expires };
        insert_link(&self.pool, token, &link, now).await
    }

    async fn latest_games(&self, person: &PersonId, most: usize) -> Result<Vec<(TableId, Seat)>, StoreError> {
        self.finished_games_of(person, most).await
    }

    async fn agreement(&self, table: &TableId, seat: Seat) -> Result<Option<(u32, u32)>, StoreError> {
        let row: Option<(i64, i64)> =
            sqlx::query_as("SELECT moves, agreed FROM agreements WHERE table_id = $1 AND seat = $2")
                .bind(table.as_str())
                .bind(i64::from(u8::from(seat)))
                .fetch_optional(&self.pool)
                .await?;
        Ok(row.map(|(moves, agreed)| (moves as u32, agreed as u32)))
    }

    async fn set_agreement(&self, table: &TableId, seat: Seat, moves: u32, agreed: u32) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO agreements (table_id, seat, moves, agreed) VALUES ($1, $2, $3, $4)
            ON CONFLICT (table_id, seat) DO UPDATE SET moves = excluded.moves, agreed = excluded.agreed",
        )
        .bind(table.as_str())
        .bind(i64::from(u8::from(seat)))
        .bind(i64::from(moves))
        .bind(i64::from(agreed))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn companions(&self, person: &PersonId, most: usize) -> Result<Vec<Companion>, StoreError> {
        self.companions_of(person, most).await
    }

    async fn moderated_chat(
        &self,
        table: &TableId,
        before: u64,
        most: usize,
    ) -> Result<Vec<ModeratedLine>, StoreError> {
        let rows: Vec<LineRow> = sqlx::query_as(
            "SELECT c.number, c.at, c.text, c.hidden, c.person, p.name, p.kind
            FROM chat c LEFT JOIN people p ON p.id = c.person
            WHERE c.table_id = $1 AND c.number < $2 ORDER BY c.number DESC LIMIT $3",
        )
        .bind(table.as_str())
        .bind(i64::try_from(before).unwrap_or(i64::MAX))
        .bind(most as i64)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().rev().map(|LineRow(line)| line).collect())
    }
}

struct FoundRow(FoundPerson);

impl FromRow<'_, Row> for FoundRow {
    fn from_row(row: &Row) -> Result<FoundRow, sqlx::Error> {
        let notice = |target: &str, until: &str, reason: &str| -> Result<Option<SanctionNotice>, sqlx::Error> {
            if row.try_get::<Option<&str>, _>(target)?.is_none() {
                return Ok(None);
            }
            let until = row.try_get::<Option<i64>, _>(until)?.map(|until| until as u64);
            Ok(Some(SanctionNotice { until, reason: row.try_get(reason)? }))
        };
        Ok(FoundRow(FoundPerson {
            person: Person {
                id: parsed(row.try_get("id")?)?,
                name: row.try_get("name")?,
                kind: kind_of(row.try_get("kind")?),
            },
            since: row.try_get::<i64, _>("since")? as u64,
            seen: row.try_get::<i64, _>("seen")? as u64,
            role: row.try_get::<Option<&str>, _>("role")?.and_then(|role| role.parse().ok()),
            ban: notice("banned", "ban_until", "ban_reason")?,
            mute: notice("muted", "mute_until", "mute_reason")?,
        }))
    }
}

struct LineRow(ModeratedLine);

impl FromRow<'_, Row> for LineRow {
    fn from_row(row: &Row) -> Result<LineRow, sqlx::Error> {
        let by = Person {
            id: parsed(row.try_get("person")?)?,
            name: row.try_get::<Option<String>, _>("name")?.unwrap_or_default(),
            kind: kind_of(row.try_get::<Option<&str>, _>("kind")?.unwrap_or_default()),
        };
        let status = match row.try_get::<i64, _>("hidden")? {
            0 => LineStatus::Shown,
            1 => LineStatus::Hidden,
            _ => LineStatus::Removed,
        };
        let (number, at) = (row.try_get::<i64, _>("number")? as u64, row.try_get::<i64, _>("at")? as u64);
        Ok(LineRow(ModeratedLine { number, at, by, text: row.try_get("text")?, status }))
    }
}

async fn record_on(connection: &mut Connection, audited: AuditedAction<'_>) -> Result<Option<u64>, StoreError> {
    let mut transaction = connection.begin_with(dialect::BEGIN).await?;
    dialect::lock_audit(&mut transaction).await?;
    if !carry_out(&mut transaction, audited).await? {
        return Ok(None);
    }
    let sql = "INSERT INTO audit (at, by, action, reason) VALUES ($1, $2, $3, $4) RETURNING number";
    let (number,): (i64,) = sqlx::query_as(sql)
        .bind(audited.at as i64)
        .bind(audited.by.map(PersonId::as_str))
        .bind(serde_json::to_string(audited.action)?)
        .bind(audited.reason)
        .fetch_one(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(Some(number as u64))
}

/// Changes what an action changes. Returns whether there is anything it is about.
async fn carry_out(connection: &mut Connection, audited: AuditedAction<'_>) -> Result<bool, StoreError> {
    let at = audited.at as i64;
    let until = |hours: Option<u32>| hours.map(|hours| (audited.at + u64::from(hours) * HOUR) as i64);
    let impose = async |connection: &mut Connection, kind: &'static str, target: &str, hours: Option<u32>| {
        let sql = "INSERT INTO sanctions (kind, target, since, until, reason) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (kind, target) DO UPDATE SET since = $3, until = $4, reason = $5";
        let done = sqlx::query(sql).bind(kind).bind(target).bind(at).bind(until(hours)).bind(audited.reason);
        done.execute(connection).await.map(|_| true)
    };
    let lift = async |connection: &mut Connection, kind: &'static str, target: &str| {
        let done = sqlx::query("DELETE FROM sanctions WHERE kind = $1 AND target = $2").bind(kind).bind(target);
        done.execute(connection).await.map(|done| done.rows_affected() > 0)
    };
    let is_known = match audited.action.person() {
        Some(person) => {
            exists(connection, "SELECT 1 FROM people WHERE kind <> 'deleted' AND id = $1", person.as_str()).await?
        }
        None => true,
    };
    if !is_known {
        return Ok(false);
    }
    Ok(match audited.action {
        ModerationAction::Grant { person, role } => {
            let sql = "INSERT INTO roles (person, role, since) SELECT id, $2, $3 FROM people WHERE id = $1 AND kind = 'account'
                ON CONFLICT (person) DO UPDATE SET role = $2, since = $3";
            let done = sqlx::query(sql).bind(person.as_str()).bind(role.id()).bind(at).execute(connection).await?;
            done.rows_affected() > 0
        }
        ModerationAction::Revoke { person } => {
            let done =
                sqlx::query("DELETE FROM roles WHERE person = $1").bind(person.as_str()).execute(connection).await?;
            done.rows_affected() > 0
        }
        ModerationAction::Mute { person, hours } => impose(connection, "mute", person.as_str(), *hours).await?,
        ModerationAction::Unmute { person } => lift(connection, "mute", person.as_str()).await?,
        ModerationAction::Ban { person, hours } => impose(connection, "ban", person.as_str(), *hours).await?,
        ModerationAction::Unban { person } => lift(connection, "ban", person.as_str()).await?,
        ModerationAction::BanNetwork { network, hours } => impose(connection, "ban", network, *hours).await?,
        ModerationAction::UnbanNetwork { network } => lift(connection, "ban", network).await?,
        // The room closes its table when the server reads the log.
        ModerationAction::CloseClub { club } => {
            let sql = "UPDATE clubs SET closed = 1, name_key = NULL, event = NULL WHERE id = $1 AND closed = 0";
            sqlx::query(sql).bind(club.as_str()).execute(connection).await?.rows_affected() > 0
        }
        ModerationAction::CloseTable { table } => {
            let sql = "SELECT 1 FROM tables WHERE phase IN ('waiting', 'playing') AND id = $1";
            exists(connection, sql, table.as_str()).await?
        }
        ModerationAction::CloseTournament { tournament } => {
            let done = sqlx::query(
                "UPDATE tournaments SET phase = 'cancelled', wake = NULL, version = version + 1
                WHERE id = $1 AND phase IN ('open', 'running')",
            )
            .bind(tournament.as_str())
            .execute(connection)
            .await?;
            done.rows_affected() > 0
        }
        ModerationAction::HideLine { table, line } => change_line(
            connection,
            "UPDATE chat SET hidden = CASE WHEN hidden = 0 THEN 1 ELSE hidden END WHERE table_id = $1 AND number = $2",
            table.as_str(),
            *line,
        )
        .await?,
        ModerationAction::ShowLine { table, line } => {
            let sql = "UPDATE chat SET hidden = 0 WHERE table_id = $1 AND number = $2 AND hidden = 1";
            change_line(connection, sql, table.as_str(), *line).await?
        }
        ModerationAction::RemoveLine { table, line } => {
            change_line(
                connection,
                "UPDATE chat SET hidden = 2, text = '' WHERE table_id = $1 AND number = $2",
                table.as_str(),
                *line,
            )
            .await?
        }
        ModerationAction::ResetLink { .. } => true,
        ModerationAction::TakeReport { report } => {
            let sql = "UPDATE reports SET state = 'taken', taken_by = $2 WHERE number = $1 AND state = 'open'";
            let report = i64::try_from(*report).unwrap_or(i64::MAX);
            let done = sqlx::query(sql).bind(report).bind(audited.by.map(PersonId::as_str)).execute(connection).await?;
            done.rows_affected() > 0
        }
        ModerationAction::ResolveReport { report, outcome } => {
            let sql = "UPDATE reports SET state = 'resolved', taken_by = $2, outcome = $3
                WHERE number = $1 AND state <> 'resolved'";
            let report = i64::try_from(*report).unwrap_or(i64::MAX);
            let done = sqlx::query(sql).bind(report).bind(audited.by.map(PersonId::as_str)).bind(outcome.id());
            done.execute(connection).await?.rows_affected() > 0
        }
    })
}

async fn exists(connection: &mut Connection, sql: &'static str, id: &str) -> Result<bool, sqlx::Error> {
    Ok(sqlx::query(sql).bind(id).fetch_optional(connection).await?.is_some())
}

async fn change_line(
    connection: &mut Connection,
    sql: &'static str,
    table: &str,
    line: u64,
) -> Result<bool, sqlx::Error> {
    let line = i64::try_from(line).unwrap_or(i64::MAX);
    let done = sqlx::query(sql).bind(table).bind(line).execute(connection).await?;
    Ok(done.rows_affected() > 0)
}
