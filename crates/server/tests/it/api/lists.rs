//! Lists of tables and games, profiles and ratings.

use axum::http::StatusCode;
use serde_json::json;
use shangrila_protocol::{Profile, Ratings, TableCreated, Tables};

use crate::common::TestServer;

#[tokio::test]
async fn lists_are_empty_on_a_new_server() {
    let server = TestServer::start().await;
    let (mut client, _) = server.guest("Ada").await;
    for path in ["/api/tables", "/api/me/tables", "/api/games", "/api/games?player=Ada&seats=3&before=1"] {
        assert!(client.get(path).await.expect(StatusCode::OK).read::<Tables>().tables.is_empty(), "{path}");
    }
    for path in ["/api/ratings?players=3&list=people", "/api/ratings?players=4&list=bots"] {
        assert!(client.get(path).await.expect(StatusCode::OK).read::<Ratings>().rated.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn a_private_profile_is_visible_to_its_owner_only() {
    let server = TestServer::start().await;
    let ((mut ada, me), (mut bea, _)) = (server.account("Ada").await, server.guest("Bea").await);
    let path = format!("/api/people/{}", me.person.id);
    let profile: Profile = bea.get(&path).await.expect(StatusCode::OK).read();
    assert_eq!((profile.person, profile.games, profile.wins), (me.person, 0, 0.0));
    assert!(profile.since > 0 && profile.ratings.is_empty() && profile.latest.is_empty());
    ada.patch("/api/me", json!({ "profile_public": false })).await.expect(StatusCode::OK);
    ada.get(&path).await.expect(StatusCode::OK);
    bea.get(&path).await.refused(404, "not_found");
    server.client().get(&path).await.refused(404, "not_found");
    bea.get("/api/people/nobody").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_table_needs_a_host() {
    let server = TestServer::start().await;
    server.client().post("/api/tables", json!({})).await.refused(401, "not_signed_in");
    let (mut ada, _) = server.guest("Ada").await;
    ada.post("/api/tables", json!({ "seats": "many" })).await.refused(400, "bad_message");
}

#[tokio::test]
async fn only_public_tables_are_listed() {
    let server = TestServer::start().await;
    let ((mut ada, me), (mut bea, _)) = (server.guest("Ada").await, server.guest("Bea").await);
    let mut tables = Vec::new();
    for visibility in ["public", "private"] {
        let new = json!({ "settings": { "visibility": visibility } });
        let TableCreated { table } = ada.post("/api/tables", new).await.expect(StatusCode::CREATED).read();
        tables.push(table);
    }
    let listed = |tables: Tables| tables.tables.into_iter().map(|summary| summary.table).collect::<Vec<_>>();
    assert_eq!(listed(bea.get("/api/tables").await.read()), tables[..1]);
    assert_eq!(listed(server.client().get("/api/tables").await.read()), tables[..1]);
    assert!(listed(bea.get("/api/me/tables").await.read()).is_empty());
    let mine = listed(ada.get("/api/me/tables").await.read());
    assert!(mine.len() == 2 && tables.iter().all(|table| mine.contains(table)), "{mine:?}");
    ada.patch("/api/me", json!({ "name": "Ada L" })).await.expect(StatusCode::OK);
    let seen: Tables = bea.get("/api/tables").await.read();
    let host = seen.tables[0].seats.iter().find_map(|seat| seat.player.as_ref()?.person()).unwrap();
    assert_eq!((&host.id, host.name.as_str()), (&me.person.id, "Ada L"));
}
