//! Random, mutated, repeated and reordered messages: the server stays up, and every table remains a legal game.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::common::player::Player;
use crate::common::raw_socket::{RawSocket, ServerPort};
use crate::common::{Client, TestServer};
use axum::http::StatusCode;
use fastrand::Rng;
use serde_json::{Value, json};
use shangrila_client_core::replay_position;
use shangrila_protocol::{ClientMessage, EventEnvelope, PersonId, Phase, TableCreated, TableId, TableState};

const ROUNDS: usize = 60;
const MESSAGES: usize = 40;

/// A client that sends anything.
struct FuzzClient {
    client: Client,
    socket: Option<RawSocket>,
    /// Every event of the table it has received.
    events: BTreeMap<u64, Value>,
}

/// A plausible message.
fn plausible(random: &mut Rng, state: &TableState) -> Value {
    let table = &state.table;
    let ply = state.moves.len() as i64 + random.i64(-1..=1).min(random.i64(0..=1));
    let legal = replay_position(state).filter(|_| state.phase == Phase::Playing && random.u8(..4) > 0);
    let mv = match legal.and_then(|position| position.legal_moves().get(0)) {
        Some(mv) => mv.to_string(),
        None => ["pass", "P@a", "a>b", "+F@f+H@f", "", "@@@", "P@z"][random.usize(..7)].to_string(),
    };
    // Few ids, so that some are repeated.
    let id = format!("c{}", random.u16(..5000));
    let seat = random.u8(..6);
    let choice = ["replace", "skip", "end"][random.usize(..3)];
    let level = ["goatherd", "sage", "emperor"][random.usize(..3)];
    let rarely = |random: &mut Rng, message: Value| (random.u8(..16) == 0).then_some(message);
    let unusual = match random.u8(..36) {
        0 => Some(json!({ "do": "join", "id": id, "table": table, "seat": seat })),
        1 => Some(json!({ "do": "seat_level", "id": id, "table": table, "seat": seat, "level": level })),
        2 => Some(json!({ "do": "leave", "id": id, "table": table })),
        3..=5 => Some(json!({ "do": "return", "id": id, "table": table })),
        6 => rarely(random, json!({ "do": "ask_takeback", "id": id, "table": table })),
        7 => Some(json!({ "do": "answer_takeback", "id": id, "table": table, "agrees": random.u8(..4) > 0 })),
        8 => rarely(random, json!({ "do": "resign", "id": id, "table": table })),
        9 => Some(json!({ "do": "vote", "id": id, "table": table, "choice": choice })),
        10 => Some(json!({ "do": "rematch", "id": id, "table": table })),
        11 => Some(json!({ "do": "say", "id": id, "table": table, "text": "x".repeat(random.usize(..400)) })),
        12 => Some(json!({ "do": "watch", "table": table, "since": random.u64(..300), "chat_since": random.u64(..9) })),
        13 => Some(json!({ "do": "unwatch", "table": table })),
        14 => Some(json!({ "do": "watch", "table": "nosuchtable" })),
        15 => Some(json!({ "do": "watch_lobby" })),
        16 => Some(json!({ "do": "close", "id": id, "table": table })),
        17 => Some(json!({ "do": "fill", "id": id, "table": table, "level": level })),
        18 => Some(json!({ "do": "earlier_chat", "table": table, "before": random.u64(..300) })),
        19 => Some(json!({ "do": "unwatch_lobby" })),
        20 => Some(json!({ "do": "ping" })),
        22 => Some(json!({ "do": "remove", "id": id, "table": table, "seat": seat })),
        23 => Some(json!({ "do": "hand_over", "id": id, "table": table, "seat": seat })),
        24 => Some(json!({ "do": "answer_seat", "id": id, "table": table, "agrees": random.u8(..4) > 0 })),
        21 => Some(json!({ "do": "ready", "id": id, "table": table })),
        _ => None,
    };
    unusual.unwrap_or_else(|| json!({ "do": "play", "id": id, "table": table, "ply": ply, "mv": mv }))
}

/// A plausible request about another person: a report, a block, or the end of one.
async fn bother(random: &mut Rng, client: &mut Client, people: &[PersonId], table: &TableId) {
    let person = if random.u8(..4) == 0 { "nobody" } else { people[random.usize(..people.len())].as_str() };
    let path = format!("/api/me/blocks/{person}");
    let answer = match random.u8(..4) {
        0 => client.put(&path).await,
        1 => client.delete(&path).await,
        2 => {
            let text = "x".repeat(random.usize(..600));
            client.post("/api/reports", json!({ "person": person, "text": text })).await
        }
        _ => {
            let line = random.i64(-2..300);
            let report = json!({ "person": person, "table": table, "line": line, "text": "\u{7}" });
            client.post("/api/reports", report).await
        }
    };
    assert!(!answer.status.is_server_error(), "{answer:?}");
}

