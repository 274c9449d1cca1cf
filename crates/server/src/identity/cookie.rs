//! The cookie that identifies a browser: a person and their epoch. It is signed, so that nobody can forge one. Changing the password
//! starts a new epoch, which invalidates the cookies of all other devices.

use std::time::Duration;

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};
use shangrila_protocol::PersonId;

use crate::state::Server;
use crate::store::PersonEntry;

const NAME: &str = "shangrila";
/// A year: this cookie is all a guest has.
const LIFETIME: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Returns the person and epoch in the cookie, if its signature is valid.
pub(super) fn of(headers: &HeaderMap, key: &Key) -> Option<(PersonId, u32)> {
    let cookie = SignedCookieJar::<Key>::from_headers(headers, key.clone()).get(NAME)?;
    let (id, epoch) = cookie.value().split_once('.')?;
    Some((id.parse().ok()?, epoch.parse().ok()?))
}

/// Returns the cookie that signs a browser in.
pub(crate) fn signed_in(server: &Server, entry: &PersonEntry) -> SignedCookieJar {
    jar(server, format!("{}.{}", entry.person.id, entry.epoch), LIFETIME)
}

/// Returns the cookie that signs a browser out.
pub(crate) fn signed_out(server: &Server) -> SignedCookieJar {
    jar(server, String::new(), Duration::ZERO)
}

fn jar(server: &Server, value: String, lifetime: Duration) -> SignedCookieJar {
    let cookie = Cookie::build((NAME, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(server.config.secure_cookies)
        .max_age(lifetime.try_into().expect("a year fits a cookie lifetime"))
        .build();
    SignedCookieJar::new(server.key.clone()).add(cookie)
}
