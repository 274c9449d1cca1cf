//! Serves the app's files.

use std::hash::{DefaultHasher, Hasher};

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{self, HeaderMap};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::accept_encoding::{Encoding, accepted};
use crate::bundle::Bundle;

/// Serves the page.
pub(crate) async fn page(State(bundle): State<Bundle>, headers: HeaderMap) -> Response {
    respond(&bundle, "index.html", &headers).await
}

/// Serves any other file of the app.
pub(crate) async fn file(State(bundle): State<Bundle>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    respond(&bundle, &name, &headers).await
}

async fn respond(bundle: &Bundle, name: &str, headers: &HeaderMap) -> Response {
    let Some(media_type) = media_type(name).filter(|_| is_plain(name)) else { return not_found() };
    let wanted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    for encoding in accepted(wanted) {
        match bundle.read(&format!("{name}{}", encoding.suffix())).await {
            Ok(Some(content)) => {
                let tag = entity_tag(name, encoding, &content);
                let mut response = if is_known(headers, &tag) {
                    StatusCode::NOT_MODIFIED.into_response()
                } else {
                    Body::from(content).into_response()
                };
                describe(response.headers_mut(), name, media_type, encoding, &tag);
                return response;
            }
            Ok(None) => {}
            Err(error) => {
                let message = format!("cannot read {name}: {error}\n");
                return (StatusCode::INTERNAL_SERVER_ERROR, message).into_response();
            }
        }
    }
    not_found()
}

pub(crate) fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "Page not found.\n").into_response()
}

/// Whether a name can only refer to a file directly in the folder.
fn is_plain(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    !name.starts_with('.') && name.chars().all(is_plain)
}

/// Returns the media type by extension. Compressed files have none, so they cannot be requested by name.
fn media_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "bin" => "application/octet-stream",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

/// Returns the content hash that `cargo xtask web` put into a file name, as in app-0123456789abcdef.js.
fn content_hash(name: &str) -> Option<&str> {
    let (stem, _) = name.rsplit_once('.')?;
    let (_, hash) = stem.rsplit_once('-')?;
    (hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(hash)
}

/// Returns the entity tag of a file in one encoding.
fn entity_tag(name: &str, encoding: Encoding, content: &[u8]) -> String {
    let hash = content_hash(name).map(str::to_string).unwrap_or_else(|| {
        let mut hasher = DefaultHasher::new();
        hasher.write(content);
        format!("{:016x}", hasher.finish())
    });
    format!("\"{hash}-{}\"", encoding.as_str())
}

/// Whether the browser already has this content.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let lists = headers.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim).any(|known| {
        // Proxies may have weakened the tag; the content is the same.
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}

fn describe(headers: &mut HeaderMap, name: &str, media_type: &'static str, encoding: Encoding, tag: &str) {
    // A file named after its content never changes. All other files have to be checked for a new version.
    let cache = if content_hash(name).is_some() { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    if encoding != Encoding::Identity {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.as_str()));
    }
}
