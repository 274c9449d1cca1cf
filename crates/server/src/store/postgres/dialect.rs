//! What the common statements have to know about PostgreSQL.

use std::time::Duration;

use shangrila_protocol::PersonId;
use sqlx::postgres::PgConnection;

use super::Hosts;

/// The values of a JSON array, as a list for `IN`.
macro_rules! listed {
    ($parameter:literal) => {
        concat!("(SELECT jsonb_array_elements_text(", $parameter, "::jsonb))")
    };
}

/// A member of a JSON object in a column, as text.
macro_rules! json_text {
    ($column:literal, $member:literal) => {
        concat!("(", $column, "::jsonb ->> '", $member, "')")
    };
}

/// What is stored about a seat of a game in `tables t`, as text.
macro_rules! seat_text {
    ($seat:literal, $member:literal) => {
        concat!("(t.players::jsonb -> ", $seat, ".seat::integer ->> '", $member, "')")
    };
}

/// What a seat has won of a game in `tables t`, where the given table has its number: a share of 1, nothing if a stand-in has chosen any of its moves.
macro_rules! won {
    ($seat:literal) => {
        concat!(
            "CASE WHEN t.winners::jsonb @> to_jsonb(",
            $seat,
            ".seat) AND ",
            seat_text!($seat, "stand_in"),
            " IS NULL AND ",
            seat_text!($seat, "helped"),
            " IS NULL THEN 1::double precision / jsonb_array_length(t.winners::jsonb) ELSE 0 END"
        )
    };
}

pub(super) const BEGIN: &str = "BEGIN";

/// A database that takes longer to answer is out of reach. Whoever waits is told, rather than left waiting.
pub(super) const LONGEST_COMMIT: Duration = Duration::from_secs(3);

/// Each event with the number of the one that has to be stored before; a subquery that finds nothing equals a number that is missing.
pub(super) const INSERT_EVENTS: &str = "INSERT INTO events (table_id, number, body)
    SELECT r ->> 0, (r ->> 1)::bigint, r ->> 2 FROM jsonb_array_elements($1::jsonb) r
    WHERE (r ->> 3)::bigint IS NOT DISTINCT FROM
        (SELECT e.number FROM events e WHERE e.table_id = r ->> 0 AND e.number = (r ->> 3)::bigint)
    ON CONFLICT DO NOTHING";

pub(super) const UPSERT_TURNS: &str = "INSERT INTO turns (table_id, moves, next, deadline, wake, changed)
    SELECT r ->> 0, (r ->> 1)::bigint, (r ->> 2)::bigint, (r ->> 3)::bigint, (r ->> 4)::bigint, (r ->> 5)::bigint
    FROM jsonb_array_elements($1::jsonb) r
    ON CONFLICT (table_id) DO UPDATE SET moves = excluded.moves, next = excluded.next,
        deadline = excluded.deadline, wake = excluded.wake, changed = excluded.changed";

pub(super) const INSERT_CHAT: &str = "INSERT INTO chat (table_id, number, at, command, person, text)
    SELECT r ->> 0, (r ->> 1)::bigint, (r ->> 2)::bigint, r ->> 3, r ->> 4, r ->> 5
    FROM jsonb_array_elements($1::jsonb) r ON CONFLICT DO NOTHING";

/// How many tables a person hosts: in the waiting room, and with computer players.
pub(super) const HOSTED_TABLES: &str =
    "SELECT count(*) FILTER (WHERE phase = 'waiting'), count(*) FILTER (WHERE EXISTS (
        SELECT 1 FROM jsonb_array_elements(players::jsonb) seat
        WHERE coalesce(seat -> 'player', seat -> 'sitter') ->> 'level' IS NOT NULL))
    FROM tables WHERE host = $1 AND phase IN ('waiting', 'playing')";

/// Connects the writer.
pub(super) async fn connect(hosts: &Hosts) -> Result<PgConnection, sqlx::Error> {
    hosts.connect().await
}

/// Until the end of the transaction, nobody else changes a person.
pub(super) async fn lock_person(connection: &mut PgConnection, person: &PersonId) -> Result<(), sqlx::Error> {
    let sql = "SELECT 1 FROM people WHERE id = $1 FOR UPDATE";
    sqlx::query(sql).bind(person.as_str()).execute(connection).await.map(drop)
}

/// Until the end of the transaction, nobody else writes to the audit log: whoever follows it must not see a number before a smaller one.
pub(super) async fn lock_audit(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("LOCK TABLE audit IN SHARE ROW EXCLUSIVE MODE").execute(connection).await.map(drop)
}

/// Until the end of the transaction, nobody else rates a game: a person may finish two at the same time.
pub(super) async fn lock_ratings(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("LOCK TABLE ratings IN SHARE ROW EXCLUSIVE MODE").execute(connection).await.map(drop)
}
