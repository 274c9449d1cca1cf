//! Requests refused early: cross-site, too many, too large or malformed ones.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use shangrila_protocol::Problem;

use crate::common::TestServer;

#[tokio::test]
async fn other_sites_cannot_send_requests_for_their_visitors() {
    let server = TestServer::with(|config| config.origins = vec!["https://shangrila.example".to_string()]).await;
    for (name, value, ours) in [
        ("origin", "http://localhost:8080", true),
        ("origin", "https://shangrila.example", true),
        ("origin", "https://elsewhere.example", false),
        ("origin", "null", false),
        ("sec-fetch-site", "cross-site", false),
        ("sec-fetch-site", "same-origin", true),
    ] {
        let mut client = server.client();
        client.headers.insert("host", "localhost:8080".parse().unwrap());
        client.headers.insert(name, value.parse().unwrap());
        let answer = client.post("/api/guests", json!({ "name": "Ada" })).await;
        if ours {
            answer.expect(StatusCode::CREATED);
        } else {
            answer.refused(403, "foreign_origin");
            client.delete("/api/session").await.refused(403, "foreign_origin");
            client.get("/api/me").await.expect(StatusCode::OK);
            client.headers.insert("upgrade", "websocket".parse().unwrap());
            client.get("/api/socket").await.refused(403, "foreign_origin");
        }
    }
}

