//! Clubs, their members and tables.

use async_trait::async_trait;
use shangrila_protocol::{
    ChangeClub, ClubEntry, ClubEvent, ClubId, ClubMember, ClubRole, ClubSummary, LeagueEntry, Person, PersonId, Season,
    TableId, TableSummary,
};
use sqlx::{Connection as _, FromRow, Row as _};

use super::super::{Connection, Row, Store, dialect};
use super::tables::{SummaryRow, kind_of, parsed, summaries};
use crate::store::{
    ClubLimits, ClubRow, ClubStore, Evening, EveningTable, JoinOutcome, Membership, MissedEvent, NewClubEntry,
    StoreError, name_key,
};

/// The longest list of clubs.
const LONGEST_LIST: i64 = 50;
/// The longest list of tables.
const MOST_TABLES: i64 = 50;

fn entry_name(entry: ClubEntry) -> &'static str {
    match entry {
        ClubEntry::Open => "open",
        ClubEntry::Request => "request",
        ClubEntry::Link => "link",
    }
}

fn season_name(season: Season) -> &'static str {
    match season {
        Season::Month => "month",
        Season::Quarter => "quarter",
        Season::Year => "year",
    }
}

fn role_name(role: ClubRole) -> &'static str {
    match role {
        ClubRole::Owner => "owner",
        ClubRole::Organiser => "organiser",
        ClubRole::Member => "member",
    }
}

fn membership_of(name: &str) -> Membership {
    match name {
        "owner" => Membership::Member(ClubRole::Owner),
        "organiser" => Membership::Member(ClubRole::Organiser),
        "member" => Membership::Member(ClubRole::Member),
        _ => Membership::Asking,
    }
}

/// Selects the columns of a [`ClubSummary`] or a [`ClubRow`], of clubs that are not closed.
macro_rules! clubs {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.name, c.about, c.entry, c.secret, c.season, c.defaults, c.event,
                (SELECT count(*) FROM club_members m WHERE m.club = c.id AND m.role <> 'asking') AS members
            FROM clubs c ",
            $rest
        )
    };
}

struct StoredClub(ClubRow);

impl FromRow<'_, Row> for StoredClub {
    fn from_row(row: &Row) -> Result<StoredClub, sqlx::Error> {
        let decode = |error: serde_json::Error| sqlx::Error::Decode(Box::new(error));
        let entry = match row.try_get::<&str, _>("entry")? {
            "open" => ClubEntry::Open,
            "request" => ClubEntry::Request,
            _ => ClubEntry::Link,
        };
        let season = match row.try_get::<&str, _>("season")? {
            "year" => Season::Year,
            "quarter" => Season::Quarter,
            _ => Season::Month,
        };
        let event = row.try_get::<Option<&str>, _>("event")?;
        Ok(StoredClub(ClubRow {
            summary: ClubSummary {
                club: parsed(row.try_get("id")?)?,
                name: row.try_get("name")?,
                about: row.try_get("about")?,
                entry,
                member_count: row.try_get::<i64, _>("members")? as u32,
            },
            secret: row.try_get("secret")?,
            season,
            defaults: serde_json::from_str(row.try_get("defaults")?).map_err(decode)?,
            event: event.map(serde_json::from_str).transpose().map_err(decode)?,
        }))
    }
}

/// Selects the tables of an event.
macro_rules! evening_tables {
    ($rest:literal) => {
        concat!(
            "SELECT c.table_id, t.phase, NOT EXISTS (SELECT 1 FROM players s WHERE s.table_id = c.table_id)
            FROM club_tables c LEFT JOIN tables t ON t.id = c.table_id WHERE c.club = $1 AND c.starts = $2 ",
            $rest
        )
    };
}

/// The id of a table, its phase if it exists, and whether nobody sits there.
type EveningTableRow = (String, Option<String>, bool);

fn evening_table((table, phase, is_empty): EveningTableRow) -> Result<EveningTable, StoreError> {
    Ok(EveningTable { table: parsed(&table)?, is_waiting: phase.map(|phase| phase == "waiting"), is_empty })
}

fn summaries_of(rows: Vec<StoredClub>) -> Vec<ClubSummary> {
    rows.into_iter().map(|StoredClub(club)| club.summary).collect()
}

