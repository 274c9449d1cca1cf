//! What can go wrong with the disk and the database file.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::process::Command;
use tokio::time::{sleep, timeout};

use crate::server::{PATIENCE, Target, command};
use crate::suite::{Case, Outcome, case, withstood};
use crate::visitor::Socket;

/// Chat is the fastest way to fill a disk with something small.
const WITHOUT_CHAT_LIMIT: [(&str, &str); 2] = [("LIMITS__CHAT_BURST", "10000"), ("LIMITS__MESSAGE_BURST", "10000")];

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!("full_disk", "the disk fills up during a game", full_disk),
        case!(
            "backup_and_restore",
            "the database is lost and restored from a backup made during play",
            backup_and_restore
        ),
        case!("damaged_backup", "a damaged backup is about to be restored", damaged_backup),
        case!("two_servers", "a second server is started on the same database", two_servers),
        case!("files_of_others", "another user of the machine reads the database", files_of_others),
        case!("deleted_chat", "someone searches the files for chat that was deleted", deleted_chat),
    ]
}

/// Chat and seats are stored the same way as moves.
async fn full_disk() -> Outcome {
    let Some(target) = Target::on_small_disk(4, &WITHOUT_CHAT_LIMIT) else {
        return Outcome::Skipped("mounting a small disk is not allowed here");
    };
    let mut ada = target.guest("Ada").await;
    let table = ada.open_table(json!({ "seats": 3, "visibility": "private" })).await;
    let mut socket = ada.socket().await;
    socket.watch(&table).await;
    let mut said = 0;
    assert_eq!(target.health().await, 200);

    target.disk().fill().unwrap();
    // What fits into the existing files can still be stored.
    let refused = loop {
        match say(&mut socket, &table, said).await.as_str() {
            "chat" => said += 1,
            refused => break refused.to_string(),
        }
    };
    assert_eq!(refused, "not_stored");
    target.wait_for_health(503).await;
    let newcomer = target.stranger().post("/api/guests", &json!({ "name": "Ben" })).await;
    assert_eq!((newcomer.status, newcomer.code().as_str()), (503, "not_stored"));
    assert!(!newcomer.header("retry-after").is_empty());

    target.disk().make_room().unwrap();
    let recovered = target.wait_for_health(200).await;
    assert_eq!(socket.command("leave", &table, json!({})).await, "left");
    assert_eq!(socket.command("join", &table, json!({ "seat": 1 })).await, "joined");
    target.guest("Ben").await;
    // The log is on the same disk, where even this line may have been lost.
    assert!(target.log().matches("cannot write to the database").count() <= 1, "{}", target.log());
    withstood(format!(
        "refused as not_stored, health 503; {:.1} s after space returned all is well",
        recovered.as_secs_f64()
    ))
}

async fn say(socket: &mut Socket, table: &str, number: u32) -> String {
    socket.command("say", table, json!({ "text": format!("line {number} {}", "x".repeat(280)) })).await
}

async fn two_servers() -> Outcome {
    let target = Target::start(&[]);
    let mut second = Command::from(command());
    second.args(["serve", "--port", "0", "--database"]).arg(target.database());
    second.arg("--web-dir").arg(target.database().parent().unwrap()).stdin(Stdio::null());
    let second = timeout(PATIENCE, second.kill_on_drop(true).output()).await.expect("it does not end").unwrap();
    let message = String::from_utf8_lossy(&second.stderr);
    assert_eq!(second.status.code(), Some(1), "{message}");
    assert!(message.contains("another server (process ") && message.contains("--database"), "{message}");
    assert_eq!(target.health().await, 200);
    withstood("refused with the number of the first one")
}

async fn files_of_others() -> Outcome {
    let target = Target::start(&[]);
    target.guest("Ada").await;
    for ending in ["", "-wal", "-shm", ".lock"] {
        let file = format!("{}{ending}", target.database().display());
        let mode = fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{file}: {mode:o}");
    }
    withstood("only the owner can read the files")
}

