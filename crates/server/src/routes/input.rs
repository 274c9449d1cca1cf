//! Extractors whose errors are answered with a `Problem` that says what is wrong.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use shangrila_protocol::Refusal;
use tokio::time::timeout;

use super::ApiError;
use crate::state::Server;

/// How long a client may take to send the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A JSON body. Its content type is required, because forms of other sites cannot send it.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Server> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, server: &Server) -> Result<JsonBody<T>, ApiError> {
        match timeout(BODY_TIMEOUT, Json::from_request(request, server)).await {
            Err(_) => {
                let message = "the body did not arrive in time".to_string();
                Err(ApiError::bad_request(StatusCode::REQUEST_TIMEOUT, message))
            }
            Ok(Ok(Json(value))) => Ok(JsonBody(value)),
            Ok(Err(error)) => {
                let status = match error {
                    // A value of the wrong shape gets the same status as invalid JSON.
                    JsonRejection::JsonDataError(_) => StatusCode::BAD_REQUEST,
                    _ => error.status(),
                };
                Err(ApiError::bad_request(status, error.body_text()))
            }
        }
    }
}

/// The query string.
pub(super) struct QueryParams<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Server> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<QueryParams<T>, ApiError> {
        match Query::from_request_parts(parts, server).await {
            Ok(Query(value)) => Ok(QueryParams(value)),
            Err(error) => Err(ApiError::bad_request(StatusCode::BAD_REQUEST, error.body_text())),
        }
    }
}

/// The id in the path. An invalid id is answered with 404.
pub(super) struct PathId<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Server> for PathId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<PathId<T>, ApiError> {
        let Path(id) = Path::from_request_parts(parts, server).await.map_err(|_| Refusal::NotFound)?;
        Ok(PathId(id))
    }
}
