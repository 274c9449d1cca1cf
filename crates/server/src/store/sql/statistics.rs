//! Results by seat, clan and opponent, and ratings over time.

use async_trait::async_trait;
use shangrila_protocol::{ClanResults, PersonId, PersonResults, RatingPoint, RatingQuery, SeatResults, TableSummary};
use shangrila_rules::{Clan, Seat};

use super::super::Store;
use super::tables::{SummaryRow, parsed, summaries};
use crate::ratings::list_name;
use crate::store::{Encounters, StatisticsStore, StoreError};

/// The number of games on a page of a history.
const PAGE: i64 = 20;
/// The number of games that two people see of each other.
const LATEST_TOGETHER: i64 = 5;
/// The most points of a rating graph.
const MOST_POINTS: i64 = 500;

#[async_trait]
impl StatisticsStore for Store {
    async fn games_of(&self, person: &PersonId, before: Option<u64>) -> Result<Vec<TableSummary>, StoreError> {
        let rows: Vec<SummaryRow> = sqlx::query_as(summaries!(
            "JOIN players s ON s.table_id = t.id
            WHERE s.person = $1 AND t.phase = 'finished' AND t.public = 1 AND ($2 IS NULL OR t.finished < $2)
            ORDER BY t.finished DESC LIMIT $3"
        ))
        .bind(person.as_str())
        .bind(before.map(|before| before as i64))
        .bind(PAGE)
        .fetch_all(&self.pool)
        .await?;
        self.with_names(rows).await
    }

    async fn results_of(&self, person: &PersonId) -> Result<PersonResults, StoreError> {
        let rows: Vec<(i64, i64, String, i64, f64)> = sqlx::query_as(concat!(
            "SELECT t.seats, s.seat, ",
            seat_text!("s", "clan"),
            ", count(*), sum(",
            won!("s"),
            ") FROM players s JOIN tables t ON t.id = s.table_id
            -- Two players have two seats and two clans each.
            WHERE s.person = $1 AND t.phase = 'finished' AND t.public = 1 AND t.seats > 2 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
        ))
        .bind(person.as_str())
        .fetch_all(&self.pool)
        .await?;
        let mut results = PersonResults::default();
        for (players, seat, clan, games, wins) in rows {
            let (players, games) = (players as u8, games as u32);
            let (Some(seat), Some(clan)) = (Seat::new(seat as u8), clan.chars().next()) else { continue };
            match results.seats.iter_mut().find(|known| (known.players, known.seat) == (players, seat)) {
                Some(known) => {
                    known.games += games;
                    known.wins += wins;
                }
                None => results.seats.push(SeatResults { players, seat, games, wins }),
            }
            let expected = f64::from(games) / f64::from(players);
            match results.clans.iter_mut().find(|known| known.clan == clan) {
                Some(known) => {
                    known.games += games;
                    known.wins += wins;
                    known.expected += expected;
                }
                None => results.clans.push(ClanResults { clan, games, wins, expected }),
            }
        }
        results.clans.sort_by_key(|results| Clan::from_letter(results.clan).map(|clan| clan as u8));
        Ok(results)
    }

    async fn encounters(&self, person: &PersonId, other: &PersonId) -> Result<Encounters, StoreError> {
        let (games, wins, other_wins): (i64, f64, f64) = sqlx::query_as(concat!(
            "SELECT count(*), coalesce(sum(",
            won!("s"),
            "), 0.0), coalesce(sum(",
            won!("o"),
            "), 0.0) FROM players s JOIN players o ON o.table_id = s.table_id JOIN tables t ON t.id = s.table_id
            WHERE s.person = $1 AND o.person = $2 AND t.phase = 'finished' AND t.public = 1"
        ))
        .bind(person.as_str())
        .bind(other.as_str())
        .fetch_one(&self.pool)
        .await?;
        Ok(Encounters { games: games as u32, wins, other_wins })
    }

    async fn games_between(&self, person: &PersonId, other: &PersonId) -> Result<Vec<TableSummary>, StoreError> {
        let rows: Vec<SummaryRow> = sqlx::query_as(summaries!(
            "JOIN players s ON s.table_id = t.id JOIN players o ON o.table_id = t.id
            WHERE s.person = $1 AND o.person = $2 AND t.phase = 'finished' AND t.public = 1
            ORDER BY t.finished DESC LIMIT $3"
        ))
        .bind(person.as_str())
        .bind(other.as_str())
        .bind(LATEST_TOGETHER)
        .fetch_all(&self.pool)
        .await?;
        self.with_names(rows).await
    }

    async fn rating_history(&self, person: &PersonId, query: RatingQuery) -> Result<Vec<RatingPoint>, StoreError> {
        let rows: Vec<(i64, String, f64, Option<f64>)> = sqlx::query_as(
            "SELECT at, table_id, after, uncertainty FROM rating_changes
            WHERE rated = $1 AND players = $2 AND list = $3 ORDER BY at DESC, table_id LIMIT $4",
        )
        .bind(person.as_str())
        .bind(i64::from(query.players))
        .bind(list_name(query.list))
        .bind(MOST_POINTS)
        .fetch_all(&self.pool)
        .await?;
        let point = |(at, table, rating, uncertainty): (i64, String, f64, Option<f64>)| {
            Ok(RatingPoint { at: at as u64, table: parsed(&table)?, rating, uncertainty })
        };
        rows.into_iter().rev().map(point).collect()
    }
}
