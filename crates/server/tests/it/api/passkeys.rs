//! Passkeys, with an authenticator in software.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_protocol::{Me, Passkey, RecoveryCodes, Role, WhoAmI};
use shangrila_server::HostCommands;

use crate::common::authenticator::Authenticator;
use crate::common::{Answer, Client, PASSWORD, TestServer};

/// Adds a passkey to the account of a client.
async fn add(client: &mut Client, authenticator: &mut Authenticator, name: &str) -> Passkey {
    let options = challenge(client).await;
    let credential = authenticator.create(&options);
    let answer = client.post("/api/me/passkeys", json!({ "name": name, "credential": credential })).await;
    answer.expect(StatusCode::CREATED).read()
}

async fn challenge(client: &mut Client) -> Value {
    client.post("/api/me/passkeys/challenge", json!({ "password": PASSWORD })).await.expect(StatusCode::OK).read()
}

async fn sign_in_challenge(client: &mut Client) -> Value {
    client.post("/api/session/passkey/challenge", json!({})).await.expect(StatusCode::OK).read()
}

/// Signs in with a passkey.
async fn sign_in(client: &mut Client, authenticator: &mut Authenticator) -> Answer {
    let options = sign_in_challenge(client).await;
    client.post("/api/session/passkey", authenticator.sign(&options)).await
}

async fn list(client: &mut Client) -> Vec<Passkey> {
    client.get("/api/me/passkeys").await.expect(StatusCode::OK).read()
}

async fn is_signed_in(client: &mut Client) -> bool {
    client.get("/api/me").await.expect(StatusCode::OK).read::<WhoAmI>().me.is_some()
}

#[tokio::test]
async fn a_passkey_signs_in_without_a_name_until_it_is_removed() {
    let server = TestServer::start().await;
    let (mut ada, me) = server.account("Ada L").await;
    let mut laptop = Authenticator::new(1);
    let options = challenge(&mut ada).await;
    assert_eq!((&options["rp"]["id"], &options["user"]["name"]), (&json!("localhost"), &json!("Ada L")));
    let wrong = json!({ "password": "wrong wrong" });
    ada.post("/api/me/passkeys/challenge", wrong).await.refused(403, "wrong_password");
    let passkey = add(&mut ada, &mut laptop, "  My laptop ").await;
    assert_eq!((passkey.name.as_str(), passkey.used), ("My laptop", None));

    let mut elsewhere = server.client();
    let answer = sign_in(&mut elsewhere, &mut laptop).await.expect(StatusCode::OK);
    assert_eq!(answer.read::<Me>().person, me.person);
    assert!(is_signed_in(&mut elsewhere).await);
    assert!(list(&mut ada).await[0].used.is_some());

    let path = format!("/api/me/passkeys/{}", passkey.id);
    ada.patch(&path, json!({ "name": " " })).await.refused(422, "bad_name");
    ada.patch(&path, json!({ "name": "Old laptop" })).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(list(&mut ada).await[0].name, "Old laptop");
    let (mut bea, _) = server.account("Bea").await;
    bea.patch(&path, json!({ "name": "Mine" })).await.refused(404, "not_found");
    bea.delete(&path).await.refused(404, "not_found");
    ada.delete(&path).await.expect(StatusCode::NO_CONTENT);
    ada.delete(&path).await.refused(404, "not_found");
    sign_in(&mut server.client(), &mut laptop).await.refused(403, "wrong_passkey");
}

#[tokio::test]
async fn a_challenge_is_worth_one_answer_of_the_person_who_asked_for_it() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    let (mut bea, _) = server.account("Bea").await;
    let mut laptop = Authenticator::new(1);
    let created = laptop.create(&challenge(&mut ada).await);
    let new = json!({ "name": "Laptop", "credential": created });
    bea.post("/api/me/passkeys", new.clone()).await.refused(403, "wrong_passkey");
    ada.post("/api/me/passkeys", new).await.refused(403, "wrong_passkey");
    assert!(list(&mut ada).await.is_empty() && list(&mut bea).await.is_empty());

    add(&mut ada, &mut laptop, "Laptop").await;
    let answer = laptop.sign(&sign_in_challenge(&mut ada).await);
    let mut thief = server.client();
    thief.post("/api/session/passkey", answer.clone()).await.expect(StatusCode::OK);
    server.client().post("/api/session/passkey", answer).await.refused(403, "wrong_passkey");
    let made_up = json!({ "challenge": "AAAAAAAAAAAAAAAAAAAAAA", "rpId": "localhost" });
    let answer = laptop.sign(&made_up);
    server.client().post("/api/session/passkey", answer).await.refused(403, "wrong_passkey");
    server.client().post("/api/session/passkey", json!({ "id": 1 })).await.refused(403, "wrong_passkey");
}

