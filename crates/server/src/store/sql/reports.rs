//! Reports, blocks and what moderators see about fair play.

use shangrila_protocol::{
    Companion, ModeratedLine, NewReport, Person, PersonId, Report, ReportOutcome, ReportState, TableId,
};
use shangrila_rules::Seat;
use sqlx::{FromRow, Row as _};

use super::super::Row;
use super::ModerationTables;
use super::tables::{kind_of, parsed};
use crate::store::{ModerationStore, StoreError};

/// The most reports in a list.
const MOST_REPORTS: i64 = 50;
/// How many lines before and after a reported one moderators see with it.
const CONTEXT: u64 = 10;

/// Reads a person from columns with a common prefix. People who were deleted have no name.
pub(super) fn person_in(row: &Row, id: &str, name: &str, kind: &str) -> Result<Option<Person>, sqlx::Error> {
    let Some(id) = row.try_get::<Option<&str>, _>(id)? else { return Ok(None) };
    let name = row.try_get::<Option<String>, _>(name)?.unwrap_or_default();
    let kind = kind_of(row.try_get::<Option<&str>, _>(kind)?.unwrap_or_default());
    Ok(Some(Person { id: parsed(id)?, name, kind }))
}

struct ReportRow(Report);

impl FromRow<'_, Row> for ReportRow {
    fn from_row(row: &Row) -> Result<ReportRow, sqlx::Error> {
        let state = row.try_get::<&str, _>("state")?;
        let outcome = row.try_get::<Option<&str>, _>("outcome")?;
        let someone = |person: Option<Person>| person.ok_or(sqlx::Error::RowNotFound);
        Ok(ReportRow(Report {
            number: row.try_get::<i64, _>("number")? as u64,
            at: row.try_get::<i64, _>("at")? as u64,
            by: someone(person_in(row, "by", "by_name", "by_kind")?)?,
            about: someone(person_in(row, "person", "about_name", "about_kind")?)?,
            table: row.try_get::<Option<&str>, _>("table_id")?.map(parsed).transpose()?,
            line: row.try_get::<Option<i64>, _>("line")?.map(|line| line as u64),
            text: row.try_get("text")?,
            state: ReportState::ALL.into_iter().find(|known| known.id() == state).unwrap_or_default(),
            taken_by: person_in(row, "taken_by", "taken_name", "taken_kind")?,
            outcome: [ReportOutcome::Upheld, ReportOutcome::Dismissed]
                .into_iter()
                .find(|known| Some(known.id()) == outcome),
            context: Vec::new(),
        }))
    }
}

