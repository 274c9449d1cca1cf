//! Getting back into an account: recovery codes, e-mail addresses, and links to set a new password.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use lettre::Address;
use shangrila_i18n::{Language, Words};
use shangrila_protocol::{
    ChangeEmail, ConfirmPassword, ConfirmReset, Me, Person, Problem, RecoverWithCode, RecoveryCodes, RecoveryStatus,
    Refusal, RequestReset, VerifyEmail, clean_name,
};

use super::ApiError;
use super::input::JsonBody;
use super::me::own_profile;
use crate::client_address::ClientAddress;
use crate::clock::now;
use crate::identity::{
    self, Account, MAILED_RESET_LIFETIME, VERIFY_LIFETIME, link_token_hash, new_link_token, new_recovery_codes,
    normalised, recovery_code_hash,
};
use crate::mail::Mailer;
use crate::state::Server;
use crate::store::{LinkEntry, LinkPurpose, PersonEntry, StoreError};

/// The longest e-mail address, as the standard has it.
const LONGEST_ADDRESS: usize = 254;

/// How you could get back into your account without its password.
#[utoipa::path(get, path = "/me/recovery", tag = "recovery", responses((status = OK, body = RecoveryStatus)))]
pub(super) async fn status(
    State(server): State<Server>,
    Account(person): Account,
) -> Result<Json<RecoveryStatus>, ApiError> {
    Ok(Json(RecoveryStatus {
        codes_left: server.recovery.count_recovery_codes(&person.id).await?,
        email: server.recovery.email_of(&person.id).await?,
        has_mail: server.mailer.is_some(),
    }))
}

/// Get new recovery codes, which are shown only once. Earlier ones no longer work.
#[utoipa::path(post, path = "/me/recovery-codes", tag = "recovery", request_body = ConfirmPassword, responses(
    (status = OK, body = RecoveryCodes),
    (status = FORBIDDEN, body = Problem, description = "The password is wrong"),
))]
pub(super) async fn new_codes(
    State(server): State<Server>,
    Account(person): Account,
    JsonBody(confirmed): JsonBody<ConfirmPassword>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    check_password(&server, &person, confirmed.password).await?;
    let (codes, hashes): (Vec<_>, Vec<_>) = new_recovery_codes().into_iter().unzip();
    server.recovery.set_recovery_codes(&person.id, &hashes).await?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Set a new password with a recovery code, and sign in. Signs out every other device and removes all passkeys.
#[utoipa::path(post, path = "/session/recovery", tag = "recovery", request_body = RecoverWithCode, responses(
    (status = OK, body = Me, description = "With a cookie"),
    (status = FORBIDDEN, body = Problem, description = "Wrong name or code"),
))]
pub(super) async fn recover_with_code(
    State(server): State<Server>,
    from: ClientAddress,
    headers: HeaderMap,
    JsonBody(recover): JsonBody<RecoverWithCode>,
) -> Result<Response, ApiError> {
    server.limits.allow_recovery(&from)?;
    let name = clean_name(&normalised(&recover.name)).unwrap_or_default();
    // Hashed first, so that a password that is too short does not use up the code.
    let hash = server.passwords.hash(recover.password).await?;
    let entry = server.people.find_by_name(&name).await?.ok_or(Refusal::WrongCode)?;
    let code = recovery_code_hash(&recover.code);
    // The ban comes before the code is used up, but only those who have the code are told of it.
    if !server.recovery.has_recovery_code(&entry.person.id, &code).await? {
        return Err(Refusal::WrongCode.into());
    }
    server.moderation.check_person(&entry.person.id)?;
    if !server.recovery.use_recovery_code(&entry.person.id, &code).await? {
        return Err(Refusal::WrongCode.into());
    }
    set_new_password(&server, entry, &hash, &headers).await
}

