//! The HTTP routes under `/api`. The OpenAPI document is generated from the handlers.

mod bots;
mod clubs;
mod error;
mod export;
mod friends;
mod input;
mod lobby;
mod me;
mod moderation;
mod mutes;
mod notices;
mod own_table;
mod passkeys;
mod people;
mod recovery;
mod reports;
mod session;
mod socket;
mod tables;
mod tournaments;
mod vacation;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use shangrila_protocol::{PROTOCOL_VERSION, Problem, Refusal};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use error::{ApiError, answer_panic};
pub(crate) use export::RunningExports;

use crate::client_address::ClientAddress;
use crate::origin;
use crate::state::Server;

/// The largest request body, in bytes.
const LARGEST_BODY: usize = 16 * 1024;

/// The OpenAPI document before the routes are added.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Shangrila",
        description = "Sign-in, lists and records. Everything at tables goes over a WebSocket at `/api/socket`. \
            Browsers are identified by a cookie, bots by an API token. Every error response is a `Problem`.",
    ),
    servers((url = "/api")),
    components(schemas(Problem)),
    modifiers(&SecuritySchemes),
)]
struct Document;

/// How people and bots are identified.
struct SecuritySchemes;

impl utoipa::Modify for SecuritySchemes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("shangrila")));
        components.add_security_scheme("cookie", cookie);
        let token = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
        components.add_security_scheme("token", token);
    }
}

/// Builds the router for everything under `/api`.
pub(crate) fn api(server: &Server) -> Router {
    let (router, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(health))
        .routes(routes!(ready))
        .routes(routes!(me::who_am_i, me::change))
        .routes(routes!(me::become_guest))
        .routes(routes!(export::export))
        .routes(routes!(me::delete))
        .routes(routes!(session::create_account))
        .routes(routes!(session::sign_in, session::sign_out))
        .routes(routes!(session::change_password))
        .routes(routes!(session::devices, session::sign_out_others))
        .routes(routes!(session::sign_out_device))
        .routes(routes!(passkeys::sign_in_challenge))
        .routes(routes!(passkeys::sign_in))
        .routes(routes!(passkeys::list, passkeys::add))
        .routes(routes!(passkeys::new_challenge))
        .routes(routes!(passkeys::rename, passkeys::remove))
        .routes(routes!(recovery::status))
        .routes(routes!(recovery::new_codes))
        .routes(routes!(recovery::recover_with_code))
        .routes(routes!(recovery::change_email))
        .routes(routes!(recovery::verify_email))
        .routes(routes!(recovery::request_reset))
        .routes(routes!(recovery::confirm_reset))
        .routes(routes!(notices::overview, notices::change))
        .routes(routes!(notices::subscribe, notices::unsubscribe_browsers))
        .routes(routes!(notices::unsubscribe))
        .routes(routes!(vacation::status, vacation::begin, vacation::end))
        .routes(routes!(bots::list, bots::create))
        .routes(routes!(bots::delete))
        .routes(routes!(bots::renew_token))
        .routes(routes!(mutes::mute, mutes::unmute))
        .routes(routes!(tables::open, tables::create))
        .routes(routes!(lobby::now))
        .routes(routes!(lobby::play))
        .routes(routes!(tables::mine))
        .routes(routes!(tables::record))
        .routes(routes!(tables::history))
        .routes(routes!(own_table::conditional_moves, own_table::set_conditional_moves))
        .routes(routes!(own_table::notes, own_table::set_notes))
        .routes(routes!(tables::games))
        .routes(routes!(tournaments::list, tournaments::create))
        .routes(routes!(tournaments::view))
        .routes(routes!(tournaments::act))
        .routes(routes!(people::profile))
        .routes(routes!(people::games))
        .routes(routes!(people::results))
        .routes(routes!(people::rating_history))
        .routes(routes!(people::against))
        .routes(routes!(friends::find))
        .routes(routes!(friends::my_people))
        .routes(routes!(friends::befriend, friends::unfriend))
        .routes(routes!(friends::follow, friends::unfollow))
        .routes(routes!(friends::invite))
        .routes(routes!(friends::my_invitations))
        .routes(routes!(friends::decline))
        .routes(routes!(clubs::list, clubs::found))
        .routes(routes!(clubs::mine))
        .routes(routes!(clubs::page, clubs::change, clubs::close))
        .routes(routes!(clubs::join, clubs::leave))
        .routes(routes!(clubs::set_role, clubs::remove))
        .routes(routes!(clubs::renew_link))
        .routes(routes!(clubs::set_event, clubs::remove_event))
        .routes(routes!(clubs::open_table))
        .routes(routes!(clubs::league))
        .routes(routes!(moderation::act))
        .routes(routes!(moderation::people))
        .routes(routes!(moderation::tables))
        .routes(routes!(moderation::chat))
        .routes(routes!(moderation::networks))
        .routes(routes!(moderation::audit))
        .routes(routes!(moderation::reports))
        .routes(routes!(moderation::fair_play))
        .routes(routes!(reports::report))
        .routes(routes!(reports::blocked))
        .routes(routes!(reports::block, reports::unblock))
        .routes(routes!(people::ratings))
        .split_for_parts();
    router
        .route("/openapi.json", get(async move || Json(document)))
        .route("/socket", get(socket::connect))
        .fallback(async || ApiError::from(Refusal::NotFound))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(server.clone(), limit_rate))
        .layer(from_fn_with_state(server.clone(), origin::check))
        .layer(map_response(forbid_caching))
        .with_state(server.clone())
}

/// The response of a healthy server.
#[derive(Serialize, ToSchema)]
struct Health {
    /// The version of the WebSocket protocol.
    protocol: u32,
}

/// Whether the server is up, and its database can be read and written.
#[utoipa::path(get, path = "/health", tag = "server", responses(
    (status = OK, body = Health),
    (status = SERVICE_UNAVAILABLE, body = Problem, description = "Nothing can be stored, for example because the disk is full"),
))]
async fn health(State(server): State<Server>) -> Result<Json<Health>, ApiError> {
    // Any query will do.
    server.tables.due(0).await?;
    server.tables.check_writable().await?;
    Ok(Json(Health { protocol: PROTOCOL_VERSION }))
}

/// Whether the server can take new players: as health, and it has not been told to stop.
#[utoipa::path(get, path = "/ready", tag = "server", responses(
    (status = OK, body = Health),
    (status = SERVICE_UNAVAILABLE, body = Problem, description = "The server is stopping, or nothing can be stored"),
))]
async fn ready(state: State<Server>) -> Result<Json<Health>, ApiError> {
    if state.rooms.is_stopping() || !state.rooms.is_in_touch() {
        return Err(ApiError::from(Refusal::NotStored));
    }
    health(state).await
}

async fn method_not_allowed() -> ApiError {
    ApiError::bad_request(StatusCode::METHOD_NOT_ALLOWED, "this route does not support this method".to_string())
}

/// Middleware that rate-limits requests by address, and refuses banned addresses.
async fn limit_rate(State(server): State<Server>, from: ClientAddress, request: Request, next: Next) -> Response {
    match server.limits.allow_request(&from).and_then(|()| server.moderation.check_address(&from)) {
        Ok(()) => next.run(request).await,
        Err(refusal) => ApiError::from(refusal).into_response(),
    }
}

/// Middleware that forbids caching: responses depend on the caller and the moment.
async fn forbid_caching(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
