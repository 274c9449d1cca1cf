//! Tournaments: the list, new ones, and what directors and players do.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use shangrila_protocol::{
    ModerationAction, Person, Problem, Refusal, TournamentAction, TournamentCreated, TournamentId, TournamentSettings,
    TournamentView, Tournaments,
};

use super::ApiError;
use super::input::{JsonBody, PathId};
use crate::clock;
use crate::identity::{Account, Human};
use crate::state::Server;
use crate::store::AuditedAction;

/// Tournaments: those that can be entered or are being played first, then the latest.
#[utoipa::path(get, path = "/tournaments", tag = "tournaments", responses((status = OK, body = Tournaments)))]
pub(super) async fn list(State(server): State<Server>) -> Result<Json<Tournaments>, ApiError> {
    Ok(Json(Tournaments { tournaments: server.tournaments.list().await? }))
}

/// Create a tournament. You are its director.
#[utoipa::path(post, path = "/tournaments", tag = "tournaments", request_body = TournamentSettings, responses(
    (status = CREATED, body = TournamentCreated),
    (status = BAD_REQUEST, body = Problem),
    (status = FORBIDDEN, body = Problem, description = "Only accounts can direct tournaments"),
))]
pub(super) async fn create(
    State(server): State<Server>,
    Account(director): Account,
    JsonBody(settings): JsonBody<TournamentSettings>,
) -> Result<(StatusCode, Json<TournamentCreated>), ApiError> {
    server.limits.allow_tournament(&director.id)?;
    let tournament = server.tournaments.create(&director, settings).await?;
    Ok((StatusCode::CREATED, Json(TournamentCreated { tournament })))
}

/// A tournament: who has entered, the rounds with their tables, and the standings.
#[utoipa::path(get, path = "/tournaments/{id}", tag = "tournaments", params(("id" = String, Path, description = "The id of the tournament")),
    responses((status = OK, body = TournamentView), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn view(
    State(server): State<Server>,
    PathId(id): PathId<TournamentId>,
) -> Result<Json<TournamentView>, ApiError> {
    Ok(Json(server.tournaments.view(&id).await?.ok_or(Refusal::NotFound)?))
}

/// Enter a tournament or leave it; as its director, start it, enter computer players, remove players or cancel it.
#[utoipa::path(post, path = "/tournaments/{id}/actions", tag = "tournaments", request_body = TournamentAction,
    params(("id" = String, Path, description = "The id of the tournament")), responses(
    (status = OK, body = TournamentView),
    (status = FORBIDDEN, body = Problem, description = "Only the director can do this, or only accounts can enter"),
    (status = CONFLICT, body = Problem, description = "Not possible at this stage"),
))]
pub(super) async fn act(
    State(server): State<Server>,
    Human(person): Human,
    PathId(id): PathId<TournamentId>,
    JsonBody(action): JsonBody<TournamentAction>,
) -> Result<Json<TournamentView>, ApiError> {
    server.limits.allow_tournament_action(&person.id)?;
    match server.tournaments.act(&id, &person, action).await {
        Err(Refusal::NotHost) if action == TournamentAction::Cancel => {
            cancel_as_moderator(&server, &person, &id).await?
        }
        done => done?,
    }
    view(State(server), PathId(id)).await
}

/// Cancels a tournament of somebody else, which is in the audit log then.
async fn cancel_as_moderator(server: &Server, person: &Person, id: &TournamentId) -> Result<(), ApiError> {
    server.moderators.role_of(&person.id).await?.ok_or(Refusal::NotHost)?;
    let action = ModerationAction::CloseTournament { tournament: id.clone() };
    let audited = AuditedAction { by: Some(&person.id), action: &action, reason: "", at: clock::now() };
    server.moderators.record(audited).await?.ok_or(Refusal::WrongPhase)?;
    Ok(())
}
