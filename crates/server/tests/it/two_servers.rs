//! Two servers on one PostgreSQL database, without sticky sessions: what is done at one is true at the other.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_protocol::{BotCreated, ClientMessage, Me, Role, TableCreated};
use shangrila_server::DatabaseAddress;
use shangrila_test_cluster::TestDatabase;
use tokio::time::sleep;

use crate::common::authenticator::Authenticator;
use crate::common::player::Player;
use crate::common::raw_socket::{RawSocket, ServerPort};
use crate::common::{Client, PASSWORD, TestServer};
use crate::tables::at_a_table;

/// Two servers that know of each other.
struct TwoServers {
    one: TestServer,
    other: TestServer,
    /// Deleted last.
    database: TestDatabase,
}

impl TwoServers {
    async fn start() -> TwoServers {
        let database = TestDatabase::create();
        let server = async || {
            TestServer::with(|config| {
                config.database = DatabaseAddress::Postgres(database.url().to_string());
                config.limits.by_address = false;
            })
            .await
        };
        let (one, other) = (server().await, server().await);
        // The first one learns of the second with its next sign of life.
        sleep(Duration::from_secs(1)).await;
        TwoServers { one, other, database }
    }

    /// The same browser, whose next request reaches the other server.
    fn elsewhere(&self, client: &Client) -> Client {
        Client { app: self.other.app.clone(), ..client.clone() }
    }

    async fn close(self) {
        tokio::join!(self.one.server.close(), self.other.server.close());
    }
}

#[tokio::test]
async fn a_passkey_is_added_and_signs_in_although_every_answer_reaches_the_other_server() {
    let servers = TwoServers::start().await;
    let (mut ada, me) = servers.one.account("Ada").await;
    let mut elsewhere = servers.elsewhere(&ada);
    let mut laptop = Authenticator::new(1);
    let password = json!({ "password": PASSWORD });
    let options: Value = ada.post("/api/me/passkeys/challenge", password).await.expect(StatusCode::OK).read();
    let new = json!({ "name": "Laptop", "credential": laptop.create(&options) });
    elsewhere.post("/api/me/passkeys", new.clone()).await.expect(StatusCode::CREATED);
    ada.post("/api/me/passkeys", new).await.refused(403, "wrong_passkey");

    let (mut asking, mut answering) = (servers.other.client(), servers.one.client());
    let options = asking.post("/api/session/passkey/challenge", json!({})).await.expect(StatusCode::OK).read();
    let answer = laptop.sign(&options);
    let signed_in = answering.post("/api/session/passkey", answer.clone()).await.expect(StatusCode::OK);
    assert_eq!(signed_in.read::<Me>().person, me.person);
    asking.post("/api/session/passkey", answer).await.refused(403, "wrong_passkey");
    servers.close().await;
}

#[tokio::test]
async fn signing_out_at_one_server_closes_the_connection_to_the_other() {
    let servers = TwoServers::start().await;
    let (mut ada, _) = servers.one.account("Ada").await;
    let mut socket = RawSocket::connect(ServerPort::open(&servers.other).await, &ada).await;
    socket.receive_kind("welcome").await;
    ada.delete("/api/session").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(socket.close_code().await, Some(1013));
    servers.close().await;
}

#[tokio::test]
async fn a_ban_at_one_server_shuts_out_from_the_other() {
    let servers = TwoServers::start().await;
    let (mut moderator, _) = servers.one.with_role("Mia", Role::Moderator).await;
    let (ben, me) = servers.one.account("Ben").await;
    let mut elsewhere = servers.elsewhere(&ben);
    let mut socket = RawSocket::connect(ServerPort::open(&servers.other).await, &elsewhere).await;
    socket.receive_kind("welcome").await;
    let ban = json!({ "act": "ban", "person": me.person.id });
    moderator.act(ban, "spam").await.expect(StatusCode::OK);
    assert_eq!(socket.close_code().await, Some(4003));
    elsewhere.get("/api/me/tables").await.refused(403, "banned");
    servers.close().await;
}

#[tokio::test]
async fn a_table_opened_at_one_server_appears_in_the_lobby_of_the_other() {
    let servers = TwoServers::start().await;
    let (mut ada, _) = servers.one.account("Ada").await;
    let mut socket = RawSocket::connect(ServerPort::open(&servers.other).await, &servers.other.client()).await;
    socket.send(&json!({ "do": "watch_lobby" })).await;
    assert_eq!(socket.receive_kind("lobby").await["tables"], json!([]));
    let new = json!({ "settings": { "seats": 3, "visibility": "public" } });
    let opened: TableCreated = ada.post("/api/tables", new).await.expect(StatusCode::CREATED).read();
    while socket.receive_kind("lobby").await["tables"][0]["table"] != json!(opened.table) {}
    servers.close().await;
}

