//! Tables over real sockets: resent commands, clocks, reconnecting, chat and ratings.

mod common;

use std::time::Duration;

use axum::http::StatusCode;
use common::socket::{Socket, Wire, first_move, position};
use common::{Client, TestServer};
use serde_json::{Value, json};
use shangrila_protocol::{Me, Profile};

/// Between two requests for the state: connections are limited to ten messages per second.
const PAUSE: Duration = Duration::from_millis(150);

/// Three people at a table, with their connections; it is the first one's turn.
async fn at_a_table(server: &TestServer, wire: &Wire, settings: Value) -> (String, Vec<Client>, Vec<Socket>) {
    let rated = settings["rated"] == true;
    let (mut clients, mut sockets) = (Vec::new(), Vec::new());
    let mut table = String::new();
    for (seat, name) in ["Ada", "Ben", "Cleo"].into_iter().enumerate() {
        let (mut client, _) = if rated { server.account(name).await } else { server.guest(name).await };
        if seat == 0 {
            let mut settings = settings.clone();
            settings["seats"] = json!(3);
            let created = client.post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
            table = created.read::<Value>()["table"].as_str().unwrap().to_string();
        }
        let mut socket = wire.connect(&client).await;
        if seat > 0 {
            socket.command("join", &table, json!({})).await.expect("joined");
        }
        clients.push(client);
        sockets.push(socket);
    }
    (table, clients, sockets)
}

