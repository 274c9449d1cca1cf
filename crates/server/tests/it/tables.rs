//! Tables over real sockets: resent commands, clocks, reconnecting, chat and ratings.

use crate::common::player::Player;
use crate::common::raw_socket::{RawSocket, ServerPort};
use crate::common::{Client, TestServer};
use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_client_core::ClientEvent;
use shangrila_protocol::{
    ClientMessage, CommandId, Event, EventEnvelope, LevelId, Me, Phase, Profile, Refusal, StandInReason, TableCreated,
    TableId,
};
use shangrila_rules::Seat;

/// Three people at a table that all of them follow. It is the first one's turn.
pub(crate) async fn at_a_table(
    server: &TestServer,
    port: ServerPort,
    settings: Value,
) -> (TableId, Vec<Client>, Vec<Player>) {
    let rated = settings["rated"] == true;
    let (mut clients, mut players) = (Vec::new(), Vec::new());
    let mut opened = None;
    for name in ["Ada", "Ben", "Cleo"] {
        let (mut client, _) = if rated { server.account(name).await } else { server.guest(name).await };
        let mut player = Player::connect(port, &client).await;
        match &opened {
            None => {
                let mut settings = settings.clone();
                settings["seats"] = json!(3);
                let created = client.post("/api/tables", json!({ "settings": settings })).await;
                let TableCreated { table } = created.expect(StatusCode::CREATED).read();
                player.follow(&table).await.unwrap();
                opened = Some(table);
            }
            Some(table) => player.join(table).await,
        }
        clients.push(client);
        players.push(player);
    }
    let table = opened.unwrap();
    for player in &mut players {
        player.wait_until(&table, |state| state.phase == Phase::Playing).await;
    }
    (table, clients, players)
}

pub(crate) fn say(text: &str) -> impl FnOnce(CommandId, TableId) -> ClientMessage {
    let text = text.to_string();
    move |id, table| ClientMessage::Say { id, table, text }
}

#[tokio::test]
async fn a_resent_command_is_carried_out_once_and_gets_the_same_answer() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, clients, mut players) = at_a_table(&server, port, json!({})).await;
    let mv = players[0].first_move(&table).to_string();
    let play = json!({ "do": "play", "id": "once", "table": table, "ply": 0, "mv": mv });
    let mut answers = Vec::new();
    let mut ada = RawSocket::connect(port, &clients[0]).await;
    for _ in 0..3 {
        ada.send(&play).await;
        answers.push(ada.receive_kind("events").await);
    }
    // Also from another device.
    let mut elsewhere = RawSocket::connect(port, &clients[0]).await;
    elsewhere.send(&play).await;
    answers.push(elsewhere.receive_kind("events").await);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    // The same id from another person is another command.
    let mut ben = RawSocket::connect(port, &clients[1]).await;
    ben.send(&json!({ "do": "play", "id": "once", "table": table, "ply": 0, "mv": "P@a" })).await;
    let refused = ben.receive_kind("refused").await;
    assert_eq!(refused["reason"], json!({ "code": "stale", "ply": 1 }));
    assert_eq!(refused["state"]["moves"].as_array().unwrap().len(), 1, "the refusal carries the state");
    let state = players[2].wait_until(&table, |state| !state.moves.is_empty()).await;
    assert_eq!(state.moves.len(), 1);
}

#[tokio::test]
async fn a_client_that_reconnects_gets_the_events_it_has_missed() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, _, mut players) = at_a_table(&server, port, json!({})).await;
    let mut eve = Player::connect(port, &server.client()).await;
    eve.follow(&table).await.unwrap();
    let known = eve.state(&table).number;
    eve.break_connection();
    let mut seat = Seat::First;
    for _ in 0..5 {
        players[seat.index()].play_first(&table).await;
        seat = players[seat.index()].state(&table).next.unwrap();
    }
    let mut missed = Vec::new();
    while missed.len() < 5 {
        match eve.next_event().await {
            ClientEvent::Event { event, .. } => missed.push(event.number),
            ClientEvent::Snapshot { .. } => panic!("a few events should not bring the whole state"),
            _ => {}
        }
    }
    assert_eq!(missed, (known + 1..known + 6).collect::<Vec<_>>());

    let mut raw = RawSocket::connect(port, &server.client()).await;
    raw.send(&json!({ "do": "watch", "table": table, "since": known + 5 })).await;
    assert_eq!(raw.receive_kind("events").await["events"], json!([]), "nothing is missing");
    // After a restored backup another event may have the same number: its time is different.
    for (at, answer) in [(eve.state(&table).changed, "events"), (7, "state")] {
        raw.send(&json!({ "do": "watch", "table": table, "since": known + 5, "since_at": at })).await;
        loop {
            let message = raw.receive().await.unwrap();
            if ["events", "state"].contains(&message["is"].as_str().unwrap()) {
                assert_eq!(message["is"], answer);
                break;
            }
        }
    }
    // Impossible numbers are answered with the whole state.
    for since in [known + 6, u64::MAX] {
        raw.send(&json!({ "do": "watch", "table": table, "since": since })).await;
        assert_eq!(raw.receive_kind("state").await["state"]["number"], known + 5);
    }
}

