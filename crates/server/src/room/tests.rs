//! Rooms on a store that fails: nothing is shown that is not stored, and nothing stored is lost, whatever the store reports.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use async_trait::async_trait;
use serde_json::Value;
use shangrila_protocol::{
    ChatLine, CommandId, EventEnvelope, GameSearch, LevelId, PersonKind, RatingChange, TableSummary,
};
use shangrila_rules::{Position, Seats};
use tempfile::TempDir;
use tokio::sync::mpsc::Receiver;

use super::*;
use crate::client_address::ClientAddress;
use crate::clock;
use crate::fan_out::{ConnectionId, LocalFanOut, SendQueue};
use crate::peers::EventMark;
use crate::retention::Expiry;
use crate::store::{
    Append, Committed, HostedTables, NewCredential, NewPerson, PeopleStore, Prepared, StoreError, sqlite::Sqlite,
};

/// Conditional moves, with how often somebody has looked for them.
struct CountedReads {
    store: Sqlite,
    reads: Arc<AtomicUsize>,
}

#[async_trait]
impl ConditionalStore for CountedReads {
    async fn who_prepared(&self, table: &TableId) -> Result<Vec<PersonId>, StoreError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        self.store.who_prepared(table).await
    }

    async fn prepared(&self, table: &TableId, person: &PersonId) -> Result<Option<Prepared>, StoreError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        self.store.prepared(table, person).await
    }

    async fn prepare(&self, table: &TableId, prepared: &Prepared) -> Result<(), StoreError> {
        self.store.prepare(table, prepared).await
    }

    async fn forget_prepared(&self, table: &TableId, prepared: &Prepared) -> Result<(), StoreError> {
        self.store.forget_prepared(table, prepared).await
    }

    async fn forget_all_prepared(&self, table: &TableId) -> Result<(), StoreError> {
        self.store.forget_all_prepared(table).await
    }
}

const WORKS: u8 = 0;
/// Reports an error and stores nothing.
const REFUSES: u8 = 1;
/// Reports an error although everything is stored, as if the server had died before it heard of the commit.
const STORES_BUT_FAILS: u8 = 2;
/// Cannot even be read.
const DEAD: u8 = 3;

struct FlakyStore {
    store: Sqlite,
    mode: Arc<AtomicU8>,
}

impl FlakyStore {
    fn mode(&self) -> u8 {
        self.mode.load(Ordering::SeqCst)
    }
}

fn broken<T>() -> Result<T, StoreError> {
    Err(StoreError::Broken("disk full".to_string()))
}

#[async_trait]
impl TableStore for FlakyStore {
    async fn append_all(&self, appends: Vec<Append>) -> Result<Vec<Vec<Committed<EventEnvelope>>>, StoreError> {
        match self.mode() {
            WORKS => self.store.append_all(appends).await,
            STORES_BUT_FAILS => {
                self.store.append_all(appends).await?;
                broken()
            }
            _ => broken(),
        }
    }

    async fn events(&self, table: &TableId, after: u64) -> Result<Vec<Committed<EventEnvelope>>, StoreError> {
        if self.mode() == DEAD { broken() } else { self.store.events(table, after).await }
    }

    async fn say(&self, table: &TableId, line: ChatLine) -> Result<Committed<ChatLine>, StoreError> {
        self.store.say(table, line).await
    }

    async fn chat(
        &self,
        table: &TableId,
        numbers: Range<u64>,
        most: usize,
    ) -> Result<Vec<Committed<ChatLine>>, StoreError> {
        self.store.chat(table, numbers, most).await
    }

    async fn hidden_chat(
        &self,
        table: &TableId,
        numbers: Range<u64>,
        most: usize,
    ) -> Result<Vec<Committed<ChatLine>>, StoreError> {
        self.store.hidden_chat(table, numbers, most).await
    }

    async fn find_tables(&self, text: &str) -> Result<Vec<TableSummary>, StoreError> {
        self.store.find_tables(text).await
    }

