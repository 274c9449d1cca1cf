//! Refusals as HTTP responses.

use std::any::Any;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shangrila_protocol::{Problem, Refusal};

use crate::store::StoreError;

/// After how many seconds clients should repeat a request that could not be stored.
const STORAGE_RETRY: u32 = 10;

/// An error response.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    refusal: Refusal,
}

impl ApiError {
    /// The response to a malformed request.
    pub(super) fn bad_request(status: StatusCode, message: String) -> ApiError {
        ApiError { status, refusal: Refusal::BadMessage { message } }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError { status: status(&refusal), refusal }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::NameTaken => Refusal::NameTaken.into(),
            StoreError::NameTooSimilar => Refusal::NameTooSimilar.into(),
            StoreError::CannotWrite(_) => Refusal::NotStored.into(),
            StoreError::Conflict | StoreError::Broken(_) => {
                // Details are for the operator, not for the client.
                tracing::error!(%error, "the store failed");
                Refusal::Failed.into()
            }
        }
    }
}

/// Returns the HTTP status of a refusal.
fn status(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::BadMessage { .. } => StatusCode::BAD_REQUEST,
        Refusal::NotSignedIn => StatusCode::UNAUTHORIZED,
        Refusal::NeedsAccount
        | Refusal::NotForBots
        | Refusal::NotSeated
        | Refusal::NotHost
        | Refusal::WrongPassword
        | Refusal::NeedsRole
        | Refusal::Banned { .. }
        | Refusal::Blocked
        | Refusal::Muted { .. }
        | Refusal::WrongCode
        | Refusal::LinkExpired
        | Refusal::WrongPasskey
        | Refusal::ForeignOrigin => StatusCode::FORBIDDEN,
        Refusal::NotFound => StatusCode::NOT_FOUND,
        Refusal::NotYourTurn
        | Refusal::YourTurn
        | Refusal::Outdated
        | Refusal::OnVacation
        | Refusal::NoVacation
        | Refusal::Stale { .. }
        | Refusal::WrongPhase
        | Refusal::SeatTaken
        | Refusal::AlreadySeated
        | Refusal::StoodIn
        | Refusal::Resigned
        | Refusal::RatedGame
        | Refusal::NothingToTakeBack
        | Refusal::SeatsFree
        | Refusal::NameTaken
        | Refusal::EmailTaken
        | Refusal::NoMail
        | Refusal::NoPasskeys
        | Refusal::LastWayIn
        | Refusal::NameTooSimilar
        | Refusal::TooMany => StatusCode::CONFLICT,
        Refusal::NotAMove { .. }
        | Refusal::IllegalMove { .. }
        | Refusal::BadName
        | Refusal::BadAddress
        | Refusal::BadEmail
        | Refusal::HiddenInName
        | Refusal::MixedScripts
        | Refusal::BadPassword
        | Refusal::BadText => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::TooFast { .. } => StatusCode::TOO_MANY_REQUESTS,
        Refusal::NotStored => StatusCode::SERVICE_UNAVAILABLE,
        Refusal::Failed => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let wait = match self.refusal {
            Refusal::TooFast { wait } => Some(HeaderValue::from(wait)),
            Refusal::NotStored => Some(HeaderValue::from(STORAGE_RETRY)),
            _ => None,
        };
        let problem = Problem { message: self.refusal.to_string(), reason: self.refusal };
        let mut response = (self.status, Json(problem)).into_response();
        if let Some(wait) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, wait);
        }
        response
    }
}

/// The response to a request whose handler panicked. Without it, the connection would end without a word.
pub(crate) fn answer_panic(_: Box<dyn Any + Send>) -> Response {
    // The panic itself has been logged where it happened.
    ApiError::from(Refusal::Failed).into_response()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use axum::routing::get;
    use tower::ServiceExt;
    use tower_http::catch_panic::CatchPanicLayer;

    use super::*;

    #[tokio::test]
    async fn a_panic_in_a_handler_is_answered_with_an_internal_error() {
        async fn panics() -> StatusCode {
            panic!("a bug")
        }
        let router = Router::new().route("/", get(panics)).layer(CatchPanicLayer::custom(answer_panic));
        let response = router.oneshot(Request::get("/").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = to_bytes(response.into_body(), 1000).await.unwrap();
        let problem: Problem = serde_json::from_slice(&body).unwrap();
        assert_eq!(problem.reason, Refusal::Failed);
    }
}