#[tokio::test]
async fn the_chat_is_for_seated_players_only() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, clients, mut players) = at_a_table(&server, port, json!({ "visibility": "public" })).await;
    let mut eve = Player::connect(port, &server.guest("Eve").await.0).await;
    eve.follow(&table).await.unwrap();
    players[0].command(&table, say(" Well met! ")).await.unwrap();
    let lines = players[1].wait_for(|event| match event {
        ClientEvent::Chat { lines, .. } => Some(lines),
        _ => None,
    });
    assert_eq!(lines.await[0].text, "Well met!");
    // A spectator receives the next move, but no chat line before it.
    players[0].play_first(&table).await;
    eve.wait_for(|event| match event {
        ClientEvent::Chat { .. } => panic!("a spectator receives chat"),
        ClientEvent::Event { event: EventEnvelope { event: Event::Moved { .. }, .. }, .. } => Some(()),
        _ => None,
    })
    .await;
    for text in ["", " \t ", "a\nb", &"x".repeat(301)] {
        assert_eq!(players[2].command(&table, say(text)).await.unwrap_err(), Refusal::BadText);
    }
    for _ in 0..6 {
        players[2].command(&table, say("la")).await.unwrap();
    }
    // The client core would resend a line refused as too fast, so use the raw socket.
    let mut cleo = RawSocket::connect(port, &clients[2]).await;
    cleo.send(&json!({ "do": "say", "id": "seventh", "table": table, "text": "la" })).await;
    assert_eq!(cleo.receive_kind("refused").await["reason"]["code"], "too_fast");
    // A player who reconnects gets the lines after the last one they know.
    let mut ben = RawSocket::connect(port, &clients[1]).await;
    ben.send(&json!({ "do": "watch", "table": table, "chat_since": 1 })).await;
    assert_eq!(ben.receive_kind("chat").await["lines"].as_array().unwrap().len(), 6);
}

#[tokio::test]
async fn a_stand_in_replaces_a_player_whose_clock_has_run_out_until_they_return() {
    // The shortest clock has 30 seconds, so the times in the database are shifted.
    let server = TestServer::with(|config| (config.limits.by_address, config.grace) = (false, 0)).await;
    let port = ServerPort::open(&server).await;
    let settings = json!({ "clock": { "live": { "base": 30, "increment": 0 } } });
    let (table, clients, players) = at_a_table(&server, port, settings).await;
    drop(players);
    let server = server.later(25_000).await;
    let port = ServerPort::open(&server).await;
    let mut ada = Player::connect(port, &clients[0]).await;
    ada.follow(&table).await.unwrap();
    assert_eq!(ada.state(&table).seats[0].stand_in, None, "five seconds are left");
    let server = server.later(10_000).await;
    let port = ServerPort::open(&server).await;
    let mut ada = Player::connect(port, &clients[0]).await;
    ada.follow(&table).await.unwrap();
    let state = ada.wait_until(&table, |state| state.moves.len() == 1).await;
    assert_eq!(state.seats[0].stand_in, Some((StandInReason::Time, LevelId::Abbot)));
    let pass = |id, table| ClientMessage::Play { id, table, ply: 1, mv: "pass".to_string() };
    assert_eq!(ada.command(&table, pass).await.unwrap_err(), Refusal::StoodIn);
    ada.command(&table, |id, table| ClientMessage::Return { id, table }).await.unwrap();
    let state = ada.state(&table);
    assert_eq!(state.seats[0].stand_in, None);
    assert_eq!(state.clock.as_ref().unwrap().left[0], 15_000, "time for a turn");
}

