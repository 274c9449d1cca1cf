//! Moderation on a real server: roles, bans, mutes, closed tables and hidden chat, by the app's routes and by commands on the host.

use std::slice;

use crate::common::player::Player;
use crate::common::raw_socket::{RawSocket, ServerPort};
use crate::common::{Client, PASSWORD, TestServer};
use axum::http::StatusCode;
use serde_json::{Value, json};
use shangrila_client_core::ClientEvent;
use shangrila_protocol::{
    AuditLog, BannedNetworks, BotCreated, ChatLine, ClientMessage, CommandId, FoundPeople, LineStatus, Me,
    ModeratedChat, ModerationAction, Phase, Refusal, Role, TableCreated, TableId, Tables, WhoAmI,
};
use shangrila_server::HostCommands;

fn say(text: &str) -> impl FnOnce(CommandId, TableId) -> ClientMessage {
    let text = text.to_string();
    move |id, table| ClientMessage::Say { id, table, text }
}

/// A table with these people, who all follow it.
async fn table_of(port: ServerPort, clients: &mut [Client], settings: Value) -> (TableId, Vec<Player>) {
    let created = clients[0].post("/api/tables", json!({ "settings": settings })).await.expect(StatusCode::CREATED);
    let TableCreated { table } = created.read();
    let mut players = Vec::new();
    for (index, client) in clients.iter().enumerate() {
        let mut player = Player::connect(port, client).await;
        if index == 0 {
            player.follow(&table).await.unwrap()
        } else {
            player.join(&table).await
        }
        players.push(player);
    }
    (table, players)
}

#[tokio::test]
async fn a_banned_account_is_shut_out_everywhere_with_its_bots_until_the_ban_is_lifted() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut moderator, _) = server.with_role("Mia", Role::Moderator).await;
    let (mut ben, me) = server.account("Ben").await;
    let created: BotCreated =
        ben.post("/api/me/bots", json!({ "name": "Robo" })).await.expect(StatusCode::CREATED).read();
    let mut bot = server.client();
    bot.headers.insert("authorization", format!("Bearer {}", created.token).parse().unwrap());
    let credentials = json!({ "name": "Ben", "password": PASSWORD });
    let mut phone = server.client();
    phone.post("/api/session", credentials.clone()).await.expect(StatusCode::OK);
    let mut sockets = [RawSocket::connect(port, &ben).await, RawSocket::connect(port, &bot).await];

    let person = &me.person.id;
    let banned = moderator.act(json!({ "act": "ban", "person": person, "hours": 24 }), "spam").await;
    banned.expect(StatusCode::OK);
    for socket in &mut sockets {
        let refused = socket.receive_kind("refused").await;
        assert_eq!(refused["reason"]["code"], "banned");
        assert!(refused["reason"]["until"].as_u64().unwrap() > 0);
        assert_eq!(socket.close_code().await, Some(4003));
    }
    ben.get("/api/me/tables").await.refused(403, "banned");
    ben.get("/api/socket").await.refused(403, "banned");
    bot.post("/api/tables", json!({})).await.refused(403, "banned");
    server.client().post("/api/session", credentials.clone()).await.refused(403, "banned");
    server
        .client()
        .post("/api/session", json!({ "name": "Ben", "password": "wrong wrong" }))
        .await
        .refused(403, "wrong_password");

    let told: WhoAmI = ben.get("/api/me").await.expect(StatusCode::OK).read();
    assert_eq!(told.banned.unwrap().reason, "spam");
    ben.get("/api/me/export").await.expect(StatusCode::OK);
    ben.patch("/api/me", json!({ "name": "Benno" })).await.refused(403, "banned");
    phone.delete("/api/session").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(phone.get("/api/me").await.read::<WhoAmI>(), WhoAmI::default(), "signed out");

    moderator.act(json!({ "act": "unban", "person": person }), "a mistake").await.expect(StatusCode::OK);
    ben.get("/api/me/tables").await.expect(StatusCode::OK);
    server.client().post("/api/session", credentials).await.expect(StatusCode::OK);
    moderator.act(json!({ "act": "unban", "person": person }), "").await.refused(404, "not_found");
}