    async fn chat_line(
        &self,
        table: &TableId,
        by: &PersonId,
        id: &CommandId,
    ) -> Result<Option<Committed<ChatLine>>, StoreError> {
        self.store.chat_line(table, by, id).await
    }

    async fn rating_changes(&self, table: &TableId) -> Result<Vec<RatingChange>, StoreError> {
        self.store.rating_changes(table).await
    }

    async fn open_tables(&self) -> Result<Vec<TableSummary>, StoreError> {
        self.store.open_tables().await
    }

    async fn tables_of(&self, person: &PersonId) -> Result<Vec<TableSummary>, StoreError> {
        self.store.tables_of(person).await
    }

    async fn hosted_by(&self, person: &PersonId) -> Result<HostedTables, StoreError> {
        self.store.hosted_by(person).await
    }

    async fn waiting_among(&self, tables: &[TableId]) -> Result<Vec<TableId>, StoreError> {
        self.store.waiting_among(tables).await
    }

    async fn finished_games(&self, search: &GameSearch) -> Result<Vec<TableSummary>, StoreError> {
        self.store.finished_games(search).await
    }

    async fn due(&self, by: u64) -> Result<Vec<TableId>, StoreError> {
        self.store.due(by).await
    }

    async fn expired_tables(&self, expiry: Expiry) -> Result<Vec<TableId>, StoreError> {
        self.store.expired_tables(expiry).await
    }

    async fn delete_expired_table(&self, table: &TableId, expiry: Expiry) -> Result<bool, StoreError> {
        self.store.delete_expired_table(table, expiry).await
    }

    async fn check_writable(&self) -> Result<(), StoreError> {
        if self.mode() == WORKS { self.store.check_writable().await } else { broken() }
    }
}

/// A connection: the requester, and what it is sent.
struct TestConnection {
    requester: Requester,
    received: Receiver<Outgoing>,
}

impl TestConnection {
    fn new(number: u64, name: Option<&str>) -> TestConnection {
        let (queue, received) = SendQueue::new(4096);
        let requester = Requester::new(ConnectionId(number), queue, name.map(person));
        TestConnection { requester, received }
    }

    /// The next message, whatever it is.
    async fn next(&mut self) -> Value {
        let message = tokio::time::timeout(Duration::from_secs(20), self.received.recv()).await.unwrap().unwrap();
        serde_json::from_str(&message.into_text()).unwrap()
    }

    /// The next message of a kind; others are skipped.
    async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["is"] == kind {
                return message;
            }
        }
    }
}

/// A game of three people and a spectator on a flaky store.
struct Scene {
    rooms: Rooms,
    table: TableId,
    mode: Arc<AtomicU8>,
    /// How often somebody has looked for conditional moves.
    reads: Arc<AtomicUsize>,
    /// Ada, Ben and Cleo; Ada watches the table.
    players: [TestConnection; 3],
    spectator: TestConnection,
    /// Deleted last.
    _folder: TempDir,
}

fn person(name: &str) -> Person {
    Person { id: name.parse().unwrap(), name: name.to_string(), kind: PersonKind::Guest }
}

fn address(number: u8) -> ClientAddress {
    ClientAddress::new([10, 0, 0, number].into())
}

