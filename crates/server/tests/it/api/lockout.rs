//! Wrong passwords: they slow down whoever tries them, and nobody else.

use axum::http::StatusCode;
use serde_json::json;

use crate::common::{Client, PASSWORD, TestServer};

/// A server behind a proxy, which says where a request comes from.
async fn server() -> TestServer {
    TestServer::with(|config| config.behind_proxy = true).await
}

fn from(server: &TestServer, address: &str) -> Client {
    let mut client = server.client();
    client.headers.insert("x-forwarded-for", address.parse().unwrap());
    client
}

async fn sign_in(client: &mut Client, password: &str) -> StatusCode {
    client.post("/api/session", json!({ "name": "Ada", "password": password })).await.status
}

#[tokio::test]
async fn nobody_can_lock_an_account_out_with_wrong_passwords() {
    let server = server().await;
    let (mut owner, _) = server.account("Ada").await;
    owner.headers.insert("x-forwarded-for", "192.0.2.1".parse().unwrap());
    owner.delete("/api/session").await.expect(StatusCode::NO_CONTENT);
    let mut refused = 0;
    for number in 0..10 {
        let mut attacker = from(&server, "198.51.100.1");
        let status = sign_in(&mut attacker, &format!("wrong wrong {number}")).await;
        refused += u32::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 5, "the attacker has to wait");
    assert_eq!(sign_in(&mut from(&server, "192.0.2.77"), PASSWORD).await, StatusCode::OK, "a new device elsewhere");
    assert_eq!(sign_in(&mut owner, PASSWORD).await, StatusCode::OK, "a known device");
}

#[tokio::test]
async fn a_known_device_gets_in_however_many_addresses_the_attack_comes_from() {
    let server = server().await;
    let (mut owner, _) = server.account("Ada").await;
    owner.headers.insert("x-forwarded-for", "192.0.2.1".parse().unwrap());
    owner.delete("/api/session").await.expect(StatusCode::NO_CONTENT);
    assert!(owner.cookies.contains_key("shangrila_device"));
    // Longer than any password, so that the server need not hash it.
    let wrong = "x".repeat(300);
    for number in 0..120 {
        sign_in(&mut from(&server, &format!("198.51.100.{number}")), &wrong).await;
    }
    let stranger = sign_in(&mut from(&server, "203.0.113.1"), PASSWORD).await;
    assert_eq!(stranger, StatusCode::TOO_MANY_REQUESTS, "new devices have to wait");
    assert_eq!(sign_in(&mut owner, PASSWORD).await, StatusCode::OK);

    let (mut other, _) = server.account("Bea").await;
    other.headers.insert("x-forwarded-for", "203.0.113.2".parse().unwrap());
    assert_eq!(sign_in(&mut other, PASSWORD).await, StatusCode::TOO_MANY_REQUESTS, "known to another account only");
    for _ in 0..5 {
        assert_eq!(sign_in(&mut owner, &wrong).await, StatusCode::FORBIDDEN);
    }
    assert_eq!(sign_in(&mut owner, &wrong).await, StatusCode::TOO_MANY_REQUESTS, "known devices have limits too");
}
