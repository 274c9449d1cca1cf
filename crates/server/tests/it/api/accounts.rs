//! Accounts: sign up, sign in, sign out, change the password.

use axum::http::StatusCode;
use serde_json::json;
use shangrila_protocol::{Me, PersonKind, WhoAmI};

use crate::common::{PASSWORD, TestServer};

#[tokio::test]
async fn a_guest_who_creates_an_account_stays_the_same_person() {
    let server = TestServer::start().await;
    let (mut client, guest) = server.guest("Ada").await;
    let mut before = client.clone();
    let credentials = json!({ "name": "Ada of the bridge", "password": PASSWORD });
    let account: Me = client.post("/api/accounts", credentials.clone()).await.expect(StatusCode::CREATED).read();
    assert_eq!(account.person.id, guest.person.id);
    assert_eq!((account.person.kind, account.person.name.as_str()), (PersonKind::Account, "Ada of the bridge"));
    assert_eq!(client.get("/api/me").await.read::<WhoAmI>().me, Some(account.clone()));
    assert_eq!(before.get("/api/me").await.read::<WhoAmI>().me, None, "the guest's old cookie is invalid");
    client.post("/api/accounts", credentials.clone()).await.refused(409, "wrong_phase");
    let signed_in: Me = server.client().post("/api/session", credentials).await.expect(StatusCode::OK).read();
    assert_eq!(signed_in, account);
}

#[tokio::test]
async fn account_names_are_unique() {
    let server = TestServer::start().await;
    server.account("Ada").await;
    let (mut bea, _) = server.account("Bea").await;
    for name in ["Ada", "ADA", " ada "] {
        let credentials = json!({ "name": name, "password": PASSWORD });
        server.client().post("/api/accounts", credentials).await.refused(409, "name_taken");
        bea.patch("/api/me", json!({ "name": name })).await.refused(409, "name_taken");
        bea.post("/api/me/bots", json!({ "name": name })).await.refused(409, "name_taken");
    }
    bea.patch("/api/me", json!({ "name": "BEA" })).await.expect(StatusCode::OK);
    server.client().post("/api/guests", json!({ "name": "Ada" })).await.refused(409, "name_taken");
}

#[tokio::test]
async fn passwords_have_8_to_200_characters() {
    let server = TestServer::start().await;
    for password in ["", "seven77", "ééééééé", &"x".repeat(201)] {
        let credentials = json!({ "name": "Ada", "password": password });
        server.client().post("/api/accounts", credentials).await.refused(422, "bad_password");
    }
}

#[tokio::test]
async fn only_the_right_password_signs_in() {
    let server = TestServer::start().await;
    server.account("Ada").await;
    for (name, password) in [("Ada", "something else"), ("Bea", PASSWORD), ("", ""), ("Ada", &"x".repeat(5000))] {
        let answer = server.client().post("/api/session", json!({ "name": name, "password": password })).await;
        answer.refused(403, "wrong_password");
        assert_eq!(answer.header("set-cookie"), "");
    }
    server.account("Bea  B").await;
    for name in ["Bea  B", "bea b"] {
        let credentials = json!({ "name": name, "password": PASSWORD });
        server.client().post("/api/session", credentials).await.expect(StatusCode::OK);
    }
    let mut client = server.client();
    client.post("/api/session", json!({ "name": " aDA", "password": PASSWORD })).await.expect(StatusCode::OK);
    client.delete("/api/session").await.expect(StatusCode::NO_CONTENT);
    assert!(!client.cookies.contains_key("shangrila"));
    assert_eq!(client.get("/api/me").await.read::<WhoAmI>().me, None);
}

#[tokio::test]
async fn changing_the_password_signs_out_every_other_device() {
    let server = TestServer::start().await;
    let (mut here, me) = server.account("Ada").await;
    let mut elsewhere = here.clone();
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    here.post("/api/me/password", change("something else", "across the valley")).await.refused(403, "wrong_password");
    here.post("/api/me/password", change(PASSWORD, "short")).await.refused(422, "bad_password");
    assert_eq!(elsewhere.get("/api/me").await.read::<WhoAmI>().me.as_ref(), Some(&me));
    here.post("/api/me/password", change(PASSWORD, "across the valley")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(here.get("/api/me").await.read::<WhoAmI>().me, Some(me));
    assert_eq!(elsewhere.get("/api/me").await.read::<WhoAmI>().me, None);
    let old = json!({ "name": "Ada", "password": PASSWORD });
    server.client().post("/api/session", old).await.refused(403, "wrong_password");
    let (mut guest, _) = server.guest("Bea").await;
    guest.post("/api/me/password", change(PASSWORD, PASSWORD)).await.refused(403, "needs_account");
}

#[tokio::test]
async fn people_stay_signed_in_when_the_server_restarts() {
    let server = TestServer::start().await;
    let (client, me) = server.account("Ada").await;
    server.server.close().await;
    let again = TestServer::with(|config| config.database = server.database().clone()).await;
    let mut browser = again.client();
    browser.cookies = client.cookies;
    assert_eq!(browser.get("/api/me").await.read::<WhoAmI>().me, Some(me));
}
