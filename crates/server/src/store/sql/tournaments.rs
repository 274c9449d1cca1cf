//! Stored tournaments.

use async_trait::async_trait;
use serde_json::json;
use shangrila_protocol::{EventEnvelope, Person, PersonId, TableSummary, TournamentId, TournamentPhase};
use sqlx::Transaction;

use super::super::{Driver, Store};
use super::tables::{kind_of, parsed, summaries};
use crate::store::{Append, Committed, OwnTournament, StoreError, TournamentRow, TournamentStore, TournamentWrite};

/// The most tournaments in an export.
const MOST_OWN: i64 = 1000;

/// Id, version, name, director, phase, time of creation, body.
type Columns = (String, i64, String, String, String, i64, String);

fn row((id, version, name, director, phase, created, body): Columns) -> Result<TournamentRow, StoreError> {
    Ok(TournamentRow {
        id: parsed(&id)?,
        version: version as u64,
        name,
        director: parsed(&director)?,
        phase: phase_of(&phase),
        created: created as u64,
        body,
    })
}

fn phase_name(phase: TournamentPhase) -> &'static str {
    match phase {
        TournamentPhase::Open => "open",
        TournamentPhase::Running => "running",
        TournamentPhase::Finished => "finished",
        TournamentPhase::Cancelled => "cancelled",
    }
}

fn phase_of(name: &str) -> TournamentPhase {
    match name {
        "open" => TournamentPhase::Open,
        "running" => TournamentPhase::Running,
        "finished" => TournamentPhase::Finished,
        _ => TournamentPhase::Cancelled,
    }
}

/// Writes a tournament within a transaction. Returns whether someone else has changed it meanwhile.
pub(super) async fn write(
    transaction: &mut Transaction<'_, Driver>,
    write: &TournamentWrite,
    tables: &[Append],
) -> Result<bool, StoreError> {
    let TournamentRow { id, version, name, director, phase, created, body } = &write.row;
    let done = if *version == 0 {
        sqlx::query(
            "INSERT INTO tournaments (id, version, name, director, phase, round, wake, created, body)
            VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        )
        .bind(id.as_str())
        .bind(name)
        .bind(director.as_str())
        .bind(phase_name(*phase))
        .bind(write.round as i64)
        .bind(write.wake.map(|wake| wake as i64))
        .bind(*created as i64)
        .bind(body)
        .execute(&mut **transaction)
        .await?
    } else {
        sqlx::query(
            "UPDATE tournaments SET version = version + 1, phase = $3, round = $4, wake = $5, body = $6
            WHERE id = $1 AND version = $2",
        )
        .bind(id.as_str())
        .bind(*version as i64)
        .bind(phase_name(*phase))
        .bind(write.round as i64)
        .bind(write.wake.map(|wake| wake as i64))
        .bind(body)
        .execute(&mut **transaction)
        .await?
    };
    if done.rows_affected() == 0 {
        return Ok(true);
    }
    sqlx::query("DELETE FROM tournament_people WHERE tournament = $1")
        .bind(id.as_str())
        .execute(&mut **transaction)
        .await?;
    for person in &write.people {
        // Not again for those who were deleted meanwhile.
        let sql = "INSERT INTO tournament_people (person, tournament) SELECT $1, $2
            WHERE NOT EXISTS (SELECT 1 FROM people WHERE id = $1 AND kind = 'deleted') ON CONFLICT DO NOTHING";
        sqlx::query(sql).bind(person.as_str()).bind(id.as_str()).execute(&mut **transaction).await?;
    }
    for table in tables {
        sqlx::query("INSERT INTO tournament_tables (tournament, round, table_id) VALUES ($1, $2, $3)")
            .bind(id.as_str())
            .bind(write.round as i64)
            .bind(table.table.as_str())
            .execute(&mut **transaction)
            .await?;
    }
    Ok(false)
}

#[async_trait]
impl TournamentStore for Store {
    async fn write_tournament(
        &self,
        write: TournamentWrite,
        tables: Vec<Append>,
    ) -> Result<Vec<Vec<Committed<EventEnvelope>>>, StoreError> {
        self.writer.write_tournament(write, tables).await
    }

    async fn tournament(&self, id: &TournamentId) -> Result<Option<TournamentRow>, StoreError> {
        let found: Option<Columns> =
            sqlx::query_as("SELECT id, version, name, director, phase, created, body FROM tournaments WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(&self.pool)
                .await?;
        found.map(row).transpose()
    }

    async fn tournaments(&self, most: u32) -> Result<Vec<TournamentRow>, StoreError> {
        let rows: Vec<Columns> = sqlx::query_as(
            "SELECT id, version, name, director, phase, created, body FROM tournaments
            ORDER BY CASE phase WHEN 'open' THEN 0 WHEN 'running' THEN 1 ELSE 2 END, created DESC LIMIT $1",
        )
        .bind(i64::from(most))
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(row).collect()
    }

    async fn unfinished_tournaments(&self, director: &PersonId) -> Result<u64, StoreError> {
        let (count,): (i64,) =
            sqlx::query_as("SELECT count(*) FROM tournaments WHERE director = $1 AND phase IN ('open', 'running')")
                .bind(director.as_str())
                .fetch_one(&self.pool)
                .await?;
        Ok(count as u64)
    }

    async fn due_tournaments(&self, now: u64) -> Result<Vec<TournamentId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT o.id FROM tournaments o WHERE o.phase IN ('open', 'running') AND (o.wake <= $1 OR o.phase = 'running' AND NOT EXISTS (
                SELECT 1 FROM tournament_tables r JOIN tables t ON t.id = r.table_id
                WHERE r.tournament = o.id AND r.round = o.round AND t.phase IN ('waiting', 'playing')))",
        )
        .bind(now as i64)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    async fn tables_of_tournament(&self, id: &TournamentId) -> Result<Vec<TableSummary>, StoreError> {
        let sql = summaries!("JOIN tournament_tables r ON r.table_id = t.id WHERE r.tournament = $1");
        let rows = sqlx::query_as(sql).bind(id.as_str()).fetch_all(&self.pool).await?;
        self.with_names(rows).await
    }

    async fn people_by_id(&self, ids: &[&PersonId]) -> Result<Vec<Person>, StoreError> {
        let rows: Vec<(String, String, String)> =
            sqlx::query_as(concat!("SELECT id, name, kind FROM people WHERE id IN ", listed!("$1")))
                .bind(json!(ids).to_string())
                .fetch_all(&self.pool)
                .await?;
        let person =
            |(id, name, kind): (String, String, String)| Ok(Person { id: parsed(&id)?, name, kind: kind_of(&kind) });
        rows.into_iter().map(person).collect()
    }

    async fn tournaments_of(&self, person: &PersonId) -> Result<Vec<OwnTournament>, StoreError> {
        let rows: Vec<(String, String, String, i64)> = sqlx::query_as(
            "SELECT o.id, o.name, o.director,
                (SELECT count(*) FROM tournament_people p WHERE p.tournament = o.id AND p.person = $1)
            FROM tournaments o
            WHERE o.director = $1 OR o.id IN (SELECT tournament FROM tournament_people WHERE person = $1)
            ORDER BY o.created, o.id LIMIT $2",
        )
        .bind(person.as_str())
        .bind(MOST_OWN)
        .fetch_all(&self.pool)
        .await?;
        let own = |(tournament, name, director, entered): (String, String, String, i64)| OwnTournament {
            tournament,
            name,
            director: director == person.as_str(),
            entered: entered > 0,
        };
        Ok(rows.into_iter().map(own).collect())
    }
}
