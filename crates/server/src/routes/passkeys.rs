//! Passkeys: add, name and remove them, and sign in with one.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use shangrila_protocol::{
    ConfirmPassword, Me, NewPasskey, Passkey, PasskeyId, Problem, Refusal, RenamePasskey, clean_name,
};

use super::ApiError;
use super::input::{JsonBody, PathId};
use super::me::own_profile;
use super::recovery::check_password;
use crate::client_address::ClientAddress;
use crate::clock::now;
use crate::identity::{self, Account, CHALLENGE_LIFETIME, NewPasskeyAnswer, Passkeys, SignInAnswer};
use crate::random;
use crate::state::Server;
use crate::store::{ChallengePurpose, PasskeyChallenge, PasskeyEntry, PasskeyRemoval};

/// The most passkeys of an account.
const MOST_PASSKEYS: u32 = 20;
/// The most challenges of each kind that wait for an answer, on all processes together.
const MOST_CHALLENGES: u32 = 10_000;
/// Seconds after which someone may try again when there are too many challenges.
const CHALLENGE_WAIT: u32 = 60;

/// Get a challenge to sign in with a passkey. It works once, for five minutes.
#[utoipa::path(post, path = "/session/passkey/challenge", tag = "account", responses(
    (status = OK, body = Object, description = "`PublicKeyCredentialRequestOptionsJSON` of the Web Authentication standard"),
    (status = CONFLICT, body = Problem, description = "This server cannot use passkeys"),
))]
pub(super) async fn sign_in_challenge(
    State(server): State<Server>,
    from: ClientAddress,
) -> Result<Json<Value>, ApiError> {
    // Counted here alone: every answer needs a challenge of its own.
    server.limits.allow_passkey(&from)?;
    let (challenge, options) = passkeys(&server)?.start_sign_in()?;
    keep(&server, challenge).await?;
    Ok(Json(options))
}

/// Sign in with a passkey. No name is needed: the passkey knows whose it is.
#[utoipa::path(post, path = "/session/passkey", tag = "account", request_body(content = Object,
    description = "`AuthenticationResponseJSON` of the Web Authentication standard"), responses(
    (status = OK, body = Me, description = "With a cookie"),
    (status = FORBIDDEN, body = Problem, description = "The passkey is unknown, or its answer is not valid"),
))]
pub(super) async fn sign_in(
    State(server): State<Server>,
    headers: HeaderMap,
    JsonBody(answer): JsonBody<Value>,
) -> Result<Response, ApiError> {
    let passkeys = passkeys(&server)?;
    let answer = SignInAnswer::read(&answer)?;
    let challenge = take(&server, answer.challenge()?, ChallengePurpose::SignIn).await?;
    let found = server.passkey_store.find_passkey(&answer.credential()).await?;
    let (passkey, entry) = found.ok_or(Refusal::WrongPasskey)?;
    let state = passkeys.finish_sign_in(answer, &challenge, &entry.person.id, &passkey.credential, passkey.state)?;
    server.moderation.check_person(&entry.person.id)?;
    if !server.passkey_store.use_passkey(&passkey.id, passkey.state, state, now()).await? {
        return Err(Refusal::WrongPasskey.into());
    }
    let cookie = identity::sign_in(&server, &entry, &headers).await?;
    Ok((cookie, Json(own_profile(&server, entry).await?)).into_response())
}

/// List your passkeys, oldest first.
#[utoipa::path(get, path = "/me/passkeys", tag = "account", responses((status = OK, body = Vec<Passkey>)))]
pub(super) async fn list(
    State(server): State<Server>,
    Account(person): Account,
) -> Result<Json<Vec<Passkey>>, ApiError> {
    let passkeys = server.passkey_store.passkeys_of(&person.id).await?;
    Ok(Json(passkeys.into_iter().map(shown).collect()))
}

/// Get a challenge to add a passkey. It works once, for five minutes.
#[utoipa::path(post, path = "/me/passkeys/challenge", tag = "account", request_body = ConfirmPassword, responses(
    (status = OK, body = Object, description = "`PublicKeyCredentialCreationOptionsJSON` of the Web Authentication standard"),
    (status = FORBIDDEN, body = Problem, description = "The password is wrong"),
    (status = CONFLICT, body = Problem, description = "This server cannot use passkeys, or you have too many"),
))]
pub(super) async fn new_challenge(
    State(server): State<Server>,
    Account(person): Account,
    JsonBody(confirmed): JsonBody<ConfirmPassword>,
) -> Result<Json<Value>, ApiError> {
    let passkeys = passkeys(&server)?;
    check_password(&server, &person, confirmed.password).await?;
    let existing = server.passkey_store.passkeys_of(&person.id).await?;
    if existing.len() >= MOST_PASSKEYS as usize {
        return Err(Refusal::TooMany.into());
    }
    let existing = existing.iter().map(|passkey| &passkey.credential);
    let (challenge, options) = passkeys.start_registration(&person, existing)?;
    keep(&server, challenge).await?;
    Ok(Json(options))
}

