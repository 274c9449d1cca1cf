//! Friends, people one follows, who is connected, and invitations to tables.

use async_trait::async_trait;
use shangrila_protocol::{Acquaintance, Friendship, MyPeople, Person, PersonId, Relation, TableId, TableInvitation};
use sqlx::Connection as _;

use super::super::{Connection, Store, dialect};
use super::tables::{SummaryRow, kind_of, parsed, summaries};
use crate::store::{FriendStore, InviteOutcome, StoreError};

/// How long it is remembered that someone was connected, in milliseconds.
const KEPT: u64 = 600_000;
/// The longest list of invitations.
const MOST_INVITATIONS: i64 = 50;

/// Id, name, kind, and when they were last connected.
type PersonRow = (String, String, String, Option<i64>);

fn person((id, name, kind, _): &PersonRow) -> Result<Person, StoreError> {
    Ok(Person { id: parsed(id)?, name: name.clone(), kind: kind_of(kind) })
}

/// Selects people by a condition, with the time when they were last connected. Of people with a private profile only friends learn that.
macro_rules! people_with_presence {
    ($seen:literal, $rest:literal) => {
        concat!(
            "SELECT p.id, p.name, p.kind, ",
            $seen,
            " FROM people p LEFT JOIN connected_people c ON c.person = p.id WHERE p.kind <> 'deleted' AND p.id IN ",
            $rest,
            " ORDER BY lower(p.name), p.id"
        )
    };
}

impl Store {
    async fn listed_people(&self, sql: &'static str, person: &PersonId) -> Result<Vec<PersonRow>, StoreError> {
        Ok(sqlx::query_as(sql).bind(person.as_str()).fetch_all(&self.pool).await?)
    }
}

fn acquaintances(rows: &[PersonRow], online_since: u64) -> Result<Vec<Acquaintance>, StoreError> {
    let is_online = |seen: Option<i64>| seen.is_some_and(|seen| seen as u64 >= online_since);
    let mut people: Vec<Acquaintance> = rows
        .iter()
        .map(|row| Ok(Acquaintance { person: person(row)?, online: is_online(row.3) }))
        .collect::<Result<_, StoreError>>()?;
    people.sort_by_key(|acquaintance| !acquaintance.online);
    Ok(people)
}

