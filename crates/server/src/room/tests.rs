//! Rooms on a store that fails: what is not stored is not shown, and what is stored is not lost, whatever the store says.

use std::sync::atomic::{AtomicU8, Ordering};

use async_trait::async_trait;
use serde_json::Value;
use shangrila_protocol::{ChatLine, GameSearch, PersonKind, TableSummary};
use shangrila_rules::{Position, Seats};
use tokio::sync::mpsc::Receiver;

use super::*;
use crate::fan_out::{ConnectionId, LocalFanOut, Outbox};
use crate::store::{Sqlite, StoreError};

const WORKS: u8 = 0;
/// Says no and does nothing.
const REFUSES: u8 = 1;
/// Says no after it was done.
const LIES: u8 = 2;
/// Cannot even be read.
const DEAD: u8 = 3;

struct Moody {
    store: Sqlite,
    mood: Arc<AtomicU8>,
}

impl Moody {
    fn mood(&self) -> u8 {
        self.mood.load(Ordering::SeqCst)
    }
}

fn no<T>() -> Result<T, StoreError> {
    Err(StoreError::Broken("no room on the disk".to_string()))
}

#[async_trait]
impl TableStore for Moody {
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        match self.mood() {
            WORKS => self.store.append(append).await,
            LIES => {
                self.store.append(append).await?;
                no()
            }
            _ => no(),
        }
    }

    async fn events(&self, table: &TableId, after: u64) -> Result<Vec<EventEnvelope>, StoreError> {
        if self.mood() == DEAD { no() } else { self.store.events(table, after).await }
    }

    async fn say(&self, table: &TableId, line: &ChatLine) -> Result<(), StoreError> {
        self.store.say(table, line).await
    }

    async fn chat(&self, table: &TableId, after: u64) -> Result<Vec<ChatLine>, StoreError> {
        self.store.chat(table, after).await
    }

    async fn open_tables(&self) -> Result<Vec<TableSummary>, StoreError> {
        self.store.open_tables().await
    }

    async fn tables_of(&self, person: &PersonId) -> Result<Vec<TableSummary>, StoreError> {
        self.store.tables_of(person).await
    }

    async fn finished_games(&self, search: &GameSearch) -> Result<Vec<TableSummary>, StoreError> {
        self.store.finished_games(search).await
    }

    async fn due(&self, by: u64) -> Result<Vec<TableId>, StoreError> {
        self.store.due(by).await
    }
}

/// A table of three, with the ears of the first person and of a spectator.
struct Scene {
    rooms: Rooms,
    table: TableId,
    mood: Arc<AtomicU8>,
    ada: (Asker, Receiver<axum::extract::ws::Utf8Bytes>),
    eve: (Asker, Receiver<axum::extract::ws::Utf8Bytes>),
    _folder: Folder,
}