impl Scene {
    async fn start() -> Scene {
        Scene::with(r#"{"settings":{"seats":3}}"#).await
    }

    async fn with(new: &str) -> Scene {
        let folder = TempDir::new().unwrap();
        let store = Sqlite::open(&folder.path().join("rooms.db")).await.unwrap();
        for name in ["ada", "ben", "cleo"] {
            let Person { id, name, .. } = person(name);
            store.add(NewPerson { id, name, credential: NewCredential::Cookie, since: 0 }).await.unwrap();
        }
        let mode = Arc::new(AtomicU8::new(WORKS));
        let moderators = store.moderation();
        let (lobby, reads) = (Arc::new(store.clone()), Arc::<AtomicUsize>::default());
        let conditional = Arc::new(CountedReads { store: store.clone(), reads: Arc::clone(&reads) });
        let flaky = Arc::new(FlakyStore { store, mode: Arc::clone(&mode) });
        let mut config = Config { thinking_threads: 1, ..Config::default() };
        config.limits.chat_burst = 100;
        let moderation = Moderation::open(Arc::new(moderators)).await.unwrap();
        let rooms = Rooms::start(
            config,
            RoomStores { tables: flaky, lobby, conditional, notices: None, vacations: None },
            Arc::new(LocalFanOut::new()),
            moderation,
            Company::none(Duration::ZERO),
        );
        let new: NewTable = serde_json::from_str(new).unwrap();
        let table = rooms.create(&person("ada"), address(1), new).await.unwrap();
        let players = [(1, "ada"), (2, "ben"), (3, "cleo")].map(|(id, name)| TestConnection::new(id, Some(name)));
        let spectator = TestConnection::new(4, None);
        let mut scene = Scene { rooms, table, mode, reads, players, spectator, _folder: folder };
        for player in [1, 2] {
            scene.command(player, "join", TableCommand::Join { seat: None }).await;
            scene.players[player].next_of("events").await;
        }
        for requester in [scene.players[0].requester.clone(), scene.spectator.requester.clone()] {
            scene.watch(requester).await;
        }
        scene.players[0].next_of("state").await;
        scene.spectator.next_of("state").await;
        scene
    }

    fn set(&self, mode: u8) {
        self.mode.store(mode, Ordering::SeqCst);
    }

    async fn watch(&self, requester: Requester) {
        let watch = RoomMessage::Watch { requester, known: KnownTable::default() };
        self.rooms.send(&self.table, watch).await;
    }

    async fn command(&self, player: usize, id: &str, command: TableCommand) {
        let requester = self.players[player].requester.clone();
        let message = RoomMessage::Command { requester, id: id.parse().unwrap(), command };
        self.rooms.send(&self.table, message).await;
    }

    /// Ada plays the first legal move of the game.
    async fn play(&self, id: &str) {
        let position = Position::first_game(Seats::THREE, Default::default());
        let mv = position.legal_moves().get(0).unwrap().to_string();
        self.command(0, id, TableCommand::Play { ply: 0, mv }).await;
    }

    /// Plays the first legal move of this turn, when all others were too, and waits until Ada sees it.
    async fn play_turn(&mut self, ply: u32) {
        let first = |position: &Position| position.legal_moves().get(0).unwrap();
        let start = Position::first_game(Seats::THREE, Default::default());
        let position = (0..ply).fold(start, |position, _| position.after(first(&position)));
        let (seat, mv) = (position.seat_to_move().unwrap(), first(&position).to_string());
        self.command(seat.index(), &format!("turn-{ply}"), TableCommand::Play { ply, mv }).await;
        self.players[0].next_of("events").await;
    }

    /// Plays the first legal move again and again until the game is over.
    async fn finish(&mut self) {
        let mut position = Position::first_game(Seats::THREE, Default::default());
        let mut ply = 0;
        while let Some(seat) = position.seat_to_move() {
            let mv = position.legal_moves().get(0).unwrap().to_string();
            self.command(seat.index(), &format!("play-{ply}"), TableCommand::Play { ply, mv }).await;
            let message = self.players[0].next_of("events").await;
            for event in message["events"].as_array().unwrap().iter().filter(|event| event["event"] == "moved") {
                position.play(event["mv"].as_str().unwrap().parse().unwrap()).unwrap();
                ply += 1;
            }
        }
    }

    async fn tables_of_ada(&self) -> Vec<TableSummary> {
        self.rooms.store().tables_of(&"ada".parse().unwrap()).await.unwrap()
    }
}

#[tokio::test]
async fn nobody_looks_again_for_the_conditional_moves_of_those_who_have_prepared_none() {
    let mut scene = Scene::start().await;
    scene.finish().await;
    assert_eq!(scene.reads.load(Ordering::SeqCst), 1, "once for the table");
}

#[tokio::test]
async fn moves_of_another_server_are_shown_only_if_they_follow_what_is_known_here() {
    let mut scene = Scene::start().await;
    scene.play_turn(0).await;
    let stored = scene.rooms.store().events(&scene.table, 0).await.unwrap();
    let last = EventEnvelope::clone(stored.last().unwrap());
    let start = Position::first_game(Seats::THREE, Default::default());
    let position = start.after(start.legal_moves().get(0).unwrap());
    let (seat, mv) = (position.seat_to_move().unwrap(), position.legal_moves().get(0).unwrap());
    let next = position.after(mv).seat_to_move();
    let event = Event::Moved { seat, ply: 1, mv: mv.to_string(), next, conditional: false };
    let move_after = |before: &EventEnvelope| {
        let number = before.number + 1;
        let moved = EventEnvelope { number, at: before.at, id: None, by: None, event: event.clone() };
        RoomMessage::MovedElsewhere { after: EventMark::of(before), moves: vec![Committed::assume(moved)] }
    };
    // As if there had been another event in the place of the last one, or one more.
    for before in [EventEnvelope { at: last.at + 1, ..last.clone() }, EventEnvelope { number: 7, ..last.clone() }] {
        scene.rooms.tell_room(&scene.table, move_after(&before));
    }
    scene.rooms.tell_room(&scene.table, move_after(&last));
    let shown = scene.players[0].next_of("events").await;
    assert_eq!(shown["events"].as_array().unwrap().len(), 1);
    assert_eq!((&shown["events"][0]["number"], &shown["events"][0]["ply"]), (&(last.number + 1).into(), &1.into()));
}

#[tokio::test]
async fn conditional_moves_are_looked_for_again_when_another_server_has_some_or_its_messages_are_lost() {
    let mut scene = Scene::start().await;
    scene.play_turn(0).await;
    assert_eq!(scene.reads.load(Ordering::SeqCst), 1);
    scene.rooms.tell_room(&scene.table, RoomMessage::PreparedElsewhere);
    scene.play_turn(1).await;
    assert_eq!(scene.reads.load(Ordering::SeqCst), 2, "at once, and not at the next turn");
    scene.rooms.tell_room(&scene.table, RoomMessage::NewsLost);
    scene.play_turn(2).await;
    assert_eq!(scene.reads.load(Ordering::SeqCst), 3, "at the next turn");
}

#[tokio::test]
async fn nothing_is_shown_that_is_not_stored() {
    let mut scene = Scene::start().await;
    scene.set(REFUSES);
    scene.play("first").await;
    assert_eq!(scene.players[0].next_of("refused").await["reason"]["code"], "failed");
    let state = scene.spectator.next_of("state").await;
    assert_eq!(state["state"]["moves"], Value::Array(Vec::new()), "nothing has happened");
    scene.set(WORKS);
    scene.play("first").await;
    assert_eq!(scene.players[0].next_of("events").await["events"][0]["event"], "moved");
    assert_eq!(scene.spectator.next_of("events").await["events"][0]["number"], 5);
}

#[tokio::test]
async fn what_is_stored_counts_even_if_the_store_reports_an_error() {
    let mut scene = Scene::start().await;
    scene.set(STORES_BUT_FAILS);
    scene.play("first").await;
    let state = scene.spectator.next_of("state").await;
    assert_eq!(state["state"]["moves"].as_array().unwrap().len(), 1, "the store has it");
    assert_eq!(
        scene.players[0].next_of("events").await["events"][0]["id"],
        "first",
        "the store knows better than its error"
    );
    scene.set(WORKS);
    // Sending the command again returns the event; the move is not played twice.
    scene.play("first").await;
    assert_eq!(scene.players[0].next_of("events").await["events"][0]["id"], "first");
    scene.watch(scene.spectator.requester.clone()).await;
    let state = scene.spectator.next_of("state").await;
    assert_eq!(state["state"]["number"], 5);
}

#[tokio::test]
async fn a_table_in_doubt_does_nothing_until_the_store_is_back() {
    let mut scene = Scene::start().await;
    scene.set(DEAD);
    for id in ["first", "second"] {
        scene.play(id).await;
        assert_eq!(scene.players[0].next_of("refused").await["reason"]["code"], "failed");
    }
    scene.set(WORKS);
    scene.play("third").await;
    let moved = scene.players[0].next_of("events").await;
    assert_eq!((&moved["events"][0]["id"], &moved["events"][0]["number"]), (&"third".into(), &5.into()));
}

#[tokio::test]
async fn a_refused_move_stays_refused_when_a_takeback_makes_it_possible() {
    let mut scene = Scene::start().await;
    scene.play("first").await;
    scene.players[0].next_of("events").await;
    scene.play("late").await;
    let refused = scene.players[0].next_of("refused").await;
    assert_eq!((&refused["id"], &refused["reason"]["code"]), (&"late".into(), &"stale".into()));
    scene.command(0, "takeback", TableCommand::AskTakeback).await;
    scene.command(1, "ben-agrees", TableCommand::AnswerTakeback { agrees: true }).await;
    scene.command(2, "cleo-agrees", TableCommand::AnswerTakeback { agrees: true }).await;
    while scene.players[0].next_of("events").await["events"][1]["event"] != "taken_back" {}
    // A copy of the refused move arrives over a connection that Ada has given up.
    scene.play("late").await;
    let again = scene.players[0].next_of("refused").await;
    assert_eq!((&again["id"], &again["reason"]), (&"late".into(), &refused["reason"]));
    assert_eq!(again["state"]["moves"], Value::Array(Vec::new()), "the state is the current one");
    scene.play("another").await;
    assert_eq!(scene.players[0].next_of("events").await["events"][0]["id"], "another");
}

#[tokio::test]
async fn a_repeated_command_whose_event_cannot_be_read_is_refused_with_its_id() {
    let mut scene = Scene::start().await;
    scene.finish().await;
    scene.set(DEAD);
    scene.play("play-0").await;
    let refused = scene.players[0].next_of("refused").await;
    assert_eq!((&refused["id"], &refused["reason"]["code"]), (&"play-0".into(), &"failed".into()));
    scene.set(WORKS);
    scene.play("play-0").await;
    assert_eq!(scene.players[0].next_of("events").await["events"][0]["id"], "play-0");
}

#[tokio::test]
async fn a_repeated_chat_command_is_recognised_however_long_ago_it_was() {
    let mut scene = Scene::start().await;
    let say = async |scene: &Scene, id: String| {
        let requester = scene.players[0].requester.clone();
        let message = RoomMessage::Say { requester, id: id.parse().unwrap(), text: "Well played.".to_string() };
        scene.rooms.send(&scene.table, message).await;
    };
    for number in 1..=60 {
        say(&scene, format!("line-{number}")).await;
    }
    while scene.players[0].next_of("chat").await["lines"][0]["number"] != 60 {}
    say(&scene, "line-1".to_string()).await;
    let lines = scene.players[0].next_of("chat").await["lines"].clone();
    assert_eq!((lines.as_array().unwrap().len(), &lines[0]["number"]), (1, &1.into()));
}

#[tokio::test]
async fn a_rematch_that_cannot_be_stored_opens_no_table() {
    let mut scene = Scene::start().await;
    scene.finish().await;
    scene.set(REFUSES);
    scene.command(0, "again", TableCommand::Rematch).await;
    assert_eq!(scene.players[0].next_of("refused").await["reason"]["code"], "failed");
    assert_eq!(scene.tables_of_ada().await.len(), 1, "neither event is stored");
    scene.set(WORKS);
    scene.command(0, "again", TableCommand::Rematch).await;
    let event = scene.players[0].next_of("events").await["events"][0].clone();
    assert_eq!(event["event"], "rematch");
    let tables = scene.tables_of_ada().await;
    assert_eq!(tables.len(), 2);
    assert!(tables.iter().any(|table| event["table"] == table.table.as_str() && table.phase == Phase::Waiting));
}

#[tokio::test]
async fn a_rematch_that_is_stored_is_opened_once_even_if_the_store_reports_an_error() {
    let mut scene = Scene::start().await;
    scene.finish().await;
    scene.set(STORES_BUT_FAILS);
    scene.command(0, "again", TableCommand::Rematch).await;
    assert_eq!(scene.players[0].next_of("events").await["events"][0]["id"], "again");
    scene.set(WORKS);
    scene.command(0, "again", TableCommand::Rematch).await;
    let event = scene.players[0].next_of("events").await["events"][0].clone();
    assert_eq!((&event["event"], &event["id"]), (&"rematch".into(), &"again".into()));
    let tables = scene.tables_of_ada().await;
    assert_eq!(tables.len(), 2, "the resent command opens no second table");
    assert!(tables.iter().any(|table| event["table"] == table.table.as_str()));
}

#[tokio::test]
async fn of_two_simultaneous_rematches_only_one_is_opened() {
    let mut scene = Scene::start().await;
    scene.finish().await;
    let rematch = |player| scene.command(player, "again", TableCommand::Rematch);
    tokio::join!(rematch(0), rematch(1), rematch(2));
    let mut opened = Vec::new();
    for player in &mut scene.players {
        loop {
            let message = player.next().await;
            let event = &message["events"][0];
            if event["event"] == "rematch" {
                opened.push(event["table"].as_str().unwrap().to_string());
                break;
            }
            if message["is"] == "refused" {
                assert_eq!(message["reason"]["code"], "wrong_phase");
                // The refusal shows which table to go to.
                opened.push(message["state"]["rematch"].as_str().unwrap().to_string());
                break;
            }
        }
    }
    opened.dedup();
    assert_eq!(opened.len(), 1, "everyone is sent to the same table");
    let mut tables: Vec<TableId> = scene.tables_of_ada().await.into_iter().map(|table| table.table).collect();
    tables.retain(|table| *table != scene.table);
    assert_eq!(tables.iter().map(TableId::as_str).collect::<Vec<_>>(), opened);
}

#[tokio::test]
async fn a_clock_of_days_runs_out_while_someone_is_watching() {
    let mut scene = Scene::with(r#"{"settings":{"seats":3,"clock":{"days":{"days":1}}}}"#).await;
    let day = 86_400_000;
    clock::pass(day - 60_000);
    scene.rooms.wake_due_tables().await;
    scene.play("in-time").await;
    assert_eq!(scene.players[0].next_of("events").await["events"][0]["event"], "moved");
    clock::pass(day + 1000);
    scene.rooms.wake_due_tables().await;
    let event = scene.players[0].next_of("events").await["events"][0].clone();
    assert_eq!((&event["event"], &event["seat"], &event["reason"]), (&"stood_in".into(), &1.into(), &"time".into()));
}

#[test]
fn an_alarm_is_set_for_a_clock_of_any_length() {
    let hour = Duration::from_secs(3600);
    assert_eq!(actor::alarm(30 * 86_400_000, 0), hour, "and set again after that");
    assert_eq!(actor::alarm(7000, 2000), Duration::from_secs(5));
    assert_eq!(actor::alarm(1000, 2000), Duration::ZERO);
}

#[tokio::test]
async fn messages_to_an_unknown_table_are_refused_and_its_room_is_unloaded() {
    let mut scene = Scene::start().await;
    scene.table = "nowhere".parse().unwrap();
    for _ in 0..3 {
        scene.watch(scene.spectator.requester.clone()).await;
        assert_eq!(scene.spectator.next_of("refused").await["reason"]["code"], "not_found");
    }
    while scene.rooms.loaded().contains_key(&scene.table) {
        tokio::task::yield_now().await;
    }
}

/// Each rename used to reload the table and queue another search.
#[tokio::test]
async fn a_table_keeps_its_search_while_names_change_and_cancels_it_when_it_is_stale() {
    let scene = Scene::start().await;
    let busy = scene.rooms.computer_players().keep_busy().await;
    scene.command(0, "leave", TableCommand::Leave).await;
    let waiting = || scene.rooms.computer_players().waiting();
    while waiting() != 1 {
        tokio::task::yield_now().await;
    }
    for _ in 0..50 {
        scene.rooms.person_changed(&"ada".parse().unwrap()).await;
    }
    // The answer to the next message shows that the table has dealt with all of them.
    scene.rooms.record(&scene.table, None).await.unwrap();
    tokio::task::yield_now().await;
    assert_eq!(waiting(), 1, "one position, one search");
    scene.command(0, "return", TableCommand::Return).await;
    while waiting() != 0 {
        tokio::task::yield_now().await;
    }
    drop(busy);
}

#[tokio::test]
async fn a_person_can_host_only_so_many_games_with_computer_players() {
    let scene = Scene::start().await;
    let new = || {
        serde_json::from_str(
            r#"{"seats":[{"clan":"r","player":"me"},{"clan":"b","player":{"level":"sage"}},
        {"clan":"v","player":{"level":"sage"}},{"clan":"y","player":{"level":"sage"}}]}"#,
        )
        .unwrap()
    };
    let eve = person("eve");
    let limit = Config::default().limits.computer_tables;
    for _ in 0..limit {
        scene.rooms.create(&eve, address(2), new()).await.unwrap();
    }
    assert_eq!(scene.rooms.create(&eve, address(2), new()).await, Err(Refusal::TooMany));
    // Neither by adding them later.
    let table = scene.rooms.create(&eve, address(2), NewTable::default()).await.unwrap();
    let mut connection = TestConnection::new(9, Some("eve"));
    let seat_level = TableCommand::SeatLevel { seat: shangrila_rules::Seat::Third, level: Some(LevelId::Sage) };
    for command in [seat_level, TableCommand::Fill { level: LevelId::Sage }] {
        let requester = connection.requester.clone();
        scene.rooms.send(&table, RoomMessage::Command { requester, id: "c".parse().unwrap(), command }).await;
        assert_eq!(connection.next_of("refused").await["reason"]["code"], "too_many");
    }
    scene.rooms.create(&person("ben"), address(2), new()).await.unwrap();
}

