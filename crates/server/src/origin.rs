//! Protection against cross-site requests. Browsers attach cookies to requests made by other sites, so anything that changes state, and
//! the WebSocket, is refused if the browser reports another origin. Programs report none, and have no cookies to steal.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shangrila_protocol::Refusal;

use crate::routes::ApiError;
use crate::state::Server;

/// Middleware that refuses requests made by other sites.
pub(crate) async fn check(State(server): State<Server>, request: Request, next: Next) -> Response {
    // A WebSocket starts as a GET with an upgrade; no other route is upgraded.
    let upgrades = request.headers().contains_key(header::UPGRADE);
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD) && !upgrades;
    if harmless || is_own(request.headers(), &server.config.origins) {
        next.run(request).await
    } else {
        ApiError::from(Refusal::ForeignOrigin).into_response()
    }
}

fn is_own(headers: &HeaderMap, origins: &[String]) -> bool {
    if headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    // The scheme is not compared: behind a proxy the server does not know its own.
    let sent_to = origin
        .split_once("://")
        .is_some_and(|(_, asking)| host.is_some_and(|host| !host.is_empty() && asking.eq_ignore_ascii_case(host)));
    sent_to || origins.iter().any(|ours| origin.eq_ignore_ascii_case(ours.trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_pages_may_change_state() {
        let origins = ["https://shangrila.example/".to_string()];
        for (headers, ours) in [
            (&[("host", "localhost:8080")][..], true),
            (&[("host", "localhost:8080"), ("origin", "http://localhost:8080")], true),
            (&[("host", "LOCALHOST:8080"), ("origin", "http://localhost:8080")], true),
            (&[("host", "inside:8080"), ("origin", "https://shangrila.example")], true),
            (&[("host", "localhost:8080"), ("origin", "http://localhost:8081")], false),
            (&[("host", "localhost:8080"), ("origin", "https://elsewhere.example")], false),
            (&[("host", "localhost:8080"), ("origin", "https://shangrila.example.elsewhere.example")], false),
            (&[("host", "localhost:8080"), ("origin", "null")], false),
            (&[("origin", "http://localhost:8080")], false),
            (&[("host", "localhost:8080"), ("sec-fetch-site", "cross-site")], false),
            (&[("host", "localhost:8080"), ("sec-fetch-site", "same-origin")], true),
        ] {
            let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            let headers: HeaderMap = headers.collect();
            assert_eq!(is_own(&headers, &origins), ours, "{headers:?}");
        }
    }
}