#[tokio::test]
async fn a_rated_game_changes_the_ratings_of_all_players() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let settings = json!({ "rated": true, "visibility": "public", "clock": { "days": { "days": 2 } } });
    let (table, mut clients, mut players) = at_a_table(&server, port, settings).await;
    let takeback = players[0].command(&table, |id, table| ClientMessage::AskTakeback { id, table }).await;
    assert_eq!(takeback.unwrap_err(), Refusal::RatedGame);
    let mut next = Some(Seat::First);
    while let Some(seat) = next {
        players[seat.index()].play_first(&table).await;
        next = players[seat.index()].state(&table).next;
    }
    let state = players[0].wait_until(&table, |state| state.phase == Phase::Finished).await;
    assert!(state.rated);
    let changes = players[0].wait_for(|event| match event {
        ClientEvent::RatingChanges { changes, .. } => Some(changes),
        _ => None,
    });
    let changes = changes.await;
    let mut ratings = Vec::new();
    for client in &mut clients {
        let me: Value = client.get("/api/me").await.read();
        let me: Me = serde_json::from_value(me["me"].clone()).unwrap();
        let profile: Profile = client.get(&format!("/api/people/{}", me.person.id)).await.read();
        assert_eq!((profile.games, profile.ratings.len(), profile.ratings[0].games), (1, 1, 1));
        assert_eq!(profile.ratings[0].players, 3);
        ratings.push((profile.ratings[0].rating, profile.wins));
    }
    for (seat, (rating, wins)) in Seat::ALL.into_iter().zip(&ratings) {
        let won = state.winners.contains(&seat);
        let change = changes[seat.index()];
        assert_eq!((change.seat, change.after), (seat, *rating), "the players were told the same");
        assert_eq!(*wins > 0.0, won);
        assert!(ratings.iter().all(|(other, _)| if won { rating >= other } else { rating <= other }));
    }
    // Anyone can find and replay it.
    let games: Value = server.client().get("/api/games?player=ben&seats=3").await.read();
    assert_eq!(games["tables"][0]["table"], table.as_str());
    assert_eq!(games["tables"][0]["rating_changes"], serde_json::to_value(changes).unwrap(), "and lists say it too");
    let record = server.client().get(&format!("/api/tables/{table}/record")).await.expect(StatusCode::OK).body;
    let record: shangrila_rules::record::GameRecord = record.parse().unwrap();
    assert!(record.final_position().is_over() && record.date.is_some());
}

#[tokio::test]
async fn a_stand_in_replaces_a_player_who_is_deleted() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, mut clients, mut players) = at_a_table(&server, port, json!({})).await;
    let mut ada = RawSocket::connect(port, &clients[0]).await;
    clients[0].post("/api/me/deletion", json!({})).await.expect(StatusCode::NO_CONTENT);
    let resigned = Some((StandInReason::Resigned, LevelId::Abbot));
    let state = players[1].wait_until(&table, |state| state.seats[0].stand_in == resigned).await;
    assert_eq!(state.seats[0].player.as_ref().unwrap().person().unwrap().name, "");
    assert!(ada.close_code().await.is_some(), "the connection of a deleted person is closed");
}

#[tokio::test]
async fn a_server_that_shuts_down_closes_connections_with_1012() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let mut socket = RawSocket::connect(port, &server.client()).await;
    socket.receive_kind("welcome").await;
    server.server.close().await;
    assert_eq!(socket.close_code().await, Some(1012));
}

/// Asks a raw socket for a table, and returns the state or the code of the refusal.
async fn watch(socket: &mut RawSocket, table: &str) -> Value {
    socket.send(&json!({ "do": "watch", "table": table })).await;
    loop {
        let message = socket.receive().await.expect("the connection is open");
        match message["is"].as_str() {
            Some("state") => return message["state"].clone(),
            Some("refused") => return message["reason"]["code"].clone(),
            _ => {}
        }
    }
}

/// A server on which people may write as much as they like.
async fn talkative_server() -> TestServer {
    TestServer::with(|config| {
        (config.limits.by_address, config.limits.chat_burst, config.limits.message_burst) = (false, 1000, 1000);
    })
    .await
}

/// 205 lines of emoji are more than 256 KiB, which used to end the connection of everyone who opened the table.
#[tokio::test]
async fn a_long_chat_is_sent_in_pages() {
    let server = talkative_server().await;
    let port = ServerPort::open(&server).await;
    let (table, clients, _players) = at_a_table(&server, port, json!({})).await;
    let mut ada = RawSocket::connect(port, &clients[0]).await;
    let text = "\u{1f409}".repeat(300);
    for number in 0..240 {
        ada.send(&json!({ "do": "say", "id": format!("c{number}"), "table": table, "text": text })).await;
        ada.receive_kind("chat").await;
    }
    let numbers = |message: &Value| -> Vec<u64> {
        message["lines"].as_array().unwrap().iter().map(|line| line["number"].as_u64().unwrap()).collect()
    };
    let mut back = RawSocket::connect(port, &clients[1]).await;
    back.send(&json!({ "do": "watch", "table": table })).await;
    let latest = back.receive_kind("chat").await;
    assert_eq!((numbers(&latest), &latest["reset"]), ((191..=240).collect(), &json!(true)));
    let mut first = 191_u64;
    while first > 1 {
        back.send(&json!({ "do": "earlier_chat", "table": table, "before": first })).await;
        let page = numbers(&back.receive_kind("chat").await);
        assert_eq!(page, (first.saturating_sub(50).max(1)..first).collect::<Vec<_>>());
        first = page[0];
    }
    // A client that missed a few lines gets only those; one with lines from before a restored backup gets everything.
    back.send(&json!({ "do": "watch", "table": table, "chat_since": 238 })).await;
    let missed = back.receive_kind("chat").await;
    assert_eq!((numbers(&missed), &missed["reset"]), (vec![239, 240], &Value::Null));
    back.send(&json!({ "do": "watch", "table": table, "chat_since": 300 })).await;
    let latest = back.receive_kind("chat").await;
    assert_eq!((numbers(&latest).len(), &latest["reset"]), (50, &json!(true)));
}

