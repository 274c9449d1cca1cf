//! Getting back into an account: recovery codes, and links that are sent by mail to a real mail server.

use axum::http::StatusCode;
use serde_json::json;
use shangrila_protocol::{ActionDone, RecoveryCodes, RecoveryStatus, Role, WhoAmI};
use shangrila_server::HostCommands;

use crate::common::mail_receiver::MailReceiver;
use crate::common::{Client, PASSWORD, TestServer};

const SITE: &str = "https://shangrila.example";
const NEW_PASSWORD: &str = "across the valley";
const HOUR: u64 = 60 * 60 * 1000;

async fn is_signed_in(client: &mut Client) -> bool {
    client.get("/api/me").await.expect(StatusCode::OK).read::<WhoAmI>().me.is_some()
}

async fn status(client: &mut Client) -> RecoveryStatus {
    client.get("/api/me/recovery").await.expect(StatusCode::OK).read()
}

/// Signs in with a password and returns the status.
async fn sign_in(server: &TestServer, name: &str, password: &str) -> StatusCode {
    server.client().post("/api/session", json!({ "name": name, "password": password })).await.status
}

/// A server that sends its mail to a receiver.
async fn server_with_mail() -> (TestServer, MailReceiver) {
    let receiver = MailReceiver::start().await;
    let smtp = format!("smtp://{}", receiver.address);
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.site = Some(SITE.to_string());
        config.mail.smtp = Some(smtp);
        config.mail.from = Some("Shangrila <games@shangrila.example>".to_string());
    })
    .await;
    (server, receiver)
}

/// An account with a verified address.
async fn account_with_mail(server: &TestServer, receiver: &mut MailReceiver, name: &str, address: &str) -> Client {
    let (mut client, _) = server.account(name).await;
    let change = json!({ "password": PASSWORD, "address": address });
    client.put_json("/api/me/email", change).await.expect(StatusCode::ACCEPTED);
    let token = receiver.next().await.token(SITE, "verify");
    server.client().post("/api/email/verification", json!({ "token": token })).await.expect(StatusCode::NO_CONTENT);
    client
}

#[tokio::test]
async fn each_recovery_code_sets_a_new_password_once() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    assert_eq!(status(&mut ada).await, RecoveryStatus { codes_left: 0, email: None, has_mail: false });
    ada.post("/api/me/recovery-codes", json!({ "password": "wrong wrong" })).await.refused(403, "wrong_password");
    let answer = ada.post("/api/me/recovery-codes", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    let RecoveryCodes { codes } = answer.read();
    assert_eq!((codes.len(), status(&mut ada).await.codes_left), (10, 10));

    let recover = |name: &str, code: &str, password: &str| json!({ "name": name, "code": code, "password": password });
    let mut browser = server.client();
    let path = "/api/session/recovery";
    server.account("Bea").await;
    for (name, code) in [("Ada", "0000-0000-0000-0000"), ("Bea", &codes[0]), ("Nobody", &codes[0])] {
        browser.post(path, recover(name, code, NEW_PASSWORD)).await.refused(403, "wrong_code");
    }
    browser.post(path, recover("Ada", &codes[0], "short")).await.refused(422, "bad_password");
    let typed = codes[0].to_uppercase().replace('-', " ");
    browser.post(path, recover("ada", &typed, NEW_PASSWORD)).await.expect(StatusCode::OK);
    assert!(is_signed_in(&mut browser).await && !is_signed_in(&mut ada).await, "other devices are signed out");
    assert_eq!(sign_in(&server, "Ada", PASSWORD).await, StatusCode::FORBIDDEN);
    assert_eq!(sign_in(&server, "Ada", NEW_PASSWORD).await, StatusCode::OK);
    browser.post(path, recover("Ada", &codes[0], PASSWORD)).await.refused(403, "wrong_code");
    assert_eq!(status(&mut browser).await.codes_left, 9);

    let again = browser.post("/api/me/recovery-codes", json!({ "password": NEW_PASSWORD })).await;
    again.expect(StatusCode::OK);
    browser.post(path, recover("Ada", &codes[1], PASSWORD)).await.refused(403, "wrong_code");
}

