//! Bots and their API tokens.

use std::slice;

use axum::http::StatusCode;
use serde_json::json;
use shangrila_protocol::{BotCreated, Person, PersonKind, WhoAmI};

use crate::common::{Client, PASSWORD, TestServer};

fn program(server: &TestServer, token: &str) -> Client {
    let mut client = server.client();
    client.headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
    client
}

#[tokio::test]
async fn a_bot_is_identified_by_its_token_until_it_is_deleted() {
    let server = TestServer::start().await;
    let (mut owner, _) = server.account("Ada").await;
    let made = owner.post("/api/me/bots", json!({ "name": "Robot" })).await.expect(StatusCode::CREATED);
    let BotCreated { bot, token } = made.read();
    assert_eq!((bot.name.as_str(), bot.kind), ("Robot", PersonKind::Bot));
    assert!(token.starts_with("shangrila_"));
    assert_eq!(owner.get("/api/me/bots").await.read::<Vec<Person>>(), slice::from_ref(&bot));
    let mut program_of_bot = program(&server, &token);
    assert_eq!(program_of_bot.get("/api/me").await.read::<WhoAmI>().me.unwrap().person, bot);
    program_of_bot.get("/api/me/tables").await.expect(StatusCode::OK);

    let (mut other, _) = server.account("Bea").await;
    let path = format!("/api/me/bots/{}", bot.id);
    other.delete(&path).await.refused(404, "not_found");
    owner.delete(&path).await.expect(StatusCode::NO_CONTENT);
    owner.delete(&path).await.refused(404, "not_found");
    assert!(owner.get("/api/me/bots").await.read::<Vec<Person>>().is_empty());
    assert_eq!(program_of_bot.get("/api/me").await.expect(StatusCode::OK).read::<WhoAmI>().me, None);
}

#[tokio::test]
async fn an_invalid_token_makes_a_request_anonymous_even_with_a_cookie() {
    let server = TestServer::start().await;
    let (mut client, _) = server.account("Ada").await;
    for token in ["", "shangrila_", &format!("shangrila_{}", "0".repeat(64)), "x y z"] {
        client.headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        assert_eq!(client.get("/api/me").await.expect(StatusCode::OK).read::<WhoAmI>().me, None, "{token}");
    }
}

#[tokio::test]
async fn bots_cannot_manage_accounts() {
    let server = TestServer::start().await;
    let (mut owner, _) = server.account("Ada").await;
    let BotCreated { token, .. } = owner.post("/api/me/bots", json!({ "name": "Robot" })).await.read();
    let mut bot = program(&server, &token);
    bot.get("/api/me/bots").await.refused(403, "not_for_bots");
    bot.post("/api/me/bots", json!({ "name": "Other" })).await.refused(403, "not_for_bots");
    bot.patch("/api/me", json!({ "name": "Other" })).await.refused(403, "not_for_bots");
    bot.post("/api/me/password", json!({ "old": PASSWORD, "new": PASSWORD })).await.refused(403, "not_for_bots");
    bot.post("/api/me/deletion", json!({})).await.refused(403, "not_for_bots");
    bot.get("/api/me/export").await.refused(403, "not_for_bots");
    bot.post("/api/accounts", json!({ "name": "Other", "password": PASSWORD })).await.refused(403, "not_for_bots");
    let sign_in = json!({ "name": "Robot", "password": "" });
    server.client().post("/api/session", sign_in).await.refused(403, "wrong_password");
}

#[tokio::test]
async fn guests_cannot_have_bots_and_accounts_have_at_most_ten() {
    let server = TestServer::start().await;
    let (mut guest, _) = server.guest("Ada").await;
    guest.post("/api/me/bots", json!({ "name": "Robot" })).await.refused(403, "needs_account");
    let (mut owner, _) = server.account("Bea").await;
    for number in 0..10 {
        let name = format!("Robot {number}");
        owner.post("/api/me/bots", json!({ "name": name })).await.expect(StatusCode::CREATED);
    }
    owner.post("/api/me/bots", json!({ "name": "Robot 10" })).await.refused(409, "too_many");
}
