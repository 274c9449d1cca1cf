//! The app's HTTP requests, one function each, and how they can fail.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shangrila_protocol::{
    ActionDone, AuditLog, BannedNetworks, BlockedPeople, BotCreated, ChangeMe, ChangePassword, ConditionalMoves,
    Credentials, DeleteMe, FairPlay, FoundPeople, GameHistory, GameSearch, LobbyNow, Me, ModeratedChat,
    ModerationRequest, NewBot, NewGuest, NewReport, NewTable, NoticeOverview, NoticeSettings, Person, PersonId,
    PlayNow, Problem, Profile, PushSubscription, RatingList, RatingQuery, Ratings, Refusal, ReportState, Reports,
    TableCreated, TableId, TableNotes, Tables, WhoAmI,
};
use shangrila_protocol::{
    ChangeEmail, ConfirmPassword, ConfirmReset, NewPasskey, Passkey, PasskeyId, RecoverWithCode, RecoveryCodes,
    RecoveryStatus, RenamePasskey, RequestReset, SessionId, SignedInDevice, TournamentAction, TournamentCreated,
    TournamentSettings, TournamentView, Tournaments, VacationStatus, VerifyEmail,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

/// Where people download everything the server stores about them.
pub(crate) const EXPORT: &str = "api/me/export";

/// How a request can fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ApiError {
    /// The server refused it.
    Refused(Refusal),
    /// No server answered: offline, or it is being restarted.
    Unreachable,
    /// The response is not one of the game's server.
    Unexpected,
    /// The browser has used no passkey, so there was no request.
    NoPasskey,
    /// The browser has created no passkey, so there was no request.
    PasskeyNotAdded,
}

pub(super) type Answer<T> = Result<T, ApiError>;

pub(crate) async fn who_am_i() -> Answer<WhoAmI> {
    ask("GET", "me", NOTHING).await
}

pub(crate) async fn new_guest(name: String) -> Answer<Me> {
    ask("POST", "guests", Some(&NewGuest { name })).await
}

pub(crate) async fn play_now(wish: PlayNow) -> Answer<TableCreated> {
    ask("POST", "play", Some(&wish)).await
}

/// The user's conditional moves at a table.
pub(crate) async fn conditional_moves(table: &TableId) -> Answer<ConditionalMoves> {
    ask("GET", &format!("tables/{table}/conditional-moves"), NOTHING).await
}

pub(crate) async fn set_conditional_moves(table: &TableId, moves: &ConditionalMoves) -> Answer<ConditionalMoves> {
    ask("PUT", &format!("tables/{table}/conditional-moves"), Some(moves)).await
}

/// What the user has written down at a table.
pub(crate) async fn notes(table: &TableId) -> Answer<TableNotes> {
    ask("GET", &format!("tables/{table}/notes"), NOTHING).await
}

pub(crate) async fn set_notes(table: &TableId, notes: &TableNotes) -> Answer<TableNotes> {
    ask("PUT", &format!("tables/{table}/notes"), Some(notes)).await
}

pub(crate) async fn vacation() -> Answer<VacationStatus> {
    ask("GET", "me/vacation", NOTHING).await
}

/// Begins a vacation, or ends it.
pub(crate) async fn set_vacation(on: bool) -> Answer<VacationStatus> {
    ask(if on { "POST" } else { "DELETE" }, "me/vacation", NOTHING).await
}

/// What happened in a game besides its moves.
pub(crate) async fn history(table: &TableId) -> Answer<GameHistory> {
    ask("GET", &format!("tables/{table}/history"), NOTHING).await
}

pub(crate) async fn lobby_now() -> Answer<LobbyNow> {
    ask("GET", "lobby", NOTHING).await
}

pub(crate) async fn my_notices() -> Answer<NoticeOverview> {
    ask("GET", "me/notices", NOTHING).await
}

pub(crate) async fn set_notices(settings: NoticeSettings) -> Answer<()> {
    send("PUT", "me/notices", Some(&settings)).await.map(drop)
}

/// Has notices sent to this browser.
pub(crate) async fn add_push(subscription: PushSubscription) -> Answer<()> {
    send("POST", "me/notices/push", Some(&subscription)).await.map(drop)
}

