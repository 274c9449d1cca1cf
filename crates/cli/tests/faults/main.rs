//! Several real servers and workers on one PostgreSQL, with players spread across them, while everything fails that can: they are killed, paused and cut off, their clocks
//! are wrong, new versions are deployed, and PostgreSQL crashes, restarts and moves to its standby. No move that any client received is lost, none is
//! played twice, no turn is stuck, and play resumes within seconds.
//!
//! `SHANGRILA_FAULTS` sets how many faults; `cargo xtask soak` sets more than `cargo xtask test`. `SHANGRILA_WORLDS` shares them out among several
//! such sets of servers at the same time, for machines with many cores.

#[path = "../kills/ledger.rs"]
mod ledger;
#[path = "../kills/player.rs"]
mod player;
mod punctuality;
mod relay;

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use shangrila_client::{Address, Client};
use shangrila_load::{ServerProcess, TempFolder, WorkerProcess};
use shangrila_protocol::NewTable;
use shangrila_test_cluster::{Cluster, Durability};
use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use ledger::{ALL_EVENTS, Ledger, Told};
use player::Player;
use punctuality::{be_late, check_clocks, machine_time};
use relay::{Relay, State};

/// So many servers run in half of the time; in the other half, the last one does not.
const SERVERS: usize = 3;
const WORKERS: usize = 2;
/// How much time players have: two games each.
const CLOCKS: [&str; 3] = [r#""none""#, r#"{"live":{"base":600,"increment":15}}"#, r#"{"days":{"days":1}}"#];
const GAMES: usize = 2 * CLOCKS.len();
/// Longer than a server counts as alive without a sign of life.
const LONG: Duration = Duration::from_millis(4500);
/// The longest interruption that players have to put up with.
const LONGEST_INTERRUPTION: Duration = Duration::from_secs(5);
/// How often a fault that took longer is measured again: the machine may have been busy. Nothing else is tried again.
const REPEATS: usize = 2;
/// Longer than anything takes that happens at all.
const PATIENCE: Duration = Duration::from_secs(60);
const DATABASE: &str = "shangrila";
const PROGRAM: &str = env!("CARGO_BIN_EXE_shangrila");

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    /// A server dies.
    Kill,
    /// A server stands still for longer than its leases last, and goes on as if nothing had happened.
    Pause,
    /// The connections of a server to the database are closed, and it gets no new ones.
    CutOff,
    /// The connections of a server to the database carry nothing for a while.
    Silence,
    /// A worker dies, in the middle of a thought if there is one.
    KillWorker,
    /// A worker stands still for longer than it counts as alive, and goes on as if nothing had happened.
    PauseWorker,
    /// The clock of a server is an hour off, and it starts again.
    WrongClock,
    /// One server after the other is stopped and started, as for a new version.
    Deploy,
    /// PostgreSQL is restarted.
    RestartDatabase,
    /// PostgreSQL dies and starts again.
    CrashDatabase,
    /// PostgreSQL dies, and its standby takes over.
    FailOver,
    /// The machine of PostgreSQL can no longer be reached, and says nothing about it; its standby takes over.
    SilentFailOver,
}

impl Fault {
    /// Whether another server of PostgreSQL is the primary afterwards.
    fn moves_database(self) -> bool {
        matches!(self, Fault::FailOver | Fault::SilentFailOver)
    }
}

const ALL: [Fault; 12] = [
    Fault::Kill,
    Fault::Pause,
    Fault::CutOff,
    Fault::Silence,
    Fault::KillWorker,
    Fault::PauseWorker,
    Fault::WrongClock,
    Fault::Deploy,
    Fault::RestartDatabase,
    Fault::CrashDatabase,
    Fault::FailOver,
    Fault::SilentFailOver,
];

/// One set of servers and workers, with their database and its standby.
struct World {
    folder: TempFolder,
    primary: Cluster,
    standby: Cluster,
    servers: Vec<ServerProcess>,
    /// How many of them run.
    running: usize,
    workers: Vec<WorkerProcess>,
    /// The wires of each server and then of each worker: to what is the primary at first, and to what is its standby.
    wires: Vec<[Relay; 2]>,
    /// Which of these wires lead to the primary.
    to_primary: usize,
}

