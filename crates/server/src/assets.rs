//! Answers requests for the files of the app.

use std::hash::{DefaultHasher, Hasher};

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{self, HeaderMap};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::accept_encoding::{Encoding, accepted};
use crate::bundle::Bundle;

/// The page itself.
pub(crate) async fn page(State(bundle): State<Bundle>, headers: HeaderMap) -> Response {
    answer(&bundle, "index.html", &headers).await
}

/// A file of the app.
pub(crate) async fn file(State(bundle): State<Bundle>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    answer(&bundle, &name, &headers).await
}

async fn answer(bundle: &Bundle, name: &str, headers: &HeaderMap) -> Response {
    let Some(media_type) = media_type(name).filter(|_| is_plain(name)) else { return not_found() };
    let wanted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    for encoding in accepted(wanted) {
        match bundle.read(&format!("{name}{}", encoding.ending())).await {
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
                let message = format!("{name} cannot be read: {error}\n");
                return (StatusCode::INTERNAL_SERVER_ERROR, message).into_response();
            }
        }
    }
    not_found()
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "There is no such page here.\n").into_response()
}

/// Whether a name can only be that of a file in the folder itself.
fn is_plain(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    !name.starts_with('.') && name.chars().all(is_plain)
}

/// The compressed forms of files have no media type of their own: they cannot be asked for by name.
fn media_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

/// The hash in a name that `cargo xtask web` made of a file's content: app-0123456789abcdef.js.
fn content_hash(name: &str) -> Option<&str> {
    let (stem, _) = name.rsplit_once('.')?;
    let (_, hash) = stem.rsplit_once('-')?;
    (hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(hash)
}

/// Names a content in one form.
fn entity_tag(name: &str, encoding: Encoding, content: &[u8]) -> String {
    let hash = content_hash(name).map(str::to_string).unwrap_or_else(|| {
        let mut hasher = DefaultHasher::new();
        hasher.write(content);
        format!("{:016x}", hasher.finish())
    });
    format!("\"{hash}-{}\"", encoding.as_str())
}

/// Whether the browser has this content already.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let lists = headers.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim).any(|known| {
        // Proxies may have marked a tag as weak; the content is the same.
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}

fn describe(headers: &mut HeaderMap, name: &str, media_type: &'static str, encoding: Encoding, tag: &str) {
    // A name made of the content never means anything else. All other files say which names are the current ones.
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