#[tokio::test]
async fn tables_in_the_waiting_room_are_counted_without_a_seat_as_well() {
    let scene = Scene::start().await;
    let new = || {
        let seats = r#"[{"clan":"r"},{"clan":"b"},{"clan":"v"},{"clan":"y"}]"#;
        serde_json::from_str(&format!(r#"{{"seats":{seats}}}"#)).unwrap()
    };
    for _ in 0..Config::default().limits.waiting_tables {
        scene.rooms.create(&person("eve"), address(2), new()).await.unwrap();
    }
    assert_eq!(scene.rooms.create(&person("eve"), address(2), new()).await, Err(Refusal::TooMany));
}

/// Ten guests at one address once filled the lobby in 19 seconds.
#[tokio::test]
async fn one_address_cannot_fill_the_lobby() {
    let scene = Scene::start().await;
    let new = || serde_json::from_str(r#"{"settings":{"visibility":"public"}}"#).unwrap();
    scene.rooms.create(&person("ada"), address(1), new()).await.unwrap();
    let mut opened = Vec::new();
    for guest in 0..10 {
        for _ in 0..10 {
            let table = scene.rooms.create(&person(&format!("eve{guest}")), address(2), new()).await;
            opened.extend(table.ok().map(|table| (guest, table)));
        }
    }
    assert_eq!(opened.len(), Config::default().limits.lobby_tables_per_address);
    let listed = scene.rooms.store().open_tables().await.unwrap();
    assert!(listed.iter().any(|table| table.host == person("ada").id), "Ada's table is still listed");
    for guest in 0..10 {
        let eve = person(&format!("eve{guest}")).id;
        assert!(listed.iter().filter(|table| table.host == eve).count() <= 5, "five of each host are listed");
    }
    // A table that is closed makes room for another.
    let (guest, table) = opened.pop().unwrap();
    let mut eve = TestConnection::new(9, Some(&format!("eve{guest}")));
    let close = RoomMessage::Command {
        requester: eve.requester.clone(),
        id: "close".parse().unwrap(),
        command: TableCommand::Close,
    };
    scene.rooms.send(&table, close).await;
    eve.next_of("events").await;
    scene.rooms.create(&person("eve0"), address(2), new()).await.unwrap();
    assert_eq!(scene.rooms.create(&person("eve1"), address(2), new()).await, Err(Refusal::TooMany));
}