/// Has no more notices sent to the browser with this address at its push service.
pub(crate) async fn remove_push(endpoint: &str) -> Answer<()> {
    let endpoint = String::from(js_sys::encode_uri_component(endpoint));
    send("DELETE", &format!("me/notices/push?endpoint={endpoint}"), NOTHING).await.map(drop)
}

/// Stops mails, with the secret of a mail.
pub(crate) async fn unsubscribe(secret: &str) -> Answer<()> {
    send("POST", &format!("unsubscribe/{secret}"), NOTHING).await.map(drop)
}

pub(crate) async fn change_me(change: ChangeMe) -> Answer<Me> {
    ask("PATCH", "me", Some(&change)).await
}

pub(crate) async fn sign_up(credentials: Credentials) -> Answer<Me> {
    ask("POST", "accounts", Some(&credentials)).await
}

pub(crate) async fn sign_in(credentials: Credentials) -> Answer<Me> {
    ask("POST", "session", Some(&credentials)).await
}

pub(crate) async fn sign_out() -> Answer<()> {
    send("DELETE", "session", NOTHING).await.map(drop)
}

pub(crate) async fn change_password(change: ChangePassword) -> Answer<()> {
    send("POST", "me/password", Some(&change)).await.map(drop)
}

pub(crate) async fn sign_out_everywhere() -> Answer<()> {
    send("DELETE", "session?everywhere=true", NOTHING).await.map(drop)
}

pub(crate) async fn my_devices() -> Answer<Vec<SignedInDevice>> {
    ask("GET", "me/devices", NOTHING).await
}

pub(crate) async fn sign_out_device(device: &SessionId) -> Answer<()> {
    send("DELETE", &format!("me/devices/{device}"), NOTHING).await.map(drop)
}

pub(crate) async fn sign_out_others() -> Answer<()> {
    send("DELETE", "me/devices", NOTHING).await.map(drop)
}

/// What to ask the authenticator in order to sign in.
pub(crate) async fn passkey_challenge() -> Answer<Value> {
    ask("POST", "session/passkey/challenge", NOTHING).await
}

pub(crate) async fn sign_in_with_passkey(answer: &Value) -> Answer<Me> {
    ask("POST", "session/passkey", Some(answer)).await
}

pub(crate) async fn my_passkeys() -> Answer<Vec<Passkey>> {
    ask("GET", "me/passkeys", NOTHING).await
}

/// What to ask the authenticator in order to add a passkey.
pub(crate) async fn new_passkey_challenge(password: String) -> Answer<Value> {
    ask("POST", "me/passkeys/challenge", Some(&ConfirmPassword { password })).await
}

pub(crate) async fn add_passkey(new: &NewPasskey<Value>) -> Answer<()> {
    send("POST", "me/passkeys", Some(new)).await.map(drop)
}

pub(crate) async fn rename_passkey(passkey: &PasskeyId, name: String) -> Answer<()> {
    send("PATCH", &format!("me/passkeys/{passkey}"), Some(&RenamePasskey { name })).await.map(drop)
}

pub(crate) async fn remove_passkey(passkey: &PasskeyId) -> Answer<()> {
    send("DELETE", &format!("me/passkeys/{passkey}"), NOTHING).await.map(drop)
}

pub(crate) async fn recovery_status() -> Answer<RecoveryStatus> {
    ask("GET", "me/recovery", NOTHING).await
}

pub(crate) async fn new_recovery_codes(password: String) -> Answer<RecoveryCodes> {
    ask("POST", "me/recovery-codes", Some(&ConfirmPassword { password })).await
}

pub(crate) async fn recover_with_code(recover: RecoverWithCode) -> Answer<Me> {
    ask("POST", "session/recovery", Some(&recover)).await
}

pub(crate) async fn change_email(change: ChangeEmail) -> Answer<()> {
    send("PUT", "me/email", Some(&change)).await.map(drop)
}

pub(crate) async fn verify_email(verify: VerifyEmail) -> Answer<()> {
    send("POST", "email/verification", Some(&verify)).await.map(drop)
}

