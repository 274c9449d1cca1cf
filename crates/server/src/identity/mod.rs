//! Who sends a request: browsers are identified by the cookie of their session, bots by an API token. An invalid cookie or token is not an error;
//! the request is then anonymous, and refused only by handlers that need a person.

mod connected;
mod device;
mod known_device;
mod link;
mod name;
mod passkey;
mod password;
mod recovery_code;
mod session;
mod token;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use shangrila_protocol::{Person, PersonId, PersonKind, Refusal, SessionId};

pub(crate) use connected::{Identity, recheck_connected};
pub(crate) use device::Device;
pub(crate) use known_device::known_device;
pub(crate) use link::{ISSUED_RESET_LIFETIME, MAILED_RESET_LIFETIME, VERIFY_LIFETIME, link_token_hash, new_link_token};
pub(crate) use name::{checked_name, name_skeleton, normalised};
pub(crate) use passkey::{CHALLENGE_LIFETIME, NewPasskeyAnswer, Passkeys, SignInAnswer};
pub(crate) use password::Passwords;
pub(crate) use recovery_code::{new_recovery_codes, recovery_code_hash};
pub(crate) use session::{end, end_all, forgotten, renewed, sign_in, signed_out};
pub(crate) use token::Token;

use crate::routes::ApiError;
use crate::state::Server;
use crate::store::PersonEntry;
use crate::{clock, random};

/// The SHA-256 of a random token, which is all that is stored of it. It needs no salt, because such a token cannot be guessed.
pub(crate) type TokenHash = [u8; 32];

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// The sender of a request; anonymous if `person` is `None`.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) person: Option<Person>,
    /// `None` for bots, which have no sessions.
    pub(crate) session: Option<SessionId>,
    /// The API token of a bot.
    pub(crate) token: Option<TokenHash>,
}

/// An identified sender: a guest, an account or a bot.
#[derive(Clone, Debug)]
pub(crate) struct Identified(pub(crate) Person);

/// A guest or an account. Bots are managed by their owners.
#[derive(Clone, Debug)]
pub(crate) struct Human(pub(crate) Person);

/// A sender with an account.
#[derive(Clone, Debug)]
pub(crate) struct Account(pub(crate) Person);

impl FromRequestParts<Server> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Caller, ApiError> {
        let (entry, session, token) = match Token::of(&parts.headers) {
            // A token takes precedence over a cookie, even if it is invalid.
            Some(Ok(token)) => (server.people.find_by_token(&token.hash()).await?, None, Some(token.hash())),
            Some(Err(_)) => (None, None, None),
            None => match session::find(server, &parts.headers).await? {
                Some((session, entry)) => (Some(entry), Some(session.id), None),
                None => (None, None, None),
            },
        };
        if let Some(entry) = &entry {
            server.moderation.check_caller(&entry.person.id, parts)?;
            note_visit(server, entry).await;
        }
        Ok(Caller { person: entry.map(|entry| entry.person), session, token })
    }
}

/// Notes that someone is still around, once a day. Retention is counted from here.
async fn note_visit(server: &Server, entry: &PersonEntry) {
    let now = clock::now();
    if now.saturating_sub(entry.seen) > DAY {
        // If it cannot be stored, the next request tries again.
        let _ = server.people.saw(&entry.person.id, now).await;
    }
}

impl FromRequestParts<Server> for Identified {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Identified, ApiError> {
        let caller = Caller::from_request_parts(parts, server).await?;
        Ok(Identified(caller.person.ok_or(Refusal::NotSignedIn)?))
    }
}

impl FromRequestParts<Server> for Human {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Human, ApiError> {
        let Identified(person) = Identified::from_request_parts(parts, server).await?;
        match person.kind {
            PersonKind::Guest | PersonKind::Account => Ok(Human(person)),
            PersonKind::Bot => Err(Refusal::NotForBots.into()),
        }
    }
}

impl FromRequestParts<Server> for Account {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Account, ApiError> {
        let Human(person) = Human::from_request_parts(parts, server).await?;
        match person.kind {
            PersonKind::Account => Ok(Account(person)),
            PersonKind::Guest | PersonKind::Bot => Err(Refusal::NeedsAccount.into()),
        }
    }
}

/// Returns an id for a new person.
pub(crate) fn new_person_id() -> PersonId {
    random::word::<10>().parse().expect("hexadecimal digits are a valid id")
}
