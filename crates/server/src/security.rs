//! What every request and response goes through: allowed hosts, and headers by which browsers run our own scripts and nothing else.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::config::Config;
use crate::metrics::METRICS;

/// Scripts come from this server only. Inline styles are allowed because the app positions things on the map with style attributes.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
    manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()",
    ),
];

/// Browsers that have seen this header use HTTPS for a year, whatever link they follow.
const STRICT_TRANSPORT_SECURITY: &str = "max-age=31536000";

/// Middleware around everything: refuses requests for other hosts, and adds the headers to every response, errors included.
pub(crate) async fn protect(State(config): State<Arc<Config>>, request: Request, next: Next) -> Response {
    let mut response = if is_allowed_host(&config.hosts, request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::MISDIRECTED_REQUEST, "this server is not responsible for this host\n").into_response()
    };
    METRICS.responded(response.status().as_u16());
    for (name, value) in HEADERS {
        // The picture of a link preview is meant for other sites, and says so itself.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    // Cookies for HTTPS only mean that there is a proxy with TLS in front.
    if config.secure_cookies {
        let value = HeaderValue::from_static(STRICT_TRANSPORT_SECURITY);
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    response
}

/// Whether a request was meant for this server. A page of another site can make a browser send requests here under its own name, by
/// changing the address that name stands for.
fn is_allowed_host(hosts: &[String], headers: &HeaderMap) -> bool {
    if hosts.is_empty() {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    // IPv6 addresses have colons of their own, and brackets.
    let port = host.rfind(':').filter(|colon| !host[*colon..].contains(']'));
    let name = &host[..port.unwrap_or(host.len())];
    hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_hosts_are_served_whatever_the_port() {
        let hosts = ["shangrila.example", "[::1]"].map(str::to_string);
        for (host, allowed) in [
            ("shangrila.example", true),
            ("Shangrila.example:8080", true),
            ("[::1]:8080", true),
            ("[::1]", true),
            ("elsewhere.example", false),
            ("shangrila.example.elsewhere.example", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]);
            assert_eq!(is_allowed_host(&hosts, &headers), allowed, "{host}");
            assert!(is_allowed_host(&[], &headers), "no list allows everything");
        }
        assert!(!is_allowed_host(&hosts, &HeaderMap::new()));
    }
}
