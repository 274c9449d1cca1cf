//! How people are told that it is their turn.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use shangrila_i18n::Language;
use shangrila_protocol::{NoticeOverview, NoticeSettings, Problem, PushSubscription, Refusal};

use super::ApiError;
use super::input::{JsonBody, QueryParams};
use crate::clock;
use crate::identity::Identified;
use crate::notices::is_valid_subscription;
use crate::state::Server;

/// The most browsers of one person.
const MOST_BROWSERS: u32 = 10;
/// The longest address, in bytes.
const LONGEST_URL: usize = 1000;
const MINUTES_PER_DAY: u16 = 24 * 60;

/// How you are told that it is your turn.
#[utoipa::path(get, path = "/me/notices", tag = "me", responses((status = OK, body = NoticeOverview), (status = UNAUTHORIZED, body = Problem)))]
pub(super) async fn overview(
    State(server): State<Server>,
    Identified(person): Identified,
) -> Result<Json<NoticeOverview>, ApiError> {
    let entry = server.notice_store.notice_settings(&person.id).await?;
    let browsers = server.notice_store.push_subscriptions(&person.id).await?.len() as u32;
    Ok(Json(NoticeOverview {
        settings: entry.settings,
        push_key: server.notices.push_key(),
        browsers,
        has_email: server.mailer.is_some() && entry.email.is_some(),
    }))
}

/// Change how you are told that it is your turn.
#[utoipa::path(put, path = "/me/notices", tag = "me", request_body = NoticeSettings, responses(
    (status = NO_CONTENT),
    (status = BAD_REQUEST, body = Problem),
    (status = UNAUTHORIZED, body = Problem),
))]
pub(super) async fn change(
    State(server): State<Server>,
    Identified(person): Identified,
    JsonBody(settings): JsonBody<NoticeSettings>,
) -> Result<StatusCode, ApiError> {
    server.limits.allow_notice_change(&person.id)?;
    let bad = |message: &str| ApiError::from(Refusal::BadMessage { message: message.to_string() });
    if settings.language.parse::<Language>().is_err() {
        return Err(bad("language: not one the app speaks"));
    }
    if settings.quiet.is_some_and(|quiet| quiet.from >= MINUTES_PER_DAY || quiet.to >= MINUTES_PER_DAY) {
        return Err(bad("quiet: a day has 1440 minutes"));
    }
    let is_allowed = |url: &str| url.len() <= LONGEST_URL && server.notices.client().is_allowed(url);
    if settings.webhook.as_ref().is_some_and(|webhook| !is_allowed(&webhook.url)) {
        return Err(ApiError::from(Refusal::BadAddress));
    }
    server.notice_store.set_notice_settings(&person.id, &settings).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Have notices sent to this browser.
#[utoipa::path(post, path = "/me/notices/push", tag = "me", request_body = PushSubscription, responses(
    (status = NO_CONTENT),
    (status = BAD_REQUEST, body = Problem),
    (status = UNAUTHORIZED, body = Problem),
))]
pub(super) async fn subscribe(
    State(server): State<Server>,
    Identified(person): Identified,
    JsonBody(subscription): JsonBody<PushSubscription>,
) -> Result<StatusCode, ApiError> {
    server.limits.allow_notice_change(&person.id)?;
    let endpoint = &subscription.endpoint;
    if endpoint.len() > LONGEST_URL
        || !server.notices.client().is_allowed(endpoint)
        || !is_valid_subscription(&subscription)
    {
        return Err(ApiError::from(Refusal::BadAddress));
    }
    server.notice_store.add_subscription(&person.id, &subscription, clock::now(), MOST_BROWSERS).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Have no more notices sent to one browser, by its endpoint, or to any.
#[utoipa::path(delete, path = "/me/notices/push", tag = "me", params(
    ("endpoint" = Option<String>, Query, description = "Only the browser with this endpoint")
), responses((status = NO_CONTENT), (status = UNAUTHORIZED, body = Problem)))]
pub(super) async fn unsubscribe_browsers(
    State(server): State<Server>,
    Identified(person): Identified,
    QueryParams(removed): QueryParams<RemovedBrowsers>,
) -> Result<StatusCode, ApiError> {
    for (id, subscription) in server.notice_store.push_subscriptions(&person.id).await? {
        if removed.endpoint.as_ref().is_none_or(|endpoint| *endpoint == subscription.endpoint) {
            server.notice_store.remove_subscription(&person.id, &id).await?;
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The browsers that should get no more notices.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RemovedBrowsers {
    /// `None` for all of them.
    endpoint: Option<String>,
}

/// Stop mails, with the secret of a mail. Mail programs do this with one click (RFC 8058).
#[utoipa::path(post, path = "/unsubscribe/{secret}", tag = "me", params(("secret" = String, Path, description = "From the mail")),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn unsubscribe(
    State(server): State<Server>,
    Path(secret): Path<String>,
) -> Result<StatusCode, ApiError> {
    if server.notice_store.unsubscribe(&secret).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::from(Refusal::NotFound))
    }
}