#[async_trait]
impl FriendStore for Store {
    async fn befriend(
        &self,
        person: &PersonId,
        other: &PersonId,
        now: u64,
        most: u32,
    ) -> Result<Option<Friendship>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let done = befriend_on(&mut connection, person, other, now, most).await;
        if done.is_err() {
            // SQLite may have ended the transaction by itself, which the driver does not notice.
            connection.close_on_drop();
        }
        done
    }

    async fn unfriend(&self, person: &PersonId, other: &PersonId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM friendships WHERE asker = $1 AND asked = $2 OR asker = $2 AND asked = $1")
            .bind(person.as_str())
            .bind(other.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn follow(&self, person: &PersonId, other: &PersonId, now: u64, most: u32) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "INSERT INTO follows (person, followed, at) SELECT $1, $2, $3
            WHERE (SELECT count(*) FROM follows WHERE person = $1 AND followed <> $2) < $4
            ON CONFLICT (person, followed) DO UPDATE SET followed = excluded.followed",
        )
        .bind(person.as_str())
        .bind(other.as_str())
        .bind(now as i64)
        .bind(i64::from(most))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn unfollow(&self, person: &PersonId, other: &PersonId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM follows WHERE person = $1 AND followed = $2")
            .bind(person.as_str())
            .bind(other.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn part(&self, person: &PersonId, other: &PersonId) -> Result<(), StoreError> {
        self.unfriend(person, other).await?;
        for (one, other) in [(person, other), (other, person)] {
            self.unfollow(one, other).await?;
            sqlx::query("DELETE FROM table_invitations WHERE by = $1 AND invited = $2")
                .bind(one.as_str())
                .bind(other.as_str())
                .execute(&self.pool)
                .await?;
        }
        Ok(())
    }

    async fn standing(&self, person: &PersonId, other: &PersonId) -> Result<Relation, StoreError> {
        let row: Option<(String, i64)> = sqlx::query_as(
            "SELECT asker, accepted FROM friendships WHERE asker = $1 AND asked = $2 OR asker = $2 AND asked = $1",
        )
        .bind(person.as_str())
        .bind(other.as_str())
        .fetch_optional(&self.pool)
        .await?;
        let friendship = match row {
            None => Friendship::None,
            Some((_, accepted)) if accepted != 0 => Friendship::Friends,
            Some((asker, _)) if asker == person.as_str() => Friendship::Asked,
            Some(_) => Friendship::AsksYou,
        };
        let follows: Option<(i64,)> = sqlx::query_as("SELECT at FROM follows WHERE person = $1 AND followed = $2")
            .bind(person.as_str())
            .bind(other.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(Relation { friendship, following: follows.is_some() })
    }

    async fn people_of(&self, id: &PersonId, online_since: u64) -> Result<MyPeople, StoreError> {
        let friends = self
            .listed_people(
                people_with_presence!(
                    "c.seen",
                    "(SELECT CASE WHEN asker = $1 THEN asked ELSE asker END FROM friendships
                        WHERE (asker = $1 OR asked = $1) AND accepted = 1)"
                ),
                id,
            )
            .await?;
        let asking = self
            .listed_people(
                people_with_presence!("c.seen", "(SELECT asker FROM friendships WHERE asked = $1 AND accepted = 0)"),
                id,
            )
            .await?;
        let asked = self
            .listed_people(
                people_with_presence!("c.seen", "(SELECT asked FROM friendships WHERE asker = $1 AND accepted = 0)"),
                id,
            )
            .await?;
        let following = self
            .listed_people(
                people_with_presence!(
                    "CASE WHEN p.profile_public = 1 THEN c.seen END",
                    "(SELECT followed FROM follows WHERE person = $1)"
                ),
                id,
            )
            .await?;
        Ok(MyPeople {
            friends: acquaintances(&friends, online_since)?,
            asking: asking.iter().map(person).collect::<Result<_, _>>()?,
            asked: asked.iter().map(person).collect::<Result<_, _>>()?,
            following: acquaintances(&following, online_since)?,
        })
    }

    async fn note_connected(&self, people: &[PersonId], now: u64) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM connected_people WHERE seen < $1")
            .bind(now.saturating_sub(KEPT) as i64)
            .execute(&self.pool)
            .await?;
        if people.is_empty() {
            return Ok(());
        }
        sqlx::query(concat!(
            "INSERT INTO connected_people (person, seen) SELECT id, $2 FROM people WHERE kind = 'account' AND id IN ",
            listed!("$1"),
            " ON CONFLICT (person) DO UPDATE SET seen = excluded.seen"
        ))
        .bind(serde_json::to_string(people)?)
        .bind(now as i64)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn invite(
        &self,
        table: &TableId,
        by: &PersonId,
        invited: &PersonId,
        now: u64,
    ) -> Result<InviteOutcome, StoreError> {
        let row: Option<(bool, bool)> = sqlx::query_as(
            "SELECT t.phase = 'waiting', t.host = $2 OR EXISTS (SELECT 1 FROM players s WHERE s.table_id = t.id AND s.person = $2)
            FROM tables t WHERE t.id = $1",
        )
        .bind(table.as_str())
        .bind(by.as_str())
        .fetch_optional(&self.pool)
        .await?;
        match row {
            Some((true, true)) => {}
            Some((false, true)) => return Ok(InviteOutcome::NotWaiting),
            _ => return Ok(InviteOutcome::NotThere),
        }
        let done = sqlx::query(
            "INSERT INTO table_invitations (table_id, invited, by, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        )
        .bind(table.as_str())
        .bind(invited.as_str())
        .bind(by.as_str())
        .bind(now as i64)
        .execute(&self.pool)
        .await?;
        Ok(if done.rows_affected() > 0 { InviteOutcome::Invited } else { InviteOutcome::Again })
    }

    async fn decline(&self, table: &TableId, invited: &PersonId) -> Result<(), StoreError> {
        sqlx::query("UPDATE table_invitations SET declined = 1 WHERE table_id = $1 AND invited = $2")
            .bind(table.as_str())
            .bind(invited.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn invitations_of(&self, id: &PersonId) -> Result<Vec<TableInvitation>, StoreError> {
        let rows: Vec<SummaryRow> = sqlx::query_as(summaries!(
            "JOIN table_invitations i ON i.table_id = t.id
            WHERE i.invited = $1 AND i.declined = 0 AND t.phase = 'waiting'
                AND NOT EXISTS (SELECT 1 FROM players s WHERE s.table_id = t.id AND s.person = $1)
            ORDER BY i.at DESC LIMIT $2"
        ))
        .bind(id.as_str())
        .bind(MOST_INVITATIONS)
        .fetch_all(&self.pool)
        .await?;
        let mut invitations = Vec::new();
        for table in self.with_names(rows).await? {
            let inviter: Option<(String, String, String, Option<i64>)> = sqlx::query_as(
                "SELECT p.id, p.name, p.kind, i.at FROM table_invitations i JOIN people p ON p.id = i.by
                WHERE i.table_id = $1 AND i.invited = $2 AND p.kind <> 'deleted'",
            )
            .bind(table.table.as_str())
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?;
            if let Some(row) = inviter {
                invitations.push(TableInvitation { table, by: person(&row)?, at: row.3.unwrap_or_default() as u64 });
            }
        }
        Ok(invitations)
    }

    async fn inviter(&self, id: &PersonId, table: &TableId) -> Result<Option<Person>, StoreError> {
        let invitations = self.invitations_of(id).await?;
        Ok(invitations.into_iter().find(|invitation| invitation.table.table == *table).map(|invitation| invitation.by))
    }
}

async fn befriend_on(
    connection: &mut Connection,
    person: &PersonId,
    other: &PersonId,
    now: u64,
    most: u32,
) -> Result<Option<Friendship>, StoreError> {
    let mut transaction = connection.begin_with(dialect::BEGIN).await?;
    // Both rows, always in the same order: two people who ask each other at the same time become friends.
    let (first, second) = if person < other { (person, other) } else { (other, person) };
    dialect::lock_person(&mut transaction, first).await?;
    dialect::lock_person(&mut transaction, second).await?;
    let agreed = sqlx::query("UPDATE friendships SET accepted = 1 WHERE asker = $1 AND asked = $2")
        .bind(other.as_str())
        .bind(person.as_str())
        .execute(&mut *transaction)
        .await?;
    let now_is = if agreed.rows_affected() > 0 {
        Some(Friendship::Friends)
    } else {
        let known: Option<(i64,)> = sqlx::query_as("SELECT accepted FROM friendships WHERE asker = $1 AND asked = $2")
            .bind(person.as_str())
            .bind(other.as_str())
            .fetch_optional(&mut *transaction)
            .await?;
        let (count,): (i64,) =
            sqlx::query_as("SELECT count(*) FROM friendships WHERE asker = $1 OR asked = $1 AND accepted = 1")
                .bind(person.as_str())
                .fetch_one(&mut *transaction)
                .await?;
        match known {
            Some((accepted,)) => Some(if accepted != 0 { Friendship::Friends } else { Friendship::Asked }),
            None if count >= i64::from(most) => None,
            None => {
                sqlx::query("INSERT INTO friendships (asker, asked, at) VALUES ($1, $2, $3)")
                    .bind(person.as_str())
                    .bind(other.as_str())
                    .bind(now as i64)
                    .execute(&mut *transaction)
                    .await?;
                Some(Friendship::Asked)
            }
        }
    };
    transaction.commit().await?;
    Ok(now_is)
}
