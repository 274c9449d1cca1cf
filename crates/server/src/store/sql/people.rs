//! People.

use std::collections::HashSet;

use async_trait::async_trait;
use shangrila_protocol::{LevelId, Person, PersonId, PersonOrLevel, Rated, Rating, RatingList, RatingQuery};
use sqlx::{FromRow, Row as _};

use super::super::{Row, Store};
use super::tables::{MOST_EXPIRED, SummaryRow, kind_of, parsed, summaries};
use crate::identity::{Identity, name_skeleton};
use crate::ratings::list_name;
use crate::retention::Expiry;
use crate::store::{
    Export, ExportCursor, ExportList, ExportPage, NewCredential, NewPerson, PeopleStore, PersonEntry, ProfileChange,
    PublicGames, StoreError, name_key,
};

/// The number of recent games a profile shows.
const LATEST_GAMES: i64 = 20;
/// The length of a rating list.
const LONGEST_RATING_LIST: i64 = 100;
/// The number of games a player needs to appear in it.
const MIN_RATED_GAMES: i64 = 5;

/// How many finished public games a person has, and how many they have won by themselves.
const PUBLIC_GAMES: &str = concat!(
    "SELECT count(*), coalesce(sum(",
    won!("s"),
    "), 0.0) FROM players s JOIN tables t ON t.id = s.table_id
    WHERE s.person = $1 AND t.phase = 'finished' AND t.public = 1"
);

/// Selects the columns of a [`PersonEntry`], without deleted people.
macro_rules! people {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, kind, password_hash, profile_public, since, seen FROM people WHERE kind <> 'deleted' AND ",
            $rest
        )
    };
}

pub(super) struct PersonRow(pub(super) PersonEntry);

impl FromRow<'_, Row> for PersonRow {
    fn from_row(row: &Row) -> Result<PersonRow, sqlx::Error> {
        let person =
            Person { id: parsed(row.try_get("id")?)?, name: row.try_get("name")?, kind: kind_of(row.try_get("kind")?) };
        Ok(PersonRow(PersonEntry {
            person,
            password_hash: row.try_get("password_hash")?,
            profile_public: row.try_get::<i64, _>("profile_public")? != 0,
            since: row.try_get::<i64, _>("since")? as u64,
            seen: row.try_get::<i64, _>("seen")? as u64,
        }))
    }
}

pub(super) use people;

struct RatingRow(Rating);

impl FromRow<'_, Row> for RatingRow {
    fn from_row(row: &Row) -> Result<RatingRow, sqlx::Error> {
        Ok(RatingRow(Rating {
            players: row.try_get::<i64, _>("players")? as u8,
            list: if row.try_get::<&str, _>("list")? == "people" { RatingList::People } else { RatingList::Bots },
            rating: row.try_get("rating")?,
            uncertainty: row.try_get("uncertainty")?,
            games: row.try_get::<i64, _>("games")? as u32,
            wins: row.try_get("wins")?,
        }))
    }
}

struct RatedRow(Option<Rated>);

impl FromRow<'_, Row> for RatedRow {
    fn from_row(row: &Row) -> Result<RatedRow, sqlx::Error> {
        let rated: &str = row.try_get("rated")?;
        let player = match rated.strip_prefix("level:") {
            // Levels this version no longer has are left out.
            Some(name) => LevelId::ALL.into_iter().find(|level| level.id() == name).map(PersonOrLevel::Level),
            None => Some(PersonOrLevel::Person(Person {
                id: parsed(rated)?,
                name: row.try_get("name")?,
                kind: kind_of(row.try_get("kind")?),
            })),
        };
        let RatingRow(rating) = RatingRow::from_row(row)?;
        Ok(RatedRow(player.map(|player| Rated { player, rating })))
    }
}

/// Selects guests who have expired: $1 and $2 are the times before which those have who played, and those who did not.
macro_rules! expired_guests {
    ($rest:literal) => {
        concat!(
            "SELECT id FROM people p WHERE kind = 'guest' AND (seen < $1 OR seen < $2
                AND NOT EXISTS (SELECT 1 FROM players WHERE person = p.id)
                AND NOT EXISTS (SELECT 1 FROM tables WHERE host = p.id AND phase IN ('waiting', 'playing'))) ",
            $rest
        )
    };
}
pub(super) use expired_guests;

