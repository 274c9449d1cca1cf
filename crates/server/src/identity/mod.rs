//! Who is asking. Browsers show a signed cookie, bots a token; whatever is wrong with either, nobody is known then, and that is no
//! error: it becomes one only where somebody is needed.

mod cookie;
mod password;
mod token;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use shangrila_protocol::{Person, PersonId, PersonKind, Refusal};

pub(crate) use cookie::{signed_in, signed_out};
pub(crate) use password::Passwords;
pub(crate) use token::Token;

use crate::random;
use crate::routes::ApiError;
use crate::state::Server;

/// Whoever is asking.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) person: Option<Person>,
}

/// Somebody who is known: a guest, an account or a bot.
#[derive(Clone, Debug)]
pub(crate) struct Known(pub(crate) Person);

/// A guest or an account, since bots are managed by their owners.
#[derive(Clone, Debug)]
pub(crate) struct NoBot(pub(crate) Person);

/// An account.
#[derive(Clone, Debug)]
pub(crate) struct Account(pub(crate) Person);

impl FromRequestParts<Server> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Caller, ApiError> {
        let entry = match Token::of(&parts.headers) {
            // Who shows a token means it; a cookie beside it does not count.
            Some(token) => match token {
                Ok(token) => server.people.find_by_token(&token.hash()).await?,
                Err(_) => None,
            },
            None => match cookie::of(&parts.headers, &server.key) {
                Some((id, epoch)) => server.people.find(&id).await?.filter(|entry| entry.epoch == epoch),
                None => None,
            },
        };
        Ok(Caller { person: entry.map(|entry| entry.person) })
    }
}

impl FromRequestParts<Server> for Known {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Known, ApiError> {
        let caller = Caller::from_request_parts(parts, server).await?;
        Ok(Known(caller.person.ok_or(Refusal::NobodyKnown)?))
    }
}

impl FromRequestParts<Server> for NoBot {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<NoBot, ApiError> {
        let Known(person) = Known::from_request_parts(parts, server).await?;
        match person.kind {
            PersonKind::Guest | PersonKind::Account => Ok(NoBot(person)),
            PersonKind::Bot => Err(Refusal::NotForBots.into()),
        }
    }
}

impl FromRequestParts<Server> for Account {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Account, ApiError> {
        let NoBot(person) = NoBot::from_request_parts(parts, server).await?;
        match person.kind {
            PersonKind::Account => Ok(Account(person)),
            PersonKind::Guest | PersonKind::Bot => Err(Refusal::NeedsAccount.into()),
        }
    }
}

/// The id of somebody new.
pub(crate) fn new_person_id() -> PersonId {
    random::word::<10>().parse().expect("hexadecimal digits are an id")
}
