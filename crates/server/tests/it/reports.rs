//! Reports, blocks, reset links and the view of fair play on a real server.

use crate::common::player::Player;
use crate::common::raw_socket::{RawSocket, ServerPort};
use crate::common::{Client, PASSWORD, TestServer};
use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_client_core::ClientEvent;
use shangrila_protocol::{
    ActionDone, BlockedPeople, ClientMessage, CommandId, FairPlay, LineStatus, Me, Phase, Refusal, ReportOutcome,
    ReportState, Reports, Role, TableCreated, TableId, Tables, WhoAmI,
};
use shangrila_rules::Seat;

fn say(text: &str) -> impl FnOnce(CommandId, TableId) -> ClientMessage {
    let text = text.to_string();
    move |id, table| ClientMessage::Say { id, table, text }
}

fn join(id: CommandId, table: TableId) -> ClientMessage {
    ClientMessage::Join { id, table, seat: None }
}

async fn open_table(client: &mut Client, settings: Value) -> TableId {
    let created = client.post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
    created.read::<TableCreated>().table
}

async fn queue(moderator: &mut Client, state: &str) -> Reports {
    moderator.get(&format!("/api/moderation/reports?state={state}")).await.expect(StatusCode::OK).read()
}

#[tokio::test]
async fn a_reported_line_reaches_the_moderators_with_its_context_and_is_handled_once() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.limits.chat_burst = 100;
    })
    .await;
    let port = ServerPort::open(&server).await;
    let (mut mia, _) = server.with_role("Mia", Role::Moderator).await;
    let (mut ada, _) = server.guest("Ada").await;
    let (ben, ben_me) = server.guest("Ben").await;
    let (mut cleo, _) = server.guest("Cleo").await;
    let table = open_table(&mut ada, json!({ "seats": 3 })).await;
    let mut player = Player::connect(port, &ben).await;
    player.join(&table).await;
    for number in 1..=15 {
        player.command(&table, say(&format!("line {number}"))).await.unwrap();
    }
    let line = |number: u64| json!({ "person": ben_me.person.id, "table": table, "line": number, "text": "An insult" });
    ada.post("/api/reports", line(3)).await.expect(StatusCode::NO_CONTENT);
    ada.post("/api/reports", line(3)).await.expect(StatusCode::NO_CONTENT);
    ada.post("/api/reports", line(99)).await.refused(404, "not_found");
    cleo.post("/api/reports", line(3)).await.refused(404, "not_found");
    cleo.post("/api/reports", json!({ "person": ben_me.person.id, "text": " " })).await.refused(422, "bad_text");

    let open = queue(&mut mia, "open").await.reports;
    assert_eq!(open.len(), 1, "the second report of the same line adds nothing");
    let report = &open[0];
    assert_eq!((report.by.name.as_str(), report.about.name.as_str(), report.line), ("Ada", "Ben", Some(3)));
    assert_eq!((report.text.as_str(), report.state), ("An insult", ReportState::Open));
    let numbers: Vec<u64> = report.context.iter().map(|line| line.number).collect();
    assert_eq!(numbers, (1..=13).collect::<Vec<_>>());

    mia.act(json!({ "act": "take_report", "report": report.number }), "").await.expect(StatusCode::OK);
    mia.act(json!({ "act": "take_report", "report": report.number }), "").await.refused(404, "not_found");
    assert!(queue(&mut mia, "open").await.reports.is_empty());
    assert_eq!(queue(&mut mia, "taken").await.reports[0].taken_by.as_ref().unwrap().name, "Mia");
    mia.act(json!({ "act": "hide_line", "table": table, "line": 3 }), "").await.expect(StatusCode::OK);
    let resolve = json!({ "act": "resolve_report", "report": report.number, "outcome": "upheld" });
    mia.act(resolve.clone(), "").await.expect(StatusCode::OK);
    mia.act(resolve, "").await.refused(404, "not_found");
    let resolved = &queue(&mut mia, "resolved").await.reports[0];
    assert_eq!((resolved.state, resolved.outcome), (ReportState::Resolved, Some(ReportOutcome::Upheld)));
    let hidden = resolved.context.iter().find(|line| line.number == 3).unwrap();
    assert_eq!((hidden.status, hidden.text.as_str()), (LineStatus::Hidden, "line 3"), "moderators still see it");
}

#[tokio::test]
async fn nobody_can_flood_the_moderators_with_reports() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.guest("Ada").await;
    let mut answers = Vec::new();
    for number in 0..8 {
        let (_, me) = server.guest(&format!("Guest {number}")).await;
        let answer = ada.post("/api/reports", json!({ "person": me.person.id, "text": "Too strong" })).await;
        answers.push(answer.status);
    }
    let accepted = answers.iter().filter(|status| **status == StatusCode::NO_CONTENT).count();
    assert_eq!((accepted, answers[7]), (5, StatusCode::TOO_MANY_REQUESTS));
}