impl ModerationTables {
    pub(super) async fn add_report(&self, by: &PersonId, report: &NewReport, at: u64) -> Result<bool, StoreError> {
        let line = report.line.map(|line| i64::try_from(line).unwrap_or(i64::MAX));
        let (found,): (bool,) = sqlx::query_as(
            "SELECT EXISTS (SELECT 1 FROM people WHERE id = $2 AND kind <> 'deleted')
                AND ($3 IS NULL OR EXISTS (SELECT 1 FROM players WHERE table_id = $3 AND person = $1))
                AND ($4 IS NULL OR EXISTS (SELECT 1 FROM chat WHERE table_id = $3 AND number = $4 AND person = $2))",
        )
        .bind(by.as_str())
        .bind(report.person.as_str())
        .bind(report.table.as_ref().map(TableId::as_str))
        .bind(line)
        .fetch_one(&self.pool)
        .await?;
        if !found {
            return Ok(false);
        }
        sqlx::query(
            "INSERT INTO reports (at, by, person, table_id, line, text) SELECT $5, $1, $2, $3, $4, $6 WHERE NOT EXISTS (
                SELECT 1 FROM reports
                WHERE by = $1 AND person = $2 AND table_id IS NOT DISTINCT FROM $3 AND line IS NOT DISTINCT FROM $4 AND state <> 'resolved')",
        )
        .bind(by.as_str())
        .bind(report.person.as_str())
        .bind(report.table.as_ref().map(TableId::as_str))
        .bind(line)
        .bind(at as i64)
        .bind(&report.text)
        .execute(&self.pool)
        .await?;
        Ok(true)
    }

    pub(super) async fn reports_in(&self, state: ReportState) -> Result<Vec<Report>, StoreError> {
        let rows: Vec<ReportRow> = sqlx::query_as(
            "SELECT r.number, r.at, r.by, r.person, r.table_id, r.line, r.text, r.state, r.taken_by, r.outcome,
                b.name AS by_name, b.kind AS by_kind, p.name AS about_name, p.kind AS about_kind,
                m.name AS taken_name, m.kind AS taken_kind
            FROM reports r LEFT JOIN people b ON b.id = r.by LEFT JOIN people p ON p.id = r.person
                LEFT JOIN people m ON m.id = r.taken_by
            WHERE r.state = $1 ORDER BY CASE WHEN $1 = 'resolved' THEN -r.number ELSE r.number END LIMIT $2",
        )
        .bind(state.id())
        .bind(MOST_REPORTS)
        .fetch_all(&self.pool)
        .await?;
        let mut reports = Vec::new();
        for ReportRow(mut report) in rows {
            if let (Some(table), Some(line)) = (&report.table, report.line) {
                report.context = self.context(table, line).await?;
            }
            reports.push(report);
        }
        Ok(reports)
    }

    async fn context(&self, table: &TableId, line: u64) -> Result<Vec<ModeratedLine>, StoreError> {
        let around = 2 * CONTEXT as usize + 1;
        let mut lines = self.moderated_chat(table, line.saturating_add(CONTEXT + 1), around).await?;
        lines.retain(|one| one.number.abs_diff(line) <= CONTEXT);
        Ok(lines)
    }

    pub(super) async fn list_blocked(&self, person: &PersonId) -> Result<Vec<Person>, StoreError> {
        let rows: Vec<(String, String, String)> = sqlx::query_as(
            "SELECT p.id, p.name, p.kind FROM blocks b JOIN people p ON p.id = b.blocked WHERE b.person = $1 ORDER BY p.name",
        )
        .bind(person.as_str())
        .fetch_all(&self.pool)
        .await?;
        let person = |(id, name, kind): (String, String, String)| -> Result<Person, sqlx::Error> {
            Ok(Person { id: parsed(&id)?, name, kind: kind_of(&kind) })
        };
        Ok(rows.into_iter().map(person).collect::<Result<_, _>>()?)
    }

    pub(super) async fn add_block(&self, person: &PersonId, blocked: &PersonId, most: u32) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "INSERT INTO blocks (person, blocked) SELECT $1, $2
            WHERE (SELECT count(*) FROM blocks WHERE person = $1 AND blocked <> $2) < $3
            ON CONFLICT (person, blocked) DO UPDATE SET blocked = excluded.blocked",
        )
        .bind(person.as_str())
        .bind(blocked.as_str())
        .bind(i64::from(most))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    pub(super) async fn finished_games_of(
        &self,
        person: &PersonId,
        most: usize,
    ) -> Result<Vec<(TableId, Seat)>, StoreError> {
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "SELECT t.id, s.seat FROM players s JOIN tables t ON t.id = s.table_id
            WHERE s.person = $1 AND t.phase = 'finished' ORDER BY t.finished DESC LIMIT $2",
        )
        .bind(person.as_str())
        .bind(most as i64)
        .fetch_all(&self.pool)
        .await?;
        let game = |(table, seat): (String, i64)| Some((table.parse().ok()?, Seat::new(u8::try_from(seat).ok()?)?));
        Ok(rows.into_iter().filter_map(game).collect())
    }

    pub(super) async fn companions_of(&self, person: &PersonId, most: usize) -> Result<Vec<Companion>, StoreError> {
        let rows: Vec<(String, String, String, i64, f64, f64)> = sqlx::query_as(
            "SELECT p.id, p.name, p.kind, count(*), coalesce(sum(mine.after - mine.before), 0.0),
                coalesce(sum(theirs.after - theirs.before), 0.0)
            FROM rating_changes mine JOIN rating_changes theirs ON theirs.table_id = mine.table_id
                JOIN people p ON p.id = theirs.rated
            WHERE mine.rated = $1 AND theirs.rated <> $1 GROUP BY p.id ORDER BY count(*) DESC, p.name LIMIT $2",
        )
        .bind(person.as_str())
        .bind(most as i64)
        .fetch_all(&self.pool)
        .await?;
        let mut companions = Vec::new();
        for (id, name, kind, games, gained, they_gained) in rows {
            let person = Person { id: parsed(&id)?, name, kind: kind_of(&kind) };
            companions.push(Companion { person, games: games as u32, gained, they_gained });
        }
        Ok(companions)
    }
}