#[tokio::test]
async fn a_resent_command_is_carried_out_once_and_gets_the_same_answer() {
    let server = TestServer::start().await;
    let wire = Wire::open(&server).await;
    let (table, clients, mut sockets) = at_a_table(&server, &wire, json!({})).await;
    let state = sockets[0].watch(&table).await["state"].clone();
    let play = json!({
        "do": "play", "id": "once", "table": table, "ply": 0, "mv": first_move(&position(&state))
    });
    let mut answers = Vec::new();
    for _ in 0..3 {
        sockets[0].say(&play).await;
        answers.push(sockets[0].hear_of("events").await);
    }
    // Also from another device.
    let mut elsewhere = wire.connect(&clients[0]).await;
    elsewhere.say(&play).await;
    answers.push(elsewhere.hear_of("events").await);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    // The same id from another person is another command.
    let ply = json!({ "do": "play", "id": "once", "table": table, "ply": 0, "mv": "P@a" });
    sockets[1].say(&ply).await;
    let refused = sockets[1].hear_of("refused").await;
    assert_eq!(refused["reason"], json!({ "code": "stale", "ply": 1 }));
    assert_eq!(refused["state"]["moves"].as_array().unwrap().len(), 1, "the refusal carries the state");
    let again = sockets[2].watch(&table).await["state"].clone();
    assert_eq!(again["moves"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_client_that_reconnects_gets_the_events_it_has_missed() {
    let server = TestServer::start().await;
    let wire = Wire::open(&server).await;
    let (table, _, mut sockets) = at_a_table(&server, &wire, json!({})).await;
    let known = sockets[2].watch(&table).await["state"]["number"].as_u64().unwrap();
    let mut seat = 0;
    for _ in 0..5 {
        seat = sockets[seat].play_first(&table).await.expect("moved").next.unwrap();
    }
    let mut back = wire.connect(&server.client()).await;
    back.say(&json!({ "do": "watch", "table": table, "since": known })).await;
    let missed = back.hear_of("events").await;
    let numbers: Vec<u64> =
        missed["events"].as_array().unwrap().iter().map(|event| event["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (known + 1..known + 6).collect::<Vec<_>>());
    back.say(&json!({ "do": "watch", "table": table, "since": known + 5 })).await;
    assert_eq!(back.hear_of("events").await["events"], json!([]), "nothing is missing");
    // After a restored backup another event may have the same number: its time is different.
    for (at, answer) in [(missed["events"][4]["at"].as_u64().unwrap(), "events"), (7, "state")] {
        back.say(&json!({ "do": "watch", "table": table, "since": known + 5, "since_at": at })).await;
        loop {
            let message = back.hear().await;
            if ["events", "state"].contains(&message["is"].as_str().unwrap()) {
                assert_eq!(message["is"], answer);
                break;
            }
        }
    }
    // Impossible numbers are answered with the whole state.
    for since in [known + 6, u64::MAX] {
        back.say(&json!({ "do": "watch", "table": table, "since": since })).await;
        assert_eq!(back.hear_of("state").await["state"]["number"], known + 5);
    }
}

#[tokio::test]
async fn the_chat_is_for_seated_players_only() {
    let server = TestServer::start().await;
    let wire = Wire::open(&server).await;
    let (table, clients, mut sockets) = at_a_table(&server, &wire, json!({ "visibility": "public" })).await;
    let mut eve = wire.connect(&server.guest("Eve").await.0).await;
    for socket in sockets.iter_mut().chain([&mut eve]) {
        socket.watch(&table).await;
    }
    sockets[0].command("say", &table, json!({ "text": " Well met! " })).await.expect("chat");
    let heard = sockets[1].hear_of("chat").await;
    // The first message has the earlier lines.
    let heard = if heard["lines"] == json!([]) { sockets[1].hear_of("chat").await } else { heard };
    assert_eq!(heard["lines"][0]["text"], "Well met!");
    // A spectator receives the next move, but no chat line before it.
    sockets[0].play_first(&table).await.expect("moved");
    loop {
        let message = eve.hear().await;
        assert_ne!(message["is"], "chat");
        if message["is"] == "events" {
            break;
        }
    }
    for (text, code) in [("", "bad_text"), (" \t ", "bad_text"), ("a\nb", "bad_text"), (&*"x".repeat(301), "bad_text")]
    {
        sockets[2].command("say", &table, json!({ "text": text })).await.expect(code);
    }
    for _ in 0..6 {
        sockets[2].command("say", &table, json!({ "text": "la" })).await.expect("chat");
    }
    sockets[2].command("say", &table, json!({ "text": "la" })).await.expect("too_fast");
    // A player who reconnects gets the earlier lines.
    let mut back = wire.connect(&clients[1]).await;
    back.say(&json!({ "do": "watch", "table": table, "chat_since": 1 })).await;
    assert_eq!(back.hear_of("chat").await["lines"].as_array().unwrap().len(), 6);
}

/// 205 lines of emoji are more than 256 KiB, which used to end the connection of everyone who opened the table.
#[tokio::test]
async fn a_long_chat_is_sent_in_pages() {
    let server = TestServer::with(|config| {
        (config.limits.by_address, config.limits.chat_burst, config.limits.message_burst) = (false, 1000, 1000);
    })
    .await;
    let wire = Wire::open(&server).await;
    let (table, clients, mut sockets) = at_a_table(&server, &wire, json!({})).await;
    let text = "\u{1f409}".repeat(300);
    for _ in 0..240 {
        sockets[0].command("say", &table, json!({ "text": text })).await.expect("chat");
    }
    let numbers = |message: &Value| -> Vec<u64> {
        message["lines"].as_array().unwrap().iter().map(|line| line["number"].as_u64().unwrap()).collect()
    };
    let mut back = wire.connect(&clients[1]).await;
    back.watch(&table).await;
    let latest = back.hear_of("chat").await;
    assert_eq!((numbers(&latest), &latest["reset"]), ((191..=240).collect(), &json!(true)));
    let mut first = 191_u64;
    while first > 1 {
        back.say(&json!({ "do": "earlier_chat", "table": table, "before": first })).await;
        let page = numbers(&back.hear_of("chat").await);
        assert_eq!(page, (first.saturating_sub(50).max(1)..first).collect::<Vec<_>>());
        first = page[0];
    }
    // Someone who has missed little gets just that; someone with lines from before a restored backup starts again.
    back.say(&json!({ "do": "watch", "table": table, "chat_since": 238 })).await;
    let missed = back.hear_of("chat").await;
    assert_eq!((numbers(&missed), &missed["reset"]), (vec![239, 240], &Value::Null));
    back.say(&json!({ "do": "watch", "table": table, "chat_since": 300 })).await;
    let latest = back.hear_of("chat").await;
    assert_eq!((numbers(&latest).len(), &latest["reset"]), (50, &json!(true)));
}

#[tokio::test]
async fn a_resent_chat_line_is_written_once_however_many_lines_follow() {
    let server = TestServer::with(|config| {
        (config.limits.by_address, config.limits.chat_burst, config.limits.message_burst) = (false, 1000, 1000);
    })
    .await;
    let wire = Wire::open(&server).await;
    let (table, _, mut sockets) = at_a_table(&server, &wire, json!({})).await;
    let once = json!({ "do": "say", "id": "once", "table": table, "text": "Hello." });
    sockets[0].say(&once).await;
    let first = sockets[0].hear_of("chat").await;
    for _ in 0..30 {
        sockets[0].command("say", &table, json!({ "text": "la" })).await.expect("chat");
    }
    sockets[0].say(&once).await;
    assert_eq!(sockets[0].hear_of("chat").await, first);
}

#[tokio::test]
async fn a_stand_in_replaces_a_player_whose_clock_has_run_out_until_they_return() {
    // The shortest clock has 30 seconds, so the times in the database are shifted.
    let server = TestServer::with(|config| (config.limits.by_address, config.grace) = (false, 0)).await;
    let wire = Wire::open(&server).await;
    let settings = json!({ "clock": { "live": { "base": 30, "increment": 0 } } });
    let (table, clients, sockets) = at_a_table(&server, &wire, settings).await;
    drop(sockets);
    let server = server.later(25_000).await;
    let wire = Wire::open(&server).await;
    let mut ada = wire.connect(&clients[0]).await;
    let before = ada.watch(&table).await;
    assert_eq!(before["state"]["seats"][0]["stand_in"], Value::Null, "five seconds are left");
    let server = server.later(10_000).await;
    let wire = Wire::open(&server).await;
    let mut ada = wire.connect(&clients[0]).await;
    ada.watch(&table).await;
    let mut state = Value::Null;
    while state["moves"].as_array().is_none_or(|moves| moves.len() != 1) {
        tokio::time::sleep(PAUSE).await;
        state = ada.watch(&table).await["state"].clone();
    }
    assert_eq!(state["seats"][0]["stand_in"], json!(["time", "abbot"]));
    ada.command("play", &table, json!({ "ply": 1, "mv": "pass" })).await.expect("stood_in");
    ada.command("return", &table, json!({})).await.expect("returned");
    let state = ada.watch(&table).await["state"].clone();
    assert_eq!(state["seats"][0]["stand_in"], Value::Null);
    assert_eq!(state["clock"]["left"][0], 15_000, "time for a turn");
}

#[tokio::test]
async fn a_rated_game_changes_the_ratings_of_all_players() {
    let server = TestServer::start().await;
    let wire = Wire::open(&server).await;
    let settings = json!({ "rated": true, "visibility": "public", "clock": { "days": { "days": 2 } } });
    let (table, mut clients, mut sockets) = at_a_table(&server, &wire, settings).await;
    sockets[0].command("ask_takeback", &table, json!({})).await.expect("rated_game");
    let mut next = Some(0);
    while let Some(seat) = next {
        next = sockets[seat].play_first(&table).await.expect("moved").next;
    }
    let state = sockets[0].watch(&table).await["state"].clone();
    assert_eq!((&state["phase"], &state["rated"]), (&json!("finished"), &json!(true)));
    let winners = state["winners"].as_array().unwrap();
    let changes = sockets[0].hear_of("rating_changes").await["changes"].clone();
    let mut ratings = Vec::new();
    for client in &mut clients {
        let me: Value = client.get("/api/me").await.read();
        let me: Me = serde_json::from_value(me["me"].clone()).unwrap();
        let profile: Profile = client.get(&format!("/api/people/{}", me.person.id)).await.read();
        assert_eq!((profile.games, profile.ratings.len(), profile.ratings[0].games), (1, 1, 1));
        assert_eq!(profile.ratings[0].players, 3);
        ratings.push((profile.ratings[0].rating, profile.wins));
    }
    for (seat, (rating, wins)) in ratings.iter().enumerate() {
        let won = winners.contains(&json!(seat));
        assert_eq!((&changes[seat]["seat"], &changes[seat]["after"]), (&json!(seat), &json!(rating)));
        assert_eq!(*wins > 0.0, won);
        assert!(ratings.iter().all(|(other, _)| if won { rating >= other } else { rating <= other }));
    }
    // Anyone can find and replay it.
    let games: Value = server.client().get("/api/games?player=ben&seats=3").await.read();
    assert_eq!(games["tables"][0]["table"], table.as_str());
    assert_eq!(games["tables"][0]["rating_changes"], changes, "the lists say the same");
    let record = server.client().get(&format!("/api/tables/{table}/record")).await.expect(StatusCode::OK).body;
    let record: shangrila_rules::record::GameRecord = record.parse().unwrap();
    assert!(record.final_position().is_over() && record.date.is_some());
}

#[tokio::test]
async fn a_stand_in_replaces_a_player_who_is_deleted() {
    let server = TestServer::start().await;
    let wire = Wire::open(&server).await;
    let (table, mut clients, mut sockets) = at_a_table(&server, &wire, json!({})).await;
    sockets[1].watch(&table).await;
    clients[0].post("/api/me/deletion", json!({})).await.expect(StatusCode::NO_CONTENT);
    let mut state = Value::Null;
    while state["seats"][0]["stand_in"] != json!(["resigned", "abbot"]) {
        tokio::time::sleep(PAUSE).await;
        state = sockets[1].watch(&table).await["state"].clone();
    }
    assert_eq!(state["seats"][0]["sitter"]["person"]["name"], "");
    assert!(sockets[0].ended().await.is_some(), "the connection of a deleted person is closed");
}

#[tokio::test]
async fn a_server_that_shuts_down_closes_connections_with_1012() {
    let server = TestServer::start().await;
    let wire = Wire::open(&server).await;
    let mut socket = wire.connect(&server.client()).await;
    server.server.close().await;
    assert_eq!(socket.ended().await, Some(1012));
}

/// 33,900 events in a minute, over many connections, is what one person once managed.
#[tokio::test]
async fn toggling_a_level_is_limited_whatever_the_number_of_connections() {
    let server = TestServer::start().await;
    let wire = Wire::open(&server).await;
    let (mut host, _) = server.guest("Eve").await;
    let created = host.post("/api/tables", json!({})).await.expect(StatusCode::CREATED);
    let table = created.read::<Value>()["table"].as_str().unwrap().to_string();
    let (mut done, mut refused) = (0, 0);
    for _ in 0..8 {
        let mut socket = wire.connect(&host).await;
        for level in [json!("sage"), Value::Null].into_iter().cycle().take(10) {
            let outcome = socket.command("seat_level", &table, json!({ "seat": 2, "level": level })).await;
            (done, refused) = (done + u32::from(outcome.done), refused + u32::from(outcome.what == "too_fast"));
        }
    }
    assert!((30..40).contains(&done) && refused > 20, "{done} done, {refused} refused");
}

#[tokio::test]
async fn a_spectator_in_the_waiting_room_is_turned_away_when_a_closed_game_starts() {
    let server = TestServer::start().await;
    let wire = Wire::open(&server).await;
    let (mut host, _) = server.guest("Ada").await;
    let settings = json!({ "seats": 3, "spectators": false });
    let created = host.post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
    let table = created.read::<Value>()["table"].as_str().unwrap().to_string();
    let mut ada = wire.connect(&host).await;
    ada.watch(&table).await;
    let mut eves = [wire.connect(&server.client()).await, wire.connect(&server.guest("Eve").await.0).await];
    for eve in &mut eves {
        assert_eq!(eve.watch(&table).await["is"], "state", "anyone with the link can see the waiting room");
    }
    ada.command("fill", &table, json!({ "level": "goatherd" })).await.expect("joined");
    ada.play_first(&table).await.expect("moved");
    for eve in &mut eves {
        let refused = eve.hear_of("refused").await;
        assert_eq!((&refused["reason"]["code"], &refused["table"]), (&json!("not_found"), &json!(table)));
        // Nothing follows, although the game goes on.
        eve.say(&json!({ "do": "ping" })).await;
        assert_eq!(eve.hear().await["is"], "pong");
    }
}

#[tokio::test]
async fn a_watch_that_fails_does_not_count_towards_the_limit() {
    let server = TestServer::with(|config| (config.limits.by_address, config.limits.watched_tables) = (false, 3)).await;
    let wire = Wire::open(&server).await;
    let (table, _, mut sockets) = at_a_table(&server, &wire, json!({})).await;
    for number in 0..10 {
        assert_eq!(sockets[0].watch(&format!("nowhere{number}")).await["reason"]["code"], "not_found");
    }
    assert_eq!(sockets[0].watch(&table).await["is"], "state");
    let (mut host, _) = server.guest("Dan").await;
    let mut answers = Vec::new();
    for _ in 0..3 {
        let created = host.post("/api/tables", json!({})).await.expect(StatusCode::CREATED);
        let other = created.read::<Value>()["table"].as_str().unwrap().to_string();
        let answer = sockets[0].watch(&other).await;
        answers.push(answer["reason"]["code"].as_str().unwrap_or("state").to_string());
    }
    assert_eq!(answers, ["state", "state", "too_many"]);
}

#[tokio::test]
async fn pings_count_as_messages() {
    let server = TestServer::start().await;
    let wire = Wire::open(&server).await;
    let mut socket = wire.connect(&server.client()).await;
    for _ in 0..120 {
        if socket.ping().await.is_err() {
            break;
        }
    }
    assert_eq!(socket.ended().await, Some(1008), "a flood of pings ends the connection");
}
