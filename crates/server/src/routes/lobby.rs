//! The lobby, and the shortest way to a game.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use shangrila_protocol::{LobbyNow, PlayNow, Problem, TableCreated};

use super::ApiError;
use super::input::JsonBody;
use crate::client_address::ClientAddress;
use crate::clock;
use crate::identity::{Caller, Identified};
use crate::state::Server;

/// Who is in the lobby, which games are running, and how strong the people are.
#[utoipa::path(get, path = "/lobby", tag = "tables", responses((status = OK, body = LobbyNow)))]
pub(super) async fn now(State(server): State<Server>, caller: Caller) -> Result<Json<LobbyNow>, ApiError> {
    let now = clock::now();
    if let Some(person) = &caller.person {
        server.lobby.visit(&person.id, now).await?;
    }
    Ok(Json(server.lobby.now(now).await?))
}

/// Take a seat with whoever is waiting for such a game, or open a public table for it.
#[utoipa::path(post, path = "/play", tag = "tables", request_body = PlayNow, responses(
    (status = CREATED, body = TableCreated),
    (status = BAD_REQUEST, body = Problem),
    (status = UNAUTHORIZED, body = Problem),
))]
pub(super) async fn play(
    State(server): State<Server>,
    from: ClientAddress,
    Identified(person): Identified,
    JsonBody(wish): JsonBody<PlayNow>,
) -> Result<(StatusCode, Json<TableCreated>), ApiError> {
    server.limits.allow_table(&person.id)?;
    let table = server.rooms.play_now(&person, from, &wish).await?;
    Ok((StatusCode::CREATED, Json(TableCreated { table })))
}