#[tokio::test]
async fn a_blocked_person_cannot_join_my_tables_and_their_chat_does_not_reach_me() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut ada, _) = server.guest("Ada").await;
    let (ben, ben_me) = server.guest("Ben").await;
    let (cleo, _) = server.guest("Cleo").await;
    let table = open_table(&mut ada, json!({ "seats": 4 })).await;
    let mut ben_player = Player::connect(port, &ben).await;
    ben_player.join(&table).await;
    ben_player.command(&table, say("before")).await.unwrap();
    let block = format!("/api/me/blocks/{}", ben_me.person.id);
    ada.put(&block).await.expect(StatusCode::NO_CONTENT);
    let listed: BlockedPeople = ada.get("/api/me/blocks").await.expect(StatusCode::OK).read();
    assert_eq!(listed.people[0].name, "Ben");
    assert_eq!(ada.get("/api/me").await.read::<WhoAmI>().me.unwrap().blocked, std::slice::from_ref(&ben_me.person.id));

    // At a table that both have joined, his lines arrive empty, the older ones and the new one; others read them.
    let mut ada_socket = RawSocket::connect(port, &ada).await;
    ada_socket.send(&json!({ "do": "watch", "table": table })).await;
    assert_eq!(ada_socket.receive_kind("chat").await["lines"][0]["text"], "");
    let mut cleo_player = Player::connect(port, &cleo).await;
    cleo_player.join(&table).await;
    ben_player.command(&table, say("after")).await.unwrap();
    assert_eq!(ada_socket.receive_kind("chat").await["lines"][0]["text"], "");
    let heard = |event| match event {
        ClientEvent::Chat { lines, .. } => lines.into_iter().find(|line| line.text == "after").map(|line| line.by),
        _ => None,
    };
    assert_eq!(cleo_player.wait_for(heard).await, ben_me.person.id);

    // He cannot take a seat at another table of hers, but she can at his.
    let other = open_table(&mut ada, json!({})).await;
    ben_player.follow(&other).await.unwrap();
    assert_eq!(ben_player.command(&other, join).await.unwrap_err(), Refusal::Blocked);
    ada.delete(&block).await.expect(StatusCode::NO_CONTENT);
    ben_player.command(&other, join).await.unwrap();
    ada.put("/api/me/blocks/unknown").await.refused(404, "not_found");
}

/// Plays the first legal move until the game is over.
async fn play_to_the_end(players: &mut [Player], table: &TableId) {
    let mut turn = Some(Seat::First);
    while let Some(seat) = turn {
        players[seat.index()].play_first(table).await;
        turn = players[seat.index()].state(table).next;
    }
    players[0].wait_until(table, |state| state.phase == Phase::Finished).await;
}

#[tokio::test]
async fn a_rematch_neither_invites_nor_seats_people_who_have_blocked_its_host_or_are_blocked() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.limits.message_burst = 10_000;
    })
    .await;
    let port = ServerPort::open(&server).await;
    let (mut clients, mut players, mut people) = (Vec::new(), Vec::new(), Vec::new());
    for name in ["Ada", "Ben", "Cleo", "Dan"] {
        let (client, me) = server.guest(name).await;
        players.push(Player::connect(port, &client).await);
        clients.push(client);
        people.push(me.person.id);
    }
    let table = open_table(&mut clients[0], json!({ "seats": 4 })).await;
    players[0].follow(&table).await.unwrap();
    for player in &mut players[1..] {
        player.join(&table).await;
    }
    play_to_the_end(&mut players, &table).await;

    // Ben has blocked Ada, and Ada has blocked Cleo. All but Ada look elsewhere, so that they need an invitation.
    clients[1].put(&format!("/api/me/blocks/{}", people[0])).await.expect(StatusCode::NO_CONTENT);
    clients[0].put(&format!("/api/me/blocks/{}", people[2])).await.expect(StatusCode::NO_CONTENT);
    players.truncate(1);
    let is_alone = |event| match event {
        ClientEvent::Presence { presence, .. } => (presence.seats == [true, false, false, false]).then_some(()),
        _ => None,
    };
    players[0].wait_for(is_alone).await;
    let mut sockets = Vec::new();
    for client in &clients[1..] {
        sockets.push(RawSocket::connect(port, client).await);
    }
    players[0].command(&table, |id, table| ClientMessage::Rematch { id, table }).await.unwrap();
    let rematch = players[0].state(&table).rematch.clone().unwrap();
    assert_eq!(players[0].state(&table).rematch_by, Some(people[0].clone()));

    let invitation = sockets[2].receive_kind("notice").await;
    assert_eq!((&invitation["table"], &invitation["kind"]), (&table.as_str().into(), &"rematch".into()));
    for socket in &mut sockets[..2] {
        // Everything that was sent before arrives before the answer to a ping.
        socket.send(&json!({ "do": "ping" })).await;
        loop {
            let message = socket.receive().await.unwrap();
            assert_ne!(message["is"], "notice", "{message}");
            if message["is"] == "pong" {
                break;
            }
        }
    }
    let mut invited = Vec::new();
    for client in &mut clients[1..] {
        let tables: Tables = client.get("/api/me/tables").await.expect(StatusCode::OK).read();
        invited.push(tables.tables.iter().any(|listed| listed.table == rematch));
    }
    assert_eq!(invited, [false, false, true]);
    players[0].follow(&rematch).await.unwrap();
    let kept: Vec<_> = players[0].state(&rematch).seats.iter().filter_map(|seat| seat.kept_for.clone()).collect();
    assert_eq!(kept, people[3..]);
}