#[tokio::test]
async fn a_link_sent_by_mail_verifies_an_address_and_another_one_sets_a_new_password() {
    let (server, mut receiver) = server_with_mail().await;
    let (mut ada, _) = server.account("Ada").await;
    let change = |password: &str, address: &str| json!({ "password": password, "address": address, "language": "de" });
    ada.put_json("/api/me/email", change("wrong wrong", "ada@mail.example")).await.refused(403, "wrong_password");
    for wrong in ["", "ada", "ada@", "Ada <ada@mail.example>", "ada@mail.example, bea@mail.example"] {
        ada.put_json("/api/me/email", change(PASSWORD, wrong)).await.refused(422, "bad_email");
    }
    ada.put_json("/api/me/email", change(PASSWORD, "ada@mail.example")).await.expect(StatusCode::ACCEPTED);
    let mail = receiver.next().await;
    assert_eq!((mail.from.as_str(), mail.to.as_str()), ("games@shangrila.example", "ada@mail.example"));
    assert!(mail.text.contains("Hallo Ada") && mail.text.contains("Subject:"), "{}", mail.text);
    assert_eq!(status(&mut ada).await.email, None, "not verified yet");
    let token = json!({ "token": mail.token(SITE, "verify") });
    let mut reader = server.client();
    reader
        .post("/api/password-reset/confirmation", json!({ "token": token["token"], "password": NEW_PASSWORD }))
        .await
        .refused(403, "link_expired");
    reader.post("/api/email/verification", token.clone()).await.expect(StatusCode::NO_CONTENT);
    reader.post("/api/email/verification", token).await.refused(403, "link_expired");
    assert_eq!(status(&mut ada).await.email.as_deref(), Some("ada@mail.example"));

    reader.post("/api/password-reset", json!({ "address": "Ada@mail.example" })).await.expect(StatusCode::ACCEPTED);
    let token = receiver.next().await.token(SITE, "new-password");
    let confirm = |password: &str| json!({ "token": token, "password": password });
    reader.post("/api/password-reset/confirmation", confirm("short")).await.refused(422, "bad_password");
    reader.post("/api/password-reset/confirmation", confirm(NEW_PASSWORD)).await.expect(StatusCode::OK);
    assert!(is_signed_in(&mut reader).await && !is_signed_in(&mut ada).await);
    assert_eq!(sign_in(&server, "Ada", NEW_PASSWORD).await, StatusCode::OK);
    reader.post("/api/password-reset/confirmation", confirm(PASSWORD)).await.refused(403, "link_expired");
    let removal = json!({ "password": NEW_PASSWORD, "address": null });
    reader.put_json("/api/me/email", removal).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(status(&mut reader).await.email, None);
}

#[tokio::test]
async fn a_reset_does_not_tell_who_has_an_account_and_its_links_expire() {
    let (server, mut receiver) = server_with_mail().await;
    account_with_mail(&server, &mut receiver, "Ada", "ada@mail.example").await;
    let mut client = server.client();
    let known = client.post("/api/password-reset", json!({ "address": "ada@mail.example" })).await;
    let unknown = client.post("/api/password-reset", json!({ "address": "bea@mail.example" })).await;
    assert_eq!((known.status, &known.body), (unknown.status, &unknown.body));
    assert_eq!(known.status, StatusCode::ACCEPTED);
    let mail = receiver.next().await;
    assert_eq!(mail.to, "ada@mail.example");
    for _ in 0..2 {
        client.post("/api/password-reset", json!({ "address": "bea@mail.example" })).await.expect(StatusCode::ACCEPTED);
    }
    client.post("/api/password-reset", json!({ "address": "bea@mail.example" })).await.refused(429, "too_fast");
    let server = server.later(HOUR).await;
    let confirm = json!({ "token": mail.token(SITE, "new-password"), "password": NEW_PASSWORD });
    server.client().post("/api/password-reset/confirmation", confirm).await.refused(403, "link_expired");
    assert!(receiver.is_empty(), "nobody else got a mail");
}

#[tokio::test]
async fn two_accounts_cannot_have_the_same_address() {
    let (server, mut receiver) = server_with_mail().await;
    account_with_mail(&server, &mut receiver, "Ada", "ada@mail.example").await;
    let (mut bea, _) = server.account("Bea").await;
    let change = json!({ "password": PASSWORD, "address": "ADA@mail.example" });
    bea.put_json("/api/me/email", change).await.expect(StatusCode::ACCEPTED);
    let token = json!({ "token": receiver.next().await.token(SITE, "verify") });
    bea.post("/api/email/verification", token).await.refused(409, "email_taken");
    assert_eq!(status(&mut bea).await.email, None);
}