#[tokio::test]
async fn clients_that_exceed_a_rate_limit_have_to_wait() {
    let server = TestServer::with(|config| config.behind_proxy = true).await;
    let from = |address: &str| {
        let mut client = server.client();
        client.headers.insert("x-forwarded-for", address.parse().unwrap());
        client
    };
    for _ in 0..10 {
        from("192.0.2.1").post("/api/guests", json!({ "name": "Ada" })).await.expect(StatusCode::CREATED);
    }
    let answer = from("192.0.2.1").post("/api/guests", json!({ "name": "Ada" })).await;
    answer.refused(429, "too_fast");
    assert!((1..=30).contains(&answer.header("retry-after").parse::<u32>().unwrap()));
    from("192.0.2.2").post("/api/guests", json!({ "name": "Ada" })).await.expect(StatusCode::CREATED);

    let credentials = json!({ "name": "Ada", "password": "something else" });
    for _ in 0..5 {
        let answer = from("198.51.100.1").post("/api/session", credentials.clone()).await;
        answer.refused(403, "wrong_password");
    }
    from("198.51.100.1").post("/api/session", credentials.clone()).await.refused(429, "too_fast");
    from("198.51.100.9").post("/api/session", credentials).await.refused(403, "wrong_password");

    let mut refused = 0;
    for _ in 0..200 {
        refused += u32::from(from("203.0.113.1").get("/api/me").await.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0);
}

#[tokio::test]
async fn malformed_requests_are_refused_with_a_reason() {
    let server = TestServer::start().await;
    let send = async |content_type: &str, body: String| {
        let request = Request::post("/api/guests").header("content-type", content_type).body(Body::from(body)).unwrap();
        server.client().send(request).await
    };
    let json = "application/json";
    send("text/plain", r#"{"name":"Ada"}"#.to_string()).await.refused(415, "bad_message");
    send("application/x-www-form-urlencoded", "name=Ada".to_string()).await.refused(415, "bad_message");
    send(json, "{".to_string()).await.refused(400, "bad_message");
    send(json, format!(r#"{{"name":"{}"}}"#, "x".repeat(17_000))).await.refused(413, "bad_message");
    send(json, r#"{"name":7}"#.to_string()).await.refused(400, "bad_message");
    let unknown = send(json, r#"{"name":"Ada","rank":1}"#.to_string()).await;
    unknown.refused(400, "bad_message");
    assert!(unknown.read::<Problem>().message.contains("rank"), "{}", unknown.body);
    server.client().get("/api/ratings").await.refused(400, "bad_message");
    server.client().get("/api/games?plyer=Ada").await.refused(400, "bad_message");
}

#[tokio::test]
async fn responses_are_not_cached_and_every_error_is_a_problem() {
    let server = TestServer::start().await;
    let mut client = server.client();
    client.get("/api/nothing").await.refused(404, "not_found");
    client.get("/api/nothing/else").await.refused(404, "not_found");
    client.put("/api/me").await.refused(405, "bad_message");
    client.get("/api/tables/nothing/record").await.refused(404, "not_found");
    for path in ["/api/me", "/api/nothing", "/api/health", "/api/openapi.json"] {
        let answer = client.get(path).await;
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert_eq!(answer.header("content-type"), "application/json", "{path}");
        assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{path}");
    }
}

#[tokio::test]
async fn the_openapi_document_describes_every_route() {
    let server = TestServer::start().await;
    let document: Value = server.client().get("/api/openapi.json").await.expect(StatusCode::OK).read();
    assert!(document["openapi"].as_str().unwrap().starts_with("3."));
    let mut described: Vec<String> = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        described.extend(item.as_object().unwrap().keys().map(|method| format!("{method} {path}")));
    }
    described.sort();
    let routes = [
        "delete /clubs/{id}",
        "delete /clubs/{id}/event",
        "delete /clubs/{id}/members/{person}",
        "delete /clubs/{id}/membership",
        "delete /me/blocks/{person}",
        "delete /me/bots/{id}",
        "delete /me/devices",
        "delete /me/devices/{id}",
        "delete /me/following/{person}",
        "delete /me/friends/{person}",
        "delete /me/invitations/{table}",
        "delete /me/mutes/{person}",
        "delete /me/notices/push",
        "delete /me/passkeys/{id}",
        "delete /me/vacation",
        "delete /session",
        "get /clubs",
        "get /clubs/{id}",
        "get /clubs/{id}/league",
        "get /games",
        "get /health",
        "get /lobby",
        "get /me",
        "get /me/blocks",
        "get /me/bots",
        "get /me/clubs",
        "get /me/devices",
        "get /me/export",
        "get /me/invitations",
        "get /me/notices",
        "get /me/passkeys",
        "get /me/people",
        "get /me/recovery",
        "get /me/tables",
        "get /me/vacation",
        "get /moderation/audit",
        "get /moderation/networks",
        "get /moderation/people",
        "get /moderation/people/{id}/fair-play",
        "get /moderation/reports",
        "get /moderation/tables",
        "get /moderation/tables/{id}/chat",
        "get /people",
        "get /people/{id}",
        "get /people/{id}/against/{other}",
        "get /people/{id}/games",
        "get /people/{id}/rating-history",
        "get /people/{id}/results",
        "get /ratings",
        "get /ready",
        "get /tables",
        "get /tables/{id}/conditional-moves",
        "get /tables/{id}/history",
        "get /tables/{id}/notes",
        "get /tables/{id}/record",
        "get /tournaments",
        "get /tournaments/{id}",
        "patch /clubs/{id}",
        "patch /me",
        "patch /me/passkeys/{id}",
        "post /accounts",
        "post /clubs",
        "post /clubs/{id}/link",
        "post /clubs/{id}/tables",
        "post /email/verification",
        "post /guests",
        "post /me/bots",
        "post /me/bots/{id}/token",
        "post /me/deletion",
        "post /me/notices/push",
        "post /me/passkeys",
        "post /me/passkeys/challenge",
        "post /me/password",
        "post /me/recovery-codes",
        "post /me/vacation",
        "post /moderation/actions",
        "post /password-reset",
        "post /password-reset/confirmation",
        "post /play",
        "post /reports",
        "post /session",
        "post /session/passkey",
        "post /session/passkey/challenge",
        "post /session/recovery",
        "post /tables",
        "post /tables/{id}/invitations",
        "post /tournaments",
        "post /tournaments/{id}/actions",
        "post /unsubscribe/{secret}",
        "put /clubs/{id}/event",
        "put /clubs/{id}/members/{person}",
        "put /clubs/{id}/membership",
        "put /me/blocks/{person}",
        "put /me/email",
        "put /me/following/{person}",
        "put /me/friends/{person}",
        "put /me/mutes/{person}",
        "put /me/notices",
        "put /tables/{id}/conditional-moves",
        "put /tables/{id}/notes",
    ];
    assert_eq!(described, routes);
    let parameters = document["paths"]["/ratings"]["get"]["parameters"].as_array().unwrap();
    assert!(parameters.iter().all(|parameter| parameter["in"] == "query"), "{parameters:?}");
    // Every reference resolves.
    let text = document.to_string();
    for name in text.split("#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
}

#[tokio::test]
async fn other_hosts_are_refused_and_browsers_told_to_use_https() {
    let server = TestServer::with(|config| {
        config.hosts = vec!["shangrila.example".to_string()];
        config.secure_cookies = true;
    })
    .await;
    let mut client = server.client();
    for (host, status) in
        [("shangrila.example:443", StatusCode::OK), ("elsewhere.example", StatusCode::MISDIRECTED_REQUEST)]
    {
        client.headers.insert("host", host.parse().unwrap());
        for path in ["/", "/api/health"] {
            let answer = client.get(path).await.expect(status);
            assert_eq!(answer.header("strict-transport-security"), "max-age=31536000");
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
        }
    }
    let plain = TestServer::start().await;
    let answer = plain.client().get("/").await.expect(StatusCode::OK);
    assert_eq!(answer.header("strict-transport-security"), "", "without TLS it would lock people out");
}
