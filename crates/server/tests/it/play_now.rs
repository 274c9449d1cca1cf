//! The shortest way to a game: with whoever is waiting, or against computer players whose seats are open to people.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_protocol::{ClientMessage, Event, LobbyNow, PersonOrLevel, Phase, TableCreated, TableId, Tables};
use shangrila_rules::Seat;

use crate::common::player::{Answer, Player};
use crate::common::raw_socket::ServerPort;
use crate::common::{Client, TestServer};

async fn play(client: &mut Client, wish: Value) -> TableId {
    let found: TableCreated = client.post("/api/play", wish).await.expect(StatusCode::CREATED).read();
    found.table
}

/// A live game of three; computer players take the seats that are free after five seconds.
fn wish() -> Value {
    json!({ "seats": 3, "clock": { "live": { "base": 600, "increment": 10 } }, "fill": { "after": 5, "level": "goatherd" } })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_strangers_are_in_a_running_game_within_seconds() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut ada, mut ben) = (server.guest("Ada").await.0, server.guest("Ben").await.0);
    let started = Instant::now();
    let table = play(&mut ada, wish()).await;
    let mut first = Player::connect(port, &ada).await;
    first.follow(&table).await.unwrap();
    assert_eq!(play(&mut ben, wish()).await, table, "the stranger who waits");
    assert_eq!(play(&mut ben, wish()).await, table, "asking again changes nothing");
    let mut second = Player::connect(port, &ben).await;
    second.follow(&table).await.unwrap();
    let state = second.wait_until(&table, |state| state.phase == Phase::Playing).await;
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    let people = state.seats.iter().filter(|seat| matches!(seat.player, Some(PersonOrLevel::Person(_)))).count();
    assert_eq!((people, state.settings.open_seats), (2, true));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_sent_to_a_table_at_which_nobody_is() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut ada, mut ben, mut cleo) =
        (server.guest("Ada").await.0, server.guest("Ben").await.0, server.guest("Cleo").await.0);
    let mut opened = Vec::new();
    for fill in [json!(null), json!({ "after": 3600, "level": "goatherd" })] {
        let settings = json!({ "seats": 3, "visibility": "public", "clock": wish()["clock"], "fill": fill });
        let created = ada.post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
        opened.push(created.read::<TableCreated>().table);
    }
    let own = play(&mut ben, wish()).await;
    assert!(!opened.contains(&own), "Ada has opened her tables and gone");
    assert_eq!(play(&mut ben, wish()).await, own, "asking again changes nothing");
    // Once Ada is back, others find her.
    let mut host = Player::connect(port, &ada).await;
    host.follow(&opened[0]).await.unwrap();
    assert_eq!(play(&mut cleo, wish()).await, opened[0]);
    assert_eq!(play(&mut cleo, wish()).await, opened[0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_take_over_from_computer_players_as_they_arrive() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut ada, mut ben, cleo) =
        (server.guest("Ada").await.0, server.guest("Ben").await.0, server.guest("Cleo").await.0);
    let mut alone = wish();
    alone["alone"] = json!(true);
    let table = play(&mut ada, alone).await;
    let mut host = Player::connect(port, &ada).await;
    host.follow(&table).await.unwrap();
    assert_eq!(host.state(&table).phase, Phase::Playing, "it starts right away");
    assert_eq!(play(&mut ben, wish()).await, table, "the next one joins the game that has just begun");
    let mut third = Player::connect(port, &cleo).await;
    third.follow(&table).await.unwrap();
    let join = |seat| move |id, table| ClientMessage::Join { id, table, seat };
    assert_eq!(third.command(&table, join(Some(Seat::First))).await.unwrap_err().code(), "seat_taken");
    match third.command(&table, join(None)).await.unwrap() {
        Answer::Event(event) => assert!(matches!(event.event, Event::TookOver { seat: Seat::Third, .. }), "{event:?}"),
        Answer::Chat => panic!("an event"),
    }
    let names: Vec<String> = third
        .state(&table)
        .seats
        .iter()
        .map(|seat| match &seat.player {
            Some(PersonOrLevel::Person(person)) => person.name.clone(),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["Ada", "Ben", "Cleo"]);
    let mine: Tables = ben.get("/api/me/tables").await.expect(StatusCode::OK).read();
    assert_eq!(mine.tables[0].table, table);
    // They come back after a restart with their names.
    let server = server.later(0).await;
    let port = ServerPort::open(&server).await;
    let mut again = Player::connect(port, &Client { app: server.app.clone(), ..ben }).await;
    again.follow(&table).await.unwrap();
    assert_eq!(again.state(&table).seats[1].player.as_ref().unwrap().person().unwrap().name, "Ben");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_for_anyone_closes_with_its_last_player_and_never_starts_without_people() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.grace = 1;
    })
    .await;
    let port = ServerPort::open(&server).await;
    let (mut ada, ben) = (server.guest("Ada").await.0, server.guest("Ben").await.0);
    let table = play(&mut ada, wish()).await;
    let mut host = Player::connect(port, &ada).await;
    host.follow(&table).await.unwrap();
    host.command(&table, |id, table| ClientMessage::Leave { id, table }).await.unwrap();
    assert_eq!(host.state(&table).phase, Phase::Closed);
    // Ada asks for a game and closes the page at once.
    let table = play(&mut ada, wish()).await;
    let mut spectator = Player::connect(port, &ben).await;
    spectator.follow(&table).await.unwrap();
    spectator.wait_until(&table, |state| state.phase == Phase::Closed).await;
}

#[tokio::test]
async fn the_lobby_shows_who_is_there_and_what_is_played() {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.guest("Ada").await.0, server.guest("Ben").await.0);
    let mut alone = wish();
    alone["alone"] = json!(true);
    let table = play(&mut ada, alone).await;
    let secret = json!({ "settings": { "seats": 3, "visibility": "public", "spectators": false }, "seats": [
        { "clan": "r", "player": "me" }, { "clan": "b", "player": { "level": "guide" } }, { "clan": "y", "player": { "level": "guide" } },
    ] });
    ada.post("/api/tables", secret).await.expect(StatusCode::CREATED);
    ada.get("/api/lobby").await.expect(StatusCode::OK);
    server.client().get("/api/lobby").await.expect(StatusCode::OK);
    let lobby: LobbyNow = ben.get("/api/lobby").await.expect(StatusCode::OK).read();
    assert_eq!(lobby.people.iter().map(|person| person.name.as_str()).collect::<Vec<_>>(), ["Ada", "Ben"]);
    let running: Vec<&TableId> = lobby.running.iter().map(|table| &table.table).collect();
    assert_eq!(running, [&table], "not the one without spectators");
}

#[tokio::test]
async fn impossible_wishes_are_refused() {
    let server = TestServer::start().await;
    let mut ada = server.guest("Ada").await.0;
    for wish in
        [json!({ "seats": 7 }), json!({ "fill": { "after": 1 } }), json!({ "clock": { "days": { "days": 99 } } })]
    {
        ada.post("/api/play", wish).await.refused(400, "bad_message");
    }
    server.client().post("/api/play", json!({})).await.refused(401, "not_signed_in");
}
