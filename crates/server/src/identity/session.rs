//! Sessions of browsers: a cookie with a random token, and a row in the database with the token's hash. Ending a session deletes its row,
//! so a copy of the cookie is worth nothing afterwards, and closes its connections. There is no key that could leak or need rotation.

use std::time::Duration;

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use sha2::{Digest, Sha256};
use shangrila_protocol::{PersonId, PersonKind, SessionId};

use super::device::Device;
use super::{TokenHash, known_device};
use crate::clock::now;
use crate::random;
use crate::state::Server;
use crate::store::{PersonEntry, SessionEntry, StoreError};

const NAME: &str = "shangrila";
/// How long a guest stays signed in after their last visit: this cookie is all a guest has.
const GUEST_LIFETIME: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// How long an account stays signed in after its last visit.
const ACCOUNT_LIFETIME: Duration = Duration::from_secs(90 * 24 * 60 * 60);
/// How often the use of a session is noted, in milliseconds.
const NOTED_EVERY: u64 = 60 * 60 * 1000;
/// The most devices on which a person can be signed in. Another one signs out the one that was not used for longest.
const MOST_SESSIONS: u32 = 50;
/// The number of hexadecimal digits for 256 bits.
const DIGITS: usize = 64;

/// Returns the session of a request and whose it is, and extends it now and then.
pub(super) async fn find(
    server: &Server,
    headers: &HeaderMap,
) -> Result<Option<(SessionEntry, PersonEntry)>, StoreError> {
    let Some(token) = token(headers, NAME) else { return Ok(None) };
    let now = now();
    let found = server.sessions.find_session(&hash(&token), now).await?;
    if let Some((session, entry)) = &found
        && now.saturating_sub(session.used) > NOTED_EVERY
    {
        let expires = now + lifetime(entry.person.kind).as_millis() as u64;
        // If it cannot be stored, the next request tries again.
        let _ = server.sessions.extend_session(&session.id, now, expires).await;
    }
    Ok(found)
}

/// Starts a session for a person on the device that sends a request. Returns its cookies.
pub(crate) async fn sign_in(
    server: &Server,
    entry: &PersonEntry,
    headers: &HeaderMap,
) -> Result<CookieJar, StoreError> {
    let (now, lifetime) = (now(), lifetime(entry.person.kind));
    let token = random::word::<{ DIGITS / 2 }>();
    let session = SessionEntry {
        id: random::word::<10>().parse().expect("hexadecimal digits are a valid id"),
        person: entry.person.id.clone(),
        created: now,
        used: now,
        expires: now + lifetime.as_millis() as u64,
        device: Device::of(headers),
    };
    let ended = server.sessions.start_session(&session, &hash(&token), MOST_SESSIONS).await?;
    ended.iter().for_each(|session| server.rooms.end_session(session));
    let mut jar = CookieJar::new().add(cookie(server, NAME, token, lifetime));
    if entry.person.kind == PersonKind::Account {
        jar = jar.add(known_device::remember(server, headers, entry).await?);
    }
    Ok(jar)
}

/// Returns the cookie of a request with a new lifetime.
pub(crate) fn renewed(server: &Server, headers: &HeaderMap, kind: PersonKind) -> Option<CookieJar> {
    Some(CookieJar::new().add(cookie(server, NAME, token(headers, NAME)?, lifetime(kind))))
}

/// Ends a session of a person and closes its connections. `false` if there is no such session.
pub(crate) async fn end(server: &Server, person: &PersonId, session: &SessionId) -> Result<bool, StoreError> {
    let ended = server.sessions.end_session(person, session).await?;
    if ended {
        server.rooms.end_session(session);
    }
    Ok(ended)
}

/// Ends the sessions of a person, except for one, and closes their connections.
pub(crate) async fn end_all(server: &Server, person: &PersonId, except: Option<&SessionId>) -> Result<(), StoreError> {
    let ended = server.sessions.end_sessions(person, except).await?;
    ended.iter().for_each(|session| server.rooms.end_session(session));
    Ok(())
}

/// Returns the cookie that makes a browser forget its token.
pub(crate) fn signed_out(server: &Server) -> CookieJar {
    CookieJar::new().add(cookie(server, NAME, String::new(), Duration::ZERO))
}

/// Returns the cookies that make a browser forget that it was ever here.
pub(crate) fn forgotten(server: &Server) -> CookieJar {
    known_device::forget(server, signed_out(server))
}

fn lifetime(kind: PersonKind) -> Duration {
    match kind {
        PersonKind::Guest => GUEST_LIFETIME,
        PersonKind::Account | PersonKind::Bot => ACCOUNT_LIFETIME,
    }
}

/// Returns the token in a cookie of a request, if it looks like one.
pub(super) fn token(headers: &HeaderMap, name: &str) -> Option<String> {
    let jar = CookieJar::from_headers(headers);
    let token = jar.get(name)?.value();
    let is_token = token.len() == DIGITS && token.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_token.then(|| token.to_string())
}

/// Returns the hash that is stored.
pub(super) fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

pub(super) fn cookie(server: &Server, name: &'static str, value: String, lifetime: Duration) -> Cookie<'static> {
    Cookie::build((name, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(server.config.secure_cookies)
        .max_age(lifetime.try_into().expect("a year fits a cookie lifetime"))
        .build()
}
