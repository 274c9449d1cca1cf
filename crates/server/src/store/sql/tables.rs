//! Tables, events and chat. Names are looked up whenever something is read.

use std::collections::HashMap;
use std::error::Error;
use std::ops::Range;
use std::str::FromStr;

use async_trait::async_trait;
use serde_json::json;
use shangrila_protocol::{
    ChatLine, CommandId, Event, EventEnvelope, GameSearch, PersonId, PersonKind, PersonOrLevel, Phase, RatingChange,
    SeatedPlayer, TableId, TableSummary,
};
use shangrila_rules::Seat;
use sqlx::{FromRow, Row as _};

use super::super::{Row, Store, dialect};
use crate::retention::Expiry;
use crate::store::{Append, Committed, HostedTables, StoreError, TableStore};

/// How much expired data is deleted at a time; the rest follows an hour later.
pub(super) const MOST_EXPIRED: i64 = 2000;
/// For statements that need a limit before an offset but have none.
pub(super) const EVERYTHING: i64 = i64::MAX;
/// The longest list of tables.
const LONGEST_LIST: i64 = 100;

/// How many open tables of one host are listed.
const LISTED_PER_HOST: i64 = 5;

/// Selects the columns of a [`TableSummary`].
macro_rules! summaries {
    ($($rest:expr),+) => {
        concat!(
            "SELECT t.id, t.phase, t.host, t.settings, t.players, t.winners, t.masters, u.moves, u.next, u.deadline, u.changed,
                (SELECT CAST(",
            json_text!("o.body", "at"),
            " AS BIGINT) FROM events o WHERE o.table_id = t.id AND o.number = 1) AS opened
            FROM tables t JOIN turns u ON u.table_id = t.id ",
            $($rest),+
        )
    };
}
pub(super) use summaries;

/// Whether it is the turn of the player `s` of the table `t`, whose turn is `u`. Of a player with two clans, only the first seat is stored, and `t.seats` is
/// the number of players.
macro_rules! is_turn {
    () => {
        "s.seat = u.next % t.seats"
    };
}
pub(super) use is_turn;

pub(super) struct SummaryRow(TableSummary);

impl FromRow<'_, Row> for SummaryRow {
    fn from_row(row: &Row) -> Result<SummaryRow, sqlx::Error> {
        let decode = |error: Box<dyn Error + Send + Sync>| sqlx::Error::Decode(error);
        let phase = phase_of(row.try_get("phase")?);
        let number = |name: &str| row.try_get::<Option<i64>, _>(name);
        Ok(SummaryRow(TableSummary {
            table: row.try_get::<&str, _>("id")?.parse().map_err(|error| decode(Box::new(error)))?,
            settings: serde_json::from_str(row.try_get("settings")?).map_err(|error| decode(Box::new(error)))?,
            host: row.try_get::<&str, _>("host")?.parse().map_err(|error| decode(Box::new(error)))?,
            seats: serde_json::from_str(row.try_get("players")?).map_err(|error| decode(Box::new(error)))?,
            phase,
            moves: number("moves")?.unwrap_or(0) as u32,
            next: number("next")?.and_then(|next| Seat::new(next as u8)),
            deadline: number("deadline")?.map(|deadline| deadline as u64),
            winners: serde_json::from_str::<Vec<u8>>(row.try_get("winners")?)
                .map_err(|error| decode(Box::new(error)))?
                .into_iter()
                .filter_map(Seat::new)
                .collect(),
            masters: serde_json::from_str(row.try_get("masters")?).map_err(|error| decode(Box::new(error)))?,
            rating_changes: Vec::new(),
            opened: number("opened")?.unwrap_or(0) as u64,
            changed: number("changed")?.unwrap_or(0) as u64,
        }))
    }
}

/// Returns the stage of a table by its name in the database.
pub(super) fn phase_of(name: &str) -> Phase {
    match name {
        "waiting" => Phase::Waiting,
        "playing" => Phase::Playing,
        "finished" => Phase::Finished,
        _ => Phase::Closed,
    }
}

/// Returns the kind of a person by its name in the database. Deleted people count as guests.
pub(super) fn kind_of(name: &str) -> PersonKind {
    match name {
        "account" => PersonKind::Account,
        "bot" => PersonKind::Bot,
        _ => PersonKind::Guest,
    }
}

/// Parses an id from the database.
pub(super) fn parsed<T: FromStr<Err: Error + Send + Sync + 'static>>(id: &str) -> Result<T, sqlx::Error> {
    id.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// The current names of people.
struct Names(HashMap<String, (String, PersonKind)>);

impl Names {
    fn fill(&self, seats: &mut [SeatedPlayer]) {
        for seat in seats.iter_mut() {
            if let Some((name, _)) = seat.kept_for.as_ref().and_then(|person| self.0.get(person.as_str())) {
                seat.kept_for_name.clone_from(name);
            }
        }
        seats.iter_mut().filter_map(|seat| seat.player.as_mut()).for_each(|player| self.fill_one(player));
    }

    fn fill_one(&self, player: &mut PersonOrLevel) {
        if let PersonOrLevel::Person(person) = player
            && let Some((name, kind)) = self.0.get(person.id.as_str())
        {
            person.name.clone_from(name);
            person.kind = *kind;
        }
    }
}

fn ids_of(seats: &[SeatedPlayer]) -> impl Iterator<Item = &str> {
    seats.iter().flat_map(|seat| {
        let seated = seat.player.as_ref().and_then(PersonOrLevel::person).map(|person| &person.id);
        [seated, seat.kept_for.as_ref()].into_iter().flatten().map(PersonId::as_str)
    })
}

/// The number, time, command, author, author's name and text of a chat line, and whether it is hidden.
type LineRow = (i64, i64, String, String, String, String, bool);

/// Selects chat lines.
macro_rules! chat_lines {
    ($rest:literal) => {
        concat!(
            "SELECT c.number, c.at, c.command, c.person, coalesce(p.name, ''), c.text, c.hidden > 0
            FROM chat c LEFT JOIN people p ON p.id = c.person ",
            $rest
        )
    };
}

/// A number as the database stores it.
fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn line(
    table: &TableId,
    (number, at, command, person, name, text, hidden): LineRow,
) -> Result<Committed<ChatLine>, StoreError> {
    let broken = |_| StoreError::Broken(format!("invalid ids in the chat of table {table}"));
    let (id, by): (CommandId, PersonId) = (command.parse().map_err(broken)?, person.parse().map_err(broken)?);
    let text = if hidden { String::new() } else { text };
    Ok(Committed::new(ChatLine { number: number as u64, at: at as u64, id, by, name, text, hidden }))
}

impl Store {
    async fn names<'a>(&self, ids: impl Iterator<Item = &'a str>) -> Result<Names, StoreError> {
        let ids: Vec<&str> = ids.collect();
        if ids.is_empty() {
            return Ok(Names(HashMap::new()));
        }
        let ids = json!(ids).to_string();
        let rows: Vec<(String, String, String)> =
            sqlx::query_as(concat!("SELECT id, name, kind FROM people WHERE id IN ", listed!("$1")))
                .bind(ids)
                .fetch_all(&self.pool)
                .await?;
        let known = rows.into_iter().map(|(id, name, kind)| {
            let kind = kind_of(&kind);
            (id, (name, kind))
        });
        Ok(Names(known.collect()))
    }

    pub(super) async fn with_names(&self, rows: Vec<SummaryRow>) -> Result<Vec<TableSummary>, StoreError> {
        let names = self.names(rows.iter().flat_map(|row| ids_of(&row.0.seats))).await?;
        let rated = rows.iter().filter(|row| row.0.phase == Phase::Finished && row.0.settings.rated);
        let mut changes: HashMap<String, Vec<RatingChange>> = HashMap::new();
        for (table, change) in self.changes_at(rated.map(|row| &row.0.table)).await? {
            changes.entry(table).or_default().push(change);
        }
        let named = rows.into_iter().map(|SummaryRow(mut summary)| {
            names.fill(&mut summary.seats);
            summary.rating_changes = changes.remove(summary.table.as_str()).unwrap_or_default();
            summary
        });
        Ok(named.collect())
    }
}