pub(crate) async fn request_reset(request: RequestReset) -> Answer<()> {
    send("POST", "password-reset", Some(&request)).await.map(drop)
}

pub(crate) async fn confirm_reset(reset: ConfirmReset) -> Answer<Me> {
    ask("POST", "password-reset/confirmation", Some(&reset)).await
}

pub(crate) async fn renew_token(bot: &PersonId) -> Answer<BotCreated> {
    ask("POST", &format!("me/bots/{bot}/token"), NOTHING).await
}

pub(crate) async fn delete_me(password: Option<String>) -> Answer<()> {
    send("POST", "me/deletion", Some(&DeleteMe { password })).await.map(drop)
}

pub(crate) async fn my_bots() -> Answer<Vec<Person>> {
    ask("GET", "me/bots", NOTHING).await
}

pub(crate) async fn new_bot(name: String) -> Answer<BotCreated> {
    ask("POST", "me/bots", Some(&NewBot { name })).await
}

pub(crate) async fn delete_bot(bot: &PersonId) -> Answer<()> {
    send("DELETE", &format!("me/bots/{bot}"), NOTHING).await.map(drop)
}

/// Blocks a person, or unblocks them.
pub(crate) async fn block(person: &PersonId, blocked: bool) -> Answer<()> {
    send(if blocked { "PUT" } else { "DELETE" }, &format!("me/blocks/{person}"), NOTHING).await.map(drop)
}

pub(crate) async fn blocked_people() -> Answer<BlockedPeople> {
    ask("GET", "me/blocks", NOTHING).await
}

pub(crate) async fn report(report: &NewReport) -> Answer<()> {
    send("POST", "reports", Some(report)).await.map(drop)
}

/// Does something as a moderator.
pub(crate) async fn moderate(request: &ModerationRequest) -> Answer<ActionDone> {
    ask("POST", "moderation/actions", Some(request)).await
}

pub(crate) async fn reports(state: ReportState) -> Answer<Reports> {
    ask("GET", &format!("moderation/reports?state={}", state.id()), NOTHING).await
}

pub(crate) async fn find_people(text: &str) -> Answer<FoundPeople> {
    ask("GET", &format!("moderation/people?text={}", js_sys::encode_uri_component(text)), NOTHING).await
}

pub(crate) async fn find_tables(text: &str) -> Answer<Tables> {
    ask("GET", &format!("moderation/tables?text={}", js_sys::encode_uri_component(text)), NOTHING).await
}

pub(crate) async fn moderated_chat(table: &TableId) -> Answer<ModeratedChat> {
    ask("GET", &format!("moderation/tables/{table}/chat"), NOTHING).await
}

pub(crate) async fn banned_networks() -> Answer<BannedNetworks> {
    ask("GET", "moderation/networks", NOTHING).await
}

pub(crate) async fn audit(before: Option<u64>) -> Answer<AuditLog> {
    let query = before.map_or_else(String::new, |before| format!("?before={before}"));
    ask("GET", &format!("moderation/audit{query}"), NOTHING).await
}

pub(crate) async fn fair_play(person: &PersonId) -> Answer<FairPlay> {
    ask("GET", &format!("moderation/people/{person}/fair-play"), NOTHING).await
}

/// Mutes a person's chat, or unmutes it.
pub(crate) async fn mute(person: &PersonId, muted: bool) -> Answer<()> {
    send(if muted { "PUT" } else { "DELETE" }, &format!("me/mutes/{person}"), NOTHING).await.map(drop)
}

pub(crate) async fn open_tables() -> Answer<Tables> {
    ask("GET", "tables", NOTHING).await
}

pub(crate) async fn my_tables() -> Answer<Tables> {
    ask("GET", "me/tables", NOTHING).await
}

pub(crate) async fn new_table(table: NewTable) -> Answer<TableCreated> {
    ask("POST", "tables", Some(&table)).await
}

pub(crate) async fn tournaments() -> Answer<Tournaments> {
    ask("GET", "tournaments", NOTHING).await
}

pub(crate) async fn new_tournament(settings: TournamentSettings) -> Answer<TournamentCreated> {
    ask("POST", "tournaments", Some(&settings)).await
}