/// Add a passkey with what the authenticator has answered to a challenge.
#[utoipa::path(post, path = "/me/passkeys", tag = "account", request_body = NewPasskey<Value>, responses(
    (status = CREATED, body = Passkey),
    (status = FORBIDDEN, body = Problem, description = "The answer is not valid, or too late"),
    (status = CONFLICT, body = Problem, description = "It has been added already, or you have too many"),
))]
pub(super) async fn add(
    State(server): State<Server>,
    Account(person): Account,
    JsonBody(new): JsonBody<NewPasskey<Value>>,
) -> Result<Response, ApiError> {
    let name = clean_name(&new.name).ok_or(Refusal::BadName)?;
    let passkeys = passkeys(&server)?;
    let answer = NewPasskeyAnswer::read(&new.credential)?;
    let challenge = take(&server, answer.challenge()?, ChallengePurpose::Add).await?;
    let (credential, state) = passkeys.finish_registration(&person.id, answer, &challenge)?;
    let id = random::word::<10>().parse().expect("hexadecimal digits are a valid id");
    let entry = PasskeyEntry { id, person: person.id, name, credential, state, created: now(), used: None };
    if !server.passkey_store.add_passkey(&entry, MOST_PASSKEYS).await? {
        return Err(Refusal::TooMany.into());
    }
    Ok((StatusCode::CREATED, Json(shown(entry))).into_response())
}

/// Rename a passkey.
#[utoipa::path(patch, path = "/me/passkeys/{id}", tag = "account", request_body = RenamePasskey,
    params(("id" = String, Path, description = "The id of the passkey")),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = Problem)))]
pub(super) async fn rename(
    State(server): State<Server>,
    Account(person): Account,
    PathId(id): PathId<PasskeyId>,
    JsonBody(rename): JsonBody<RenamePasskey>,
) -> Result<StatusCode, ApiError> {
    let name = clean_name(&rename.name).ok_or(Refusal::BadName)?;
    if !server.passkey_store.rename_passkey(&person.id, &id, &name).await? {
        return Err(Refusal::NotFound.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a passkey, so that nobody can sign in with it any more.
#[utoipa::path(delete, path = "/me/passkeys/{id}", tag = "account",
    params(("id" = String, Path, description = "The id of the passkey")), responses(
    (status = NO_CONTENT),
    (status = NOT_FOUND, body = Problem),
    (status = CONFLICT, body = Problem, description = "You could not sign in any more"),
))]
pub(super) async fn remove(
    State(server): State<Server>,
    Account(person): Account,
    PathId(id): PathId<PasskeyId>,
) -> Result<StatusCode, ApiError> {
    match server.passkey_store.remove_passkey(&person.id, &id).await? {
        PasskeyRemoval::Removed => Ok(StatusCode::NO_CONTENT),
        PasskeyRemoval::NotFound => Err(Refusal::NotFound.into()),
        PasskeyRemoval::LastWayIn => Err(Refusal::LastWayIn.into()),
    }
}

fn passkeys(server: &Server) -> Result<&Passkeys, Refusal> {
    server.passkeys.as_deref().ok_or(Refusal::NoPasskeys)
}

/// Keeps a challenge until its answer arrives, at this process or another.
async fn keep(server: &Server, challenge: PasskeyChallenge) -> Result<(), ApiError> {
    let (now, store) = (now(), &server.passkey_store);
    let is_kept = store.add_challenge(&challenge, now + u64::from(CHALLENGE_LIFETIME), MOST_CHALLENGES, now).await?;
    if is_kept { Ok(()) } else { Err(Refusal::TooFast { wait: CHALLENGE_WAIT }.into()) }
}

/// Uses up a challenge, which is worth one answer. Returns its state.
async fn take(server: &Server, challenge: [u8; 16], purpose: ChallengePurpose) -> Result<Vec<u8>, ApiError> {
    let state = server.passkey_store.take_challenge(&challenge, purpose, now()).await?;
    Ok(state.ok_or(Refusal::WrongPasskey)?)
}

fn shown(entry: PasskeyEntry) -> Passkey {
    Passkey { id: entry.id, name: entry.name, created: entry.created, used: entry.used }
}