impl World {
    async fn start() -> World {
        let folder = TempFolder::new(Path::new(env!("CARGO_TARGET_TMPDIR")), "faults").unwrap();
        let mut primary = Cluster::create(folder.path(), "postgres", Durability::Process).unwrap();
        let standby = primary.add_standby().unwrap();
        primary.create_database(DATABASE).unwrap();
        let (servers, workers, wires) = (Vec::new(), Vec::new(), Vec::new());
        let mut world = World { folder, primary, standby, servers, running: SERVERS, workers, wires, to_primary: 0 };
        for number in 0..SERVERS {
            let (wires, url) = world.new_wires().await;
            let place = world.folder.path().join(format!("server-{number}"));
            fs::create_dir_all(&place).unwrap();
            let clock = place.join("clock");
            let settings = [
                ("SHANGRILA_TEST_CLOCK", clock.to_str().unwrap()),
                ("SHANGRILA_SHUTDOWN_SECONDS", "2"),
                ("SHANGRILA_STAND_IN", "goatherd"),
            ];
            world.servers.push(ServerProcess::start_on(Path::new(PROGRAM), &place, &url, &settings).unwrap());
            world.wires.push(wires);
        }
        for _ in 0..WORKERS {
            let (wires, url) = world.new_wires().await;
            world.workers.push(WorkerProcess::start(Path::new(PROGRAM), &url).unwrap());
            world.wires.push(wires);
        }
        world
    }

    /// Wires to the database, and the URL of what is at their ends.
    async fn new_wires(&self) -> ([Relay; 2], String) {
        let address = |cluster: &Cluster| SocketAddr::from(([127, 0, 0, 1], cluster.port()));
        let wires = [Relay::start(&[address(&self.primary)]).await, Relay::start(&[address(&self.standby)]).await];
        let places = wires.each_ref().map(|wire| format!("127.0.0.1:{}", wire.port));
        let url = format!("postgres://shangrila@{}/{DATABASE}", places.join(","));
        (wires, url)
    }

    fn set_wires(&self, server: usize, state: State) {
        self.wires[server].iter().for_each(|wire| wire.set(0, state));
    }

    /// Changes the wires of everyone to the server that is the primary now.
    fn set_wires_to_primary(&self, state: State) {
        self.wires.iter().for_each(|wires| wires[self.to_primary].set(0, state));
    }

    /// Runs more servers or fewer.
    async fn run_servers(&mut self, count: usize) {
        while self.running > count {
            self.running -= 1;
            stop(&mut self.servers[self.running]);
        }
        while self.running < count {
            self.start_server(self.running).await;
            self.running += 1;
        }
    }

    fn clock_file(&self, server: usize) -> PathBuf {
        self.folder.path().join(format!("server-{server}/clock"))
    }

    async fn inflict(&mut self, fault: Fault) {
        let server = fastrand::usize(..self.running);
        match fault {
            Fault::Kill => {
                self.servers[server].kill().unwrap();
                sleep(Duration::from_millis(fastrand::u64(..1500))).await;
                self.start_server(server).await;
            }
            Fault::Pause => {
                self.servers[server].pause().unwrap();
                sleep(LONG).await;
                self.servers[server].resume().unwrap();
            }
            Fault::CutOff | Fault::Silence => {
                self.set_wires(server, if fault == Fault::CutOff { State::Closed } else { State::Silent });
                sleep(LONG).await;
                self.set_wires(server, State::Open);
            }
            Fault::KillWorker => {
                let worker = &mut self.workers[fastrand::usize(..WORKERS)];
                worker.kill().unwrap();
                sleep(Duration::from_millis(fastrand::u64(..1500))).await;
                worker.start_again().unwrap();
            }
            Fault::PauseWorker => {
                let worker = &self.workers[fastrand::usize(..WORKERS)];
                worker.pause().unwrap();
                sleep(LONG).await;
                worker.resume().unwrap();
            }
            Fault::WrongClock => {
                let hour = 3_600_000;
                let shift = if fastrand::bool() { hour } else { -hour };
                fs::write(self.clock_file(server), shift.to_string()).unwrap();
                self.servers[server].kill().unwrap();
                self.start_server(server).await;
            }
            Fault::Deploy => {
                for server in 0..self.running {
                    stop(&mut self.servers[server]);
                    self.start_server(server).await;
                    sleep(Duration::from_millis(700)).await;
                }
                self.workers.iter_mut().for_each(|worker| worker.start_again().unwrap());
            }
            Fault::RestartDatabase | Fault::CrashDatabase => {
                self.primary.stop(fault == Fault::CrashDatabase).unwrap();
                self.primary.start().unwrap();
            }
            Fault::FailOver => {
                self.primary.stop(true).unwrap();
                self.standby.promote().unwrap();
            }
            Fault::SilentFailOver => {
                self.set_wires_to_primary(State::Silent);
                // Whoever watches over the two needs a moment to notice.
                sleep(Duration::from_millis(500)).await;
                self.standby.promote().unwrap();
            }
        }
    }