#[async_trait]
impl PeopleStore for Store {
    async fn add(&self, new: NewPerson) -> Result<(), StoreError> {
        let key = name_key(&new.name);
        let (kind, key, password, token, owner) = match &new.credential {
            NewCredential::Cookie => ("guest", None, None, None, None),
            NewCredential::Password { hash } => ("account", Some(key), Some(hash), None, None),
            NewCredential::Token { hash, owner } => ("bot", Some(key), None, Some(&hash[..]), Some(owner.as_str())),
        };
        let skeleton = key.as_ref().map(|_| name_skeleton(&new.name));
        sqlx::query(
            "INSERT INTO people (id, kind, name, name_key, password_hash, token_hash, owner, since, seen, name_skeleton)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)",
        )
        .bind(new.id.as_str())
        .bind(kind)
        .bind(&new.name)
        .bind(key)
        .bind(password)
        .bind(token)
        .bind(owner)
        .bind(new.since as i64)
        .bind(skeleton)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn find(&self, id: &PersonId) -> Result<Option<PersonEntry>, StoreError> {
        let row = sqlx::query_as(people!("id = $1")).bind(id.as_str()).fetch_optional(&self.pool).await?;
        Ok(row.map(|PersonRow(entry)| entry))
    }

    async fn find_by_name(&self, name: &str) -> Result<Option<PersonEntry>, StoreError> {
        let row = sqlx::query_as(people!("name_key = $1")).bind(name_key(name)).fetch_optional(&self.pool).await?;
        Ok(row.map(|PersonRow(entry)| entry))
    }

    async fn find_similar_name(&self, name: &str, person: Option<&PersonId>) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = sqlx::query_as(
            "SELECT name FROM people WHERE kind <> 'deleted' AND id IS DISTINCT FROM $3 AND (name_key = $1 OR name_skeleton = $2)
            ORDER BY CASE WHEN name_key = $1 THEN 0 ELSE 1 END LIMIT 1",
        )
        .bind(name_key(name))
        .bind(name_skeleton(name))
        .bind(person.map(PersonId::as_str))
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|(name,)| name))
    }

    async fn find_by_token(&self, hash: &[u8; 32]) -> Result<Option<PersonEntry>, StoreError> {
        let row = sqlx::query_as(people!("token_hash = $1")).bind(&hash[..]).fetch_optional(&self.pool).await?;
        Ok(row.map(|PersonRow(entry)| entry))
    }

    async fn identities(&self, people: &[PersonId]) -> Result<HashSet<Identity>, StoreError> {
        let rows: Vec<(String, String, String, Option<Vec<u8>>)> =
            sqlx::query_as(concat!("SELECT id, name, kind, token_hash FROM people WHERE id IN ", listed!("$1")))
                .bind(serde_json::to_string(people)?)
                .fetch_all(&self.pool)
                .await?;
        let identity = |(id, name, kind, token): (String, String, String, Option<Vec<u8>>)| {
            let person = Person { id: parsed(&id)?, name, kind: kind_of(&kind) };
            Ok(Identity { person, token: token.and_then(|token| token.try_into().ok()) })
        };
        rows.into_iter().map(identity).collect()
    }

    async fn make_account(&self, guest: &PersonId, name: &str, password_hash: &str) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "UPDATE people SET kind = 'account', name = $1, name_key = $2, name_skeleton = $3, password_hash = $4
            WHERE id = $5 AND kind = 'guest'",
        )
        .bind(name)
        .bind(name_key(name))
        .bind(name_skeleton(name))
        .bind(password_hash)
        .bind(guest.as_str())
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn change(&self, id: &PersonId, change: ProfileChange<'_>) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE people SET name = coalesce($2, name), profile_public = coalesce($4, profile_public),
            name_key = CASE WHEN kind = 'guest' OR $2 IS NULL THEN name_key ELSE $3 END,
            name_skeleton = CASE WHEN kind = 'guest' OR $2 IS NULL THEN name_skeleton ELSE $5 END
            WHERE id = $1 AND kind <> 'deleted'",
        )
        .bind(id.as_str())
        .bind(change.name)
        .bind(change.name.map(name_key))
        .bind(change.profile_public.map(i64::from))
        .bind(change.name.map(name_skeleton))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn set_password(&self, id: &PersonId, hash: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE people SET password_hash = $1 WHERE id = $2 AND kind = 'account'")
            .bind(hash)
            .bind(id.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn muted_by(&self, id: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT muted FROM mutes WHERE person = $1 ORDER BY muted")
            .bind(id.as_str())
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
    }

    async fn mute(&self, id: &PersonId, muted: &PersonId, most: u32) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "INSERT INTO mutes (person, muted) SELECT $1, $2
            WHERE (SELECT count(*) FROM mutes WHERE person = $1 AND muted <> $2) < $3
            ON CONFLICT (person, muted) DO UPDATE SET muted = excluded.muted",
        )
        .bind(id.as_str())
        .bind(muted.as_str())
        .bind(i64::from(most))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn unmute(&self, id: &PersonId, muted: &PersonId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM mutes WHERE person = $1 AND muted = $2")
            .bind(id.as_str())
            .bind(muted.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn bots_of(&self, owner: &PersonId) -> Result<Vec<Person>, StoreError> {
        let rows: Vec<PersonRow> =
            sqlx::query_as(people!("owner = $1 ORDER BY since, id")).bind(owner.as_str()).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|PersonRow(entry)| entry.person).collect())
    }

    async fn delete(&self, id: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        self.delete_person(id).await
    }

    async fn expired_guests(&self, expiry: Expiry) -> Result<Vec<PersonId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(expired_guests!("LIMIT $3"))
            .bind(expiry.guests as i64)
            .bind(expiry.unused_guests as i64)
            .bind(MOST_EXPIRED)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
    }

    async fn delete_expired_guest(&self, id: &PersonId, expiry: Expiry) -> Result<bool, StoreError> {
        self.delete_guest(id, expiry).await
    }

    async fn saw(&self, id: &PersonId, now: u64) -> Result<(), StoreError> {
        sqlx::query("UPDATE people SET seen = $1 WHERE id = $2 AND kind <> 'deleted'")
            .bind(now as i64)
            .bind(id.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn delete_bot(&self, owner: &PersonId, bot: &PersonId) -> Result<bool, StoreError> {
        let owned = self.bots_of(owner).await?.iter().any(|owned| owned.id == *bot);
        if owned {
            self.delete_person(bot).await?;
        }
        Ok(owned)
    }

    async fn set_token(&self, owner: &PersonId, bot: &PersonId, hash: &[u8; 32]) -> Result<bool, StoreError> {
        let done = sqlx::query("UPDATE people SET token_hash = $1 WHERE id = $2 AND owner = $3 AND kind = 'bot'")
            .bind(&hash[..])
            .bind(bot.as_str())
            .bind(owner.as_str())
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn revoke_tokens(&self, owner: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("UPDATE people SET token_hash = NULL WHERE owner = $1 AND kind = 'bot' RETURNING id")
                .bind(owner.as_str())
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
    }

    async fn export(&self, id: &PersonId) -> Result<Option<Export>, StoreError> {
        let Some(entry) = self.find(id).await? else { return Ok(None) };
        self.export_of(entry).await.map(Some)
    }

    async fn export_page(
        &self,
        id: &PersonId,
        list: ExportList,
        after: Option<ExportCursor>,
    ) -> Result<ExportPage, StoreError> {
        self.page_of(id, list, after).await
    }

    async fn public_games(&self, id: &PersonId) -> Result<PublicGames, StoreError> {
        // As in ratings, a win does not count if a stand-in has chosen any of its moves.
        let (games, wins): (i64, f64) = sqlx::query_as(PUBLIC_GAMES).bind(id.as_str()).fetch_one(&self.pool).await?;
        let latest: Vec<SummaryRow> = sqlx::query_as(summaries!(
            "JOIN players s ON s.table_id = t.id
            WHERE s.person = $1 AND t.phase = 'finished' AND t.public = 1 ORDER BY t.finished DESC LIMIT $2"
        ))
        .bind(id.as_str())
        .bind(LATEST_GAMES)
        .fetch_all(&self.pool)
        .await?;
        Ok(PublicGames { games: games as u32, wins, latest: self.with_names(latest).await? })
    }

    async fn ratings_of(&self, id: &PersonId) -> Result<Vec<Rating>, StoreError> {
        let rows: Vec<RatingRow> = sqlx::query_as(
            "SELECT players, list, rating, uncertainty, games, wins FROM ratings WHERE rated = $1 ORDER BY players, list DESC",
        )
        .bind(id.as_str())
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|RatingRow(rating)| rating).collect())
    }

    async fn best_rated(&self, query: RatingQuery) -> Result<Vec<Rated>, StoreError> {
        let rows: Vec<RatedRow> = sqlx::query_as(
            "SELECT r.rated, r.players, r.list, r.rating, r.uncertainty, r.games, r.wins, p.name, p.kind
            FROM ratings r LEFT JOIN people p ON p.id = r.rated
            WHERE r.players = $1 AND r.list = $2 AND r.games >= $3
                AND (r.rated LIKE 'level:%' OR p.profile_public = 1 AND p.kind IN ('account', 'bot'))
            ORDER BY r.rating - 2 * r.uncertainty DESC, r.rated LIMIT $4",
        )
        .bind(i64::from(query.players))
        .bind(list_name(query.list))
        .bind(MIN_RATED_GAMES)
        .bind(LONGEST_RATING_LIST)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().filter_map(|RatedRow(rated)| rated).collect())
    }
}
