//! Copies of the database: made while the server runs, verified before they count, and put back.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{fmt, io};

use shangrila_protocol::{EventEnvelope, TableId};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use super::super::{Committed, StoreError, migrations};
use super::file::{COMPANIONS, DatabaseLock, beside, private};
use super::options;
use crate::clock;
use crate::room::TableLogic;

/// The beginning and end of the names of backups in a folder.
const PREFIX: &str = "shangrila-";
const ENDING: &str = ".db";

/// What a database contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DatabaseContents {
    /// People, without deleted ones.
    pub people: u64,
    /// Tables, each replayed from its events.
    pub tables: u64,
    /// Events of all tables.
    pub events: u64,
    /// Chat lines.
    pub chat_lines: u64,
}

impl fmt::Display for DatabaseContents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DatabaseContents { people, tables, events, chat_lines } = self;
        write!(f, "{people} people, {tables} tables, {events} events, {chat_lines} chat lines")
    }
}

/// Why a backup could not be made, verified or restored.
#[derive(Debug)]
pub struct BackupError(String);

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BackupError {}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> BackupError {
        BackupError(error.to_string())
    }
}

impl From<io::Error> for BackupError {
    fn from(error: io::Error) -> BackupError {
        BackupError(error.to_string())
    }
}

impl From<StoreError> for BackupError {
    fn from(error: StoreError) -> BackupError {
        BackupError(error.to_string())
    }
}

fn failed(reason: impl Into<String>) -> BackupError {
    BackupError(reason.into())
}

/// Copies a database, which may be in use, and verifies the copy: it opens, is intact, and every game in it can be replayed.
///
/// `to` is a new file, or a folder. In a folder, the copy is named by the time, and only the `keep` latest ones stay. With `keep`, a folder
/// that does not exist is created.
///
/// # Errors
/// If the database cannot be read, or the copy not written or verified. No unverified copy remains.
pub async fn back_up(
    database: &Path,
    to: &Path,
    keep: Option<usize>,
) -> Result<(PathBuf, DatabaseContents), BackupError> {
    if !database.is_file() {
        return Err(failed(format!("there is no database {}", database.display())));
    }
    if keep.is_some() && !to.exists() {
        fs::create_dir_all(to)?;
    }
    let target = if to.is_dir() { to.join(name_at(clock::now())) } else { to.to_path_buf() };
    if target.exists() {
        return Err(failed(format!("{} exists already", target.display())));
    }
    let part = beside(&target, ".part");
    let done = async {
        let mut connection = options(database).create_if_missing(false).connect().await?;
        let (before,): (i64,) = sqlx::query_as("SELECT count(*) FROM events").fetch_one(&mut connection).await?;
        // SQLite fills an empty file as it is, so that nobody else can read the copy at any time.
        private().write(true).create(true).truncate(true).open(&part)?;
        let copied =
            sqlx::query("VACUUM INTO ?").bind(part.to_string_lossy().into_owned()).execute(&mut connection).await;
        connection.close().await?;
        copied?;
        File::open(&part)?.sync_all()?;
        let contents = verify(&part).await?;
        if contents.events < before as u64 {
            return Err(failed(format!("the copy has {} events, the database {before}", contents.events)));
        }
        fs::rename(&part, &target)?;
        sync_folder_of(&target)?;
        Ok(contents)
    };
    let done: Result<DatabaseContents, BackupError> = done.await;
    if done.is_err() {
        let _ = fs::remove_file(&part);
    }
    let contents = done?;
    if let Some(keep) = keep.filter(|_| to.is_dir()) {
        remove_old(to, keep.max(1))?;
    }
    Ok((target, contents))
}

/// The name of a backup made at this time. Names in alphabetical order are in the order of time.
fn name_at(time: u64) -> String {
    let day = clock::day(time).map(|day| day.to_string()).unwrap_or_default();
    let second = time / 1000 % 86_400;
    format!("{PREFIX}{day}-{:02}{:02}{:02}{ENDING}", second / 3600, second / 60 % 60, second % 60)
}

/// Deletes all but the latest backups in a folder. Other files stay.
fn remove_old(folder: &Path, keep: usize) -> io::Result<()> {
    let mut backups: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let middle = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(ENDING)).unwrap_or_default();
        if middle.len() == "2026-11-16-235959".len() && middle.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        {
            backups.push(path);
        }
    }
    backups.sort();
    let surplus = backups.len().saturating_sub(keep);
    backups.drain(..surplus).try_for_each(fs::remove_file)
}

/// Verifies a database that is not in use: it opens, is intact, was not written by a newer version, and every table can be replayed from
/// its events.
///
/// # Errors
/// What is wrong with it.
pub async fn verify(file: &Path) -> Result<DatabaseContents, BackupError> {
    if !file.is_file() {
        return Err(failed(format!("there is no file {}", file.display())));
    }
    // Nothing is written beside it.
    let options =
        SqliteConnectOptions::new().filename(file).read_only(true).immutable(true).disable_statement_logging();
    let mut connection = options.connect().await?;
    let contents = contents(&mut connection).await;
    connection.close().await?;
    contents.map_err(|BackupError(reason)| BackupError(format!("{}: {reason}", file.display())))
}