pub(crate) async fn tournament(id: &str) -> Answer<TournamentView> {
    ask("GET", &format!("tournaments/{id}"), NOTHING).await
}

pub(crate) async fn act_in_tournament(id: &str, action: TournamentAction) -> Answer<TournamentView> {
    ask("POST", &format!("tournaments/{id}/actions"), Some(&action)).await
}

pub(crate) async fn finished_games(search: &GameSearch) -> Answer<Tables> {
    ask("GET", &format!("games{}", query_of(search)), NOTHING).await
}

/// The text of a game's record.
pub(crate) async fn record(table: &TableId) -> Answer<String> {
    send("GET", &format!("tables/{table}/record"), NOTHING).await
}

pub(crate) async fn profile(person: &PersonId) -> Answer<Profile> {
    ask("GET", &format!("people/{person}"), NOTHING).await
}

pub(crate) async fn ratings(query: RatingQuery) -> Answer<Ratings> {
    let list = match query.list {
        RatingList::People => "people",
        RatingList::Bots => "bots",
    };
    ask("GET", &format!("ratings?players={}&list={list}", query.players), NOTHING).await
}

fn query_of(search: &GameSearch) -> String {
    let player = search.player.as_deref().map(|name| format!("player={}", js_sys::encode_uri_component(name)));
    let seats = search.seats.map(|seats| format!("seats={seats}"));
    let before = search.before.map(|before| format!("before={before}"));
    let parts: Vec<String> = [player, seats, before].into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

pub(super) const NOTHING: Option<&()> = None;

/// Sends a request and reads its JSON response.
pub(super) async fn ask<T: DeserializeOwned>(method: &str, path: &str, body: Option<&impl Serialize>) -> Answer<T> {
    let text = send(method, path, body).await?;
    serde_json::from_str(&text).map_err(|_| ApiError::Unexpected)
}

/// Sends a request and returns the text of a successful response.
pub(super) async fn send(method: &str, path: &str, body: Option<&impl Serialize>) -> Answer<String> {
    let response = request(method, path, body).await.map_err(|_| ApiError::Unreachable)?;
    let text = text_of(&response).await.map_err(|_| ApiError::Unreachable)?;
    if response.ok() { Ok(text) } else { Err(error_of(response.status(), &text)) }
}

async fn request(method: &str, path: &str, body: Option<&impl Serialize>) -> Result<Response, JsValue> {
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        let json = serde_json::to_string(body).map_err(|error| JsValue::from(error.to_string()))?;
        init.set_body(&json.into());
        let headers = js_sys::Object::new();
        js_sys::Reflect::set(&headers, &"Content-Type".into(), &"application/json".into())?;
        init.set_headers(&headers);
    }
    // Relative to the page, which may be served from a subfolder.
    let answer = leptos::prelude::window().fetch_with_str_and_init(&format!("api/{path}"), &init);
    JsFuture::from(answer).await?.dyn_into()
}

async fn text_of(response: &Response) -> Result<String, JsValue> {
    Ok(JsFuture::from(response.text()?).await?.as_string().unwrap_or_default())
}

/// What an error status means. Gateways answer for servers that are down.
fn error_of(status: u16, text: &str) -> ApiError {
    match serde_json::from_str::<Problem>(text) {
        Ok(problem) => ApiError::Refused(problem.reason),
        Err(_) if (502..=504).contains(&status) => ApiError::Unreachable,
        Err(_) => ApiError::Unexpected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failing_answers_say_why_they_fail() {
        let refused = r#"{"reason":{"code":"too_fast","wait":7},"message":"too much at once"}"#;
        assert_eq!(error_of(429, refused), ApiError::Refused(Refusal::TooFast { wait: 7 }));
        assert_eq!(error_of(404, "<html>Not found</html>"), ApiError::Unexpected);
        assert_eq!(error_of(502, "Bad gateway"), ApiError::Unreachable);
        let of_the_future = r#"{"reason":{"code":"moon_phase"},"message":"…"}"#;
        assert_eq!(error_of(409, of_the_future), ApiError::Unexpected);
    }
}
