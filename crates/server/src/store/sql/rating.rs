//! Ratings at the end of a rated game, in the transaction of its last event.

use shangrila_protocol::{RatingChange, TableId};
use shangrila_rules::Seat;
use sqlx::Transaction;

use super::super::{Driver, Store};
use crate::ratings::{Participant, RatingEntry, after_game, list_name};
use crate::store::{Append, RatedResult, StoreError};

/// How far back games between the same people count as repeated, in milliseconds: 30 days.
const REPEAT_WINDOW: u64 = 30 * 86_400_000;

/// Updates the ratings of everyone at a table.
pub(super) async fn rate(
    transaction: &mut Transaction<'_, Driver>,
    append: &Append,
    result: &RatedResult,
) -> Result<(), StoreError> {
    let (players, list) = (result.seats.len() as i64, list_name(result.list));
    let at = append.events.last().map_or(0, |event| event.at);
    let mut participants = Vec::new();
    for seat in &result.seats {
        let row: Option<(f64, f64, i64, f64)> = sqlx::query_as(
            "SELECT rating, uncertainty, games, wins FROM ratings WHERE rated = $1 AND players = $2 AND list = $3",
        )
        .bind(&seat.id)
        .bind(players)
        .bind(list)
        .fetch_optional(&mut **transaction)
        .await?;
        let before = row.map_or_else(RatingEntry::default, |(rating, uncertainty, games, wins)| RatingEntry {
            rating,
            uncertainty,
            games: games as u32,
            wins,
        });
        let repeats = repeats(transaction, &seat.id, result, at).await?;
        participants.push(Participant { before, won: seat.won, may_gain: seat.may_gain, repeats });
    }
    let after = after_game(&participants);
    for (index, ((seat, before), after)) in result.seats.iter().zip(&participants).zip(after).enumerate() {
        sqlx::query(
            "INSERT INTO ratings (rated, players, list, rating, uncertainty, games, wins) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (rated, players, list) DO UPDATE SET rating = $4, uncertainty = $5, games = $6, wins = $7",
        )
        .bind(&seat.id)
        .bind(players)
        .bind(list)
        .bind(after.rating)
        .bind(after.uncertainty)
        .bind(i64::from(after.games))
        .bind(after.wins)
        .execute(&mut **transaction)
        .await?;
        sqlx::query(
            "INSERT INTO rating_changes (table_id, seat, rated, before, after, at, players, list, uncertainty)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(append.table.as_str())
        .bind(index as i64)
        .bind(&seat.id)
        .bind(before.before.rating)
        .bind(after.rating)
        .bind(at as i64)
        .bind(players)
        .bind(list)
        .bind(after.uncertainty)
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}

/// Returns how many rated games a player has lately played with each of the others, on average. The server's own computer players do not
/// count: nobody can arrange a game with them.
async fn repeats(
    transaction: &mut Transaction<'_, Driver>,
    player: &str,
    result: &RatedResult,
    at: u64,
) -> Result<f64, StoreError> {
    let is_other = |id: &&str| *id != player && !id.starts_with("level:");
    let others: Vec<&str> = result.seats.iter().map(|seat| seat.id.as_str()).filter(is_other).collect();
    let mut games = 0;
    for other in &others {
        let (together,): (i64,) = sqlx::query_as(
            "SELECT count(*) FROM rating_changes mine JOIN rating_changes theirs ON theirs.table_id = mine.table_id
            WHERE mine.rated = $1 AND mine.at > $2 AND theirs.rated = $3",
        )
        .bind(player)
        .bind(at.saturating_sub(REPEAT_WINDOW) as i64)
        .bind(other)
        .fetch_one(&mut **transaction)
        .await?;
        games += together;
    }
    Ok(if others.is_empty() { 0.0 } else { games as f64 / others.len() as f64 })
}

impl Store {
    /// Returns how the games at these tables changed ratings.
    pub(super) async fn changes_at<'a>(
        &self,
        tables: impl Iterator<Item = &'a TableId>,
    ) -> Result<Vec<(String, RatingChange)>, StoreError> {
        let tables = serde_json::to_string(&tables.collect::<Vec<_>>())?;
        let rows: Vec<(String, i64, f64, f64)> = sqlx::query_as(concat!(
            "SELECT table_id, seat, before, after FROM rating_changes WHERE table_id IN ",
            listed!("$1"),
            " ORDER BY table_id, seat",
        ))
        .bind(tables)
        .fetch_all(&self.pool)
        .await?;
        let change = |(table, seat, before, after): (String, i64, f64, f64)| {
            Some((table, RatingChange { seat: Seat::new(u8::try_from(seat).ok()?)?, before, after }))
        };
        Ok(rows.into_iter().filter_map(change).collect())
    }
}
