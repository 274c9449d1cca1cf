//! When the clocks of people's games over days stand still.

use async_trait::async_trait;
use shangrila_protocol::{PersonId, TableId, Vacation};

use super::super::Store;
use super::tables::parsed;
use crate::store::{StoreError, VacationStore};

fn vacation((from, until): (i64, i64)) -> Vacation {
    Vacation { from: from as u64, until: until as u64 }
}

#[async_trait]
impl VacationStore for Store {
    async fn vacations(&self, person: &PersonId, after: u64) -> Result<Vec<Vacation>, StoreError> {
        let rows: Vec<(i64, i64)> =
            sqlx::query_as("SELECT since, until FROM vacations WHERE person = $1 AND until > $2 ORDER BY since")
                .bind(person.as_str())
                .bind(after as i64)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.into_iter().map(vacation).collect())
    }

    async fn begin_vacation(&self, person: &PersonId, vacation: Vacation) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "INSERT INTO vacations (person, since, until, told)
            SELECT p.id, $2, $3, 0 FROM people p WHERE p.id = $1
                AND NOT EXISTS (SELECT 1 FROM vacations v WHERE v.person = $1 AND v.until > $2)
            ON CONFLICT DO NOTHING",
        )
        .bind(person.as_str())
        .bind(vacation.from as i64)
        .bind(vacation.until as i64)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn end_vacation(&self, person: &PersonId, now: u64) -> Result<(), StoreError> {
        sqlx::query("UPDATE vacations SET until = $2, told = 0 WHERE person = $1 AND since <= $2 AND until > $2")
            .bind(person.as_str())
            .bind(now as i64)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn vacations_to_tell(&self, now: u64) -> Result<Vec<(PersonId, Vacation)>, StoreError> {
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(
            "SELECT person, since, until FROM vacations WHERE told = 0 OR told = 1 AND until <= $1 ORDER BY until LIMIT 100",
        )
        .bind(now as i64)
        .fetch_all(&self.pool)
        .await?;
        let row = |(person, since, until): (String, i64, i64)| Ok((parsed(&person)?, vacation((since, until))));
        rows.into_iter().map(row).collect()
    }

    async fn told_vacation(&self, person: &PersonId, vacation: Vacation, is_over: bool) -> Result<(), StoreError> {
        sqlx::query("UPDATE vacations SET told = $4 WHERE person = $1 AND since = $2 AND until = $3")
            .bind(person.as_str())
            .bind(vacation.from as i64)
            .bind(vacation.until as i64)
            .bind(if is_over { 2_i64 } else { 1 })
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn playing_at(&self, person: &PersonId) -> Result<Vec<TableId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT t.id FROM tables t JOIN players s ON s.table_id = t.id
            WHERE s.person = $1 AND t.phase = 'playing' ORDER BY t.id",
        )
        .bind(person.as_str())
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
    }
}
