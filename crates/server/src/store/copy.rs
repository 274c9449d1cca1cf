//! Copies everything from one database to another, of either kind, and compares the two.
//!
//! Every table of the structure is copied row by row as text, and both sides are read again afterwards: the same rows, by a checksum, and every game can be
//! replayed. So the copy does not depend on what the tables mean, only on their columns.

use std::fmt;

use sha2::{Digest, Sha256};
use shangrila_protocol::{EventEnvelope, TableId};

use super::{Committed, DatabaseAddress, DatabaseContents, StoreError, postgres, sqlite};
use crate::room::TableLogic;

/// A column: its name, and what it contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: ColumnKind,
    pub(super) is_key: bool,
}

/// What a column contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnKind {
    Integer,
    Real,
    Text,
    Bytes,
}

/// A row: a JSON array as text, with bytes in hexadecimal digits, and floating-point numbers as text with all of their digits.
pub(super) type RowText = String;

/// The columns of a table's key, which come first.
pub(super) fn key(columns: &[Column]) -> &[Column] {
    let length = columns.iter().take_while(|column| column.is_key).count();
    &columns[..length]
}

/// A database that can be copied from or to.
pub(super) enum CopySide {
    Sqlite(sqlite::CopySide),
    Postgres(postgres::CopySide),
}

/// The tables in an order in which no row refers to one that is not there yet.
pub(super) const TABLES: [&str; 41] = [
    "people",
    "mutes",
    "tables",
    "turns",
    "players",
    "events",
    "chat",
    "ratings",
    "rating_changes",
    "heartbeat",
    "sessions",
    "known_devices",
    "roles",
    "audit",
    "audit_carried_out",
    "sanctions",
    "reports",
    "blocks",
    "agreements",
    "recovery_codes",
    "passkeys",
    "links",
    "lobby_visits",
    "server_keys",
    "notice_settings",
    "push_subscriptions",
    "notice_queue",
    "friendships",
    "follows",
    "connected_people",
    "table_invitations",
    "clubs",
    "club_members",
    "club_tables",
    "club_evenings",
    "tournaments",
    "tournament_people",
    "tournament_tables",
    "conditional_moves",
    "table_notes",
    "vacations",
];
/// What a server writes before anyone has been there. It does not make a database less empty, and is replaced.
const ITS_OWN: [&str; 3] = ["heartbeat", "audit_carried_out", "server_keys"];
/// How many rows are copied at a time.
pub(super) const PAGE: i64 = 1000;

/// Why a copy failed.
#[derive(Debug)]
pub struct CopyError(String);

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CopyError {}

impl From<StoreError> for CopyError {
    fn from(error: StoreError) -> CopyError {
        CopyError(error.to_string())
    }
}

impl From<sqlx::Error> for CopyError {
    fn from(error: sqlx::Error) -> CopyError {
        CopyError(error.to_string())
    }
}

macro_rules! on_side {
    ($side:expr, $method:ident ( $($argument:expr),* )) => {
        match $side {
            CopySide::Sqlite(side) => side.$method($($argument),*).await,
            CopySide::Postgres(side) => side.$method($($argument),*).await,
        }
    };
}

impl CopySide {
    async fn open(address: &DatabaseAddress) -> Result<CopySide, StoreError> {
        Ok(match address {
            DatabaseAddress::File(file) => CopySide::Sqlite(sqlite::CopySide::open(file).await?),
            DatabaseAddress::Postgres(url) => CopySide::Postgres(postgres::CopySide::open(url).await?),
        })
    }
}

