//! The bots of an account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use shangrila_protocol::{BotCreated, NewBot, Person, PersonId, PersonKind, Problem, Refusal};

use super::ApiError;
use super::input::{JsonBody, PathId};
use super::me::check_name_is_free;
use crate::client_address::ClientAddress;
use crate::clock;
use crate::identity::{Account, Token, checked_name, new_person_id};
use crate::state::Server;
use crate::store::{NewCredential, NewPerson};

/// The number of bots an account can have.
const MAX_BOTS: usize = 10;

/// List your bots, oldest first.
#[utoipa::path(get, path = "/me/bots", tag = "bots", responses((status = OK, body = Vec<Person>)))]
pub(super) async fn list(State(server): State<Server>, Account(owner): Account) -> Result<Json<Vec<Person>>, ApiError> {
    Ok(Json(server.people.bots_of(&owner.id).await?))
}

/// Create a bot. Its API token is shown only once.
#[utoipa::path(post, path = "/me/bots", tag = "bots", request_body = NewBot, responses(
    (status = CREATED, body = BotCreated),
    (status = CONFLICT, body = Problem, description = "The name is taken, or the account already has 10 bots"),
))]
pub(super) async fn create(
    State(server): State<Server>,
    from: ClientAddress,
    Account(owner): Account,
    JsonBody(new): JsonBody<NewBot>,
) -> Result<(StatusCode, Json<BotCreated>), ApiError> {
    let name = checked_name(&new.name)?;
    if server.people.bots_of(&owner.id).await?.len() >= MAX_BOTS {
        return Err(Refusal::TooMany.into());
    }
    server.limits.allow_bot(&from)?;
    check_name_is_free(&server, &name, None).await?;
    let (id, token) = (new_person_id(), Token::new());
    let credential = NewCredential::Token { hash: token.hash(), owner: owner.id };
    server.people.add(NewPerson { id: id.clone(), name: name.clone(), credential, since: clock::now() }).await?;
    let bot = Person { id, name, kind: PersonKind::Bot };
    Ok((StatusCode::CREATED, Json(BotCreated { bot, token: token.reveal() })))
}

/// Replace a bot's API token. The new one is shown only once; the old one stops working.
#[utoipa::path(post, path = "/me/bots/{id}/token", tag = "bots", params(("id" = String, Path, description = "The id of the bot")),
    responses((status = OK, body = BotCreated), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn renew_token(
    State(server): State<Server>,
    Account(owner): Account,
    PathId(bot): PathId<PersonId>,
) -> Result<Json<BotCreated>, ApiError> {
    let token = Token::new();
    if !server.people.set_token(&owner.id, &bot, &token.hash()).await? {
        return Err(Refusal::NotFound.into());
    }
    server.rooms.disconnect(&bot);
    let entry = server.people.find(&bot).await?.ok_or(Refusal::NotFound)?;
    Ok(Json(BotCreated { bot: entry.person, token: token.reveal() }))
}

/// Delete a bot and revoke its API token.
#[utoipa::path(delete, path = "/me/bots/{id}", tag = "bots", params(("id" = String, Path, description = "The id of the bot")),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn delete(
    State(server): State<Server>,
    Account(owner): Account,
    PathId(bot): PathId<PersonId>,
) -> Result<StatusCode, ApiError> {
    if !server.people.delete_bot(&owner.id, &bot).await? {
        return Err(Refusal::NotFound.into());
    }
    server.rooms.person_changed(&bot).await;
    Ok(StatusCode::NO_CONTENT)
}
