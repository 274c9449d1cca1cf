//! Real servers and real workers on one PostgreSQL: workers choose the moves of computer players, and whatever happens to them in the middle of a thought, the move
//! comes soon.

use std::path::Path;
use std::time::{Duration, Instant};

use shangrila_client::{Client, ClientEvent, Connection};
use shangrila_load::{ServerProcess, TempFolder, WorkerProcess};
use shangrila_protocol::{NewTable, Phase, TableId};
use shangrila_test_cluster::TestDatabase;
use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::{sleep, timeout};

/// The longest time that a computer player may take, whatever happens.
const LONGEST: Duration = Duration::from_secs(5);
/// Longer than anything takes that happens at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// A person at a table with three computer players that think for as long as they may.
struct Game {
    connection: Connection,
    table: TableId,
}

impl Game {
    async fn open(server: &ServerProcess) -> Game {
        let client = Client::guest(server.address(), "Ada").await.unwrap();
        let sage = |clan| format!(r#"{{"clan":"{clan}","player":{{"level":"sage"}}}}"#);
        let seats = format!(r#"[{{"clan":"r","player":"me"}},{},{},{}]"#, sage('b'), sage('v'), sage('y'));
        let new: NewTable = serde_json::from_str(&format!(r#"{{"settings":{{"seats":4}},"seats":{seats}}}"#)).unwrap();
        let table = client.open_table(&new).await.unwrap();
        let mut connection = client.connect();
        connection.subscribe(&table);
        let mut game = Game { connection, table };
        game.until(|game| game.moves().is_some()).await;
        game
    }

    /// How many moves were played; `None` before the game is known.
    fn moves(&self) -> Option<usize> {
        let state = self.connection.table(&self.table)?.state();
        (state.phase == Phase::Playing).then_some(state.moves.len())
    }

    fn is_my_turn(&self) -> bool {
        let me = self.connection.core().person().map(|person| &person.id);
        me.zip(self.connection.table(&self.table)).is_some_and(|(me, table)| table.waits_for(me))
    }

    /// Lets the game go on until something is true. Returns how long that took.
    async fn until(&mut self, mut is_true: impl FnMut(&Game) -> bool) -> Duration {
        let began = Instant::now();
        while !is_true(self) {
            let event = timeout(PATIENCE, self.connection.next()).await.expect("the game goes on");
            assert!(!matches!(event, ClientEvent::GaveUp(_) | ClientEvent::TableRefused { .. }), "{event:?}");
        }
        began.elapsed()
    }

    /// Plays if it is this person's turn, so that computer players are next.
    async fn move_on(&mut self) {
        self.until(|game| game.is_my_turn()).await;
        let known = self.connection.table(&self.table).unwrap();
        let (mut position, ply) = (*known.position().unwrap(), known.state().moves.len());
        let mv = position.play_random(|end| fastrand::u32(..end)).unwrap();
        self.connection.play(&self.table, ply as u32, mv);
        self.until(|game| game.moves().is_some_and(|moves| moves > ply)).await;
    }
}

/// Waits until a worker thinks about a question. Returns its name.
async fn thinking(database: &mut PgConnection) -> String {
    let began = Instant::now();
    loop {
        let sql = "SELECT worker FROM thoughts WHERE worker IS NOT NULL AND answer IS NULL";
        let row: Option<(String,)> = sqlx::query_as(sql).fetch_optional(&mut *database).await.unwrap();
        if let Some((worker,)) = row {
            return worker;
        }
        assert!(began.elapsed() < PATIENCE, "no worker thinks");
        sleep(Duration::from_millis(5)).await;
    }
}

struct World {
    server: ServerProcess,
    database: PgConnection,
    program: &'static Path,
    url: String,
    // Deleted last.
    _folder: TempFolder,
    _cluster: TestDatabase,
}

impl World {
    async fn start(who_thinks: &str) -> World {
        let folder = TempFolder::new(Path::new(env!("CARGO_TARGET_TMPDIR")), "workers").unwrap();
        let cluster = TestDatabase::create();
        let (program, url) = (Path::new(env!("CARGO_BIN_EXE_shangrila")), cluster.url().to_string());
        let settings = [("SHANGRILA_THINKING", who_thinks)];
        let server = ServerProcess::start_on(program, folder.path(), &url, &settings).unwrap();
        let database = url.parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
        World { server, database, program, url, _folder: folder, _cluster: cluster }
    }

    fn worker(&self) -> WorkerProcess {
        WorkerProcess::start(self.program, &self.url).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_worker_takes_up_what_a_dead_or_paused_one_has_left() {
    let mut world = World::start("workers").await;
    let mut game = Game::open(&world.server).await;
    game.move_on().await;
    // Nobody thinks yet: the server leaves that to workers.
    let waited = timeout(Duration::from_secs(2), game.until(|game| game.is_my_turn())).await;
    assert!(waited.is_err(), "the server thinks although workers alone should");

    let mut workers = [world.worker(), world.worker()];
    game.until(|game| game.is_my_turn()).await;
    for kills in [true, false, true] {
        game.move_on().await;
        let name = thinking(&mut world.database).await;
        let before = game.moves().unwrap();
        let worker = workers.iter_mut().find(|worker| worker.name() == Some(&name)).expect("one of the two");
        if kills {
            worker.kill().unwrap()
        } else {
            worker.pause().unwrap()
        }
        let took = game.until(|game| game.moves().is_some_and(|moves| moves > before)).await;
        println!(
            "{} in the middle of a thought: the move came after {took:.2?}",
            if kills { "killed" } else { "paused" }
        );
        assert!(took < LONGEST, "{took:?}");
        if kills {
            worker.start_again().unwrap();
        } else {
            // What it thinks to the end now counts no more.
            worker.resume().unwrap();
            sleep(Duration::from_millis(500)).await;
            worker.start_again().unwrap();
        }
    }
    // Everything that was asked is answered, and forgotten.
    game.until(|game| game.is_my_turn()).await;
    let (left,): (i64,) = sqlx::query_as("SELECT count(*) FROM thoughts").fetch_one(&mut world.database).await.unwrap();
    assert_eq!(left, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_thinks_itself_without_workers_and_when_the_last_one_dies() {
    let mut world = World::start("auto").await;
    let mut game = Game::open(&world.server).await;
    game.move_on().await;
    let took = game.until(|game| game.is_my_turn()).await;
    assert!(took < 3 * LONGEST, "three computer players without workers took {took:?}");

    let mut worker = world.worker();
    // The server notices a worker with its next sign of life.
    sleep(Duration::from_secs(1)).await;
    game.move_on().await;
    assert_eq!(worker.name(), Some(thinking(&mut world.database).await.as_str()));
    let before = game.moves().unwrap();
    worker.kill().unwrap();
    let took = game.until(|game| game.moves().is_some_and(|moves| moves > before)).await;
    println!("the only worker was killed in the middle of a thought: the server's own move came after {took:.2?}");
    assert!(took < LONGEST, "{took:?}");
    // From then on the server knows that there are none.
    let took = game.until(|game| game.is_my_turn()).await;
    assert!(took < 2 * LONGEST, "{took:?}");
}