/// A folder that goes away.
struct Folder(std::path::PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn person(name: &str) -> Person {
    Person { id: name.parse().unwrap(), name: name.to_string(), kind: PersonKind::Guest }
}

fn ear(number: u64, who: Option<&str>) -> (Asker, Receiver<axum::extract::ws::Utf8Bytes>) {
    let (outbox, receiver) = Outbox::new(64);
    (Asker { connection: ConnectionId(number), outbox, person: who.map(person) }, receiver)
}

impl Scene {
    async fn set() -> Scene {
        let folder = Folder(std::env::temp_dir().join(format!("shangrila-rooms-{}", random::word::<6>())));
        std::fs::create_dir_all(&folder.0).unwrap();
        let store = Sqlite::open(&folder.0.join("rooms.db")).await.unwrap();
        let mood = Arc::new(AtomicU8::new(WORKS));
        let moody = Arc::new(Moody { store, mood: Arc::clone(&mood) });
        let rooms = Rooms::open_doors(Config::default(), moody, Arc::new(LocalFanOut::new()));
        let new: NewTable = serde_json::from_str(r#"{"settings":{"seats":3}}"#).unwrap();
        let table = rooms.create(&person("ada"), new).await.unwrap();
        let mut scene = Scene { rooms, table, mood, ada: ear(1, Some("ada")), eve: ear(2, None), _folder: folder };
        for (number, name) in [(3, "ben"), (4, "cleo")] {
            let (asker, mut answers) = ear(number, Some(name));
            scene.command(&asker, "join", Command::Join { seat: None }).await;
            answers.recv().await.unwrap();
        }
        for asker in [scene.ada.0.clone(), scene.eve.0.clone()] {
            scene.rooms.tell(&scene.table, Message::Watch { asker, since: None, chat_since: None }).await;
        }
        scene.hear("ada", "state").await;
        scene.hear("eve", "state").await;
        scene
    }

    fn feel(&self, mood: u8) {
        self.mood.store(mood, Ordering::SeqCst);
    }

    async fn command(&self, asker: &Asker, id: &str, command: Command) {
        let message = Message::Command { asker: asker.clone(), id: id.parse().unwrap(), command };
        self.rooms.tell(&self.table, message).await;
    }

    async fn play(&self, id: &str) {
        let moves = Position::first_game(Seats::THREE, Default::default()).legal_moves();
        let mv = moves.get(0).unwrap().to_string();
        self.command(&self.ada.0, id, Command::Play { ply: 0, mv }).await;
    }

    /// The next message of a kind that somebody hears.
    async fn hear(&mut self, who: &str, kind: &str) -> Value {
        let ears = if who == "ada" { &mut self.ada.1 } else { &mut self.eve.1 };
        loop {
            let text = tokio::time::timeout(Duration::from_secs(10), ears.recv()).await.unwrap().unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["is"] == kind {
                return message;
            }
        }
    }
}

#[tokio::test]
async fn what_is_not_stored_is_not_shown() {
    let mut scene = Scene::set().await;
    scene.feel(REFUSES);
    scene.play("first").await;
    assert_eq!(scene.hear("ada", "refused").await["reason"]["code"], "failed");
    let state = scene.hear("eve", "state").await;
    assert_eq!(state["state"]["moves"], Value::Array(Vec::new()), "nothing has happened");
    scene.feel(WORKS);
    scene.play("first").await;
    assert_eq!(scene.hear("ada", "events").await["events"][0]["event"], "moved");
    assert_eq!(scene.hear("eve", "events").await["events"][0]["number"], 5);
}

#[tokio::test]
async fn what_is_stored_counts_even_if_the_store_says_no() {
    let mut scene = Scene::set().await;
    scene.feel(LIES);
    scene.play("first").await;
    let state = scene.hear("eve", "state").await;
    assert_eq!(state["state"]["moves"].as_array().unwrap().len(), 1, "the store has it");
    assert_eq!(scene.hear("ada", "refused").await["reason"]["code"], "failed");
    scene.feel(WORKS);
    // Whoever sends it again gets the event, and the move is not played twice.
    scene.play("first").await;
    assert_eq!(scene.hear("ada", "events").await["events"][0]["id"], "first");
    scene.rooms.tell(&scene.table, Message::Watch { asker: scene.eve.0.clone(), since: None, chat_since: None }).await;
    let state = scene.hear("eve", "state").await;
    assert_eq!(state["state"]["number"], 5);
}

#[tokio::test]
async fn a_table_in_doubt_does_nothing_until_the_store_is_back() {
    let mut scene = Scene::set().await;
    scene.feel(DEAD);
    for id in ["first", "second"] {
        scene.play(id).await;
        assert_eq!(scene.hear("ada", "refused").await["reason"]["code"], "failed");
    }
    scene.feel(WORKS);
    scene.play("third").await;
    let moved = scene.hear("ada", "events").await;
    assert_eq!((&moved["events"][0]["id"], &moved["events"][0]["number"]), (&"third".into(), &5.into()));
}

#[tokio::test]
async fn a_table_that_nobody_knows_is_refused_and_put_away() {
    let mut scene = Scene::set().await;
    let nowhere: TableId = "nowhere".parse().unwrap();
    for _ in 0..3 {
        let message = Message::Watch { asker: scene.eve.0.clone(), since: None, chat_since: None };
        scene.rooms.tell(&nowhere, message).await;
        assert_eq!(scene.hear("eve", "refused").await["reason"]["code"], "not_found");
    }
    while scene.rooms.running().contains_key(&nowhere) {
        tokio::task::yield_now().await;
    }
}
