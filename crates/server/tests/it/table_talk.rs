//! Talk at a table over real sockets: the chat of the spectators, withdrawn takebacks, and players whose connections go silent.

use std::time::{Duration, Instant};

use crate::common::TestServer;
use crate::common::player::Player;
use crate::common::raw_socket::{RawSocket, ServerPort};
use crate::tables::{at_a_table, say};
use serde_json::json;
use shangrila_client_core::ClientEvent;
use shangrila_protocol::{Audience, ChatLine, ClientMessage, Event, EventEnvelope, Refusal};

/// The next lines of chat.
async fn chat(player: &mut Player) -> Vec<ChatLine> {
    player
        .wait_for(|event| match event {
            ClientEvent::Chat { lines, .. } if !lines.is_empty() => Some(lines),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn spectators_have_a_chat_of_their_own_if_the_table_wants_it() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, clients, mut players) = at_a_table(&server, port, json!({ "spectator_chat": true })).await;
    let (mut eve, mut fay) = (
        Player::connect(port, &server.guest("Eve").await.0).await,
        Player::connect(port, &server.guest("Fay").await.0).await,
    );
    for spectator in [&mut eve, &mut fay] {
        spectator.follow(&table).await.unwrap();
    }
    players[0].command(&table, say("Only for us")).await.unwrap();
    eve.command(&table, say("Violet should travel")).await.unwrap();
    let lines = chat(&mut fay).await;
    let first = Audience::Spectators.first_line();
    assert_eq!((lines.len(), lines[0].number), (1, first), "nothing of what the players say");
    assert_eq!((lines[0].name.as_str(), lines[0].text.as_str()), ("Eve", "Violet should travel"));
    let lines = chat(&mut players[1]).await;
    assert_eq!((lines.len(), lines[0].number, lines[0].name.as_str()), (1, 1, "Ada"));
    players[2].command(&table, say("Your turn")).await.unwrap();
    assert_eq!(chat(&mut players[1]).await[0].number, 2, "nothing of what the spectators say");
    // Whoever comes later gets the lines of their own chat, and no others by asking for them.
    let mut raw = RawSocket::connect(port, &server.client()).await;
    raw.send(&json!({ "do": "watch", "table": table })).await;
    let lines = raw.receive_kind("chat").await["lines"].clone();
    assert_eq!((lines.as_array().unwrap().len(), &lines[0]["number"]), (1, &json!(first)));
    raw.send(&json!({ "do": "earlier_chat", "table": table, "before": 3 })).await;
    assert_eq!(raw.receive_kind("chat").await["lines"], json!([]));
    raw.send(&json!({ "do": "say", "id": "x", "table": table, "text": "Hello" })).await;
    assert_eq!(raw.receive_kind("refused").await["reason"]["code"], "not_signed_in");
    let mut ben = RawSocket::connect(port, &clients[1]).await;
    ben.send(&json!({ "do": "watch", "table": table, "chat_since": first })).await;
    let answer = ben.receive_kind("chat").await;
    assert_eq!(answer["lines"].as_array().unwrap().len(), 2);
    assert_eq!(answer["reset"], true, "what the client has is of another chat");
    ben.send(&json!({ "do": "earlier_chat", "table": table, "before": first + 1 })).await;
    assert_eq!(ben.receive_kind("chat").await["lines"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_takeback_request_can_be_withdrawn() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, _, mut players) = at_a_table(&server, port, json!({})).await;
    players[0].play_first(&table).await;
    let ask = |id, table| ClientMessage::AskTakeback { id, table };
    let answer = |agrees| move |id, table| ClientMessage::AnswerTakeback { id, table, agrees };
    players[0].command(&table, ask).await.unwrap();
    players[1].command(&table, answer(true)).await.unwrap();
    assert_eq!(players[0].command(&table, answer(true)).await.unwrap_err(), Refusal::WrongPhase);
    players[0].command(&table, answer(false)).await.unwrap();
    let withdrawn = players[2].wait_for(|event| match event {
        ClientEvent::Event {
            event: EventEnvelope { event: Event::TakebackAnswered { seat, agrees: false }, .. },
            ..
        } => Some(seat),
        _ => None,
    });
    assert_eq!(withdrawn.await.index(), 0);
    let state = players[2].state(&table);
    assert_eq!((state.takeback.clone(), state.moves.len()), (None, 1));
    assert_eq!(players[2].command(&table, answer(true)).await.unwrap_err(), Refusal::NothingToTakeBack);
    // It can be asked again, and agreed to.
    players[0].command(&table, ask).await.unwrap();
    for other in [1, 2] {
        players[other].command(&table, answer(true)).await.unwrap();
    }
    players[0].wait_until(&table, |state| state.moves.is_empty()).await;
}

#[tokio::test]
async fn a_player_whose_connection_goes_silent_is_away_within_fifteen_seconds() {
    let server = TestServer::start().await;
    let port = ServerPort::open(&server).await;
    let (table, clients, mut players) = at_a_table(&server, port, json!({})).await;
    // Cleo's only connection is one that nobody reads, so that it does not even answer pings; but it stays open.
    let mut silent = RawSocket::connect(port, &clients[2]).await;
    silent.send(&json!({ "do": "watch", "table": table })).await;
    silent.receive_kind("state").await;
    drop(players.pop());
    let since = Instant::now();
    let is_there = |event| match event {
        ClientEvent::Presence { presence, .. } => Some(presence.seats[2]),
        _ => None,
    };
    while players[0].wait_for(is_there).await {}
    let waited = since.elapsed();
    assert!((Duration::from_secs(8)..Duration::from_secs(15)).contains(&waited), "{waited:?}");
    drop(silent);
}