#[tokio::test]
async fn an_address_range_is_shut_out_by_administrators_only() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.behind_proxy = true;
    })
    .await;
    let port = ServerPort::open(&server).await;
    let (mut moderator, _) = server.with_role("Mia", Role::Moderator).await;
    let (mut administrator, _) = server.with_role("Ada", Role::Administrator).await;
    let at = |address: &str| {
        let mut client = server.client();
        client.headers.insert("x-forwarded-for", address.parse().unwrap());
        client
    };
    let (mut inside, mut outside) = (at("192.0.2.77"), at("192.0.3.1"));
    let (mut inside_6, mut outside_6) = (at("2001:db8:5:1::9"), at("2001:db8:6::9"));
    let mut socket = RawSocket::connect(port, &inside).await;
    let mut other = RawSocket::connect(port, &outside).await;
    let ban = |network: &str| json!({ "act": "ban_network", "network": network, "hours": 1 });
    moderator.act(ban("192.0.2.0/24"), "").await.refused(403, "needs_role");
    administrator.act(ban("0.0.0.0/0"), "").await.refused(400, "bad_message");
    administrator.act(ban("192.0.2.7/24"), "a flood").await.expect(StatusCode::OK);
    administrator.act(ban("2001:db8:5::/48"), "a flood").await.expect(StatusCode::OK);

    assert_eq!(socket.close_code().await, Some(4003));
    inside.get("/api/tables").await.refused(403, "banned");
    inside_6.get("/api/tables").await.refused(403, "banned");
    outside.get("/api/tables").await.expect(StatusCode::OK);
    outside_6.get("/api/tables").await.expect(StatusCode::OK);
    other.send(&json!({ "do": "ping" })).await;
    other.receive_kind("pong").await;
    let listed: BannedNetworks = moderator.get("/api/moderation/networks").await.expect(StatusCode::OK).read();
    let mut networks: Vec<String> = listed.networks.into_iter().map(|banned| banned.network).collect();
    networks.sort();
    assert_eq!(networks, ["192.0.2.0/24", "2001:db8:5::/48"]);
    let unban = json!({ "act": "unban_network", "network": "192.0.2.0/24" });
    administrator.act(unban, "").await.expect(StatusCode::OK);
    inside.get("/api/tables").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_muted_person_plays_on_but_cannot_chat() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut moderator, _) = server.with_role("Mia", Role::Moderator).await;
    let (ada, _) = server.guest("Ada").await;
    let (ben, me) = server.guest("Ben").await;
    let (table, mut players) = table_of(port, &mut [ada, ben], json!({ "seats": 3 })).await;
    players[1].command(&table, say("Buy cheap bridges")).await.unwrap();
    let mute = json!({ "act": "mute", "person": me.person.id, "hours": 2 });
    moderator.act(mute, "advertising").await.expect(StatusCode::OK);
    let refused = players[1].command(&table, say("Cheap!")).await.unwrap_err();
    assert!(matches!(refused, Refusal::Muted { until: Some(_) }), "{refused:?}");
    players[0].command(&table, say("Peace at last.")).await.unwrap();
    players[1].command(&table, |id, table| ClientMessage::Leave { id, table }).await.unwrap();
    moderator.act(json!({ "act": "unmute", "person": me.person.id }), "").await.expect(StatusCode::OK);
    players[1].command(&table, |id, table| ClientMessage::Join { id, table, seat: None }).await.unwrap();
    players[1].command(&table, say("Sorry.")).await.unwrap();
}