#[tokio::test]
async fn a_mail_server_that_does_not_answer_keeps_nobody_waiting() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let smtp = format!("smtp://{}", silent.local_addr().unwrap());
    let server = TestServer::with(|config| {
        config.site = Some(SITE.to_string());
        (config.mail.smtp, config.mail.from) = (Some(smtp), Some("games@shangrila.example".to_string()));
    })
    .await;
    let (mut ada, _) = server.account("Ada").await;
    let change = json!({ "password": PASSWORD, "address": "ada@mail.example" });
    // The receiver has accepted nothing yet, so the answer cannot depend on it.
    ada.put_json("/api/me/email", change).await.expect(StatusCode::ACCEPTED);
    drop(silent);
}

#[tokio::test]
async fn without_a_mail_server_people_are_told_so() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    let change = json!({ "password": PASSWORD, "address": "ada@mail.example" });
    ada.put_json("/api/me/email", change).await.refused(409, "no_mail");
    ada.post("/api/password-reset", json!({ "address": "ada@mail.example" })).await.refused(409, "no_mail");
}

#[tokio::test]
async fn a_banned_account_keeps_its_recovery_code_and_its_link_until_the_ban_ends() {
    let (server, mut receiver) = server_with_mail().await;
    let mut ada = account_with_mail(&server, &mut receiver, "Ada", "ada@mail.example").await;
    let answer = ada.post("/api/me/recovery-codes", json!({ "password": PASSWORD })).await;
    let RecoveryCodes { codes } = answer.expect(StatusCode::OK).read();
    let mut browser = server.client();
    browser.post("/api/password-reset", json!({ "address": "ada@mail.example" })).await.expect(StatusCode::ACCEPTED);
    let token = receiver.next().await.token(SITE, "new-password");

    let host = HostCommands::open(server.database()).await.unwrap();
    let (mut moderator, _) = server.account("Mia").await;
    host.grant("Mia", Role::Moderator, "").await.unwrap();
    let id = host.person("Ada").await.unwrap().id;
    let act = |act: &str| json!({ "action": { "act": act, "person": id }, "reason": "" });
    moderator.post("/api/moderation/actions", act("ban")).await.expect(StatusCode::OK);
    let recover = json!({ "name": "Ada", "code": codes[0], "password": NEW_PASSWORD });
    let guess = json!({ "name": "Ada", "code": "0000-0000-0000-0000", "password": NEW_PASSWORD });
    let confirm = json!({ "token": token, "password": NEW_PASSWORD });
    browser.post("/api/session/recovery", guess).await.refused(403, "wrong_code");
    browser.post("/api/session/recovery", recover.clone()).await.refused(403, "banned");
    browser.post("/api/password-reset/confirmation", confirm.clone()).await.refused(403, "banned");
    moderator.post("/api/moderation/actions", act("unban")).await.expect(StatusCode::OK);
    browser.post("/api/session/recovery", recover).await.expect(StatusCode::OK);
    browser.post("/api/password-reset/confirmation", confirm).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_mailed_link_and_one_of_an_administrator_do_not_replace_but_use_up_each_other() {
    let (server, mut receiver) = server_with_mail().await;
    account_with_mail(&server, &mut receiver, "Ada", "ada@mail.example").await;
    let host = HostCommands::open(server.database()).await.unwrap();
    let (mut administrator, _) = server.account("Max").await;
    host.grant("Max", Role::Administrator, "").await.unwrap();
    let id = host.person("Ada").await.unwrap().id;
    let issue = json!({ "action": { "act": "reset_link", "person": id }, "reason": "" });
    let done: ActionDone = administrator.post("/api/moderation/actions", issue).await.expect(StatusCode::OK).read();
    let mut browser = server.client();
    browser.post("/api/password-reset", json!({ "address": "ada@mail.example" })).await.expect(StatusCode::ACCEPTED);
    let mailed = receiver.next().await.token(SITE, "new-password");
    let confirm = |token: &str| json!({ "token": token, "password": NEW_PASSWORD });
    let path = "/api/password-reset/confirmation";
    browser.post(path, confirm(&done.reset_token.unwrap())).await.expect(StatusCode::OK);
    assert!(is_signed_in(&mut browser).await);
    browser.post(path, confirm(&mailed)).await.refused(403, "link_expired");
}
