//! What can go wrong inside the process and around it: panics, and logs that cannot be written.

use serde_json::json;
use shangrila_load::LogTarget;

use crate::server::Target;
use crate::suite::{Case, Outcome, case, withstood};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!("full_log", "the log goes to a full disk, then to a closed pipe", full_log),
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
