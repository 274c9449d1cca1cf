//! Accounts: sign up, sign in, sign out, change the password, and the devices that are signed in.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use shangrila_protocol::{
    ChangePassword, Credentials, Me, PersonKind, Problem, Refusal, SessionId, SignOutQuery, SignedInDevice, clean_name,
};

use super::ApiError;
use super::input::{JsonBody, PathId, QueryParams};
use super::me::{check_name_is_free, own_profile};
use crate::client_address::ClientAddress;
use crate::clock;
use crate::identity::{
    self, Account, Caller, Human, checked_name, known_device, new_person_id, normalised, signed_out,
};
use crate::state::Server;
use crate::store::{NewCredential, NewPerson, SessionEntry};

/// Create an account. A guest becomes the account and keeps their seats.
#[utoipa::path(post, path = "/accounts", tag = "account", request_body = Credentials, responses(
    (status = CREATED, body = Me, description = "The account, with a cookie"),
    (status = CONFLICT, body = Problem, description = "The name is taken, or you already have an account"),
))]
pub(super) async fn create_account(
    State(server): State<Server>,
    from: ClientAddress,
    caller: Caller,
    headers: HeaderMap,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<Response, ApiError> {
    let guest = match caller.person {
        Some(person) => match person.kind {
            PersonKind::Guest => Some(person.id),
            PersonKind::Account => return Err(Refusal::WrongPhase.into()),
            PersonKind::Bot => return Err(Refusal::NotForBots.into()),
        },
        None => None,
    };
    let name = checked_name(&credentials.name)?;
    server.limits.allow_account(&from)?;
    // Checked before the password is hashed, which is slow; the store checks again when it writes.
    check_name_is_free(&server, &name, guest.as_ref()).await?;
    let hash = server.passwords.hash(credentials.password).await?;
    let id = match guest {
        Some(guest) => {
            if !server.people.make_account(&guest, &name, &hash).await? {
                return Err(Refusal::WrongPhase.into());
            }
            identity::end_all(&server, &guest, None).await?;
            server.rooms.person_changed(&guest).await;
            guest
        }
        None => {
            let (id, credential) = (new_person_id(), NewCredential::Password { hash });
            server.people.add(NewPerson { id: id.clone(), name, credential, since: clock::now() }).await?;
            id
        }
    };
    let entry = server.people.find(&id).await?.ok_or(Refusal::Failed)?;
    let cookie = identity::sign_in(&server, &entry, &headers).await?;
    Ok((StatusCode::CREATED, cookie, Json(own_profile(&server, entry).await?)).into_response())
}

/// Sign in.
#[utoipa::path(post, path = "/session", tag = "account", request_body = Credentials, responses(
    (status = OK, body = Me, description = "With a cookie"),
    (status = FORBIDDEN, body = Problem, description = "Wrong name or password"),
))]
pub(super) async fn sign_in(
    State(server): State<Server>,
    from: ClientAddress,
    headers: HeaderMap,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<Response, ApiError> {
    // Cleaned as it was when the account was created; a name that is empty then matches no account.
    let name = clean_name(&normalised(&credentials.name)).unwrap_or_default();
    let entry = server.people.find_by_name(&name).await?;
    let device = known_device(&server, &headers, entry.as_ref()).await?;
    server.limits.allow_sign_in(&from, &name, device)?;
    let hash = entry.as_ref().and_then(|entry| entry.password_hash.as_deref());
    server.passwords.verify(credentials.password, hash).await?;
    let entry = entry.ok_or(Refusal::WrongPassword)?;
    server.moderation.check_person(&entry.person.id)?;
    server.limits.forget_sign_in(&from, &name, device);
    let cookie = identity::sign_in(&server, &entry, &headers).await?;
    Ok((cookie, Json(own_profile(&server, entry).await?)).into_response())
}

/// Sign out on this device or on all of them. A guest who signs out cannot come back.
#[utoipa::path(delete, path = "/session", tag = "account", params(SignOutQuery), responses((status = NO_CONTENT)))]
pub(super) async fn sign_out(
    State(server): State<Server>,
    caller: Caller,
    QueryParams(query): QueryParams<SignOutQuery>,
) -> Result<Response, ApiError> {
    if let (Some(person), Some(session)) = (caller.person, caller.session) {
        if query.everywhere {
            identity::end_all(&server, &person.id, None).await?;
        } else {
            identity::end(&server, &person.id, &session).await?;
        }
    }
    Ok((StatusCode::NO_CONTENT, signed_out(&server)).into_response())
}

/// List the devices on which you are signed in, those used last first.
#[utoipa::path(get, path = "/me/devices", tag = "account", responses((status = OK, body = Vec<SignedInDevice>)))]
pub(super) async fn devices(
    State(server): State<Server>,
    Human(person): Human,
    caller: Caller,
) -> Result<Json<Vec<SignedInDevice>>, ApiError> {
    let sessions = server.sessions.sessions_of(&person.id, clock::now()).await?;
    let device = |session: SessionEntry| SignedInDevice {
        current: caller.session.as_ref() == Some(&session.id),
        id: session.id,
        browser: session.device.browser,
        system: session.device.system,
        since: session.created,
        used: session.used,
    };
    Ok(Json(sessions.into_iter().map(device).collect()))
}

/// Sign out on another device.
#[utoipa::path(delete, path = "/me/devices/{id}", tag = "account", params(("id" = String, Path, description = "The id of the session")),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn sign_out_device(
    State(server): State<Server>,
    Human(person): Human,
    PathId(session): PathId<SessionId>,
) -> Result<StatusCode, ApiError> {
    if !identity::end(&server, &person.id, &session).await? {
        return Err(Refusal::NotFound.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out on all other devices.
#[utoipa::path(delete, path = "/me/devices", tag = "account", responses((status = NO_CONTENT)))]
pub(super) async fn sign_out_others(
    State(server): State<Server>,
    Human(person): Human,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    identity::end_all(&server, &person.id, caller.session.as_ref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Change the password. Unless you say otherwise, this signs out every other device; the API tokens of your bots are
/// revoked, and your passkeys removed, on request.
#[utoipa::path(post, path = "/me/password", tag = "account", request_body = ChangePassword, responses(
    (status = NO_CONTENT, description = "With a new cookie"),
    (status = FORBIDDEN, body = Problem, description = "The old password is wrong"),
))]
pub(super) async fn change_password(
    State(server): State<Server>,
    Account(person): Account,
    caller: Caller,
    headers: HeaderMap,
    JsonBody(change): JsonBody<ChangePassword>,
) -> Result<Response, ApiError> {
    server.limits.allow_own_password(&person.id)?;
    let entry = server.people.find(&person.id).await?.ok_or(Refusal::NotSignedIn)?;
    server.passwords.verify(change.old, entry.password_hash.as_deref()).await?;
    server.limits.forget_own_password(&person.id);
    let hash = server.passwords.hash(change.new).await?;
    server.people.set_password(&person.id, &hash).await?;
    // This device gets a new session too, in case someone has a copy of its cookie.
    match caller.session {
        Some(session) if !change.sign_out_others => drop(identity::end(&server, &person.id, &session).await?),
        _ => identity::end_all(&server, &person.id, None).await?,
    }
    if change.revoke_tokens {
        for bot in server.people.revoke_tokens(&person.id).await? {
            server.rooms.disconnect(&bot);
        }
    }
    if change.remove_passkeys {
        server.passkey_store.remove_passkeys(&person.id).await?;
    }
    let cookie = identity::sign_in(&server, &entry, &headers).await?;
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}
