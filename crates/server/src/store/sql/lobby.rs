//! Visitors of the lobby, and games in progress.

use std::collections::BTreeSet;

use async_trait::async_trait;
use serde_json::json;
use shangrila_protocol::{Person, PersonId, PersonOrLevel, PersonRating, TableSummary};

use super::super::Store;
use super::tables::{kind_of, parsed, summaries};
use crate::store::{LobbyStore, StoreError};

/// The longest list of running games.
const LONGEST_LIST: i64 = 50;
/// How long visits are kept, in milliseconds.
const KEPT: u64 = 600_000;

#[async_trait]
impl LobbyStore for Store {
    async fn visit_lobby(&self, person: &PersonId, now: u64) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM lobby_visits WHERE seen < $1")
            .bind(now.saturating_sub(KEPT) as i64)
            .execute(&self.pool)
            .await?;
        sqlx::query(
            "INSERT INTO lobby_visits (person, seen) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE SET seen = $2",
        )
        .bind(person.as_str())
        .bind(now as i64)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn lobby_visitors(&self, since: u64, most: usize) -> Result<Vec<Person>, StoreError> {
        let rows: Vec<(String, String, String)> = sqlx::query_as(
            "SELECT p.id, p.name, p.kind FROM lobby_visits v JOIN people p ON p.id = v.person
            WHERE v.seen >= $1 AND p.kind <> 'deleted' ORDER BY p.name LIMIT $2",
        )
        .bind(since as i64)
        .bind(most as i64)
        .fetch_all(&self.pool)
        .await?;
        let person =
            |(id, name, kind): (String, String, String)| Ok(Person { id: parsed(&id)?, name, kind: kind_of(&kind) });
        rows.into_iter().map(person).collect()
    }

    async fn running_tables(&self) -> Result<Vec<TableSummary>, StoreError> {
        let sql = summaries!("WHERE t.phase = 'playing' AND t.public = 1 ORDER BY u.changed DESC LIMIT $1");
        let rows = sqlx::query_as(sql).bind(LONGEST_LIST).fetch_all(&self.pool).await?;
        self.with_names(rows).await
    }

    async fn ratings_at(&self, tables: &[TableSummary]) -> Result<Vec<PersonRating>, StoreError> {
        let seats = tables.iter().flat_map(|table| &table.seats);
        let people: BTreeSet<&str> =
            seats.filter_map(|seat| Some(seat.player.as_ref().and_then(PersonOrLevel::person)?.id.as_str())).collect();
        if people.is_empty() {
            return Ok(Vec::new());
        }
        let sql =
            concat!("SELECT rated, players, rating FROM ratings WHERE list = 'people' AND rated IN ", listed!("$1"));
        let rows: Vec<(String, i64, f64)> =
            sqlx::query_as(sql).bind(json!(people).to_string()).fetch_all(&self.pool).await?;
        let rating = |(person, players, rating): (String, i64, f64)| {
            Ok(PersonRating { person: parsed(&person)?, players: players as u8, rating })
        };
        rows.into_iter().map(rating).collect()
    }
}
