//! Lists of tables, new tables, and game records.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use shangrila_protocol::{GameHistory, GameSearch, NewTable, Problem, TableCreated, TableId, Tables};

use super::ApiError;
use super::input::{JsonBody, PathId, QueryParams};
use crate::client_address::ClientAddress;
use crate::identity::{Caller, Identified};
use crate::state::Server;

/// Public tables in the waiting room, newest first.
#[utoipa::path(get, path = "/tables", tag = "tables", responses((status = OK, body = Tables)))]
pub(super) async fn open(State(server): State<Server>) -> Result<Json<Tables>, ApiError> {
    Ok(Json(Tables { tables: server.tables.open_tables().await? }))
}

/// Your tables: those waiting for your move first, then the most recent.
#[utoipa::path(get, path = "/me/tables", tag = "tables", responses((status = OK, body = Tables), (status = UNAUTHORIZED, body = Problem)))]
pub(super) async fn mine(
    State(server): State<Server>,
    Identified(person): Identified,
) -> Result<Json<Tables>, ApiError> {
    Ok(Json(Tables { tables: server.tables.tables_of(&person.id).await? }))
}

/// Open a table.
#[utoipa::path(post, path = "/tables", tag = "tables", request_body = NewTable, responses(
    (status = CREATED, body = TableCreated),
    (status = BAD_REQUEST, body = Problem),
    (status = UNAUTHORIZED, body = Problem),
))]
pub(super) async fn create(
    State(server): State<Server>,
    from: ClientAddress,
    Identified(host): Identified,
    JsonBody(new): JsonBody<NewTable>,
) -> Result<(StatusCode, Json<TableCreated>), ApiError> {
    server.limits.allow_table(&host.id)?;
    let table = server.rooms.create(&host, from, new).await?;
    Ok((StatusCode::CREATED, Json(TableCreated { table })))
}

/// The record of a game, in the notation of `docs/notation.md`.
#[utoipa::path(get, path = "/tables/{id}/record", tag = "tables", params(("id" = String, Path, description = "The id of the table")),
    responses((status = OK, body = String, content_type = "text/plain"), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn record(
    State(server): State<Server>,
    caller: Caller,
    PathId(table): PathId<TableId>,
) -> Result<String, ApiError> {
    Ok(server.rooms.record(&table, caller.person.as_ref().map(|person| &person.id)).await?)
}

/// What happened in a game besides its moves: times, clocks and stand-ins.
#[utoipa::path(get, path = "/tables/{id}/history", tag = "tables", params(("id" = String, Path, description = "The id of the table")),
    responses((status = OK, body = GameHistory), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn history(
    State(server): State<Server>,
    caller: Caller,
    PathId(table): PathId<TableId>,
) -> Result<Json<GameHistory>, ApiError> {
    Ok(Json(server.rooms.history(&table, caller.person.as_ref().map(|person| &person.id)).await?))
}

/// Finished public games, latest first.
#[utoipa::path(get, path = "/games", tag = "tables", params(GameSearch), responses((status = OK, body = Tables)))]
pub(super) async fn games(
    State(server): State<Server>,
    QueryParams(search): QueryParams<GameSearch>,
) -> Result<Json<Tables>, ApiError> {
    Ok(Json(Tables { tables: server.tables.finished_games(&search).await? }))
}