#[tokio::test]
async fn answers_from_other_sites_or_other_keys_or_without_verification_are_refused() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    let mut laptop = Authenticator::new(1);
    add(&mut ada, &mut laptop, "Laptop").await;
    let altered = |change: fn(&mut Authenticator)| {
        let mut altered = laptop.clone();
        change(&mut altered);
        altered
    };
    for mut wrong in [
        altered(|it| it.origin = "https://elsewhere.example".to_string()),
        altered(|it| it.verifies = false),
        altered(|it| it.use_key_of(2)),
        altered(|it| it.forget_user()),
    ] {
        sign_in(&mut server.client(), &mut wrong).await.refused(403, "wrong_passkey");
        let mut created = wrong.clone();
        if created.origin != laptop.origin || !created.verifies {
            let credential = created.create(&challenge(&mut ada).await);
            let new = json!({ "name": "Another", "credential": credential });
            ada.post("/api/me/passkeys", new).await.refused(403, "wrong_passkey");
        }
    }
    sign_in(&mut server.client(), &mut laptop).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_counter_that_goes_backwards_is_refused() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    let mut key = Authenticator::new(1);
    key.counter = 5;
    add(&mut ada, &mut key, "Security key").await;
    let mut copy = key.clone();
    for _ in 0..2 {
        sign_in(&mut server.client(), &mut key).await.expect(StatusCode::OK);
    }
    sign_in(&mut server.client(), &mut copy).await.refused(403, "wrong_passkey");
    copy.counter = 0;
    sign_in(&mut server.client(), &mut copy).await.refused(403, "wrong_passkey");
    sign_in(&mut server.client(), &mut key).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn an_authenticator_can_be_added_once_and_an_account_has_at_most_twenty() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    for number in 1..=20 {
        add(&mut ada, &mut Authenticator::new(number), "Key").await;
        if number == 1 {
            let options = challenge(&mut ada).await;
            assert_eq!(options["excludeCredentials"].as_array().unwrap().len(), 1);
            let new = json!({ "name": "Again", "credential": Authenticator::new(1).create(&options) });
            ada.post("/api/me/passkeys", new).await.refused(409, "too_many");
        }
    }
    let password = json!({ "password": PASSWORD });
    ada.post("/api/me/passkeys/challenge", password).await.refused(409, "too_many");
}

#[tokio::test]
async fn someone_who_is_banned_cannot_sign_in_with_a_passkey() {
    let server = TestServer::start().await;
    let (mut ada, me) = server.account("Ada").await;
    let (mut moderator, _) = server.account("Mia").await;
    let host = HostCommands::open(server.database()).await.unwrap();
    host.grant("Mia", Role::Moderator, "").await.unwrap();
    let mut laptop = Authenticator::new(1);
    add(&mut ada, &mut laptop, "Laptop").await;
    let ban = json!({ "action": { "act": "ban", "person": me.person.id }, "reason": "rude" });
    moderator.post("/api/moderation/actions", ban).await.expect(StatusCode::OK);
    sign_in(&mut server.client(), &mut laptop).await.refused(403, "banned");
}

#[tokio::test]
async fn passkeys_outlive_a_changed_password_but_not_a_recovered_or_deleted_account() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    let mut laptop = Authenticator::new(1);
    add(&mut ada, &mut laptop, "Laptop").await;
    let change = json!({ "old": PASSWORD, "new": "another bridge" });
    ada.post("/api/me/password", change).await.expect(StatusCode::NO_CONTENT);
    sign_in(&mut server.client(), &mut laptop).await.expect(StatusCode::OK);
    let change = json!({ "old": "another bridge", "new": PASSWORD, "remove_passkeys": true });
    ada.post("/api/me/password", change).await.expect(StatusCode::NO_CONTENT);
    sign_in(&mut server.client(), &mut laptop).await.refused(403, "wrong_passkey");

    add(&mut ada, &mut laptop, "Laptop").await;
    let answer = ada.post("/api/me/recovery-codes", json!({ "password": PASSWORD })).await;
    let RecoveryCodes { codes } = answer.expect(StatusCode::OK).read();
    let recover = json!({ "name": "Ada", "code": codes[0], "password": PASSWORD });
    ada.post("/api/session/recovery", recover).await.expect(StatusCode::OK);
    sign_in(&mut server.client(), &mut laptop).await.refused(403, "wrong_passkey");

    add(&mut ada, &mut laptop, "Laptop").await;
    ada.post("/api/me/deletion", json!({ "password": PASSWORD })).await.expect(StatusCode::NO_CONTENT);
    sign_in(&mut server.client(), &mut laptop).await.refused(403, "wrong_passkey");
}

#[tokio::test]
async fn an_export_names_passkeys_without_their_keys() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    let passkey = add(&mut ada, &mut Authenticator::new(1), "Laptop").await;
    let export: Value = ada.get("/api/me/export").await.expect(StatusCode::OK).read();
    let exported = export["passkeys"][0].as_object().unwrap();
    assert_eq!((&exported["id"], &exported["name"]), (&json!(passkey.id), &json!("Laptop")));
    let keys: BTreeSet<&str> = exported.keys().map(String::as_str).collect();
    assert_eq!(keys, BTreeSet::from(["created", "id", "name", "person", "used"]));
}

#[tokio::test]
async fn challenges_are_limited_by_address_and_a_server_without_a_name_has_none() {
    let server = TestServer::with(|config| config.limits.by_address = true).await;
    let mut client = server.client();
    for _ in 0..10 {
        sign_in_challenge(&mut client).await;
    }
    client.post("/api/session/passkey/challenge", json!({})).await.refused(429, "too_fast");
    let server = TestServer::with(|config| config.site = Some("http://192.168.0.7".to_string())).await;
    server.client().post("/api/session/passkey/challenge", json!({})).await.refused(409, "no_passkeys");
}