/// Change or remove your e-mail address. A new one counts once the link that is sent there was followed.
#[utoipa::path(put, path = "/me/email", tag = "recovery", request_body = ChangeEmail, responses(
    (status = ACCEPTED, description = "A link was sent"),
    (status = NO_CONTENT, description = "The address was removed"),
    (status = FORBIDDEN, body = Problem, description = "The password is wrong"),
    (status = CONFLICT, body = Problem, description = "This server cannot send mail"),
))]
pub(super) async fn change_email(
    State(server): State<Server>,
    from: ClientAddress,
    Account(person): Account,
    JsonBody(change): JsonBody<ChangeEmail>,
) -> Result<StatusCode, ApiError> {
    check_password(&server, &person, change.password).await?;
    let Some(address) = change.address else {
        server.recovery.set_email(&person.id, None).await?;
        return Ok(StatusCode::NO_CONTENT);
    };
    let mailer = server.mailer.as_ref().ok_or(Refusal::NoMail)?;
    let address = parsed_address(&address)?;
    server.limits.allow_recovery(&from)?;
    server.limits.allow_mail(address.as_ref())?;
    let link = new_link(&server, mailer, &person, LinkPurpose::Verify, &address).await?;
    let words = words(&change.language);
    mailer.send(address, words.mail.verify_subject, words.mail.verify_text(&person.name, &link));
    Ok(StatusCode::ACCEPTED)
}