#[tokio::test]
async fn a_server_plays_conditional_moves_that_another_one_took_before_it_ended() {
    let servers = TwoServers::start().await;
    let port = ServerPort::open(&servers.one).await;
    let settings = json!({ "clock": { "days": { "days": 2 } } });
    let (table, clients, mut players) = at_a_table(&servers.one, port, settings).await;
    // By now, the server has seen that nobody has prepared anything.
    players[0].play_first(&table).await;
    let position = *players[0].core.table(&table).and_then(|table| table.position()).unwrap();
    let ben = position.legal_moves().get(0).unwrap();
    let cleo = position.after(ben).legal_moves().get(0).unwrap();
    let answer = json!({ "ply": 1, "lines": [format!("{ben} {cleo}")] });
    let path = format!("/api/tables/{table}/conditional-moves");
    servers.elsewhere(&clients[2]).put_json(&path, answer).await.expect(StatusCode::OK);
    servers.other.server.close().await;
    players[1].wait_until(&table, |state| state.moves.len() == 1).await;
    players[1].play_first(&table).await;
    let state = players[0].wait_until(&table, |state| state.moves.len() > 2).await;
    assert_eq!(state.moves[2], cleo.to_string());
    servers.one.server.close().await;
}

#[tokio::test]
async fn a_table_of_which_the_database_has_lost_the_latest_events_goes_on_from_what_is_left() {
    let servers = TwoServers::start().await;
    let ((mut ada, _), (ben, _), (cleo, _)) =
        (servers.one.account("Ada").await, servers.one.account("Ben").await, servers.one.account("Cleo").await);
    let new = json!({ "settings": { "seats": 3, "visibility": "private" }, "seats": [
        { "clan": "r", "player": "me" }, { "clan": "b", "player": "free" }, { "clan": "y", "player": "free" },
    ] });
    let TableCreated { table } = ada.post("/api/tables", new).await.expect(StatusCode::CREATED).read();
    let port = ServerPort::open(&servers.one).await;
    let (mut ben, mut cleo) = (Player::connect(port, &ben).await, Player::connect(port, &cleo).await);
    for player in [&mut ben, &mut cleo] {
        player.follow(&table).await.unwrap();
    }
    ben.command(&table, |id, table| ClientMessage::Join { id, table, seat: None }).await.unwrap();
    cleo.wait_until(&table, |state| state.number == 2).await;
    // A standby has taken over that had not received Ben's arrival.
    servers.database.psql("DELETE FROM events WHERE number = 2");
    cleo.command(&table, |id, table| ClientMessage::Join { id, table, seat: None }).await.unwrap();
    ben.wait_until(&table, |state| {
        let player = state.seats[1].player.as_ref().and_then(|player| player.person());
        player.is_some_and(|person| person.name == "Cleo")
    })
    .await;
    ben.command(&table, |id, table| ClientMessage::Join { id, table, seat: None }).await.unwrap();
    let stored =
        servers.database.psql("SELECT string_agg(number::text, ' ' ORDER BY number) FROM events WHERE number < 4");
    assert_eq!(stored.trim(), "1 2 3");
    servers.close().await;
}

#[tokio::test]
async fn what_a_lost_message_should_have_said_is_found_in_the_database() {
    let servers = TwoServers::start().await;
    let ((ada, _), (ben, _)) = (servers.one.account("Ada").await, servers.one.account("Ben").await);
    let (mut cleo, _) = servers.one.account("Cleo").await;
    let bot: BotCreated = cleo.post("/api/me/bots", json!({ "name": "Robo" })).await.expect(StatusCode::CREATED).read();
    let mut robo = servers.other.client();
    robo.headers.insert("authorization", format!("Bearer {}", bot.token).parse().unwrap());
    let new = json!({ "settings": { "seats": 3, "visibility": "public" } });
    cleo.post("/api/tables", new).await.expect(StatusCode::CREATED);
    let port = ServerPort::open(&servers.other).await;
    let mut sockets = Vec::new();
    for client in [&ada, &ben, &robo, &cleo] {
        let mut socket = RawSocket::connect(port, client).await;
        socket.receive_kind("welcome").await;
        sockets.push(socket);
    }
    let mut staying = sockets.pop().unwrap();
    staying.send(&json!({ "do": "watch_lobby" })).await;
    assert_eq!(staying.receive_kind("lobby").await["tables"].as_array().unwrap().len(), 1);
    servers.database.psql(
        "DELETE FROM sessions WHERE person = (SELECT id FROM people WHERE name = 'Ada');
        UPDATE people SET name = 'Benno' WHERE name = 'Ben';
        UPDATE people SET token_hash = NULL WHERE name = 'Robo';
        UPDATE tables SET phase = 'closed'",
    );
    servers.database.psql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'
        AND datname = current_database()",
    );
    for socket in &mut sockets {
        assert_eq!(socket.close_code().await, Some(1013));
    }
    while staying.receive_kind("lobby").await["tables"] != json!([]) {}
    servers.close().await;
}
