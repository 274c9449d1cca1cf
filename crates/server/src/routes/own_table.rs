//! What a player keeps at a table for themselves.

use axum::Json;
use axum::extract::State;
use shangrila_protocol::{ConditionalMoves, LONGEST_NOTES, PersonId, Problem, Refusal, TableId, TableNotes};

use super::ApiError;
use super::input::{JsonBody, PathId};
use crate::identity::Human;
use crate::state::Server;

/// Your conditional moves at a table, as far as the game has not left them.
#[utoipa::path(get, path = "/tables/{id}/conditional-moves", tag = "tables", params(("id" = String, Path, description = "The id of the table")), responses(
    (status = OK, body = ConditionalMoves),
    (status = FORBIDDEN, body = Problem),
    (status = NOT_FOUND, body = Problem),
))]
pub(super) async fn conditional_moves(
    State(server): State<Server>,
    Human(person): Human,
    PathId(table): PathId<TableId>,
) -> Result<Json<ConditionalMoves>, ApiError> {
    Ok(Json(server.rooms.conditional_moves(&table, person, None).await?))
}

/// Replace your conditional moves at a table without a live clock, while others are to move.
#[utoipa::path(put, path = "/tables/{id}/conditional-moves", tag = "tables", params(("id" = String, Path, description = "The id of the table")),
    request_body = ConditionalMoves, responses(
    (status = OK, body = ConditionalMoves),
    (status = BAD_REQUEST, body = Problem),
    (status = UNPROCESSABLE_ENTITY, body = Problem, description = "A line has an illegal move"),
    (status = FORBIDDEN, body = Problem),
    (status = NOT_FOUND, body = Problem),
    (status = CONFLICT, body = Problem, description = "It is your turn, somebody has moved, or a computer player stands in for you"),
))]
pub(super) async fn set_conditional_moves(
    State(server): State<Server>,
    Human(person): Human,
    PathId(table): PathId<TableId>,
    JsonBody(moves): JsonBody<ConditionalMoves>,
) -> Result<Json<ConditionalMoves>, ApiError> {
    Ok(Json(server.rooms.conditional_moves(&table, person, Some(moves)).await?))
}

/// What you have written down at a table at which you have a seat.
#[utoipa::path(get, path = "/tables/{id}/notes", tag = "tables", params(("id" = String, Path, description = "The id of the table")), responses(
    (status = OK, body = TableNotes),
    (status = FORBIDDEN, body = Problem),
    (status = NOT_FOUND, body = Problem),
))]
pub(super) async fn notes(
    State(server): State<Server>,
    Human(person): Human,
    PathId(table): PathId<TableId>,
) -> Result<Json<TableNotes>, ApiError> {
    check_seat(&server, &table, &person.id).await?;
    Ok(Json(server.notes.notes(&table, &person.id).await?))
}

/// Write something down at a table at which you have a seat. Nobody else can read it.
#[utoipa::path(put, path = "/tables/{id}/notes", tag = "tables", params(("id" = String, Path, description = "The id of the table")),
    request_body = TableNotes, responses(
    (status = OK, body = TableNotes),
    (status = UNPROCESSABLE_ENTITY, body = Problem, description = "The text is too long"),
    (status = FORBIDDEN, body = Problem),
    (status = NOT_FOUND, body = Problem),
    (status = CONFLICT, body = Problem, description = "There is a later revision"),
))]
pub(super) async fn set_notes(
    State(server): State<Server>,
    Human(person): Human,
    PathId(table): PathId<TableId>,
    JsonBody(mut notes): JsonBody<TableNotes>,
) -> Result<Json<TableNotes>, ApiError> {
    let is_hidden = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    if notes.text.chars().count() > LONGEST_NOTES || notes.text.contains(is_hidden) {
        return Err(Refusal::BadText.into());
    }
    check_seat(&server, &table, &person.id).await?;
    notes.revision = server.notes.set_notes(&table, &person.id, &notes).await?.ok_or(Refusal::Outdated)?;
    Ok(Json(notes))
}

async fn check_seat(server: &Server, table: &TableId, person: &PersonId) -> Result<(), ApiError> {
    match server.notes.has_seat(table, person).await? {
        Some(true) => Ok(()),
        Some(false) => Err(Refusal::NotSeated.into()),
        None => Err(Refusal::NotFound.into()),
    }
}
