//! The cookie by which a browser is known: who, and in which epoch. It is signed, so that nobody can write one, and worth nothing once
//! the epoch has passed, so that changing the password signs out everywhere else.

use std::time::Duration;

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};
use shangrila_protocol::PersonId;

use crate::state::Server;
use crate::store::PersonEntry;

const NAME: &str = "shangrila";
/// A year. Guests have nothing but this cookie, so it is not to be lost soon.
const LIFETIME: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Who the cookie says is asking.
pub(super) fn of(headers: &HeaderMap, key: &Key) -> Option<(PersonId, u32)> {
    let cookie = SignedCookieJar::<Key>::from_headers(headers, key.clone()).get(NAME)?;
    let (id, epoch) = cookie.value().split_once('.')?;
    Some((id.parse().ok()?, epoch.parse().ok()?))
}

/// For an answer that makes the browser known as this person.
pub(crate) fn signed_in(server: &Server, entry: &PersonEntry) -> SignedCookieJar {
    jar(server, format!("{}.{}", entry.person.id, entry.epoch), LIFETIME)
}

/// For an answer after which the browser is nobody's.
pub(crate) fn signed_out(server: &Server) -> SignedCookieJar {
    jar(server, String::new(), Duration::ZERO)
}

fn jar(server: &Server, value: String, lifetime: Duration) -> SignedCookieJar {
    let cookie = Cookie::build((NAME, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(server.config.secure_cookies)
        .max_age(lifetime.try_into().expect("a year is a time"))
        .build();
    SignedCookieJar::new(server.key.clone()).add(cookie)
}