async fn deleted_chat() -> Outcome {
    const SECRET: &str = "the bridge at dawn";
    let target = Target::start(&[]);
    let mut ada = target.guest("Ada").await;
    let table = ada.open_table(json!({})).await;
    let mut socket = ada.socket().await;
    assert_eq!(socket.command("say", &table, json!({ "text": SECRET })).await, "chat");
    let found_in = || -> Vec<&str> {
        let contains = |ending: &&str| {
            let bytes = fs::read(format!("{}{ending}", target.database().display())).unwrap_or_default();
            bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes())
        };
        ["", "-wal", "-shm"].into_iter().filter(contains).collect()
    };
    assert!(!found_in().is_empty(), "the chat is stored");
    let deleted = ada.post("/api/me/deletion", &json!({})).await;
    assert_eq!(deleted.status, 204, "{}", deleted.body);
    let began = Instant::now();
    while !found_in().is_empty() {
        assert!(began.elapsed() < PATIENCE, "still in {:?}", found_in());
        sleep(Duration::from_millis(100)).await;
    }
    withstood(format!("gone from all files after {:.1} s", began.elapsed().as_secs_f64()))
}

/// Runs `shangrila server`. Returns whether it succeeded, and what it printed.
async fn server_command(arguments: &[&str]) -> (bool, String) {
    let mut run = Command::from(command());
    run.arg("server").args(arguments);
    let output = timeout(PATIENCE, run.stdin(Stdio::null()).output()).await.expect("it does not end").unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

async fn backup_and_restore() -> Outcome {
    let mut target = Target::start(&[]);
    let mut ada = target.guest("Ada").await;
    let table = ada.open_table(json!({})).await;
    let mut socket = ada.socket().await;
    assert_eq!(socket.command("say", &table, json!({ "text": "before" })).await, "chat");
    let folder = target.database().with_extension("backups");
    let (database, folder_name) = (target.database().display().to_string(), folder.display().to_string());
    let backups = || {
        let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    };
    // The folder of a command that runs every night may be missing on the first one.
    let (done, text) = server_command(&["backup", "--database", &database, "--keep", "2", &folder_name]).await;
    assert!(done && backups().len() == 1, "{text}");
    backups().iter().for_each(|first| fs::remove_file(first).unwrap());
    // Old ones are removed, other files stay.
    for name in ["shangrila-2020-01-01-000000.db", "shangrila-2020-01-02-000000.db", "notes.txt"] {
        fs::write(folder.join(name), "").unwrap();
    }
    let (done, text) = server_command(&["backup", "--database", &database, "--keep", "2", &folder_name]).await;
    assert!(done && text.contains("1 people, 1 tables, 1 events, 1 chat lines; verified"), "{text}");
    assert_eq!(backups().len(), 3, "{:?}", backups());
    assert!(!folder.join("shangrila-2020-01-01-000000.db").exists());
    let backup = backups().pop().unwrap().display().to_string();
    assert_eq!(fs::metadata(&backup).unwrap().permissions().mode() & 0o777, 0o600);

    assert_eq!(socket.command("say", &table, json!({ "text": "after" })).await, "chat");
    let (done, text) = server_command(&["restore", "--database", &database, &backup]).await;
    assert!(!done && text.contains("another server"), "{text}");
    target.kill().unwrap();
    let (done, text) = server_command(&["restore", "--database", &database, &backup]).await;
    assert!(done && text.contains("restored") && text.contains(".before-"), "{text}");
    target.start_again().unwrap();
    let mut socket = ada.socket().await;
    socket.say(&json!({ "do": "watch", "table": table })).await;
    let lines = socket.hear_of("chat").await["lines"].clone();
    assert_eq!((lines.as_array().unwrap().len(), &lines[0]["text"]), (1, &json!("before")), "{lines}");
    withstood("copied during play, refused while a server runs, then restored as it was")
}

async fn damaged_backup() -> Outcome {
    let mut target = Target::start(&[]);
    let mut ada = target.guest("Ada").await;
    let table = ada.open_table(json!({})).await;
    let (database, backup) = (target.database().display().to_string(), target.database().with_extension("copy"));
    let name = backup.display().to_string();
    let (done, text) = server_command(&["backup", "--database", &database, &name]).await;
    assert!(done, "{text}");
    // A game with an event that never happened.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&backup);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    sqlx::query("UPDATE events SET number = 2, body = json_set(body, '$.number', 2)")
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    target.kill().unwrap();
    for command in [&["verify", &name][..], &["restore", "--database", &database, &name]] {
        let (done, text) = server_command(command).await;
        assert!(!done && text.contains("cannot be replayed"), "{text}");
    }
    target.start_again().unwrap();
    let mut socket = ada.socket().await;
    assert_eq!(socket.watch(&table).await["number"], 1);
    withstood("refused, because a game in it cannot be replayed; the database is as it was")
}