/// Verify an e-mail address with the token of the link that was sent there.
#[utoipa::path(post, path = "/email/verification", tag = "recovery", request_body = VerifyEmail, responses(
    (status = NO_CONTENT),
    (status = FORBIDDEN, body = Problem, description = "The link has expired or has been used"),
    (status = CONFLICT, body = Problem, description = "Another account has this address"),
))]
pub(super) async fn verify_email(
    State(server): State<Server>,
    from: ClientAddress,
    JsonBody(verify): JsonBody<VerifyEmail>,
) -> Result<StatusCode, ApiError> {
    server.limits.allow_recovery(&from)?;
    let (token, now) = (link_token_hash(&verify.token), now());
    let link = server.recovery.find_link(&token, LinkPurpose::Verify, now).await?.ok_or(Refusal::LinkExpired)?;
    let email = link.email.ok_or(Refusal::LinkExpired)?;
    if !server.recovery.use_link(&token, LinkPurpose::Verify, now).await? {
        return Err(Refusal::LinkExpired.into());
    }
    if !server.recovery.set_email(&link.person, Some(&email)).await? {
        return Err(Refusal::EmailTaken.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for a link to set a new password. The answer is the same whether or not an account has this address.
#[utoipa::path(post, path = "/password-reset", tag = "recovery", request_body = RequestReset, responses(
    (status = ACCEPTED, description = "If an account has this address, a link was sent there"),
    (status = CONFLICT, body = Problem, description = "This server cannot send mail"),
))]
pub(super) async fn request_reset(
    State(server): State<Server>,
    from: ClientAddress,
    JsonBody(request): JsonBody<RequestReset>,
) -> Result<StatusCode, ApiError> {
    let mailer = server.mailer.clone().ok_or(Refusal::NoMail)?;
    let address = parsed_address(&request.address)?;
    server.limits.allow_recovery(&from)?;
    server.limits.allow_mail(address.as_ref())?;
    // In a task of its own: otherwise the time it takes would tell whether there is such an account.
    tokio::spawn(async move {
        if let Err(error) = send_reset(&server, &mailer, address, words(&request.language)).await {
            tracing::error!(%error, "cannot send a link to set a new password");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

async fn send_reset(server: &Server, mailer: &Mailer, to: Address, words: &Words) -> Result<(), StoreError> {
    if let Some(entry) = server.recovery.find_by_email(to.as_ref()).await? {
        let link = new_link(server, mailer, &entry.person, LinkPurpose::Reset, &to).await?;
        mailer.send(to, words.mail.reset_subject, words.mail.reset_text(&entry.person.name, &link));
    }
    Ok(())
}

/// Set a new password with the token of a link, and sign in. Signs out every other device and removes all passkeys. It makes no difference
/// whether the link was sent by mail or issued by a moderator.
#[utoipa::path(post, path = "/password-reset/confirmation", tag = "recovery", request_body = ConfirmReset, responses(
    (status = OK, body = Me, description = "With a cookie"),
    (status = FORBIDDEN, body = Problem, description = "The link has expired or has been used"),
))]
pub(super) async fn confirm_reset(
    State(server): State<Server>,
    from: ClientAddress,
    headers: HeaderMap,
    JsonBody(reset): JsonBody<ConfirmReset>,
) -> Result<Response, ApiError> {
    server.limits.allow_recovery(&from)?;
    let hash = server.passwords.hash(reset.password).await?;
    let (token, now) = (link_token_hash(&reset.token), now());
    let link = server.recovery.find_link(&token, LinkPurpose::Reset, now).await?.ok_or(Refusal::LinkExpired)?;
    let entry = server.people.find(&link.person).await?.ok_or(Refusal::LinkExpired)?;
    if let Some(sent_to) = link.email {
        // The address may have been changed since.
        let email = server.recovery.email_of(&link.person).await?;
        if email.is_none_or(|email| !email.eq_ignore_ascii_case(&sent_to)) {
            return Err(Refusal::LinkExpired.into());
        }
    }
    // Before the link is used up: it may outlast a short ban.
    server.moderation.check_person(&link.person)?;
    if !server.recovery.use_link(&token, LinkPurpose::Reset, now).await? {
        return Err(Refusal::LinkExpired.into());
    }
    set_new_password(&server, entry, &hash, &headers).await
}

/// Sets a new password, removes all passkeys, ends all sessions and signs in.
async fn set_new_password(
    server: &Server,
    entry: PersonEntry,
    hash: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    server.people.set_password(&entry.person.id, hash).await?;
    // Whoever had the account in the meantime may have added one.
    server.passkey_store.remove_passkeys(&entry.person.id).await?;
    identity::end_all(server, &entry.person.id, None).await?;
    let cookie = identity::sign_in(server, &entry, headers).await?;
    Ok((cookie, Json(own_profile(server, entry).await?)).into_response())
}

/// Checks the password of someone who is signed in.
pub(super) async fn check_password(server: &Server, person: &Person, password: String) -> Result<(), ApiError> {
    server.limits.allow_own_password(&person.id)?;
    let entry = server.people.find(&person.id).await?.ok_or(Refusal::NotSignedIn)?;
    server.passwords.verify(password, entry.password_hash.as_deref()).await?;
    server.limits.forget_own_password(&person.id);
    Ok(())
}

/// Stores a link and returns it.
async fn new_link(
    server: &Server,
    mailer: &Mailer,
    person: &Person,
    purpose: LinkPurpose,
    to: &Address,
) -> Result<String, StoreError> {
    let (screen, lifetime) = match purpose {
        LinkPurpose::Verify => ("verify", VERIFY_LIFETIME),
        LinkPurpose::Reset => ("new-password", MAILED_RESET_LIFETIME),
    };
    let (token, hash) = new_link_token();
    let now = now();
    let link = LinkEntry { person: person.id.clone(), purpose, email: Some(to.to_string()), expires: now + lifetime };
    server.recovery.add_link(&hash, &link, now).await?;
    Ok(mailer.link(screen, &token))
}

fn parsed_address(given: &str) -> Result<Address, Refusal> {
    let given = given.trim();
    // Plain addresses only: others look like something they are not.
    let address = given.parse().ok().filter(|_| given.len() <= LONGEST_ADDRESS && given.is_ascii());
    address.ok_or(Refusal::BadEmail)
}

/// The words of the language that the app asks for.
fn words(code: &str) -> &'static Words {
    Language::from_locale(code).unwrap_or_default().words()
}
