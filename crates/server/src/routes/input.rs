//! What requests carry, read so that every mistake is answered by a problem that says what is wrong.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use shangrila_protocol::{Refusal, clean_name};

use super::ApiError;
use crate::state::Server;
use crate::store::name_key;

/// A body of JSON. Its media type is insisted on: forms of other sites cannot send it.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Server> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, server: &Server) -> Result<Body<T>, ApiError> {
        match Json::from_request(request, server).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(error) => {
                let status = match error {
                    // A value that is none of the wanted ones is as unreadable as text that is no JSON.
                    JsonRejection::JsonDataError(_) => StatusCode::BAD_REQUEST,
                    _ => error.status(),
                };
                Err(ApiError::unreadable(status, error.body_text()))
            }
        }
    }
}

/// What stands after the question mark.
pub(super) struct Search<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Server> for Search<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Search<T>, ApiError> {
        match Query::from_request_parts(parts, server).await {
            Ok(Query(value)) => Ok(Search(value)),
            Err(error) => Err(ApiError::unreadable(StatusCode::BAD_REQUEST, error.body_text())),
        }
    }
}

/// The id in the path. What is no id names nothing.
pub(super) struct Named<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Server> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Named<T>, ApiError> {
        let Path(id) = Path::from_request_parts(parts, server).await.map_err(|_| Refusal::NotFound)?;
        Ok(Named(id))
    }
}

/// A name as it will be shown.
pub(super) fn name(given: &str) -> Result<String, Refusal> {
    clean_name(given).filter(|name| !name_key(name).is_empty()).ok_or(Refusal::BadName)
}
