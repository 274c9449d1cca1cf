//! What can go wrong inside the process and around it: panics, and logs that cannot be written.

use serde_json::json;
use shangrila_load::LogTarget;

use crate::server::Target;
use crate::suite::{Case, Outcome, case, withstood};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!("full_log", "the log goes to a full disk, then to a closed pipe", full_log),
        case!("curious_log", "someone reads the log and the metrics to find out about people", curious_log),
        case!("panic_in_room", "one table panics while two are being played", panic_in_room),
    ]
}

async fn full_log() -> Outcome {
    // Everything is logged, so that every request means log lines that cannot be written.
    let mut target = Target::start(&[("LOG", "trace")]);
    for log in [LogTarget::FullDevice, LogTarget::ClosedPipe] {
        target.set_log(log);
        target.start_again().unwrap();
        let mut ada = target.guest("Ada").await;
        let table = ada.open_table(json!({})).await;
        let mut socket = ada.socket().await;
        socket.watch(&table).await;
        assert_eq!(socket.command("leave", &table, json!({})).await, "left");
        assert_eq!(target.health().await, 200);
        assert!(target.is_running());
    }
    withstood("served as always")
}

async fn panic_in_room() -> Outcome {
    let target = Target::start(&[("TEST_PANIC", "boom")]);
    let (mut ada, mut ben) = (target.guest("Ada").await, target.guest("Ben").await);
    let (doomed, other) = (ada.open_table(json!({})).await, ben.open_table(json!({})).await);
    let (mut ada, mut ben, mut watcher) = (ada.socket().await, ben.socket().await, ben.socket().await);
    ada.watch(&doomed).await;
    watcher.watch(&doomed).await;
    ben.watch(&other).await;

    assert_eq!(ada.command("say", &doomed, json!({ "text": "boom" })).await, "failed");
    assert_eq!(ben.command("say", &other, json!({ "text": "still here" })).await, "chat");
    // Everyone who watched is still connected and sent the stored table.
    let state = watcher.hear_of("state").await;
    assert_eq!(state["state"]["table"], json!(doomed));
    assert_eq!(ada.command("say", &doomed, json!({ "text": "and here" })).await, "chat");
    assert_eq!(ada.command("leave", &doomed, json!({})).await, "left");
    assert_eq!(watcher.hear_of("events").await["events"][0]["event"], "left");
    let presence = ada.command("join", &doomed, json!({ "seat": 2 })).await;
    assert_eq!(presence, "joined");
    withstood("loaded again from its events; nobody was disconnected, the other table went on")
}

async fn curious_log() -> Outcome {
    const NAME: &str = "Xanthippe";
    const TEXT: &str = "meet me at the bridge";
    let target = Target::start(&[("LOG_FORMAT", "json"), ("METRICS", "127.0.0.1:0"), ("TEST_PANIC", TEXT)]);
    let mut person = target.guest(NAME).await;
    let table = person.open_table(json!({})).await;
    let mut socket = person.socket().await;
    socket.watch(&table).await;
    // A panic is logged, but not what caused it.
    assert_eq!(socket.command("say", &table, json!({ "text": TEXT })).await, "failed");
    person.post("/api/session", &json!({ "name": NAME, "password": "a wrong password" })).await;
    let ready = person.get("/api/ready").await;
    assert_eq!(ready.status, 200, "{}", ready.body);
    let address = target.log().lines().find_map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).ok()?;
        line["metrics"].as_str().map(str::to_string)
    });
    let address = address.expect("the log says where the metrics are");
    let metrics = crate::visitor::Visitor::new(address.parse().unwrap()).get("/metrics").await;
    assert!(metrics.body.contains("shangrila_panics_total 1") && metrics.body.contains("# EOF"), "{}", metrics.body);
    let (log, cookie) = (target.log(), person.cookie.clone().unwrap());
    assert!(log.contains("a table has panicked"), "{log}");
    assert!(log.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{log}");
    for personal in [NAME, TEXT, &cookie["shangrila=".len()..], "wrong password", "127.0.0.1:"] {
        let told = log.lines().filter(|line| !line.contains("metrics")).any(|line| line.contains(personal));
        assert!(!told && !metrics.body.contains(personal), "{personal}");
    }
    withstood("nothing in either about anyone")
}
