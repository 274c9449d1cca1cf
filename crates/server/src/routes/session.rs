//! Accounts: sign up, sign in, sign out, change the password.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shangrila_protocol::{ChangePassword, Credentials, Me, PersonKind, Problem, Refusal, clean_name};

use super::ApiError;
use super::input::{self, JsonBody};
use super::me::own_profile;
use crate::client_address::ClientAddress;
use crate::clock;
use crate::identity::{Account, Caller, new_person_id, signed_in, signed_out};
use crate::state::Server;
use crate::store::{NewCredential, NewPerson};

/// Create an account. A guest becomes the account and keeps their seats.
#[utoipa::path(post, path = "/accounts", tag = "account", request_body = Credentials, responses(
    (status = CREATED, body = Me, description = "The account, with a cookie"),
    (status = CONFLICT, body = Problem, description = "The name is taken, or you already have an account"),
))]
pub(super) async fn create_account(
    State(server): State<Server>,
    from: ClientAddress,
    caller: Caller,
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
    let name = input::name(&credentials.name)?;
    server.limits.allow_account(&from)?;
    // Checked before the password is hashed, which is slow; the store checks again when it writes.
    if server.people.find_by_name(&name).await?.is_some() {
        return Err(Refusal::NameTaken.into());
    }
    let hash = server.passwords.hash(credentials.password).await?;
    let id = match guest {
        Some(guest) => {
            if !server.people.make_account(&guest, &name, &hash).await? {
                return Err(Refusal::WrongPhase.into());
            }
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
    let cookie = signed_in(&server, &entry);
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
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<Response, ApiError> {
    // Cleaned as it was when the account was created; a name that is empty then matches no account.
    let name = clean_name(&credentials.name).unwrap_or_default();
    server.limits.allow_sign_in(&from, &name)?;
    let entry = server.people.find_by_name(&name).await?;
    let hash = entry.as_ref().and_then(|entry| entry.password_hash.as_deref());
    server.passwords.verify(credentials.password, hash).await?;
    let entry = entry.ok_or(Refusal::WrongPassword)?;
    let cookie = signed_in(&server, &entry);
    Ok((cookie, Json(own_profile(&server, entry).await?)).into_response())
}

/// Sign out in this browser. A guest who signs out cannot come back.
#[utoipa::path(delete, path = "/session", tag = "account", responses((status = NO_CONTENT)))]
pub(super) async fn sign_out(State(server): State<Server>) -> Response {
    (StatusCode::NO_CONTENT, signed_out(&server)).into_response()
}

/// Change the password. Signs out every other device.
#[utoipa::path(post, path = "/me/password", tag = "account", request_body = ChangePassword, responses(
    (status = NO_CONTENT, description = "With a new cookie"),
    (status = FORBIDDEN, body = Problem, description = "The old password is wrong"),
))]
pub(super) async fn change_password(
    State(server): State<Server>,
    Account(person): Account,
    JsonBody(change): JsonBody<ChangePassword>,
) -> Result<Response, ApiError> {
    server.limits.allow_password(&person.name)?;
    let entry = server.people.find(&person.id).await?.ok_or(Refusal::NotSignedIn)?;
    server.passwords.verify(change.old, entry.password_hash.as_deref()).await?;
    let hash = server.passwords.hash(change.new).await?;
    server.people.set_password(&person.id, &hash).await?;
    server.rooms.disconnect(&person.id);
    let entry = server.people.find(&person.id).await?.ok_or(Refusal::Failed)?;
    Ok((StatusCode::NO_CONTENT, signed_in(&server, &entry)).into_response())
}