#[async_trait]
impl TableStore for Store {
    async fn append_all(&self, appends: Vec<Append>) -> Result<Vec<Vec<Committed<EventEnvelope>>>, StoreError> {
        self.writer.append_all(appends).await
    }

    async fn events(&self, table: &TableId, after: u64) -> Result<Vec<Committed<EventEnvelope>>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT body FROM events WHERE table_id = $1 AND number > $2 ORDER BY number")
                .bind(table.as_str())
                .bind(after as i64)
                .fetch_all(&self.pool)
                .await?;
        let mut events: Vec<EventEnvelope> =
            rows.iter().map(|(body,)| serde_json::from_str(body)).collect::<Result<_, _>>()?;
        let ids = events.iter().flat_map(|event| match &event.event {
            Event::Opened { seats, .. } | Event::Started { seats, .. } => ids_of(seats).collect(),
            Event::Joined { player, .. } | Event::TookOver { player, .. } | Event::SeatAsked { player, .. } => {
                player.person().map(|person| person.id.as_str()).into_iter().collect()
            }
            _ => Vec::new(),
        });
        let names = self.names(ids).await?;
        for event in &mut events {
            match &mut event.event {
                Event::Opened { seats, .. } | Event::Started { seats, .. } => names.fill(seats),
                Event::Joined { player, .. } | Event::TookOver { player, .. } | Event::SeatAsked { player, .. } => {
                    names.fill_one(player)
                }
                _ => {}
            }
        }
        Ok(events.into_iter().map(Committed::new).collect())
    }

    async fn say(&self, table: &TableId, line: ChatLine) -> Result<Committed<ChatLine>, StoreError> {
        self.writer.say(table.clone(), line).await
    }

    async fn chat(
        &self,
        table: &TableId,
        numbers: Range<u64>,
        most: usize,
    ) -> Result<Vec<Committed<ChatLine>>, StoreError> {
        let rows: Vec<LineRow> = sqlx::query_as(chat_lines!(
            "WHERE c.table_id = $1 AND c.number >= $2 AND c.number < $3 ORDER BY c.number DESC LIMIT $4"
        ))
        .bind(table.as_str())
        .bind(stored(numbers.start))
        .bind(stored(numbers.end))
        .bind(most as i64)
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().rev().map(|row| line(table, row)).collect()
    }

    async fn hidden_chat(
        &self,
        table: &TableId,
        numbers: Range<u64>,
        most: usize,
    ) -> Result<Vec<Committed<ChatLine>>, StoreError> {
        let rows: Vec<LineRow> = sqlx::query_as(chat_lines!(
            "WHERE c.table_id = $1 AND c.number >= $2 AND c.number < $3 AND c.hidden > 0
            ORDER BY c.number DESC LIMIT $4"
        ))
        .bind(table.as_str())
        .bind(stored(numbers.start))
        .bind(stored(numbers.end))
        .bind(most as i64)
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().rev().map(|row| line(table, row)).collect()
    }

    async fn chat_line(
        &self,
        table: &TableId,
        by: &PersonId,
        id: &CommandId,
    ) -> Result<Option<Committed<ChatLine>>, StoreError> {
        let row: Option<LineRow> = sqlx::query_as(chat_lines!(
            "WHERE c.table_id = $1 AND c.person = $2 AND c.command = $3 ORDER BY c.number LIMIT 1"
        ))
        .bind(table.as_str())
        .bind(by.as_str())
        .bind(id.as_str())
        .fetch_optional(&self.pool)
        .await?;
        row.map(|row| line(table, row)).transpose()
    }

    async fn rating_changes(&self, table: &TableId) -> Result<Vec<RatingChange>, StoreError> {
        Ok(self.changes_at([table].into_iter()).await?.into_iter().map(|(_, change)| change).collect())
    }

    async fn open_tables(&self) -> Result<Vec<TableSummary>, StoreError> {
        // A host with many tables must not push everybody else's out of the list.
        let sql = summaries!(
            "JOIN (
                SELECT t.id, row_number() OVER (PARTITION BY t.host ORDER BY u.changed DESC) AS rank
                FROM tables t JOIN turns u ON u.table_id = t.id WHERE t.phase = 'waiting' AND t.public = 1
            ) r ON r.id = t.id
            WHERE r.rank <= $1 ORDER BY u.changed DESC LIMIT $2"
        );
        let rows = sqlx::query_as(sql).bind(LISTED_PER_HOST).bind(LONGEST_LIST).fetch_all(&self.pool).await?;
        self.with_names(rows).await
    }

    async fn tables_of(&self, person: &PersonId) -> Result<Vec<TableSummary>, StoreError> {
        let sql = summaries!(
            "JOIN players s ON s.table_id = t.id WHERE s.person = $1 AND t.phase <> 'closed'
            ORDER BY CASE WHEN t.phase = 'playing' AND ",
            is_turn!(),
            " THEN 0 WHEN t.phase <> 'finished' THEN 1 ELSE 2 END, u.changed DESC LIMIT $2"
        );
        let rows = sqlx::query_as(sql).bind(person.as_str()).bind(LONGEST_LIST).fetch_all(&self.pool).await?;
        self.with_names(rows).await
    }

    async fn hosted_by(&self, person: &PersonId) -> Result<HostedTables, StoreError> {
        let (waiting, with_computers): (i64, i64) =
            sqlx::query_as(dialect::HOSTED_TABLES).bind(person.as_str()).fetch_one(&self.pool).await?;
        Ok(HostedTables { waiting: waiting as usize, with_computers: with_computers as usize })
    }

    async fn waiting_among(&self, tables: &[TableId]) -> Result<Vec<TableId>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as(concat!("SELECT id FROM tables WHERE phase = 'waiting' AND id IN ", listed!("$1")))
                .bind(serde_json::to_string(tables)?)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.iter().map(|(id,)| parsed(id)).collect::<Result<_, _>>()?)
    }

    async fn finished_games(&self, search: &GameSearch) -> Result<Vec<TableSummary>, StoreError> {
        let sql = summaries!(
            "WHERE t.phase = 'finished' AND t.public = 1 AND ($1 IS NULL OR t.seats = $1) AND ($2 IS NULL OR t.finished < $2)
            AND ($3 IS NULL OR EXISTS (
                SELECT 1 FROM players s JOIN people p ON p.id = s.person
                WHERE s.table_id = t.id AND p.kind <> 'deleted' AND instr(lower(p.name), $3) > 0))
            ORDER BY t.finished DESC LIMIT $4"
        );
        let rows = sqlx::query_as(sql)
            .bind(search.seats.map(i64::from))
            .bind(search.before.map(|before| before as i64))
            .bind(search.player.as_deref().map(str::trim).filter(|name| !name.is_empty()).map(str::to_ascii_lowercase))
            .bind(LONGEST_LIST)
            .fetch_all(&self.pool)
            .await?;
        self.with_names(rows).await
    }

    async fn find_tables(&self, text: &str) -> Result<Vec<TableSummary>, StoreError> {
        let sql = summaries!(
            "WHERE t.id = $1 OR $1 = '' AND t.phase IN ('waiting', 'playing') OR $1 <> '' AND EXISTS (
                SELECT 1 FROM players s JOIN people p ON p.id = s.person
                WHERE s.table_id = t.id AND p.kind <> 'deleted' AND (p.id = $1 OR instr(lower(p.name), $3) > 0))
            ORDER BY CASE WHEN t.phase IN ('waiting', 'playing') THEN 0 ELSE 1 END, u.changed DESC LIMIT $2"
        );
        let lowered = text.to_ascii_lowercase();
        let rows = sqlx::query_as(sql).bind(text).bind(LONGEST_LIST).bind(lowered).fetch_all(&self.pool).await?;
        self.with_names(rows).await
    }

    async fn due(&self, by: u64) -> Result<Vec<TableId>, StoreError> {
        // Conditional moves are played or dropped as soon as it is their player's turn, unless a process has died in between.
        let rows: Vec<(String,)> = sqlx::query_as(concat!(
            "SELECT table_id FROM turns WHERE wake <= $1
            UNION SELECT c.table_id FROM conditional_moves c JOIN turns u ON u.table_id = c.table_id
                JOIN tables t ON t.id = c.table_id
                JOIN players s ON s.table_id = c.table_id AND s.person = c.person AND ",
            is_turn!()
        ))
        .bind(by as i64)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    async fn expired_tables(&self, expiry: Expiry) -> Result<Vec<TableId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT t.id FROM tables t JOIN turns u ON u.table_id = t.id
            WHERE t.phase = 'closed' AND u.changed < $1 OR t.phase = 'playing' AND u.changed < $2 LIMIT $3",
        )
        .bind(expiry.closed_tables as i64)
        .bind(expiry.abandoned_tables as i64)
        .bind(MOST_EXPIRED)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    async fn delete_expired_table(&self, table: &TableId, expiry: Expiry) -> Result<bool, StoreError> {
        self.writer.delete_expired(table.clone(), expiry).await?;
        self.erase_deleted();
        let rest = sqlx::query("SELECT 1 FROM tables WHERE id = $1").bind(table.as_str());
        Ok(rest.fetch_optional(&self.pool).await?.is_none())
    }

    async fn check_writable(&self) -> Result<(), StoreError> {
        self.writer.check().await
    }
}