#[tokio::test]
async fn a_table_is_closed_in_the_middle_of_a_game_and_everyone_is_told_why() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (mut moderator, _) = server.with_role("Mia", Role::Moderator).await;
    let mut clients = Vec::new();
    for name in ["Ada", "Ben", "Cleo"] {
        clients.push(server.guest(name).await.0);
    }
    let (table, mut players) = table_of(port, &mut clients, json!({ "seats": 3 })).await;
    players[0].play_first(&table).await;
    let close = json!({ "act": "close_table", "table": table });
    moderator.act(close.clone(), "Insults at the table").await.expect(StatusCode::OK);
    for player in &mut players {
        let state = player.wait_until(&table, |state| state.phase == Phase::Closed).await;
        assert_eq!(state.closed_because.as_deref(), Some("Insults at the table"));
    }
    let mv = "pass".to_string();
    let late = players[1].command(&table, |id, table| ClientMessage::Play { id, table, ply: 1, mv }).await;
    assert_eq!(late.unwrap_err(), Refusal::WrongPhase);
    moderator.act(close, "again").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_hidden_chat_line_disappears_for_everyone_also_for_those_who_were_away_or_page_back() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.limits.chat_burst = 1000;
        config.limits.message_burst = 1000;
    })
    .await;
    let port = ServerPort::open(&server).await;
    let (mut moderator, _) = server.with_role("Mia", Role::Moderator).await;
    let mut clients = [server.guest("Ada").await.0, server.guest("Ben").await.0];
    let (table, mut players) = table_of(port, &mut clients, json!({ "seats": 3 })).await;
    for number in 1..=60 {
        players[1].command(&table, say(&format!("line {number}"))).await.unwrap();
    }
    let hide = |line: u64| json!({ "act": "hide_line", "table": table, "line": line });
    moderator.act(hide(57), "an insult").await.expect(StatusCode::OK);
    let hidden = |lines: Vec<ChatLine>| -> Option<Vec<u64>> {
        let hidden: Vec<u64> = lines.iter().filter(|line| line.hidden).map(|line| line.number).collect();
        lines.iter().filter(|line| line.hidden).for_each(|line| assert_eq!(line.text, ""));
        (!hidden.is_empty()).then_some(hidden)
    };
    let changed = |event| match event {
        ClientEvent::ChatChanged { lines, .. } => hidden(lines),
        _ => None,
    };
    assert_eq!(players[0].wait_for(changed).await, [57], "at once");

    // Away while a line is hidden.
    players[0].break_connection();
    moderator.act(hide(20), "").await.expect(StatusCode::OK);
    assert_eq!(players[0].wait_for(changed).await, [20, 57], "after reconnecting");

    // Paging back with a new connection.
    let mut socket = RawSocket::connect(port, &clients[0]).await;
    socket.send(&json!({ "do": "watch", "table": table })).await;
    let latest: Vec<ChatLine> = serde_json::from_value(socket.receive_kind("chat").await["lines"].take()).unwrap();
    assert_eq!((latest.len(), hidden(latest)), (50, Some(vec![20, 57])));
    moderator.act(hide(3), "").await.expect(StatusCode::OK);
    socket.send(&json!({ "do": "earlier_chat", "table": table, "before": 11 })).await;
    let earlier: Vec<ChatLine> = serde_json::from_value(socket.receive_kind("chat").await["lines"].take()).unwrap();
    assert_eq!((earlier.len(), hidden(earlier)), (10, Some(vec![3])));

    // Moderators still see what was hidden, but not what was removed; and a hidden line can come back.
    moderator.act(json!({ "act": "remove_line", "table": table, "line": 57 }), "").await.expect(StatusCode::OK);
    moderator.act(json!({ "act": "show_line", "table": table, "line": 3 }), "").await.expect(StatusCode::OK);
    moderator.act(json!({ "act": "show_line", "table": table, "line": 57 }), "").await.refused(404, "not_found");
    moderator.act(hide(61), "").await.refused(404, "not_found");
    let seen: ModeratedChat =
        moderator.get(&format!("/api/moderation/tables/{table}/chat")).await.expect(StatusCode::OK).read();
    let line = |number: u64| seen.lines.iter().find(|line| line.number == number).unwrap();
    assert_eq!((line(20).text.as_str(), line(20).status), ("line 20", LineStatus::Hidden));
    assert_eq!((line(57).text.as_str(), line(57).status), ("", LineStatus::Removed));
    let before: ModeratedChat =
        moderator.get(&format!("/api/moderation/tables/{table}/chat?before=4")).await.expect(StatusCode::OK).read();
    assert_eq!(before.lines.last().unwrap().status, LineStatus::Shown);
    assert_eq!(before.lines.last().unwrap().by.name, "Ben");
}

