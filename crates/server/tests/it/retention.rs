//! What is deleted after how long, and what stays.

use std::time::{Duration, Instant};

use crate::common::player::Player;
use crate::common::raw_socket::ServerPort;
use crate::common::{Client, PASSWORD, TestServer, database};
use axum::http::StatusCode;
use serde_json::json;
use shangrila_protocol::{ClientMessage, LevelId, Refusal, TableCreated, TableId, WhoAmI};

const DAY: u64 = 86_400_000;
const TABLE: &str = "SELECT 1 FROM tables WHERE id = $1";
const PERSON: &str = "SELECT 1 FROM people WHERE id = $1";

/// Opens a table for this client and two others.
async fn open(client: &mut Client) -> TableId {
    let settings = json!({ "seats": 3, "visibility": "private" });
    let answer = client.post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
    answer.read::<TableCreated>().table
}

/// Looks at a table.
async fn follow(server: &TestServer, client: &Client, table: &TableId) -> Result<(), Refusal> {
    let port = ServerPort::open(server).await;
    Player::connect(port, client).await.follow(table).await
}

/// Waits until a row is gone. Nothing may be asked of the server meanwhile: that would count as a visit.
async fn wait_until_gone(server: &TestServer, sql: &'static str, id: &str) {
    let began = Instant::now();
    while database::finds(server.database(), sql, id).await {
        assert!(began.elapsed() < Duration::from_secs(20), "{id} stays");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn guests_closed_tables_and_abandoned_games_expire_and_nothing_else() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.account("Ada").await;
    let (mut ben, me) = server.guest("Ben").await;
    let (closed, running) = (open(&mut ada).await, open(&mut ada).await);
    let mut player = Player::connect(ServerPort::open(&server).await, &ada).await;
    player.follow(&closed).await.unwrap();
    player.follow(&running).await.unwrap();
    player.command(&closed, |id, table| ClientMessage::Close { id, table }).await.unwrap();
    player.command(&running, |id, table| ClientMessage::Fill { id, table, level: LevelId::Goatherd }).await.unwrap();
    drop(player);

    let server = server.later(29 * DAY).await;
    (ada.app, ben.app) = (server.app.clone(), server.app.clone());
    for table in [&closed, &running] {
        assert_eq!(follow(&server, &ada, table).await, Ok(()), "before it expires");
    }
    // Looking in counts as a visit.
    assert!(ben.get("/api/me").await.read::<WhoAmI>().me.is_some());

    let server = server.later(29 * DAY).await;
    (ada.app, ben.app) = (server.app.clone(), server.app.clone());
    wait_until_gone(&server, TABLE, closed.as_str()).await;
    assert_eq!(follow(&server, &ada, &closed).await, Err(Refusal::NotFound));
    assert_eq!(follow(&server, &ada, &running).await, Ok(()));
    assert!(ben.clone().get("/api/me").await.read::<WhoAmI>().me.is_some(), "he came back");

    let server = server.later(400 * DAY).await;
    (ada.app, ben.app) = (server.app.clone(), server.app.clone());
    wait_until_gone(&server, PERSON, me.person.id.as_str()).await;
    wait_until_gone(&server, TABLE, running.as_str()).await;
    assert!(ben.get("/api/me").await.read::<WhoAmI>().me.is_none());
    assert!(ada.get("/api/me").await.read::<WhoAmI>().me.is_none(), "the session has expired");
    let credentials = json!({ "name": "Ada", "password": PASSWORD });
    ada.post("/api/session", credentials).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn nothing_expires_where_retention_is_turned_off() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        (config.retention.guests, config.retention.unused_guests) = (0, 0);
    })
    .await;
    let (_, ben) = server.guest("Ben").await;
    let server = server.later(1000 * DAY).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    server.client().get(&format!("/api/people/{}", ben.person.id)).await.expect(StatusCode::OK);
}