    /// Starts a server; while the database is moving, it may take more than one attempt.
    async fn start_server(&mut self, server: usize) {
        let began = Instant::now();
        while let Err(error) = self.servers[server].start_again() {
            assert!(began.elapsed() < PATIENCE, "{error}");
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// After a failover: a new standby in the place of the server that died or could not be reached.
    fn restore_standby(&mut self) {
        std::mem::swap(&mut self.primary, &mut self.standby);
        if self.standby.is_running() {
            self.standby.stop(true).unwrap();
        }
        self.standby.follow(&mut self.primary).unwrap();
        self.set_wires_to_primary(State::Open);
        self.to_primary = 1 - self.to_primary;
    }
}

fn stop(server: &mut ServerProcess) {
    let ended = server.terminate(Duration::from_secs(10)).unwrap();
    assert!(ended.is_some_and(|status| status.success()), "a server stops when it is told to");
}

/// What happened in one world.
struct Outcome {
    /// The longest time without a move at any table, for each fault.
    gaps: Vec<(Fault, Duration)>,
    moves: usize,
    games: usize,
    games_over: usize,
    resumed_connections: usize,
    replaced: usize,
}

#[test]
fn no_move_is_lost_or_played_twice_and_no_turn_stuck_whatever_fails() {
    let setting = |name, default| std::env::var(name).map_or(default, |text: String| text.parse().expect("a number"));
    let (faults, worlds) = (setting("SHANGRILA_FAULTS", ALL.len()), setting("SHANGRILA_WORLDS", 1));
    let began = Instant::now();
    let suffering = (0..worlds).map(|world| {
        let share = faults * (world + 1) / worlds - faults * world / worlds;
        // Waiting for PostgreSQL blocks this thread, so it must not be one of the runtime's workers, which run the players.
        thread::spawn(move || {
            Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(suffer(share))
        })
    });
    let suffering: Vec<_> = suffering.collect();
    let outcomes: Vec<Outcome> = suffering.into_iter().map(|world| world.join().unwrap()).collect();
    let gaps: Vec<(Fault, Duration)> = outcomes.iter().flat_map(|outcome| outcome.gaps.iter().copied()).collect();
    let mut longest = (Duration::ZERO, None);
    for fault in ALL {
        let mut own: Vec<Duration> = gaps.iter().filter(|(one, _)| *one == fault).map(|(_, gap)| *gap).collect();
        own.sort();
        let Some(most) = own.last() else { continue };
        let (most, median) = (most.as_secs_f64(), own[own.len() / 2].as_secs_f64());
        println!("{fault:?}, {} times: {median:.2} s without a move in the median, at most {most:.2} s", own.len());
        longest = longest.max((own[own.len() - 1], Some(fault)));
    }
    let sum = |count: fn(&Outcome) -> usize| outcomes.iter().map(count).sum::<usize>();
    println!(
        "{} faults in {:.0} s in {worlds} world(s) of {SERVERS} servers and {WORKERS} workers: {} confirmed moves in {} games ({} over), \
        {} resumed connections; longest interruption {:.2} s ({:?}); nothing lost, nothing doubled; \
        {} people replaced who let their time run out, and nobody else",
        gaps.len(),
        began.elapsed().as_secs_f64(),
        sum(|outcome| outcome.moves),
        sum(|outcome| outcome.games),
        sum(|outcome| outcome.games_over),
        sum(|outcome| outcome.resumed_connections),
        longest.0.as_secs_f64(),
        longest.1,
        sum(|outcome| outcome.replaced),
    );
    assert!(longest.0 < LONGEST_INTERRUPTION, "play was interrupted for too long");
}

/// Plays in a new world while so many faults happen there.
async fn suffer(faults: usize) -> Outcome {
    let mut world = World::start().await;
    let addresses: Vec<SocketAddr> = world.servers.iter().map(ServerProcess::socket_address).collect();
    let balancer = Relay::start(&addresses).await;
    tokio::spawn(balancer.clone().check_health());
    let address = Address::parse(&format!("http://127.0.0.1:{}", balancer.port)).unwrap();

    let (stop, stopping) = watch::channel(false);
    let (mut players, mut ledgers) = (JoinSet::new(), Vec::new());
    let (opened, late) = (machine_time(), tokio::spawn(be_late(address.clone(), stopping.clone())));
    for game in 0..GAMES {
        let ledger = Arc::new(Ledger::default());
        let clock = CLOCKS[game / 2];
        // Every other table has a computer player.
        let level = game % 2 == 1;
        let seats = if level {
            r#"[{"clan":"r","player":"me"},{"clan":"b","player":"free"},{"clan":"v","player":"free"},{"clan":"y","player":{"level":"goatherd"}}]"#
        } else {
            "[]"
        };
        let settings = format!(r#"{{"seats":4,"clock":{clock}}}"#);
        let new: NewTable = serde_json::from_str(&format!(r#"{{"settings":{settings},"seats":{seats}}}"#)).unwrap();
        let mut clients = Vec::new();
        for seat in 0..if level { 3 } else { 4 } {
            clients.push(Client::guest(address.clone(), &format!("{game}-{seat}")).await.unwrap());
        }
        let table = clients[0].open_table(&new).await.unwrap();
        for (seat, client) in clients.into_iter().enumerate() {
            let player = Player::new(client, table.clone(), seat == 0, Arc::clone(&ledger));
            players.spawn(player.play_until(stopping.clone()));
        }
        ledgers.push(ledger);
    }
    sleep(Duration::from_secs(2)).await;

    let mut order: Vec<Fault> = Vec::new();
    let (mut gaps, mut repeats) = (Vec::new(), 0);
    while gaps.len() < faults {
        if order.is_empty() {
            order = ALL.to_vec();
            fastrand::shuffle(&mut order);
        }
        // Half of all faults meet two servers.
        world.run_servers(if order.len() > ALL.len() / 2 { SERVERS - 1 } else { SERVERS }).await;
        let Some(fault) = order.pop() else { break };
        let number = gaps.len() + 1;
        let since = Instant::now();
        world.inflict(fault).await;
        let healed = Instant::now();
        // Play goes on at every table.
        while ledgers.iter().any(|ledger| ledger.longest_gap(healed) >= healed.elapsed()) {
            assert!(healed.elapsed() < PATIENCE, "a game is stuck after fault {number}, {fault:?}: {}", logs(&world));
            sleep(Duration::from_millis(20)).await;
            if let Some(ended) = players.try_join_next() {
                panic!("a player ended after fault {number}, {fault:?}: {ended:?}; {}", logs(&world));
            }
        }
        let gap = ledgers.iter().map(|ledger| ledger.longest_gap(since)).max().unwrap_or_default();
        println!("{number:>4} {fault:?}, {} servers: at most {:.2} s without a move", world.running, gap.as_secs_f64());
        if fault.moves_database() {
            world.restore_standby();
        }
        if gap >= LONGEST_INTERRUPTION && repeats < REPEATS {
            println!("     too long; measured again");
            repeats += 1;
            order.push(fault);
        } else {
            repeats = 0;
            gaps.push((fault, gap));
        }
        sleep(Duration::from_millis(fastrand::u64(300..1000))).await;
    }

    stop.send(true).unwrap();
    let mut resumed = 0;
    while let Some(ended) = timeout(PATIENCE, players.join_next()).await.expect("everything is answered") {
        resumed += ended.unwrap();
    }
    let told: Vec<Told> = ledgers.iter().map(|ledger| ledger.snapshot()).collect();
    late.await.unwrap();
    let read = machine_time();
    let mut database = world.primary.url(DATABASE).parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
    let rows: Vec<(String, String)> = sqlx::query_as(ALL_EVENTS).fetch_all(&mut database).await.unwrap();
    let (mut games, mut over) = (0, 0);
    for told in &told {
        (games, over) = ledger::check_all(rows.clone(), told);
    }
    let replaced = check_clocks(&rows, opened, read);
    assert!(replaced > 0 || faults < ALL.len(), "nobody's time has run out");
    let moves = told.iter().map(Told::moves).sum();
    Outcome { gaps, moves, games, games_over: over, resumed_connections: resumed, replaced }
}

/// What the servers have to say.
fn logs(world: &World) -> String {
    world.servers.iter().map(ServerProcess::log).collect::<Vec<_>>().join("\n---\n")
}