#[tokio::test]
async fn nobody_moderates_someone_with_as_many_rights_and_every_action_is_logged() {
    let server = TestServer::start().await;
    let (mut mia, mia_me) = server.with_role("Mia", Role::Moderator).await;
    let (_, max_me) = server.with_role("Max", Role::Moderator).await;
    let (mut ada, ada_me) = server.with_role("Ada", Role::Administrator).await;
    let (mut ben, ben_me) = server.account("Ben").await;
    let ban = |me: &Me| json!({ "act": "ban", "person": me.person.id });
    mia.act(ban(&ada_me), "").await.refused(403, "needs_role");
    mia.act(ban(&max_me), "").await.refused(403, "needs_role");
    mia.act(ban(&mia_me), "").await.refused(403, "needs_role");
    ben.act(ban(&max_me), "").await.refused(403, "needs_role");
    ada.act(json!({ "act": "grant", "person": ben_me.person.id, "role": "moderator" }), "")
        .await
        .refused(403, "needs_role");
    mia.act(ban(&ben_me), "two\nlines").await.refused(422, "bad_text");
    mia.act(json!({ "act": "ban", "person": ben_me.person.id, "hours": 0 }), "").await.refused(400, "bad_message");
    mia.act(ban(&ben_me), "cheating").await.expect(StatusCode::OK);
    ada.act(ban(&max_me), "left").await.expect(StatusCode::OK);
    let log: AuditLog = mia.get("/api/moderation/audit").await.expect(StatusCode::OK).read();
    let lines: Vec<(Option<String>, Option<String>, String)> = log
        .entries
        .iter()
        .map(|entry| {
            (entry.by.clone().map(|by| by.name), entry.about.clone().map(|about| about.name), entry.reason.clone())
        })
        .collect();
    let line =
        |by: &str, about: &str, reason: &str| (Some(by.to_string()), Some(about.to_string()), reason.to_string());
    assert_eq!(lines[..2], [line("Ada", "Max", "left"), line("Mia", "Ben", "cheating")]);
    assert_eq!(lines.len(), 5, "and three grants by the operator");
    assert!(log.entries[4].by.is_none());
}

#[tokio::test]
async fn moderators_find_people_and_tables_that_others_do_not_see() {
    let server = TestServer::start().await;
    let (mut mia, _) = server.with_role("Mia", Role::Moderator).await;
    let (mut ada, ada_me) = server.guest("Ada Lovelace").await;
    server.guest("Ben").await;
    let created = ada.post("/api/tables", json!({})).await.expect(StatusCode::CREATED);
    let TableCreated { table } = created.read();
    mia.act(json!({ "act": "mute", "person": ada_me.person.id }), "shouting").await.expect(StatusCode::OK);
    for text in ["lovelace", ada_me.person.id.as_str()] {
        let found: FoundPeople =
            mia.get(&format!("/api/moderation/people?text={text}")).await.expect(StatusCode::OK).read();
        assert_eq!(found.people.len(), 1, "{text}");
        assert_eq!(found.people[0].mute.as_ref().unwrap().reason, "shouting");
        assert!(found.people[0].ban.is_none());
    }
    for text in ["LOVE", table.as_str(), ""] {
        let found: Tables = mia.get(&format!("/api/moderation/tables?text={text}")).await.expect(StatusCode::OK).read();
        assert_eq!(found.tables.len(), 1, "{text}: a private table");
    }
    let found: Tables = mia.get("/api/moderation/tables?text=ben").await.expect(StatusCode::OK).read();
    assert!(found.tables.is_empty());
}

#[tokio::test]
async fn what_is_done_on_the_host_is_carried_out_by_the_running_server_and_after_a_restart() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (ben, me) = server.account("Ben").await;
    let (mut ada, _) = server.guest("Ada").await;
    let (table, mut players) = table_of(port, slice::from_mut(&mut ada), json!({})).await;
    let mut socket = RawSocket::connect(port, &ben).await;
    let host = HostCommands::open(server.database()).await.unwrap();
    host.act(&ModerationAction::Ban { person: me.person.id.clone(), hours: None }, "").await.unwrap();
    host.act(&ModerationAction::CloseTable { table: table.clone() }, "spam").await.unwrap();
    assert_eq!(socket.close_code().await, Some(4003));
    let state = players[0].wait_until(&table, |state| state.phase == Phase::Closed).await;
    assert_eq!(state.closed_because.as_deref(), Some("spam"));

    let TableCreated { table } = ada.post("/api/tables", json!({})).await.expect(StatusCode::CREATED).read();
    server.server.close().await;
    host.act(&ModerationAction::CloseTable { table: table.clone() }, "later").await.unwrap();
    host.close().await;
    let server = server.later(0).await;
    let port = ServerPort::open(&server).await;
    ada.app = server.app.clone();
    let mut player = Player::connect(port, &ada).await;
    player.follow(&table).await.unwrap();
    player.wait_until(&table, |state| state.phase == Phase::Closed).await;
    let mut ben = Client { app: server.app.clone(), ..ben };
    ben.get("/api/me/tables").await.refused(403, "banned");
}