/// The name of every message there is.
fn kinds() -> BTreeSet<String> {
    // The error for an unknown message names them.
    let unknown = serde_json::from_value::<ClientMessage>(json!({ "do": "?" })).unwrap_err().to_string();
    unknown.split('`').skip(3).step_by(2).map(str::to_string).collect()
}

/// A message with a few bytes changed.
fn mutated(random: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..bytes.len().max(1));
        match random.u8(..4) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = random.u8(32..127),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.insert(at.min(bytes.len()), random.u8(32..127)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl FuzzClient {
    /// Receives everything up to the current state of the table.
    async fn catch_up(&mut self, port: ServerPort, table: &TableId) -> TableState {
        for _ in 0..3 {
            if self.socket.is_none() {
                self.socket = Some(RawSocket::connect(port, &self.client).await);
            }
            let socket = self.socket.as_mut().unwrap();
            // A client that was disconnected may notice only now.
            let _ = socket.send_text(json!({ "do": "watch", "table": table }).to_string()).await;
            while let Some(message) = socket.receive().await {
                for event in message["events"].as_array().into_iter().flatten() {
                    let number = event["number"].as_u64().unwrap();
                    let known = self.events.insert(number, event.clone());
                    assert!(known.is_none_or(|known| known == *event), "event {number} has changed");
                }
                if message["is"] == "state" && message["state"]["table"] == table.as_str() {
                    return serde_json::from_value(message["state"].clone()).unwrap();
                }
            }
            self.socket = None;
        }
        panic!("the table can no longer be watched");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_messages_never_lead_to_an_invalid_state() {
    let server = TestServer::with(|config| {
        config.limits.by_address = false;
        config.limits.message_burst = 100_000;
        config.stand_in = shangrila_protocol::LevelId::Goatherd;
    })
    .await;
    let port = ServerPort::open(&server).await;
    let mut random = Rng::with_seed(5);
    let mut moves = 0;
    let mut sent_kinds = BTreeSet::new();
    for round in 0..4 {
        let (mut host, me) = server.guest("Ada").await;
        let mut people = vec![me.person.id];
        let settings = json!({ "settings": { "seats": 3, "opening": if round % 2 == 0 { "card" } else { "free" } } });
        let created = host.post("/api/tables", settings).await.expect(StatusCode::CREATED);
        let TableCreated { table } = created.read();
        let mut clients = vec![FuzzClient { client: host, socket: None, events: BTreeMap::new() }];
        for name in ["Ben", "Cleo", "Eve"] {
            let (client, me) = server.guest(name).await;
            people.push(me.person.id);
            if name != "Eve" {
                Player::connect(port, &client).await.join(&table).await;
            }
            clients.push(FuzzClient { client, socket: None, events: BTreeMap::new() });
        }
        clients.push(FuzzClient { client: server.client(), socket: None, events: BTreeMap::new() });
        let mut sent: Vec<String> = vec!["{}".to_string()];
        for _ in 0..ROUNDS {
            for client in &mut clients {
                client.catch_up(port, &table).await;
            }
            let state = clients[0].catch_up(port, &table).await;
            let mut batch: Vec<String> = (0..MESSAGES)
                .map(|_| match random.u8(..10) {
                    0 => {
                        let text = random.choice(&sent).unwrap().clone();
                        mutated(&mut random, &text)
                    }
                    // Sent before, by any client.
                    1 | 2 => random.choice(&sent).unwrap().clone(),
                    _ => {
                        let message = plausible(&mut random, &state);
                        sent_kinds.insert(message["do"].as_str().unwrap().to_string());
                        message.to_string()
                    }
                })
                .collect();
            random.shuffle(&mut batch);
            sent.extend(batch.iter().cloned());
            bother(&mut random, &mut clients[usize::from(round % 2 == 0)].client, &people, &table).await;
            for text in batch {
                let client = &mut clients[random.usize(..5)];
                if let Some(socket) = &mut client.socket
                    && socket.send_text(text).await.is_err()
                {
                    client.socket = None;
                }
            }
        }
        let mut all: BTreeMap<u64, Value> = BTreeMap::new();
        for client in &mut clients {
            client.catch_up(port, &table).await;
            for (number, event) in &client.events {
                let known = all.entry(*number).or_insert_with(|| event.clone());
                assert_eq!(known, event, "everyone has received the same");
            }
        }
        let state = clients[0].catch_up(port, &table).await;
        let position = replay_position(&state).expect("a legal game");
        assert_eq!(position.seat_to_move(), state.next);
        moves += state.moves.len();
        // No command was carried out twice.
        let mut commands = HashSet::new();
        for event in all.into_values() {
            let event: EventEnvelope = serde_json::from_value(event).unwrap();
            if let (Some(by), Some(id)) = (event.by, event.id) {
                assert!(commands.insert((by.to_string(), id.to_string())), "{by}: {id} was carried out twice");
            }
        }
    }
    assert_eq!(sent_kinds, kinds(), "every message is sent");
    assert!(moves > 10, "only {moves} moves were played");
    server.client().get("/api/health").await.expect(StatusCode::OK);
}
