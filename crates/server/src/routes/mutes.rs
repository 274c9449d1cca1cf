//! Whose chat one does not want to read.

use axum::extract::State;
use axum::http::StatusCode;
use shangrila_protocol::{PersonId, Problem, Refusal};

use super::ApiError;
use super::input::Named;
use crate::identity::NoBot;
use crate::state::Server;

/// How many people somebody can mute.
const MOST_MUTED: u32 = 500;

/// Read nothing of somebody any more.
#[utoipa::path(put, path = "/me/mutes/{person}", tag = "me", params(("person" = String, Path, description = "Whom")),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Problem), (status = CONFLICT, body = Problem)))]
pub(super) async fn mute(
    State(server): State<Server>,
    NoBot(person): NoBot,
    Named(muted): Named<PersonId>,
) -> Result<StatusCode, ApiError> {
    if server.people.find(&muted).await?.is_none() {
        return Err(Refusal::NotFound.into());
    }
    if !server.people.mute(&person.id, &muted, MOST_MUTED).await? {
        return Err(Refusal::TooMany.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Read them again.
#[utoipa::path(delete, path = "/me/mutes/{person}", tag = "me", params(("person" = String, Path, description = "Whom")),
    responses((status = NO_CONTENT)))]
pub(super) async fn unmute(
    State(server): State<Server>,
    NoBot(person): NoBot,
    Named(muted): Named<PersonId>,
) -> Result<StatusCode, ApiError> {
    server.people.unmute(&person.id, &muted).await?;
    Ok(StatusCode::NO_CONTENT)
}
