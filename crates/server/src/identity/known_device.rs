//! Browsers on which an account has signed in before. They keep a cookie of their own when they sign out; wrong passwords that others try
//! elsewhere do not slow them down.

use std::time::Duration;

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar};

use super::TokenHash;
use super::session::{cookie, hash, token};
use crate::clock::now;
use crate::random;
use crate::state::Server;
use crate::store::{PersonEntry, StoreError};

const NAME: &str = "shangrila_device";
/// As long as browsers keep a cookie.
const LIFETIME: Duration = Duration::from_secs(400 * 24 * 60 * 60);
/// The most browsers that are remembered for an account; then the one that signed in longest ago is forgotten.
const MOST_DEVICES: u32 = 50;

/// Returns the device that sends a request, if this person has signed in on it before.
pub(crate) async fn known_device(
    server: &Server,
    headers: &HeaderMap,
    entry: Option<&PersonEntry>,
) -> Result<Option<TokenHash>, StoreError> {
    let (Some(token), Some(entry)) = (token(headers, NAME), entry) else { return Ok(None) };
    let device = hash(&token);
    Ok(server.sessions.knows_device(&entry.person.id, &device).await?.then_some(device))
}

/// Remembers that a person has signed in on a device. Returns its cookie.
pub(super) async fn remember(
    server: &Server,
    headers: &HeaderMap,
    entry: &PersonEntry,
) -> Result<Cookie<'static>, StoreError> {
    let token = token(headers, NAME).unwrap_or_else(random::word::<32>);
    server.sessions.remember_device(&entry.person.id, &hash(&token), now(), MOST_DEVICES).await?;
    Ok(cookie(server, NAME, token, LIFETIME))
}

/// Makes a browser forget that it was ever here.
pub(super) fn forget(server: &Server, jar: CookieJar) -> CookieJar {
    jar.add(cookie(server, NAME, String::new(), Duration::ZERO))
}
