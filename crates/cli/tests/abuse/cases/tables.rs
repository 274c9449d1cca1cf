//! People who abuse tables: the chat, the waiting room, computer players, ratings, and other people's patience.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::{PATIENCE, Target};
use crate::suite::{Case, Outcome, case, withstood};
use crate::visitor::{Socket, Visitor};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!("long_chat", "more chat than fits into one message", long_chat),
        case!("repeated_chat", "a chat command sent again after many other lines", repeated_chat),
        case!("busy_computer_players", "20 games against the strongest level, and 40 renames", busy_computer_players),
        case!("toggled_level", "a level seated and unseated over eight connections", toggled_level),
        case!("rated_stand_in", "a rated game left to a stand-in, kept private, or without a clock", rated_stand_in),
        case!("closed_game", "a spectator stays from the waiting room into a game without spectators", closed_game),
        case!("vanished_player", "a player never comes back to a game without a clock", vanished_player),
        case!("full_lobby", "one address opens tables until the lobby is full", full_lobby),
        case!("failed_watches", "tables that do not exist are watched", failed_watches),
        case!("ping_flood", "a connection sends nothing but pings", ping_flood),
    ]
}

/// Opens a table and seats everyone. Returns it with their connections.
async fn table_of(target: &Target, names: &[&str], settings: Value) -> (String, Vec<Visitor>, Vec<Socket>) {
    let (mut visitors, mut sockets, mut table) = (Vec::new(), Vec::new(), String::new());
    for (seat, name) in names.iter().enumerate() {
        let mut visitor = target.guest(name).await;
        if seat == 0 {
            table = visitor.open_table(settings.clone()).await;
        }
        let mut socket = visitor.socket().await;
        if seat > 0 {
            assert_eq!(socket.command("join", &table, json!({})).await, "joined");
        }
        visitors.push(visitor);
        sockets.push(socket);
    }
    (table, visitors, sockets)
}

async fn long_chat() -> Outcome {
    let target = Target::start(&[("LIMITS__CHAT_BURST", "1000"), ("LIMITS__MESSAGE_BURST", "1000")]);
    let (table, visitors, mut sockets) = table_of(&target, &["Ada", "Ben"], json!({ "seats": 3 })).await;
    let text = "\u{1f409}".repeat(300);
    for _ in 0..210 {
        assert_eq!(sockets[0].command("say", &table, json!({ "text": text })).await, "chat");
    }
    let mut ben = visitors[1].socket().await;
    ben.watch(&table).await;
    let latest = ben.hear_of("chat").await["lines"].as_array().unwrap().len();
    ben.say(&json!({ "do": "earlier_chat", "table": table, "before": 161 })).await;
    let earlier = ben.hear_of("chat").await["lines"][0]["number"].clone();
    assert_eq!((latest, earlier), (50, json!(111)));
    withstood("sent in pages of 50 lines")
}

async fn repeated_chat() -> Outcome {
    let target = Target::start(&[("LIMITS__CHAT_BURST", "1000")]);
    let (table, _, mut sockets) = table_of(&target, &["Ada"], json!({ "seats": 3 })).await;
    let once = json!({ "do": "say", "id": "once", "table": table, "text": "Hello." });
    sockets[0].say(&once).await;
    let first = sockets[0].hear_of("chat").await;
    for _ in 0..25 {
        assert_eq!(sockets[0].command("say", &table, json!({ "text": "la" })).await, "chat");
    }
    sockets[0].say(&once).await;
    assert_eq!(sockets[0].hear_of("chat").await, first);
    withstood("posted once")
}

