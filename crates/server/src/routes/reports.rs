//! What people can do about others: report them to the moderators, and block them.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use shangrila_protocol::{BlockedPeople, LONGEST_REASON, NewReport, PersonId, Problem, Refusal};

use super::ApiError;
use super::input::{JsonBody, PathId};
use crate::clock;
use crate::identity::Human;
use crate::state::Server;

/// The number of people one person can block.
const MAX_BLOCKED: u32 = 500;

/// Report a person, or a chat line of theirs, to the moderators.
#[utoipa::path(post, path = "/reports", tag = "reports", request_body = NewReport, responses(
    (status = NO_CONTENT),
    (status = NOT_FOUND, body = Problem, description = "There is no such person, or no such line at a table of yours"),
    (status = TOO_MANY_REQUESTS, body = Problem),
))]
pub(super) async fn report(
    State(server): State<Server>,
    Human(by): Human,
    JsonBody(report): JsonBody<NewReport>,
) -> Result<StatusCode, ApiError> {
    let text = report.text.trim();
    let is_bad = text.chars().count() > LONGEST_REASON || text.chars().any(char::is_control);
    if is_bad || (text.is_empty() && report.line.is_none()) {
        return Err(Refusal::BadText.into());
    }
    if report.person == by.id || (report.line.is_some() && report.table.is_none()) {
        return Err(
            Refusal::BadMessage { message: "report someone else, and a line with its table".to_string() }.into()
        );
    }
    server.limits.allow_report(&by.id)?;
    let report = NewReport { text: text.to_string(), ..report };
    if !server.moderators.report(&by.id, &report, clock::now()).await? {
        return Err(Refusal::NotFound.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Whom you have blocked.
#[utoipa::path(get, path = "/me/blocks", tag = "reports", responses((status = OK, body = BlockedPeople)))]
pub(super) async fn blocked(
    State(server): State<Server>,
    Human(person): Human,
) -> Result<Json<BlockedPeople>, ApiError> {
    Ok(Json(BlockedPeople { people: server.moderators.blocked_by(&person.id).await? }))
}

/// Block a person: you do not get their chat lines, they cannot join your tables, and you are no longer friends.
#[utoipa::path(put, path = "/me/blocks/{person}", tag = "reports", params(("person" = String, Path, description = "The id of the person")),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Problem), (status = CONFLICT, body = Problem)))]
pub(super) async fn block(
    State(server): State<Server>,
    Human(person): Human,
    PathId(blocked): PathId<PersonId>,
) -> Result<StatusCode, ApiError> {
    if blocked == person.id || server.people.find(&blocked).await?.is_none() {
        return Err(Refusal::NotFound.into());
    }
    if !server.moderators.block(&person.id, &blocked, MAX_BLOCKED).await? {
        return Err(Refusal::TooMany.into());
    }
    server.friends.part(&person.id, &blocked).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unblock a person.
#[utoipa::path(delete, path = "/me/blocks/{person}", tag = "reports", params(("person" = String, Path, description = "The id of the person")),
    responses((status = NO_CONTENT)))]
pub(super) async fn unblock(
    State(server): State<Server>,
    Human(person): Human,
    PathId(blocked): PathId<PersonId>,
) -> Result<StatusCode, ApiError> {
    server.moderators.unblock(&person.id, &blocked).await?;
    Ok(StatusCode::NO_CONTENT)
}
