//! The caller's own profile and data.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shangrila_protocol::{ChangeMe, DeleteMe, Me, NewGuest, PersonId, Problem, Refusal, SanctionNotice, WhoAmI};

use super::ApiError;
use super::input::JsonBody;
use crate::client_address::ClientAddress;
use crate::clock;
use crate::identity::{self, Caller, Human, checked_name, forgotten, new_person_id, renewed};
use crate::moderation::Sanction;
use crate::state::Server;
use crate::store::{NewCredential, NewPerson, PersonEntry, ProfileChange, name_key};

/// Returns a person's own view of their profile.
pub(super) async fn own_profile(server: &Server, entry: PersonEntry) -> Result<Me, ApiError> {
    let muted = server.people.muted_by(&entry.person.id).await?;
    let role = server.moderators.role_of(&entry.person.id).await?;
    let blocked = server.moderation.blocked_by(&entry.person.id).await?;
    Ok(Me { person: entry.person, profile_public: entry.profile_public, muted, blocked, role })
}

/// Checks that no other account or bot has this name or one that looks like it. Guests share names among themselves.
pub(super) async fn check_name_is_free(server: &Server, name: &str, person: Option<&PersonId>) -> Result<(), ApiError> {
    match server.people.find_similar_name(name, person).await? {
        Some(other) if name_key(&other) == name_key(name) => Err(Refusal::NameTaken.into()),
        Some(_) => Err(Refusal::NameTooSimilar.into()),
        None => Ok(()),
    }
}

/// Who you are. Renews the cookie.
#[utoipa::path(get, path = "/me", tag = "me", responses((status = OK, body = WhoAmI)))]
pub(super) async fn who_am_i(
    State(server): State<Server>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Some(person) = caller.person else { return Ok(Json(WhoAmI::default()).into_response()) };
    let Some(entry) = server.people.find(&person.id).await? else {
        return Ok(Json(WhoAmI::default()).into_response());
    };
    let notice = |ban: Sanction| SanctionNotice { until: ban.until, reason: ban.reason };
    let banned = server.moderation.ban_of(&person.id).map(notice);
    let cookie = caller.session.and_then(|_| renewed(&server, &headers, person.kind));
    Ok((cookie, Json(WhoAmI { me: Some(own_profile(&server, entry).await?), banned })).into_response())
}

/// Become a guest. Nothing changes if you already are a guest or have an account.
#[utoipa::path(post, path = "/guests", tag = "me", request_body = NewGuest, responses(
    (status = CREATED, body = Me, description = "A new guest, with a cookie"),
    (status = OK, body = Me, description = "Already identified; nothing has changed"),
    (status = UNPROCESSABLE_ENTITY, body = Problem),
))]
pub(super) async fn become_guest(
    State(server): State<Server>,
    from: ClientAddress,
    caller: Caller,
    headers: HeaderMap,
    JsonBody(new): JsonBody<NewGuest>,
) -> Result<Response, ApiError> {
    if let Some(person) = caller.person {
        let entry = server.people.find(&person.id).await?.ok_or(Refusal::NotSignedIn)?;
        return Ok(Json(own_profile(&server, entry).await?).into_response());
    }
    let name = checked_name(&new.name)?;
    check_name_is_free(&server, &name, None).await?;
    server.limits.allow_guest(&from)?;
    let id = new_person_id();
    server
        .people
        .add(NewPerson { id: id.clone(), name, credential: NewCredential::Cookie, since: clock::now() })
        .await?;
    let entry = server.people.find(&id).await?.ok_or(Refusal::Failed)?;
    let cookie = identity::sign_in(&server, &entry, &headers).await?;
    Ok((StatusCode::CREATED, cookie, Json(own_profile(&server, entry).await?)).into_response())
}

/// Change your name, or whether others may see your profile.
#[utoipa::path(patch, path = "/me", tag = "me", request_body = ChangeMe, responses(
    (status = OK, body = Me),
    (status = CONFLICT, body = Problem, description = "The name is taken"),
))]
pub(super) async fn change(
    State(server): State<Server>,
    Human(person): Human,
    JsonBody(change): JsonBody<ChangeMe>,
) -> Result<Json<Me>, ApiError> {
    let name = change.name.as_deref().map(checked_name).transpose()?;
    if let Some(name) = &name {
        check_name_is_free(&server, name, Some(&person.id)).await?;
    }
    let change = ProfileChange { name: name.as_deref(), profile_public: change.profile_public };
    server.people.change(&person.id, change).await?;
    if name.is_some() {
        server.rooms.person_changed(&person.id).await;
    }
    let entry = server.people.find(&person.id).await?.ok_or(Refusal::NotSignedIn)?;
    Ok(Json(own_profile(&server, entry).await?))
}

/// Delete yourself and your bots. Your moves stay in other people's games, anonymised.
#[utoipa::path(post, path = "/me/deletion", tag = "me", request_body = DeleteMe, responses(
    (status = NO_CONTENT),
    (status = FORBIDDEN, body = Problem, description = "The password is wrong"),
))]
pub(super) async fn delete(
    State(server): State<Server>,
    Human(person): Human,
    JsonBody(deletion): JsonBody<DeleteMe>,
) -> Result<Response, ApiError> {
    let entry = server.people.find(&person.id).await?.ok_or(Refusal::NotSignedIn)?;
    if let Some(hash) = &entry.password_hash {
        server.limits.allow_own_password(&person.id)?;
        server.passwords.verify(deletion.password.unwrap_or_default(), Some(hash)).await?;
    }
    for deleted in server.people.delete(&person.id).await? {
        server.rooms.person_changed(&deleted).await;
    }
    Ok((StatusCode::NO_CONTENT, forgotten(&server)).into_response())
}
