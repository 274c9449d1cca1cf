//! The bots of an account: programs that play, each known by a token.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use shangrila_protocol::{BotCreated, NewBot, Person, PersonId, PersonKind, Problem, Refusal};

use super::ApiError;
use super::input::{self, Body, Named};
use crate::clock;
use crate::identity::{Account, Token, new_person_id};
use crate::limits::ClientAddress;
use crate::state::Server;
use crate::store::{NewPerson, NewProof};

/// How many bots an account can have.
const MOST_BOTS: usize = 10;

/// One's bots, the oldest first.
#[utoipa::path(get, path = "/me/bots", tag = "bots", responses((status = OK, body = Vec<Person>)))]
pub(super) async fn list(State(server): State<Server>, Account(owner): Account) -> Result<Json<Vec<Person>>, ApiError> {
    Ok(Json(server.people.bots_of(&owner.id).await?))
}

/// Make a bot. Its token is shown this once.
#[utoipa::path(post, path = "/me/bots", tag = "bots", request_body = NewBot, responses(
    (status = CREATED, body = BotCreated),
    (status = CONFLICT, body = Problem, description = "The name is taken, or there are 10 bots already"),
))]
pub(super) async fn create(
    State(server): State<Server>,
    from: ClientAddress,
    Account(owner): Account,
    Body(new): Body<NewBot>,
) -> Result<(StatusCode, Json<BotCreated>), ApiError> {
    let name = input::name(&new.name)?;
    if server.people.bots_of(&owner.id).await?.len() >= MOST_BOTS {
        return Err(Refusal::TooMany.into());
    }
    server.limits.bot(&from)?;
    let (id, token) = (new_person_id(), Token::new());
    let proof = NewProof::Token { hash: token.hash(), owner: owner.id };
    server.people.add(NewPerson { id: id.clone(), name: name.clone(), proof, since: clock::now() }).await?;
    let bot = Person { id, name, kind: PersonKind::Bot };
    Ok((StatusCode::CREATED, Json(BotCreated { bot, token: token.reveal() })))
}

/// Delete a bot. Its token is worth nothing from then on.
#[utoipa::path(delete, path = "/me/bots/{id}", tag = "bots", params(("id" = String, Path, description = "The bot")),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn delete(
    State(server): State<Server>,
    Account(owner): Account,
    Named(bot): Named<PersonId>,
) -> Result<StatusCode, ApiError> {
    if !server.people.delete_bot(&owner.id, &bot).await? {
        return Err(Refusal::NotFound.into());
    }
    server.rooms.refresh(&bot).await;
    Ok(StatusCode::NO_CONTENT)
}
