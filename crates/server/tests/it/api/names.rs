//! Names that look like others, and names that hide something.

use axum::http::StatusCode;
use serde_json::json;

use crate::common::{PASSWORD, TestServer};

#[tokio::test]
async fn nobody_can_take_a_name_that_looks_like_that_of_an_account() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Alice Soo").await;
    let (mut bea, _) = server.account("Bea").await;
    let (mut guest, _) = server.guest("Gus").await;
    // An upper-case I, Cyrillic letters, full-width letters, and digits.
    for name in ["AIice Soo", "Alice S00", "Аӏісе Ѕоо", "Ａｌｉｃｅ Soo", "ALICE SOO"] {
        let credentials = json!({ "name": name, "password": PASSWORD });
        let refusals = [
            server.client().post("/api/accounts", credentials.clone()).await,
            server.client().post("/api/guests", json!({ "name": name })).await,
            guest.post("/api/accounts", credentials).await,
            guest.patch("/api/me", json!({ "name": name })).await,
            bea.patch("/api/me", json!({ "name": name })).await,
            bea.post("/api/me/bots", json!({ "name": name })).await,
        ];
        for refusal in &refusals {
            let code = refusal.read::<shangrila_protocol::Problem>().reason.code();
            assert!(["name_taken", "name_too_similar"].contains(&code), "{name}: {code}");
            assert_eq!(refusal.status, StatusCode::CONFLICT);
        }
    }
    ada.patch("/api/me", json!({ "name": "AIice Soo" })).await.expect(StatusCode::OK);
    server.guest("Alice Soon").await;
}

#[tokio::test]
async fn names_cannot_hide_anything_or_mix_alphabets() {
    let server = TestServer::start().await;
    let (mut guest, _) = server.guest("Gus").await;
    for (name, code) in [
        ("A\u{200b}da", "hidden_in_name"),
        ("\u{202e}adA", "hidden_in_name"),
        ("Ada\u{7}", "hidden_in_name"),
        ("Аda", "mixed_scripts"),
        ("", "bad_name"),
    ] {
        server.client().post("/api/guests", json!({ "name": name })).await.refused(422, code);
        guest.patch("/api/me", json!({ "name": name })).await.refused(422, code);
        let credentials = json!({ "name": name, "password": PASSWORD });
        server.client().post("/api/accounts", credentials).await.refused(422, code);
    }
    server.account("Ａda").await;
    let mut client = server.client();
    client.post("/api/session", json!({ "name": "Ada", "password": PASSWORD })).await.expect(StatusCode::OK);
    client.post("/api/session", json!({ "name": "Ａda", "password": PASSWORD })).await.expect(StatusCode::OK);
}
