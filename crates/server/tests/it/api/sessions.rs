//! Sessions: the list of devices, signing out here, there and everywhere, and expiry.

use axum::http::StatusCode;
use serde_json::json;
use shangrila_protocol::{BotCreated, SignedInDevice, WhoAmI};

use crate::common::raw_socket::{RawSocket, ServerPort};
use crate::common::{Client, PASSWORD, TestServer, database};

const DAY: u64 = 86_400_000;
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn is_signed_in(client: &mut Client) -> bool {
    client.get("/api/me").await.expect(StatusCode::OK).read::<WhoAmI>().me.is_some()
}

/// Signs in on another device.
async fn another_device(server: &TestServer, name: &str) -> Client {
    let mut client = server.client();
    client.headers.insert("user-agent", FIREFOX.parse().unwrap());
    client.post("/api/session", json!({ "name": name, "password": PASSWORD })).await.expect(StatusCode::OK);
    client
}

async fn devices(client: &mut Client) -> Vec<SignedInDevice> {
    client.get("/api/me/devices").await.expect(StatusCode::OK).read()
}

#[tokio::test]
async fn signing_out_revokes_copies_of_the_cookie_and_closes_open_sockets() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    for (mut client, _) in [server.account("Ada").await, server.guest("Gus").await] {
        let mut copy = client.clone();
        let mut socket = RawSocket::connect(port, &copy).await;
        socket.receive_kind("welcome").await;
        client.delete("/api/session").await.expect(StatusCode::NO_CONTENT);
        assert!(!client.cookies.contains_key("shangrila"));
        assert!(!is_signed_in(&mut copy).await, "the copy still works");
        assert_eq!(socket.close_code().await, Some(1013));
    }
}

#[tokio::test]
async fn the_list_of_devices_names_them_and_signs_them_out_one_by_one() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut here, _) = server.account("Ada").await;
    let mut there = another_device(&server, "Ada").await;
    let mut socket = RawSocket::connect(port, &there).await;
    socket.receive_kind("welcome").await;
    let list = devices(&mut here).await;
    assert_eq!(list.len(), 2);
    let (own, other) = match &list[..] {
        [one, two] if one.current => (one, two),
        [one, two] => (two, one),
        _ => unreachable!(),
    };
    assert!(own.current && !other.current);
    assert_eq!((other.browser.as_deref(), other.system.as_deref()), (Some("Firefox"), Some("Linux")));
    assert_eq!((&own.browser, &own.system), (&None, &None));

    let (mut stranger, _) = server.account("Bea").await;
    let path = format!("/api/me/devices/{}", other.id);
    stranger.delete(&path).await.refused(404, "not_found");
    assert!(is_signed_in(&mut there).await);
    here.delete(&path).await.expect(StatusCode::NO_CONTENT);
    here.delete(&path).await.refused(404, "not_found");
    assert_eq!(socket.close_code().await, Some(1013));
    assert!(!is_signed_in(&mut there).await);
    assert!(is_signed_in(&mut here).await);
    assert_eq!(devices(&mut here).await.len(), 1);
}

#[tokio::test]
async fn one_can_sign_out_elsewhere_and_everywhere() {
    let server = TestServer::start().await;
    let (mut here, _) = server.account("Ada").await;
    let (mut there, mut stranger) = (another_device(&server, "Ada").await, server.account("Bea").await.0);
    here.delete("/api/me/devices").await.expect(StatusCode::NO_CONTENT);
    assert!(is_signed_in(&mut here).await && !is_signed_in(&mut there).await && is_signed_in(&mut stranger).await);
    let mut there = another_device(&server, "Ada").await;
    here.delete("/api/session?everywhere=true").await.expect(StatusCode::NO_CONTENT);
    assert!(!is_signed_in(&mut here).await && !is_signed_in(&mut there).await && is_signed_in(&mut stranger).await);
}

#[tokio::test]
async fn a_person_has_at_most_fifty_devices() {
    let server = TestServer::start().await;
    let (mut first, _) = server.account("Ada").await;
    for number in 0..50 {
        // Hashing 50 passwords would take a while.
        let copy = [
            "INSERT INTO sessions SELECT 's' || $1, zeroblob($1 + 1), person, created, used + $1 + 1, expires, browser, system
            FROM sessions WHERE length(token_hash) = 32 LIMIT 1",
            "INSERT INTO sessions SELECT 's' || $1, int8send($1), person, created, used + $1 + 1, expires, browser, system
            FROM sessions WHERE length(token_hash) = 32 LIMIT 1",
        ];
        database::execute(server.database(), copy[0], copy[1], number).await;
    }
    let mut last = another_device(&server, "Ada").await;
    assert_eq!(devices(&mut last).await.len(), 50);
    assert!(!is_signed_in(&mut first).await, "the one that was not used for longest is signed out");
}

#[tokio::test]
async fn sessions_expire_unless_they_are_used() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    let mut unused = another_device(&server, "Ada").await;
    let answer = ada.get("/api/me").await;
    assert!(answer.header("set-cookie").contains("Max-Age=7776000"), "{}", answer.header("set-cookie"));
    let server = server.later(89 * DAY).await;
    ada.app = server.app.clone();
    assert!(is_signed_in(&mut ada).await, "its use extends it");
    let server = server.later(2 * DAY).await;
    (ada.app, unused.app) = (server.app.clone(), server.app.clone());
    assert!(is_signed_in(&mut ada).await && !is_signed_in(&mut unused).await);
}

#[tokio::test]
async fn changing_the_password_can_leave_other_devices_signed_in_and_can_revoke_the_tokens_of_bots() {
    let server = TestServer::start().await;
    let (mut here, _) = server.account("Ada").await;
    let mut there = another_device(&server, "Ada").await;
    let created = here.post("/api/me/bots", json!({ "name": "Robot" })).await.expect(StatusCode::CREATED);
    let BotCreated { bot, token } = created.read();
    let program = |token: &str| {
        let mut client = server.client();
        client.headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        client
    };
    let mut copy = here.clone();
    let change = json!({ "old": PASSWORD, "new": PASSWORD, "sign_out_others": false });
    here.post("/api/me/password", change).await.expect(StatusCode::NO_CONTENT);
    assert!(is_signed_in(&mut here).await && is_signed_in(&mut there).await);
    assert!(!is_signed_in(&mut copy).await, "this device has a new cookie");
    assert!(is_signed_in(&mut program(&token)).await);

    let change = json!({ "old": PASSWORD, "new": PASSWORD, "revoke_tokens": true });
    here.post("/api/me/password", change).await.expect(StatusCode::NO_CONTENT);
    assert!(is_signed_in(&mut here).await && !is_signed_in(&mut there).await);
    assert!(!is_signed_in(&mut program(&token)).await);
    let renewed = here.post(&format!("/api/me/bots/{}/token", bot.id), json!({})).await.expect(StatusCode::OK);
    let renewed: BotCreated = renewed.read();
    assert_eq!(renewed.bot, bot, "the bot itself stays");
    assert!(is_signed_in(&mut program(&renewed.token)).await);
    let (mut stranger, _) = server.account("Bea").await;
    stranger.post(&format!("/api/me/bots/{}/token", bot.id), json!({})).await.refused(404, "not_found");
}