/// Copies everything to an empty database and compares the two. No server may be running on either.
///
/// # Errors
/// If one cannot be used, the target is not empty, or the two differ in the end. Everything is copied in one transaction, so the target is empty then.
pub async fn copy(from: &DatabaseAddress, to: &DatabaseAddress) -> Result<DatabaseContents, CopyError> {
    let (mut source, mut target) = (CopySide::open(from).await?, CopySide::open(to).await?);
    on_side!(&mut target, begin())?;
    for table in ITS_OWN {
        on_side!(&mut target, clear(table))?;
    }
    for table in TABLES {
        if on_side!(&mut target, count(table))? > 0 {
            return Err(CopyError(format!("{to} is not empty: it has rows in {table}")));
        }
    }
    for table in TABLES {
        let columns = on_side!(&mut source, columns(table))?;
        let theirs = on_side!(&mut target, columns(table))?;
        if sorted(&columns) != sorted(&theirs) {
            return Err(CopyError(format!("the columns of {table} differ: {columns:?} and {theirs:?}")));
        }
        let mut last: Option<RowText> = None;
        loop {
            let mut rows = on_side!(&mut source, rows(table, &columns, last.as_ref()))?;
            if rows.is_empty() {
                break;
            }
            on_side!(&mut target, insert(table, &columns, &rows))?;
            last = rows.pop();
        }
        let (ours, copied) =
            (checksum(&mut source, table, &columns).await?, checksum(&mut target, table, &columns).await?);
        if ours != copied {
            return Err(CopyError(format!("the rows of {table} differ after the copy")));
        }
    }
    let contents = replay_all(&mut target).await?;
    on_side!(&mut target, finish())?;
    on_side!(target, close())?;
    on_side!(source, close())?;
    Ok(contents)
}

fn sorted(columns: &[Column]) -> Vec<(&str, ColumnKind)> {
    let mut columns: Vec<_> = columns.iter().map(|column| (column.name.as_str(), column.kind)).collect();
    columns.sort_by_key(|(name, _)| *name);
    columns
}

/// The number of rows, and a checksum over all of them in the order of their key.
async fn checksum(side: &mut CopySide, table: &str, columns: &[Column]) -> Result<(u64, String), CopyError> {
    let (mut hash, mut count, mut last) = (Sha256::new(), 0, None);
    loop {
        let rows = on_side!(&mut *side, rows(table, columns, last.as_ref()))?;
        if rows.is_empty() {
            return Ok((count, format!("{:x}", hash.finalize())));
        }
        count += rows.len() as u64;
        last = rows.last().cloned();
        for row in rows {
            // 1.0 and 1 are the same rating.
            let values: Vec<serde_json::Value> =
                serde_json::from_str(&row).map_err(|error| CopyError(error.to_string()))?;
            for (value, column) in values.iter().zip(columns) {
                let number = value.as_str().filter(|_| column.kind == ColumnKind::Real);
                let number = number.and_then(|text| text.parse::<f64>().ok());
                let text = number.map_or_else(|| value.to_string(), |number| format!("{number:?}"));
                hash.update(text.as_bytes());
                hash.update([0]);
            }
        }
    }
}

/// Replays every table of a database.
async fn replay_all(side: &mut CopySide) -> Result<DatabaseContents, CopyError> {
    let broken =
        |table: &str, reason: &dyn fmt::Display| CopyError(format!("table {table} cannot be replayed: {reason}"));
    let mut contents = DatabaseContents {
        people: on_side!(&mut *side, count_people())? as u64,
        chat_lines: on_side!(&mut *side, count("chat"))? as u64,
        ..DatabaseContents::default()
    };
    for table in on_side!(&mut *side, table_ids())? {
        let bodies = on_side!(&mut *side, event_bodies(&table))?;
        let id: TableId = table.parse().map_err(|error| broken(&table, &error))?;
        let events: Vec<Committed<EventEnvelope>> = bodies
            .iter()
            .map(|body| serde_json::from_str(body).map(Committed::new))
            .collect::<Result<_, _>>()
            .map_err(|error| broken(&table, &error))?;
        match TableLogic::replay(&id, &events) {
            Ok(Some(logic)) if logic.state().number == events.len() as u64 => {}
            Ok(_) => return Err(broken(&table, &"events are missing")),
            Err(error) => return Err(broken(&table, &error)),
        }
        contents.tables += 1;
        contents.events += events.len() as u64;
    }
    Ok(contents)
}
