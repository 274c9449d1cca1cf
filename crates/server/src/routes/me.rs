//! Oneself: who one is, what one is called, what is known about one, and how to be forgotten.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use shangrila_protocol::{ChangeMe, DeleteMe, Me, NewGuest, PersonKind, Problem, Refusal, WhoAmI};

use super::ApiError;
use super::input::{self, Body};
use crate::clock;
use crate::identity::{Caller, NoBot, new_person_id, signed_in, signed_out};
use crate::limits::ClientAddress;
use crate::state::Server;
use crate::store::{Change, NewPerson, NewProof, PersonEntry};

/// Somebody as they see themselves.
pub(super) async fn seen(server: &Server, entry: PersonEntry) -> Result<Me, ApiError> {
    let muted = server.people.muted_by(&entry.person.id).await?;
    Ok(Me { person: entry.person, profile_public: entry.profile_public, muted })
}

/// Who is asking. The cookie is good for another year then: who comes back is not forgotten.
#[utoipa::path(get, path = "/me", tag = "me", responses((status = OK, body = WhoAmI)))]
pub(super) async fn who_am_i(State(server): State<Server>, caller: Caller) -> Result<Response, ApiError> {
    let Some(person) = caller.person else { return Ok(Json(WhoAmI { me: None }).into_response()) };
    let Some(entry) = server.people.find(&person.id).await? else {
        return Ok(Json(WhoAmI { me: None }).into_response());
    };
    let cookie = (person.kind != PersonKind::Bot).then(|| signed_in(&server, &entry));
    Ok((cookie, Json(WhoAmI { me: Some(seen(&server, entry).await?) })).into_response())
}

/// Become a guest: a name is enough to play. Who is known already stays who they are.
#[utoipa::path(post, path = "/guests", tag = "me", request_body = NewGuest, responses(
    (status = CREATED, body = Me, description = "A new guest, with a cookie"),
    (status = OK, body = Me, description = "Known already; nothing has changed"),
    (status = UNPROCESSABLE_ENTITY, body = Problem),
))]
pub(super) async fn become_guest(
    State(server): State<Server>,
    from: ClientAddress,
    caller: Caller,
    Body(new): Body<NewGuest>,
) -> Result<Response, ApiError> {
    if let Some(person) = caller.person {
        let entry = server.people.find(&person.id).await?.ok_or(Refusal::NobodyKnown)?;
        return Ok(Json(seen(&server, entry).await?).into_response());
    }
    let name = input::name(&new.name)?;
    server.limits.guest(&from)?;
    let id = new_person_id();
    server.people.add(NewPerson { id: id.clone(), name, proof: NewProof::Cookie, since: clock::now() }).await?;
    let entry = server.people.find(&id).await?.ok_or(Refusal::Failed)?;
    let cookie = signed_in(&server, &entry);
    Ok((StatusCode::CREATED, cookie, Json(seen(&server, entry).await?)).into_response())
}

/// Change one's name, or who may see one's profile.
#[utoipa::path(patch, path = "/me", tag = "me", request_body = ChangeMe, responses(
    (status = OK, body = Me),
    (status = CONFLICT, body = Problem, description = "The name is taken"),
))]
pub(super) async fn change(
    State(server): State<Server>,
    NoBot(person): NoBot,
    Body(change): Body<ChangeMe>,
) -> Result<Json<Me>, ApiError> {
    let name = change.name.as_deref().map(input::name).transpose()?;
    let change = Change { name: name.as_deref(), profile_public: change.profile_public };
    server.people.change(&person.id, change).await?;
    if name.is_some() {
        server.rooms.refresh(&person.id).await;
    }
    let entry = server.people.find(&person.id).await?.ok_or(Refusal::NobodyKnown)?;
    Ok(Json(seen(&server, entry).await?))
}

/// Everything the server knows about one, as a file.
#[utoipa::path(get, path = "/me/export", tag = "me", responses(
    (status = OK, body = Object, description = "Person, mutes, bots, ratings, tables, own events, own chat"),
))]
pub(super) async fn export(State(server): State<Server>, NoBot(person): NoBot) -> Result<Response, ApiError> {
    let export = server.people.export(&person.id).await?.ok_or(Refusal::NobodyKnown)?;
    let file = [(header::CONTENT_DISPOSITION, "attachment; filename=\"shangrila-data.json\"")];
    Ok((file, Json(export)).into_response())
}

/// Be forgotten, with one's bots. Moves stay in the games of others, by nobody.
#[utoipa::path(post, path = "/me/deletion", tag = "me", request_body = DeleteMe, responses(
    (status = NO_CONTENT),
    (status = FORBIDDEN, body = Problem, description = "The password is wrong"),
))]
pub(super) async fn delete(
    State(server): State<Server>,
    NoBot(person): NoBot,
    Body(deletion): Body<DeleteMe>,
) -> Result<Response, ApiError> {
    let entry = server.people.find(&person.id).await?.ok_or(Refusal::NobodyKnown)?;
    if let Some(hash) = &entry.password_hash {
        server.limits.password(&person.name)?;
        server.passwords.check(deletion.password.unwrap_or_default(), Some(hash)).await?;
    }
    for gone in server.people.delete(&person.id).await? {
        server.rooms.refresh(&gone).await;
    }
    Ok((StatusCode::NO_CONTENT, signed_out(&server)).into_response())
}
