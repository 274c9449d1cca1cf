//! A machine whose clock is set while games are being played.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::server::Target;
use crate::suite::{Case, Outcome, case, withstood};
use crate::visitor::Socket;

const DAY: i64 = 86_400_000;

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!("clock_jumps", "the machine's clock jumps a day ahead, then two days back", clock_jumps),
        case!(long "clock_set_back", "the machine's clock is set back a day while a flag should fall", clock_set_back),
    ]
}

/// A game against computer players, in which it is the guest's turn.
async fn game(target: &Target, base: u32) -> (Socket, String) {
    let mut ada = target.guest("Ada").await;
    let seats = json!([{ "clan": "r", "player": "me" }, { "clan": "b", "player": { "level": "goatherd" } },
        { "clan": "y", "player": { "level": "goatherd" } }]);
    let settings = json!({ "seats": 3, "opening": "card", "options": { "stones": 11, "recruit": "two" }, "visibility": "private",
        "clock": { "live": { "base": base, "increment": 0 } }, "rated": false, "spectators": true, "bots_may_join": false,
        "draw_seats": false });
    let answer = ada.post("/api/tables", &json!({ "settings": settings, "seats": seats })).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let table = answer.json()["table"].as_str().unwrap().to_string();
    let mut socket = ada.socket().await;
    let state = socket.watch(&table).await;
    assert_eq!((&state["phase"], &state["next"]), (&json!("playing"), &json!(0)), "{state}");
    (socket, table)
}

async fn now(socket: &mut Socket) -> i64 {
    socket.say(&json!({ "do": "ping" })).await;
    socket.hear_of("pong").await["now"].as_i64().unwrap()
}

async fn clock_jumps() -> Outcome {
    let file = NamedTempFile::new().unwrap();
    fs::write(&file, "0").unwrap();
    let target = Target::start(&[("TEST_CLOCK", file.path().to_str().unwrap()), ("GRACE", "0")]);
    let (mut socket, table) = game(&target, 600).await;
    let (before, began) = (now(&mut socket).await, Instant::now());
    for shift in [DAY, -DAY] {
        fs::write(&file, shift.to_string()).unwrap();
        // Any command makes the server look at the clock.
        assert_eq!(socket.command("ask_takeback", &table, json!({})).await, "nothing_to_take_back");
        tokio::time::sleep(Duration::from_secs(1)).await;
        let passed = now(&mut socket).await - before;
        let real = began.elapsed().as_millis() as i64;
        assert!((passed - real).abs() < 1000, "{passed} ms have passed by the server's clock, {real} ms in fact");
    }
    withstood("nobody ran out of time")
}

async fn clock_set_back() -> Outcome {
    let file = NamedTempFile::new().unwrap();
    fs::write(&file, "0").unwrap();
    let target = Target::start(&[("TEST_CLOCK", file.path().to_str().unwrap()), ("GRACE", "0")]);
    let (mut socket, _) = game(&target, 30).await;
    let began = Instant::now();
    fs::write(&file, (-DAY).to_string()).unwrap();
    let fallen = |message: &Value| message["events"][0]["event"] == "stood_in";
    // The server sends nothing else for half a minute.
    while began.elapsed() < Duration::from_secs(29) {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let message = socket.hear_of("events").await;
    assert!(fallen(&message), "{message}");
    withstood(format!("the flag fell after {:.0} s", began.elapsed().as_secs_f64()))
}