async fn busy_computer_players() -> Outcome {
    let target = Target::start(&[
        ("LIMITS__TABLE_BURST", "100"),
        ("THINKING_THREADS", "1"),
        ("LIMITS__COMPUTER_TABLES", "20"),
        ("LIMITS__BY_ADDRESS", "false"),
    ]);
    let game = |level: &str| {
        let computer = json!({ "level": level });
        json!({ "settings": { "seats": 3 }, "seats": [{ "clan": "r", "player": computer },
            { "clan": "b", "player": "me" }, { "clan": "y", "player": computer }] })
    };
    let mut eve = target.guest("Eve").await;
    let mut opened = 0;
    for _ in 0..30 {
        let answer = eve.post("/api/tables", &game("sage")).await;
        opened += u32::from(answer.status == 201);
        assert!(answer.status == 201 || answer.code() == "too_many", "{}", answer.body);
    }
    assert_eq!(opened, 20);
    for number in 0..40 {
        eve.request("PATCH", "/api/me", &[], Some(&json!({ "name": format!("Eve {number}") }))).await;
    }
    let mut ada = target.guest("Ada").await;
    let answer = ada.post("/api/tables", &game("goatherd")).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let table = answer.json()["table"].as_str().unwrap().to_string();
    let began = Instant::now();
    let mut socket = ada.socket().await;
    while socket.watch(&table).await["moves"] == json!([]) {
        assert!(began.elapsed() < PATIENCE, "no computer player has time");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    withstood(format!("20 games, and someone else was answered after {:.1} s", began.elapsed().as_secs_f64()))
}

async fn toggled_level() -> Outcome {
    let target = Target::start(&[]);
    let mut eve = target.guest("Eve").await;
    let table = eve.open_table(json!({ "seats": 3 })).await;
    let mut events = 0;
    for _ in 0..8 {
        let mut socket = eve.socket().await;
        for level in [json!("sage"), Value::Null].into_iter().cycle().take(20) {
            let outcome = socket.command("seat_level", &table, json!({ "seat": 2, "level": level })).await;
            events += u32::from(["joined", "left"].contains(&outcome.as_str()));
        }
    }
    assert!((30..50).contains(&events), "{events} events");
    withstood(format!("{events} of 160 were carried out"))
}

async fn rated_stand_in() -> Outcome {
    let target = Target::start(&[("LIMITS__BY_ADDRESS", "false")]);
    let mut table = String::new();
    let mut sockets = Vec::new();
    let rated = json!({ "seats": 3, "rated": true, "visibility": "public", "clock": { "days": { "days": 2 } } });
    for name in ["Ada", "Ben", "Cleo"] {
        let mut visitor = target.stranger();
        let answer = visitor.post("/api/accounts", &json!({ "name": name, "password": "over the bridge" })).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        if table.is_empty() {
            for (setting, value) in [("visibility", json!("private")), ("clock", json!("none"))] {
                let mut settings = rated.clone();
                settings[setting] = value;
                let answer = visitor.post("/api/tables", &json!({ "settings": settings })).await;
                assert_eq!(answer.status, 400, "{}", answer.body);
            }
            table = visitor.open_table(rated.clone()).await;
        }
        let mut socket = visitor.socket().await;
        if !sockets.is_empty() {
            assert_eq!(socket.command("join", &table, json!({})).await, "joined");
        }
        sockets.push(socket);
    }
    assert_eq!(sockets[0].command("leave", &table, json!({})).await, "rated_game");
    withstood("refused")
}

async fn closed_game() -> Outcome {
    let target = Target::start(&[]);
    let (table, _, mut sockets) = table_of(&target, &["Ada", "Ben"], json!({ "seats": 3, "spectators": false })).await;
    let mut eve = target.stranger().socket().await;
    assert_eq!(eve.watch(&table).await["phase"], "waiting");
    assert_eq!(sockets[0].command("fill", &table, json!({ "level": "goatherd" })).await, "joined");
    let refused = eve.hear_of("refused").await;
    assert_eq!(refused["reason"]["code"], "not_found");
    assert_eq!(sockets[1].command("resign", &table, json!({})).await, "stood_in");
    eve.say(&json!({ "do": "ping" })).await;
    assert_eq!(eve.hear().await["is"], "pong", "and nothing about the game");
    withstood("turned away when the game started")
}

async fn vanished_player() -> Outcome {
    let target = Target::start(&[("VOTE_AFTER", "1"), ("GRACE", "0")]);
    let (table, _, mut sockets) = table_of(&target, &["Ada", "Ben", "Cleo"], json!({ "seats": 3 })).await;
    for socket in &mut sockets[1..] {
        socket.watch(&table).await;
    }
    drop(sockets.remove(0));
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(sockets[0].command("vote", &table, json!({ "choice": "end" })).await, "voted");
    assert_eq!(sockets[1].command("vote", &table, json!({ "choice": "end" })).await, "voted");
    assert_eq!(sockets[1].watch(&table).await["phase"], "closed");
    withstood("the others voted to end the game")
}

async fn full_lobby() -> Outcome {
    let target = Target::start(&[("LIMITS__TABLE_BURST", "100"), ("LIMITS__WAITING_TABLES", "15")]);
    let seats = json!([{ "clan": "r" }, { "clan": "b" }, { "clan": "y" }]);
    let new = json!({ "settings": { "seats": 3, "visibility": "public" }, "seats": seats });
    let (mut opened, mut most) = (0, 0);
    for guest in 0..5 {
        let mut eve = target.guest(&format!("Eve {guest}")).await;
        let mut own = 0;
        for _ in 0..20 {
            own += u32::from(eve.post("/api/tables", &new).await.status == 201);
        }
        (opened, most) = (opened + own, most.max(own));
    }
    assert_eq!((opened, most), (30, 15), "per address, and per host even without a seat");
    let listed = target.stranger().get("/api/tables").await.json()["tables"].as_array().unwrap().len();
    assert_eq!(listed, 10, "five of each host");
    withstood("30 of 100 opened, 10 listed")
}

async fn failed_watches() -> Outcome {
    let target = Target::start(&[("LIMITS__WATCHED_TABLES", "3")]);
    let (table, _, mut sockets) = table_of(&target, &["Ada"], json!({ "seats": 3 })).await;
    for number in 0..10 {
        sockets[0].say(&json!({ "do": "watch", "table": format!("nowhere{number}") })).await;
        assert_eq!(sockets[0].hear_of("refused").await["reason"]["code"], "not_found");
    }
    assert_eq!(sockets[0].watch(&table).await["phase"], "waiting");
    withstood("they do not count towards the limit")
}

async fn ping_flood() -> Outcome {
    let target = Target::start(&[]);
    let mut socket = target.stranger().socket().await;
    for _ in 0..120 {
        socket.ping().await;
    }
    assert_eq!(socket.close_code().await, Some(1008));
    withstood("disconnected")
}