#[tokio::test]
async fn a_reset_link_sets_a_new_password_once_and_signs_everyone_out() {
    let server = TestServer::start().await;
    let (mut ada, _) = server.with_role("Ada", Role::Administrator).await;
    let (mut mia, _) = server.with_role("Mia", Role::Moderator).await;
    let (mut ben, me) = server.account("Ben").await;
    let (_, guest) = server.guest("Gus").await;
    let link = |me: &Me| json!({ "act": "reset_link", "person": me.person.id });
    mia.act(link(&me), "").await.refused(403, "needs_role");
    ada.act(link(&guest), "").await.refused(404, "not_found");
    let first: ActionDone = ada.act(link(&me), "").await.expect(StatusCode::OK).read();
    let second: ActionDone = ada.act(link(&me), "").await.expect(StatusCode::OK).read();
    let (first, second) = (first.reset_token.unwrap(), second.reset_token.unwrap());
    let mut stranger = server.client();
    let reset = |token: &str, password: &str| json!({ "token": token, "password": password });
    stranger
        .post("/api/password-reset/confirmation", reset("guess", "a new password"))
        .await
        .refused(403, "link_expired");
    stranger.post("/api/password-reset/confirmation", reset(&first, "short")).await.refused(422, "bad_password");
    stranger.post("/api/password-reset/confirmation", reset(&first, "a new password")).await.expect(StatusCode::OK);
    assert_eq!(ben.get("/api/me").await.read::<WhoAmI>().me, None, "signed out");
    assert!(stranger.get("/api/me").await.read::<WhoAmI>().me.is_some(), "signed in");
    for token in [&first, &second] {
        stranger
            .post("/api/password-reset/confirmation", reset(token, "another password"))
            .await
            .refused(403, "link_expired");
    }
    let credentials = |password: &str| json!({ "name": "Ben", "password": password });
    stranger.post("/api/session", credentials(PASSWORD)).await.refused(403, "wrong_password");
    stranger.post("/api/session", credentials("a new password")).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn moderators_see_how_someone_plays_without_anyone_waiting() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.limits.message_burst = 10_000;
        config.thinking_threads = 2;
    })
    .await;
    let port = ServerPort::open(&server).await;
    let (mut mia, _) = server.with_role("Mia", Role::Moderator).await;
    let (mut clients, mut players, mut people) = (Vec::new(), Vec::new(), Vec::new());
    for name in ["Ada", "Ben", "Cleo"] {
        let (client, me) = server.account(name).await;
        players.push(Player::connect(port, &client).await);
        clients.push(client);
        people.push(me.person);
    }
    let clock = json!({ "live": { "base": 3600, "increment": 0 } });
    let settings = json!({ "seats": 3, "rated": true, "visibility": "public", "clock": clock });
    let table = open_table(&mut clients[0], settings).await;
    players[0].follow(&table).await.unwrap();
    for player in &mut players[1..] {
        player.join(&table).await;
    }
    play_to_the_end(&mut players, &table).await;

    let path = format!("/api/moderation/people/{}/fair-play", people[0].id);
    let first: FairPlay = mia.get(&path).await.expect(StatusCode::OK).read();
    assert_eq!((first.agreements.len(), first.pending), (0, 1), "comparing happens in the background");
    let moves: u32 = first.times.iter().map(|times| times.moves).sum();
    assert!(moves > 10, "{moves} moves were chosen");
    assert_eq!(first.times.last().unwrap().below, None);
    let mut companions: Vec<&str> = first.companions.iter().map(|companion| companion.person.name.as_str()).collect();
    companions.sort_unstable();
    assert_eq!((companions, first.companions[0].games), (vec!["Ben", "Cleo"], 1));
    let done = loop {
        let now: FairPlay = mia.get(&path).await.expect(StatusCode::OK).read();
        if now.pending == 0 {
            break now;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    assert_eq!((done.agreements.len(), done.agreements[0].moves), (1, moves));
    assert!(
        done.agreements[0].agreed < moves,
        "whoever plays the first legal move does not play like the strongest level"
    );
    mia.get("/api/moderation/people/nobody/fair-play").await.refused(404, "not_found");
}