/// 33,900 events in a minute, over many connections, is what one person once managed.
#[tokio::test]
async fn toggling_a_level_is_limited_whatever_the_number_of_connections() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut host, _) = server.guest("Eve").await;
    let created = host.post("/api/tables", json!({})).await.expect(StatusCode::CREATED);
    let TableCreated { table } = created.read();
    let (mut done, mut refused) = (0, 0);
    for connection in 0..8 {
        let mut eve = RawSocket::connect(port, &host).await;
        for (number, level) in [json!("sage"), Value::Null].into_iter().cycle().take(10).enumerate() {
            let id = format!("c{connection}-{number}");
            eve.send(&json!({ "do": "seat_level", "id": id, "table": table, "seat": 2, "level": level })).await;
            let answer = loop {
                let message = eve.receive().await.unwrap();
                if message["id"] == id.as_str() || message["events"][0]["id"] == id.as_str() {
                    break message;
                }
            };
            done += u32::from(answer["is"] == "events");
            refused += u32::from(answer["reason"]["code"] == "too_fast");
        }
    }
    assert!((30..40).contains(&done) && refused > 20, "{done} done, {refused} refused");
}

#[tokio::test]
async fn a_spectator_in_the_waiting_room_is_turned_away_when_a_closed_game_starts() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut host, _) = server.guest("Ada").await;
    let settings = json!({ "seats": 3, "spectators": false });
    let created = host.post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
    let TableCreated { table } = created.read();
    let mut ada = Player::connect(port, &host).await;
    ada.follow(&table).await.unwrap();
    let eve = server.guest("Eve").await.0;
    let mut eves = [RawSocket::connect(port, &server.client()).await, RawSocket::connect(port, &eve).await];
    for eve in &mut eves {
        assert_eq!(
            watch(eve, table.as_str()).await["phase"],
            "waiting",
            "anyone with the link can see the waiting room"
        );
    }
    let level = LevelId::Goatherd;
    ada.command(&table, |id, table| ClientMessage::Fill { id, table, level }).await.unwrap();
    ada.play_first(&table).await;
    for eve in &mut eves {
        let refused = eve.receive_kind("refused").await;
        assert_eq!((&refused["reason"]["code"], &refused["table"]), (&json!("not_found"), &json!(table)));
        // Nothing follows, although the game goes on.
        eve.send(&json!({ "do": "ping" })).await;
        assert_eq!(eve.receive().await.unwrap()["is"], "pong");
    }
}

#[tokio::test]
async fn a_watch_that_fails_does_not_count_towards_the_limit() {
    let server = TestServer::with(|config| (config.limits.by_address, config.limits.watched_tables) = (false, 3)).await;
    let port = ServerPort::open(&server).await;
    let (table, clients, _players) = at_a_table(&server, port, json!({})).await;
    let mut ada = RawSocket::connect(port, &clients[0]).await;
    for number in 0..10 {
        assert_eq!(watch(&mut ada, &format!("nowhere{number}")).await, "not_found");
    }
    assert_eq!(watch(&mut ada, table.as_str()).await["phase"], "playing");
    let (mut host, _) = server.guest("Dan").await;
    let mut answers = Vec::new();
    for _ in 0..3 {
        let TableCreated { table } = host.post("/api/tables", json!({})).await.expect(StatusCode::CREATED).read();
        let answer = watch(&mut ada, table.as_str()).await;
        answers.push(answer.as_str().unwrap_or("state").to_string());
    }
    assert_eq!(answers, ["state", "state", "too_many"]);
}

#[tokio::test]
async fn pings_count_as_messages() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let mut socket = RawSocket::connect(port, &server.client()).await;
    for _ in 0..120 {
        if socket.send_ping().await.is_err() {
            break;
        }
    }
    assert_eq!(socket.close_code().await, Some(1008), "a flood of pings ends the connection");
}