async fn contents(connection: &mut SqliteConnection) -> Result<DatabaseContents, BackupError> {
    let (intact,): (String,) = sqlx::query_as("PRAGMA integrity_check").fetch_one(&mut *connection).await?;
    if intact != "ok" {
        return Err(failed(format!("damaged: {intact}")));
    }
    let (version,): (i64,) =
        sqlx::query_as("SELECT ifnull(max(version), 0) FROM _sqlx_migrations").fetch_one(&mut *connection).await?;
    let newest = migrations::sqlite().iter().map(|migration| migration.version).max().unwrap_or(0);
    if version > newest {
        return Err(failed("written by a newer version of this program"));
    }
    let count = async |connection: &mut SqliteConnection, sql: &'static str| -> Result<u64, sqlx::Error> {
        let (count,): (i64,) = sqlx::query_as(sql).fetch_one(connection).await?;
        Ok(count as u64)
    };
    let mut contents = DatabaseContents {
        people: count(&mut *connection, "SELECT count(*) FROM people WHERE kind <> 'deleted'").await?,
        chat_lines: count(&mut *connection, "SELECT count(*) FROM chat").await?,
        ..DatabaseContents::default()
    };
    let listed: Vec<(String, i64)> = sqlx::query_as(
        "SELECT t.id, (SELECT count(*) FROM events e WHERE e.table_id = t.id) FROM tables t ORDER BY t.id",
    )
    .fetch_all(&mut *connection)
    .await?;
    let listed: BTreeMap<String, i64> = listed.into_iter().collect();
    for (table, events) in &listed {
        replay(connection, table, *events).await?;
        contents.tables += 1;
        contents.events += *events as u64;
    }
    let all = count(connection, "SELECT count(*) FROM events").await?;
    if all != contents.events {
        return Err(failed(format!("{} events belong to no table", all - contents.events)));
    }
    Ok(contents)
}

async fn replay(connection: &mut SqliteConnection, table: &str, events: i64) -> Result<(), BackupError> {
    let broken = |reason: &dyn fmt::Display| failed(format!("table {table} cannot be replayed: {reason}"));
    let id: TableId = table.parse().map_err(|error| broken(&error))?;
    let rows: Vec<(String,)> = sqlx::query_as("SELECT body FROM events WHERE table_id = ? ORDER BY number")
        .bind(table)
        .fetch_all(connection)
        .await?;
    let stored: Vec<Committed<EventEnvelope>> = rows
        .iter()
        .map(|(body,)| serde_json::from_str(body).map(Committed::new))
        .collect::<Result<_, _>>()
        .map_err(|error| broken(&error))?;
    match TableLogic::replay(&id, &stored) {
        Ok(Some(logic)) if logic.state().number == events as u64 => Ok(()),
        Ok(_) => Err(broken(&"events are missing")),
        Err(error) => Err(broken(&error)),
    }
}

/// Replaces a database with a backup, which is verified first. No server may be running on it. Returns what was restored, and where the
/// database is that was there before, if any.
///
/// # Errors
/// If a server is running, or the backup cannot be verified or copied. The database is then as it was.
pub async fn restore(backup: &Path, database: &Path) -> Result<(DatabaseContents, Option<PathBuf>), BackupError> {
    let contents = verify(backup).await?;
    let _lock = DatabaseLock::take(database)?;
    let fresh = beside(database, ".restoring");
    {
        let mut copy = private().write(true).create(true).truncate(true).open(&fresh)?;
        io::copy(&mut File::open(backup)?, &mut copy)?;
        copy.sync_all()?;
    }
    let copied = verify(&fresh).await;
    if copied.as_ref().ok() != Some(&contents) {
        let _ = fs::remove_file(&fresh);
        return Err(copied.err().unwrap_or_else(|| failed("the copy differs from the backup")));
    }
    let mut old = None;
    if database.exists() {
        // Everything into one file, so that the log of the old database is not taken for that of the new one.
        let mut connection = options(database).connect().await?;
        let (busy, ..): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
        connection.close().await?;
        if busy != 0 {
            return Err(failed(format!("another program is using {}", database.display())));
        }
        let aside = beside(database, &format!(".before-{}", name_at(clock::now())));
        fs::rename(database, &aside)?;
        for ending in COMPANIONS {
            let _ = fs::remove_file(beside(database, ending));
        }
        old = Some(aside);
    }
    fs::rename(&fresh, database)?;
    sync_folder_of(database)?;
    Ok((contents, old))
}

/// Makes the names in a folder survive a crash.
fn sync_folder_of(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_backups_are_in_the_order_of_time() {
        assert_eq!(name_at(1_794_787_199_000), "shangrila-2026-11-15-235959.db");
        assert!(name_at(1_794_787_199_000) < name_at(1_794_787_200_000));
    }
}
