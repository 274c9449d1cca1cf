//! Guests, names, mutes, data export and deletion.

use std::slice;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use shangrila_protocol::{Me, PersonKind, Role, WhoAmI};
use shangrila_server::HostCommands;
use tower::ServiceExt;

use crate::common::{PASSWORD, TestServer, database};

#[tokio::test]
async fn a_new_client_is_anonymous() {
    let server = TestServer::start().await;
    let mut client = server.client();
    assert_eq!(client.get("/api/me").await.expect(StatusCode::OK).read::<WhoAmI>().me, None);
    client.get("/api/me/tables").await.refused(401, "not_signed_in");
    client.patch("/api/me", json!({ "name": "Ada" })).await.refused(401, "not_signed_in");
    client.get("/api/me/export").await.refused(401, "not_signed_in");
}

#[tokio::test]
async fn a_name_is_all_a_guest_needs() {
    let server = TestServer::start().await;
    let mut client = server.client();
    let answer = client.post("/api/guests", json!({ "name": "  Ada \t L " })).await.expect(StatusCode::CREATED);
    let me: Me = answer.read();
    assert_eq!((me.person.name.as_str(), me.person.kind, me.profile_public), ("Ada L", PersonKind::Guest, true));
    let cookie = answer.header("set-cookie");
    for attribute in ["shangrila=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "{cookie}");
    assert_eq!(client.get("/api/me").await.read::<WhoAmI>().me, Some(me.clone()));
    let again: Me = client.post("/api/guests", json!({ "name": "Bea" })).await.expect(StatusCode::OK).read();
    assert_eq!(again, me, "a guest stays the same person");
    let (_, namesake) = server.guest("Ada L").await;
    assert_ne!(namesake.person.id, me.person.id, "guests share names");
    server.client().post("/api/guests", json!({ "name": " \n" })).await.refused(422, "bad_name");
}

#[tokio::test]
async fn cookies_can_be_restricted_to_https() {
    let server = TestServer::with(|config| config.secure_cookies = true).await;
    let answer = server.client().post("/api/guests", json!({ "name": "Ada" })).await;
    assert!(answer.header("set-cookie").contains("Secure"));
}

#[tokio::test]
async fn a_forged_cookie_makes_a_request_anonymous() {
    let server = TestServer::start().await;
    let ((ada, _), (_, bea)) = (server.guest("Ada").await, server.guest("Bea").await);
    let mut forger = ada.clone();
    let forged = forger.cookies["shangrila"].split_at(44).0.to_string() + bea.person.id.as_str() + ".0";
    for value in [forged.as_str(), "", "%00", "x".repeat(3000).as_str()] {
        forger.cookies.insert("shangrila".to_string(), value.to_string());
        assert_eq!(forger.get("/api/me").await.expect(StatusCode::OK).read::<WhoAmI>().me, None, "{value}");
    }
}

#[tokio::test]
async fn a_guest_can_change_their_name() {
    let server = TestServer::start().await;
    let (mut client, before) = server.guest("Ada").await;
    let after: Me = client.patch("/api/me", json!({ "name": "Bea" })).await.expect(StatusCode::OK).read();
    assert_eq!((after.person.id, after.person.name.as_str()), (before.person.id, "Bea"));
    client.patch("/api/me", json!({ "name": "" })).await.refused(422, "bad_name");
    let after: Me = client.patch("/api/me", json!({ "profile_public": false })).await.expect(StatusCode::OK).read();
    assert_eq!((after.person.name.as_str(), after.profile_public), ("Bea", false));
}

#[tokio::test]
async fn people_can_be_muted() {
    let server = TestServer::start().await;
    let ((mut ada, _), (_, bea)) = (server.guest("Ada").await, server.guest("Bea").await);
    let path = format!("/api/me/mutes/{}", bea.person.id);
    for _ in 0..2 {
        ada.put(&path).await.expect(StatusCode::NO_CONTENT);
        assert_eq!(ada.get("/api/me").await.read::<WhoAmI>().me.unwrap().muted, slice::from_ref(&bea.person.id));
    }
    for _ in 0..2 {
        ada.delete(&path).await.expect(StatusCode::NO_CONTENT);
        assert!(ada.get("/api/me").await.read::<WhoAmI>().me.unwrap().muted.is_empty());
    }
    ada.put("/api/me/mutes/nobody").await.refused(404, "not_found");
    ada.put("/api/me/mutes/n%20o").await.refused(404, "not_found");
}

#[tokio::test]
async fn everything_stored_about_a_person_can_be_exported() {
    let server = TestServer::start().await;
    let ((mut ada, me), (_, bea)) = (server.account("Ada").await, server.guest("Bea").await);
    ada.put(&format!("/api/me/mutes/{}", bea.person.id)).await.expect(StatusCode::NO_CONTENT);
    ada.post("/api/me/bots", json!({ "name": "Robot" })).await.expect(StatusCode::CREATED);
    let answer = ada.get("/api/me/export").await.expect(StatusCode::OK);
    assert!(answer.header("content-disposition").starts_with("attachment"));
    let export: Value = answer.read();
    assert_eq!(export["person"]["id"], me.person.id.as_str());
    assert_eq!(export["muted"][0], bea.person.id.as_str());
    assert_eq!(export["bots"][0]["name"], "Robot");
    assert!(["ratings", "tables", "events", "chat", "sessions"].iter().all(|part| export[part].is_array()), "{export}");
    assert!(!answer.body.contains("argon2"), "password hashes are not exported");
}

#[tokio::test]
async fn a_deleted_person_leaves_no_trace() {
    let server = TestServer::start().await;
    let (mut ada, me) = server.account("Ada").await;
    let bot: Value = ada.post("/api/me/bots", json!({ "name": "Robot" })).await.read();
    ada.post("/api/me/deletion", json!({})).await.refused(403, "wrong_password");
    ada.post("/api/me/deletion", json!({ "password": "something else" })).await.refused(403, "wrong_password");
    let mut elsewhere = ada.clone();
    ada.post("/api/me/deletion", json!({ "password": PASSWORD })).await.expect(StatusCode::NO_CONTENT);
    assert!(ada.cookies.is_empty());
    assert_eq!(elsewhere.get("/api/me").await.read::<WhoAmI>().me, None);
    for id in [me.person.id.as_str(), bot["bot"]["id"].as_str().unwrap()] {
        server.client().get(&format!("/api/people/{id}")).await.refused(404, "not_found");
    }
    let credentials = json!({ "name": "Ada", "password": PASSWORD });
    server.client().post("/api/session", credentials).await.refused(403, "wrong_password");
    server.account("Ada").await;
    let (mut guest, _) = server.guest("Bea").await;
    guest.post("/api/me/deletion", json!({})).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn an_export_of_many_pages_is_complete_and_each_person_has_one_at_a_time() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.guest("Ada").await;
    let (mut ben, _) = server.guest("Ben").await;
    ada.post("/api/tables", json!({})).await.expect(StatusCode::CREATED);
    let lines = "WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < $1)
        INSERT INTO chat (table_id, number, at, command, person, text)
        SELECT t.id, value, 0, 'c' || value, t.host, 'line ' || value FROM n, tables t";
    database::execute(server.database(), lines, lines, 1234).await;

    let mut request = Request::builder().uri("/api/me/export").body(Body::empty()).unwrap();
    for (name, value) in ada.all_headers() {
        request.headers_mut().insert(name, value);
    }
    // Nobody takes the body of this one yet.
    let unread = server.app.clone().oneshot(request).await.unwrap();
    assert_eq!(unread.status(), StatusCode::OK);
    ada.get("/api/me/export").await.refused(409, "too_many");
    ben.get("/api/me/export").await.expect(StatusCode::OK);
    drop(unread);
    let export = loop {
        let answer = ada.get("/api/me/export").await;
        if answer.status == StatusCode::OK {
            break answer.read::<Value>();
        }
        tokio::task::yield_now().await;
    };
    let texts: Vec<&str> =
        export["chat"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    let expected: Vec<String> = (1..=1234).map(|number| format!("line {number}")).collect();
    assert_eq!(texts, expected);
    assert_eq!((export["tables"].as_array().unwrap().len(), export["events"].as_array().unwrap().len()), (1, 1));
}

#[tokio::test]
async fn an_export_includes_bans_and_mutes_and_the_reports_of_the_person() {
    let server = TestServer::start().await;
    let (mut ada, me) = server.account("Ada").await;
    let (_, ben) = server.account("Ben").await;
    let report = json!({ "person": ben.person.id, "text": "Rude in the chat" });
    ada.post("/api/reports", report).await.expect(StatusCode::NO_CONTENT);
    let (mut moderator, _) = server.account("Mia").await;
    let host = HostCommands::open(server.database()).await.unwrap();
    host.grant("Mia", Role::Moderator, "").await.unwrap();
    let mute = json!({ "action": { "act": "mute", "person": me.person.id, "hours": 5 }, "reason": "spam" });
    moderator.post("/api/moderation/actions", mute).await.expect(StatusCode::OK);
    let export: Value = ada.get("/api/me/export").await.expect(StatusCode::OK).read();
    let sanction = &export["sanctions"][0];
    assert_eq!((&sanction["kind"], &sanction["reason"]), (&json!("mute"), &json!("spam")));
    assert!(sanction["until"].as_u64() > sanction["since"].as_u64());
    let report = &export["reports"][0];
    assert_eq!((&report["person"], &report["text"]), (&json!(ben.person.id), &json!("Rude in the chat")));
    assert_eq!(export["reports"].as_array().unwrap().len(), 1);
}
