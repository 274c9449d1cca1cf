//! What the common statements have to know about SQLite.

use std::time::Duration;

use shangrila_protocol::PersonId;
use sqlx::ConnectOptions as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

/// The values of a JSON array, as a list for `IN`.
macro_rules! listed {
    ($parameter:literal) => {
        concat!("(SELECT value FROM json_each(", $parameter, "))")
    };
}

/// A member of a JSON object in a column, as text.
macro_rules! json_text {
    ($column:literal, $member:literal) => {
        concat!($column, " ->> '", $member, "'")
    };
}

/// What is stored about a seat of a game in `tables t`, as text.
macro_rules! seat_text {
    ($seat:literal, $member:literal) => {
        concat!("t.players -> ", $seat, ".seat ->> '", $member, "'")
    };
}

/// What a seat has won of a game in `tables t`, where the given table has its number: a share of 1, nothing if a stand-in has chosen any of its moves.
macro_rules! won {
    ($seat:literal) => {
        concat!(
            "CASE WHEN ",
            $seat,
            ".seat IN (SELECT value FROM json_each(t.winners)) AND ",
            seat_text!($seat, "stand_in"),
            " IS NULL AND ",
            seat_text!($seat, "helped"),
            " IS NULL THEN 1.0 / json_array_length(t.winners) ELSE 0.0 END"
        )
    };
}

/// Immediate, because a transaction that reads first cannot wait for other writers when it starts to write.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// A commit takes as long as the disk does.
pub(super) const LONGEST_COMMIT: Duration = Duration::MAX;

/// Each event with the number of the one that has to be stored before; a subquery that finds nothing equals a number that is missing.
pub(super) const INSERT_EVENTS: &str = "INSERT INTO events (table_id, number, body)
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1) AS r
    WHERE r.value ->> 3 IS (SELECT e.number FROM events e WHERE e.table_id = r.value ->> 0 AND e.number = r.value ->> 3)
    ON CONFLICT DO NOTHING";

pub(super) const UPSERT_TURNS: &str = "INSERT INTO turns (table_id, moves, next, deadline, wake, changed)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each($1) WHERE true
    ON CONFLICT (table_id) DO UPDATE SET moves = excluded.moves, next = excluded.next,
        deadline = excluded.deadline, wake = excluded.wake, changed = excluded.changed";

pub(super) const INSERT_CHAT: &str = "INSERT INTO chat (table_id, number, at, command, person, text)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each($1) WHERE true
    ON CONFLICT DO NOTHING";

/// How many tables a person hosts: in the waiting room, and with computer players.
pub(super) const HOSTED_TABLES: &str =
    "SELECT count(*) FILTER (WHERE phase = 'waiting'), count(*) FILTER (WHERE EXISTS (
        SELECT 1 FROM json_each(players)
        WHERE ifnull(value -> 'player', value -> 'sitter') ->> 'level' IS NOT NULL))
    FROM tables WHERE host = $1 AND phase IN ('waiting', 'playing')";

/// Connects the writer.
pub(super) async fn connect(options: &SqliteConnectOptions) -> Result<SqliteConnection, sqlx::Error> {
    options.connect().await
}

// Whoever writes is alone in any case.

pub(super) async fn lock_person(_: &mut SqliteConnection, _: &PersonId) -> Result<(), sqlx::Error> {
    Ok(())
}

pub(super) async fn lock_audit(_: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    Ok(())
}

pub(super) async fn lock_ratings(_: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    Ok(())
}
