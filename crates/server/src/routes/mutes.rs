//! People whose chat lines the caller does not want to see.

use axum::extract::State;
use axum::http::StatusCode;
use shangrila_protocol::{PersonId, Problem, Refusal};

use super::ApiError;
use super::input::PathId;
use crate::identity::Human;
use crate::state::Server;

/// The number of people one person can mute.
const MAX_MUTED: u32 = 500;

/// Mute a person: the app hides their chat lines.
#[utoipa::path(put, path = "/me/mutes/{person}", tag = "me", params(("person" = String, Path, description = "The id of the person")),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Problem), (status = CONFLICT, body = Problem)))]
pub(super) async fn mute(
    State(server): State<Server>,
    Human(person): Human,
    PathId(muted): PathId<PersonId>,
) -> Result<StatusCode, ApiError> {
    if server.people.find(&muted).await?.is_none() {
        return Err(Refusal::NotFound.into());
    }
    if !server.people.mute(&person.id, &muted, MAX_MUTED).await? {
        return Err(Refusal::TooMany.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Unmute a person.
#[utoipa::path(delete, path = "/me/mutes/{person}", tag = "me", params(("person" = String, Path, description = "The id of the person")),
    responses((status = NO_CONTENT)))]
pub(super) async fn unmute(
    State(server): State<Server>,
    Human(person): Human,
    PathId(muted): PathId<PersonId>,
) -> Result<StatusCode, ApiError> {
    server.people.unmute(&person.id, &muted).await?;
    Ok(StatusCode::NO_CONTENT)
}