fn person((id, name, kind): (String, String, String)) -> Result<Person, StoreError> {
    Ok(Person { id: parsed(&id)?, name, kind: kind_of(&kind) })
}

#[async_trait]
impl ClubStore for Store {
    async fn found_club(&self, new: NewClubEntry<'_>, most: u32) -> Result<bool, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let done = found_on(&mut connection, &new, most).await;
        if done.is_err() {
            // SQLite may have ended the transaction by itself, which the driver does not notice.
            connection.close_on_drop();
        }
        done
    }

    async fn club(&self, id: &ClubId) -> Result<Option<ClubRow>, StoreError> {
        let row: Option<StoredClub> = sqlx::query_as(clubs!("WHERE c.id = $1 AND c.closed = 0"))
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|StoredClub(club)| club))
    }

    async fn find_clubs(&self, name: &str) -> Result<Vec<ClubSummary>, StoreError> {
        let sql = clubs!(
            "WHERE c.closed = 0 AND c.entry <> 'link' AND ($1 = '' OR instr(c.name_key, $1) > 0)
            ORDER BY members DESC, c.name_key LIMIT $2"
        );
        let rows = sqlx::query_as(sql).bind(name_key(name)).bind(LONGEST_LIST).fetch_all(&self.pool).await?;
        Ok(summaries_of(rows))
    }

    async fn clubs_of(&self, person: &PersonId) -> Result<Vec<ClubSummary>, StoreError> {
        let sql = clubs!(
            "JOIN club_members p ON p.club = c.id
            WHERE p.person = $1 AND p.role <> 'asking' AND c.closed = 0 ORDER BY c.name_key"
        );
        Ok(summaries_of(sqlx::query_as(sql).bind(person.as_str()).fetch_all(&self.pool).await?))
    }

    async fn change_club(&self, id: &ClubId, change: &ChangeClub) -> Result<(), StoreError> {
        let key = change.name.as_deref().map(name_key);
        let taken: Option<(String,)> = sqlx::query_as("SELECT id FROM clubs WHERE name_key = $1 AND id <> $2")
            .bind(&key)
            .bind(id.as_str())
            .fetch_optional(&self.pool)
            .await?;
        if taken.is_some() {
            return Err(StoreError::NameTaken);
        }
        sqlx::query(
            "UPDATE clubs SET name = coalesce($2, name), name_key = coalesce($3, name_key), about = coalesce($4, about),
            entry = coalesce($5, entry), season = coalesce($6, season), defaults = coalesce($7, defaults)
            WHERE id = $1 AND closed = 0",
        )
        .bind(id.as_str())
        .bind(change.name.as_deref())
        .bind(key)
        .bind(change.about.as_deref())
        .bind(change.entry.map(entry_name))
        .bind(change.season.map(season_name))
        .bind(change.defaults.as_ref().map(serde_json::to_string).transpose()?)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn set_event(&self, id: &ClubId, event: Option<&ClubEvent>) -> Result<(), StoreError> {
        sqlx::query("UPDATE clubs SET event = $2 WHERE id = $1 AND closed = 0")
            .bind(id.as_str())
            .bind(event.map(serde_json::to_string).transpose()?)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn set_secret(&self, id: &ClubId, secret: &str) -> Result<(), StoreError> {
        sqlx::query("UPDATE clubs SET secret = $2 WHERE id = $1")
            .bind(id.as_str())
            .bind(secret)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn close_club(&self, id: &ClubId) -> Result<bool, StoreError> {
        let done =
            sqlx::query("UPDATE clubs SET closed = 1, name_key = NULL, event = NULL WHERE id = $1 AND closed = 0")
                .bind(id.as_str())
                .execute(&self.pool)
                .await?;
        Ok(done.rows_affected() > 0)
    }

    async fn membership(&self, id: &ClubId, person: &PersonId) -> Result<Option<Membership>, StoreError> {
        let row: Option<(String,)> = sqlx::query_as("SELECT role FROM club_members WHERE club = $1 AND person = $2")
            .bind(id.as_str())
            .bind(person.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(role,)| membership_of(&role)))
    }

    async fn enter_club(
        &self,
        id: &ClubId,
        person: &PersonId,
        as_what: Membership,
        now: u64,
        limits: ClubLimits,
    ) -> Result<JoinOutcome, StoreError> {
        let (own,): (i64,) = sqlx::query_as(
            "SELECT count(*) FROM club_members m JOIN clubs c ON c.id = m.club WHERE m.person = $1 AND m.club <> $2 AND c.closed = 0",
        )
        .bind(person.as_str())
        .bind(id.as_str())
        .fetch_one(&self.pool)
        .await?;
        if own >= i64::from(limits.clubs) {
            return Ok(JoinOutcome::TooManyClubs);
        }
        let (role, most) = match as_what {
            Membership::Asking => ("asking", limits.requests),
            Membership::Member(role) => (role_name(role), limits.members),
        };
        // Whoever asks again goes on asking, and whoever is a member stays what they are.
        let done = sqlx::query(
            "INSERT INTO club_members (club, person, role, since) SELECT $1, $2, $3, $4
            WHERE (SELECT count(*) FROM club_members WHERE club = $1 AND person <> $2
                AND CASE WHEN role = 'asking' THEN 1 ELSE 0 END = CASE WHEN $3 = 'asking' THEN 1 ELSE 0 END) < $5
            ON CONFLICT (club, person) DO UPDATE SET
                role = CASE WHEN club_members.role = 'asking' THEN excluded.role ELSE club_members.role END",
        )
        .bind(id.as_str())
        .bind(person.as_str())
        .bind(role)
        .bind(now as i64)
        .bind(i64::from(most))
        .execute(&self.pool)
        .await?;
        Ok(if done.rows_affected() > 0 { JoinOutcome::Done } else { JoinOutcome::ClubFull })
    }

    async fn set_role(&self, id: &ClubId, person: &PersonId, role: ClubRole) -> Result<(), StoreError> {
        // One statement, so that there is never more or less than one owner.
        sqlx::query(
            "UPDATE club_members SET role = CASE WHEN person = $2 THEN $3 ELSE 'organiser' END
            WHERE club = $1 AND role <> 'asking' AND (person = $2 AND ($3 = 'owner' OR role <> 'owner') OR $3 = 'owner' AND role = 'owner')
                AND EXISTS (SELECT 1 FROM club_members m WHERE m.club = $1 AND m.person = $2 AND m.role <> 'asking')",
        )
        .bind(id.as_str())
        .bind(person.as_str())
        .bind(role_name(role))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn leave_club(&self, id: &ClubId, person: &PersonId) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM club_members WHERE club = $1 AND person = $2 AND role <> 'owner'")
            .bind(id.as_str())
            .bind(person.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn club_members(&self, id: &ClubId) -> Result<Vec<ClubMember>, StoreError> {
        let rows: Vec<(String, String, String, String, i64)> = sqlx::query_as(
            "SELECT p.id, p.name, p.kind, m.role, m.since FROM club_members m JOIN people p ON p.id = m.person
            WHERE m.club = $1 AND m.role <> 'asking'
            ORDER BY CASE m.role WHEN 'owner' THEN 0 WHEN 'organiser' THEN 1 ELSE 2 END, lower(p.name), p.id",
        )
        .bind(id.as_str())
        .fetch_all(&self.pool)
        .await?;
        let mut members = Vec::new();
        for (id, name, kind, role, since) in rows {
            if let Membership::Member(role) = membership_of(&role) {
                members.push(ClubMember { person: person((id, name, kind))?, role, since: since as u64 });
            }
        }
        Ok(members)
    }

    async fn club_requests(&self, id: &ClubId) -> Result<Vec<Person>, StoreError> {
        let rows: Vec<(String, String, String)> = sqlx::query_as(
            "SELECT p.id, p.name, p.kind FROM club_members m JOIN people p ON p.id = m.person
            WHERE m.club = $1 AND m.role = 'asking' ORDER BY m.since, p.id",
        )
        .bind(id.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(person).collect()
    }

    async fn add_club_table(&self, id: &ClubId, table: &TableId, now: u64) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO club_tables (table_id, club, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(table.as_str())
            .bind(id.as_str())
            .bind(now as i64)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn club_tables(&self, id: &ClubId) -> Result<Vec<TableSummary>, StoreError> {
        let rows: Vec<SummaryRow> = sqlx::query_as(summaries!(
            "JOIN club_tables c ON c.table_id = t.id WHERE c.club = $1 AND t.phase IN ('waiting', 'playing')
            ORDER BY CASE WHEN t.phase = 'waiting' THEN 0 ELSE 1 END, c.number, u.changed DESC LIMIT $2"
        ))
        .bind(id.as_str())
        .bind(MOST_TABLES)
        .fetch_all(&self.pool)
        .await?;
        self.with_names(rows).await
    }

    async fn league(&self, id: &ClubId, from: u64, to: u64) -> Result<Vec<LeagueEntry>, StoreError> {
        let rows: Vec<(String, String, String, i64, f64, f64)> = sqlx::query_as(concat!(
            "SELECT p.id, p.name, p.kind, count(*), sum(",
            won!("s"),
            "), sum(CASE WHEN ",
            seat_text!("s", "stand_in"),
            " IS NULL THEN 1.0 ELSE 0.0 END + t.seats * (",
            won!("s"),
            ")) AS points
            FROM club_tables c JOIN tables t ON t.id = c.table_id JOIN players s ON s.table_id = t.id
            JOIN club_members m ON m.club = c.club AND m.person = s.person JOIN people p ON p.id = s.person
            WHERE c.club = $1 AND t.phase = 'finished' AND t.finished >= $2 AND t.finished < $3 AND m.role <> 'asking'
            GROUP BY p.id, p.name, p.kind ORDER BY points DESC, count(*), lower(p.name), p.id"
        ))
        .bind(id.as_str())
        .bind(from as i64)
        .bind(to as i64)
        .fetch_all(&self.pool)
        .await?;
        let entry = |(id, name, kind, games, wins, points)| {
            Ok(LeagueEntry { person: person((id, name, kind))?, games: i64::max(games, 0) as u32, wins, points })
        };
        rows.into_iter().map(entry).collect()
    }

    async fn clubs_with_events(&self) -> Result<Vec<(ClubRow, Person)>, StoreError> {
        let rows: Vec<StoredClub> = sqlx::query_as(clubs!("WHERE c.closed = 0 AND c.event IS NOT NULL ORDER BY c.id"))
            .fetch_all(&self.pool)
            .await?;
        let mut clubs = Vec::new();
        for StoredClub(club) in rows {
            let owner: Option<(String, String, String)> = sqlx::query_as(
                "SELECT p.id, p.name, p.kind FROM club_members m JOIN people p ON p.id = m.person
                WHERE m.club = $1 AND m.role = 'owner'",
            )
            .bind(club.summary.club.as_str())
            .fetch_optional(&self.pool)
            .await?;
            if let Some(owner) = owner {
                clubs.push((club, person(owner)?));
            }
        }
        Ok(clubs)
    }

    async fn begin_evening(&self, evening: &Evening) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO club_evenings (club, starts, ends) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(evening.club.as_str())
            .bind(evening.starts as i64)
            .bind(evening.ends as i64)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn members_to_tell(&self, evening: &Evening) -> Result<Vec<PersonId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT m.person FROM club_evenings e JOIN club_members m ON m.club = e.club
            WHERE e.club = $1 AND e.starts = $2 AND e.told = 0 AND m.role <> 'asking' ORDER BY m.person",
        )
        .bind(evening.club.as_str())
        .bind(evening.starts as i64)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|(id,)| Ok(parsed(id)?)).collect()
    }

    async fn members_told(&self, evening: &Evening) -> Result<(), StoreError> {
        sqlx::query("UPDATE club_evenings SET told = 1 WHERE club = $1 AND starts = $2")
            .bind(evening.club.as_str())
            .bind(evening.starts as i64)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    async fn event_missed(
        &self,
        person: &PersonId,
        table: &TableId,
        now: u64,
    ) -> Result<Option<MissedEvent>, StoreError> {
        let row: Option<(String, String)> = sqlx::query_as(
            "SELECT c.id, c.name FROM club_tables t
            JOIN club_evenings e ON e.club = t.club AND e.starts = t.starts
            JOIN clubs c ON c.id = t.club AND c.closed = 0
            JOIN club_members m ON m.club = t.club AND m.person = $2 AND m.role <> 'asking'
            WHERE t.table_id = $1 AND e.ends > $3 AND NOT EXISTS (
                SELECT 1 FROM club_tables o JOIN players s ON s.table_id = o.table_id
                WHERE o.club = t.club AND o.starts = t.starts AND s.person = $2)",
        )
        .bind(table.as_str())
        .bind(person.as_str())
        .bind(now as i64)
        .fetch_optional(&self.pool)
        .await?;
        row.map(|(id, name)| Ok(MissedEvent { club: parsed(&id)?, name })).transpose()
    }

    async fn claim_table(
        &self,
        evening: &Evening,
        number: u32,
        table: &TableId,
        now: u64,
    ) -> Result<EveningTable, StoreError> {
        sqlx::query(
            "INSERT INTO club_tables (table_id, club, starts, number, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        )
        .bind(table.as_str())
        .bind(evening.club.as_str())
        .bind(evening.starts as i64)
        .bind(i64::from(number))
        .bind(now as i64)
        .execute(&self.pool)
        .await?;
        let row = sqlx::query_as(evening_tables!("AND c.number = $3"))
            .bind(evening.club.as_str())
            .bind(evening.starts as i64)
            .bind(i64::from(number))
            .fetch_one(&self.pool)
            .await?;
        evening_table(row)
    }

    async fn evening_tables(&self, evening: &Evening) -> Result<Vec<EveningTable>, StoreError> {
        let rows: Vec<EveningTableRow> = sqlx::query_as(evening_tables!("ORDER BY c.number"))
            .bind(evening.club.as_str())
            .bind(evening.starts as i64)
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter().map(evening_table).collect()
    }

    async fn ended_evenings(&self, by: u64) -> Result<Vec<Evening>, StoreError> {
        let rows: Vec<(String, i64, i64)> =
            sqlx::query_as("SELECT club, starts, ends FROM club_evenings WHERE ends <= $1 ORDER BY ends")
                .bind(by as i64)
                .fetch_all(&self.pool)
                .await?;
        let evening = |(club, starts, ends): (String, i64, i64)| {
            Ok(Evening { club: parsed(&club)?, starts: starts as u64, ends: ends as u64 })
        };
        rows.into_iter().map(evening).collect()
    }

    async fn end_evening(&self, evening: &Evening) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM club_evenings WHERE club = $1 AND starts = $2")
            .bind(evening.club.as_str())
            .bind(evening.starts as i64)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

async fn found_on(connection: &mut Connection, new: &NewClubEntry<'_>, most: u32) -> Result<bool, StoreError> {
    let mut transaction = connection.begin_with(dialect::BEGIN).await?;
    dialect::lock_person(&mut transaction, new.owner).await?;
    let (owned,): (i64,) = sqlx::query_as(
        "SELECT count(*) FROM club_members m JOIN clubs c ON c.id = m.club
        WHERE m.person = $1 AND m.role = 'owner' AND c.closed = 0",
    )
    .bind(new.owner.as_str())
    .fetch_one(&mut *transaction)
    .await?;
    if owned >= i64::from(most) {
        return Ok(false);
    }
    let done = sqlx::query(
        "INSERT INTO clubs (id, name, name_key, about, entry, secret, season, defaults, created)
        VALUES ($1, $2, $3, $4, $5, $6, 'month', '{}', $7) ON CONFLICT DO NOTHING",
    )
    .bind(new.id.as_str())
    .bind(new.name)
    .bind(name_key(new.name))
    .bind(new.about)
    .bind(entry_name(new.entry))
    .bind(&new.secret)
    .bind(new.created as i64)
    .execute(&mut *transaction)
    .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::NameTaken);
    }
    sqlx::query("INSERT INTO club_members (club, person, role, since) VALUES ($1, $2, 'owner', $3)")
        .bind(new.id.as_str())
        .bind(new.owner.as_str())
        .bind(new.created as i64)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(true)
}
