//! Vacations.

use axum::Json;
use axum::extract::State;
use shangrila_protocol::{Problem, VacationStatus};

use super::ApiError;
use crate::identity::Account;
use crate::state::Server;

/// Your vacation, and the days that are left.
#[utoipa::path(get, path = "/me/vacation", tag = "me", responses((status = OK, body = VacationStatus), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn status(
    State(server): State<Server>,
    Account(person): Account,
) -> Result<Json<VacationStatus>, ApiError> {
    Ok(Json(server.vacations.status(&person.id).await?))
}

/// Begin a vacation. The clocks of your games over days stand still, and you cannot move there, until you end it or no day is left.
#[utoipa::path(post, path = "/me/vacation", tag = "me", responses(
    (status = OK, body = VacationStatus),
    (status = FORBIDDEN, body = Problem),
    (status = CONFLICT, body = Problem, description = "No day is left, or this server has no vacations"),
))]
pub(super) async fn begin(
    State(server): State<Server>,
    Account(person): Account,
) -> Result<Json<VacationStatus>, ApiError> {
    server.vacations.begin(&person.id).await?;
    Ok(Json(server.vacations.status(&person.id).await?))
}

/// End your vacation. The clocks go on where they stopped.
#[utoipa::path(delete, path = "/me/vacation", tag = "me", responses((status = OK, body = VacationStatus), (status = FORBIDDEN, body = Problem)))]
pub(super) async fn end(
    State(server): State<Server>,
    Account(person): Account,
) -> Result<Json<VacationStatus>, ApiError> {
    server.vacations.end(&person.id).await?;
    Ok(Json(server.vacations.status(&person.id).await?))
}
