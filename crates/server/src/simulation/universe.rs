//! Processes, players, their connections and everything that goes wrong between them, in virtual time and one thread.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use fastrand::Rng;
use shangrila_protocol::{NewTable, Person, PersonKind, Phase, Refusal, TableId};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::link::{Link, ServerEnd};
use super::lobby::{NoConditionalMoves, NoLobby};
use super::moderation::NoModeration;
use super::player::{Player, check_table};
use super::store::{Connection, Database, Mistake, SharedDatabase, Weather, lock};
use super::{Local, START, with_local};
use crate::client_address::ClientAddress;
use crate::config::Config;
use crate::fan_out::{ConnectionId, LocalFanOut};
use crate::moderation::Moderation;
use crate::peers::{Membership, Peers, ProcessKind};
use crate::random;
use crate::room::{RoomStores, Rooms};
use crate::socket;
use crate::store::Company;

/// The step in which processes take turns.
const TICK: Duration = Duration::from_millis(5);
/// How long things go wrong.
const STORM: Duration = Duration::from_secs(12);
/// How long processes have to come to rest afterwards.
const CALM: Duration = Duration::from_secs(4);
/// Tasks that processes take and leave all the time, as they do at tables that nobody looks at for long.
const ERRANDS: [&str; 3] = ["errand:0", "errand:1", "errand:2"];
/// How long the games may take in all.
const LIMIT: Duration = Duration::from_secs(240);

/// What to simulate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scenario {
    pub(super) seed: u64,
    pub(super) processes: usize,
    pub(super) tables: usize,
    pub(super) mistake: Option<Mistake>,
}

/// What was simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Summary {
    pub(super) games: u32,
    pub(super) moves: u32,
    pub(super) crashes: u32,
    pub(super) pauses: u32,
    pub(super) cuts: u32,
    pub(super) outages: u32,
    pub(super) conflicts: u32,
    /// Virtual time.
    pub(super) seconds: u64,
    /// Differs if anyone was told anything else, or at another time.
    pub(super) trace: u64,
}

/// A server process.
struct Process {
    number: usize,
    /// How often it has been started.
    starts: u32,
    running: Option<Running>,
    weather: Arc<Mutex<Weather>>,
    /// Until when nothing of it runs, as after SIGSTOP.
    paused_until: Option<Duration>,
    /// When it is killed, if it is going to be.
    dies_at: Option<Duration>,
    /// When it starts again.
    starts_at: Duration,
    /// When the way to the database is whole again.
    clears_at: Duration,
    rng: Rng,
}

struct Running {
    runtime: Runtime,
    rooms: Rooms,
    member: Arc<Membership<Connection>>,
    /// The instant of the process's own clock that corresponds to `since`.
    origin: Instant,
    since: Duration,
    local: Local,
}

impl Running {
    /// Starts a process; `None` if it cannot reach the database.
    fn start(now: Duration, [store, among_peers]: [Connection; 2], mut rng: Rng) -> Option<Running> {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
        // Clocks of machines differ, until they follow the database.
        let skew = rng.i64(-3_600_000..3_600_000);
        let mut local = Local { origin: None, base: START.saturating_add_signed(skew), rng: rng.fork() };
        let (origin, rooms, member) = with_local(&mut local, || {
            runtime.block_on(async {
                let mut config = Config { thinking_threads: 1, grace: 2, ..Config::default() };
                config.limits.command_burst = 10_000;
                let moderation = Moderation::open(Arc::new(NoModeration)).await.expect("nothing to read");
                let stores = RoomStores {
                    tables: Arc::new(store),
                    lobby: Arc::new(NoLobby),
                    conditional: Arc::new(NoConditionalMoves),
                    notices: None,
                    vacations: None,
                };
                let (member, heard) = Membership::start(among_peers, ProcessKind::Server).await.ok()?;
                let grace_until = member.grace(Duration::from_secs(u64::from(config.grace))).await;
                let company = Company { peers: Arc::new(Arc::clone(&member)), heard, workers: None, grace_until };
                tokio::spawn(run_errands(Arc::clone(&member)));
                let rooms = Rooms::start(config, stores, Arc::new(LocalFanOut::new()), moderation, company);
                // Starting takes no time for the others, so this is the moment that they call now.
                Some((Instant::now(), rooms, member))
            })
        })?;
        Some(Running { runtime, rooms, member, origin, since: now, local })
    }

    /// A moment on the process's own clock.
    fn instant(&self, now: Duration) -> Instant {
        self.origin + (now - self.since)
    }

    /// Runs everything that is due by now.
    fn run(&mut self, now: Duration) {
        let until = self.instant(now);
        let runtime = &self.runtime;
        with_local(&mut self.local, || runtime.block_on(async { tokio::time::sleep_until(until).await }));
    }

    /// Goes on after a time in which nothing ran: its clock stands where it stopped, and jumps.
    fn resume(&mut self, now: Duration) {
        let (runtime, target) = (&self.runtime, self.instant(now));
        with_local(&mut self.local, || {
            runtime.block_on(async { tokio::time::advance(target.saturating_duration_since(Instant::now())).await });
        });
    }
}

/// Takes and leaves tasks until the storm is over.
async fn run_errands(member: Arc<Membership<Connection>>) {
    let moment = || sleep(Duration::from_millis(u64::from(random::bytes::<1>()[0]) / 2));
    while super::time().is_some_and(|time| time < START + STORM.as_millis() as u64) {
        for errand in ERRANDS {
            let _ = member.lead(errand).await;
            moment().await;
            member.leave(errand);
            moment().await;
        }
    }
}

pub(super) struct Universe {
    scenario: Scenario,
    now: Duration,
    rng: Rng,
    database: SharedDatabase,
    processes: Vec<Process>,
    players: Vec<Player>,
    /// Connections that clients have given up; some frames are still on their way.
    abandoned: Vec<Link>,
    tables: Vec<TableId>,
    next_connection: u64,
    summary: Summary,
}

impl Universe {
    fn new(scenario: Scenario) -> Universe {
        let mut rng = Rng::with_seed(scenario.seed);
        let process = |number: usize| Process {
            number,
            starts: 0,
            running: None,
            weather: Arc::default(),
            paused_until: None,
            dies_at: None,
            starts_at: Duration::ZERO,
            clears_at: Duration::ZERO,
            rng: rng.fork(),
        };
        Universe {
            database: Database::new(scenario.mistake),
            processes: (0..scenario.processes).map(process).collect(),
            scenario,
            now: Duration::ZERO,
            rng,
            players: Vec::new(),
            abandoned: Vec::new(),
            tables: Vec::new(),
            next_connection: 0,
            summary: Summary::default(),
        }
    }

    /// Plays all games of a scenario to their end.
    ///
    /// # Errors
    /// What should never happen.
    pub(super) fn run(scenario: Scenario) -> Result<Summary, String> {
        let mut universe = Universe::new(scenario);
        universe.start_processes();
        universe.open_tables();
        while universe.now < LIMIT {
            universe.pass_time();
            universe.step().map_err(|problem| format!("after {:?}: {problem}", universe.now))?;
            if universe.now > STORM + CALM && universe.is_quiet() {
                break;
            }
        }
        universe.finish()
    }

    /// Opens tables, and waits until they are stored. Each has people, someone who watches, and some have a computer player.
    fn open_tables(&mut self) {
        let opening: Vec<_> = (0..self.scenario.tables).map(|number| self.open_table(number)).collect();
        while opening.iter().any(|(_, opened)| !opened.is_finished()) {
            self.pass_time();
            self.run_processes();
        }
        for (people, opened) in opening {
            let opened = self.processes[0].running.as_ref().map(|running| running.runtime.block_on(opened));
            let table = opened.expect("nothing has gone wrong yet").expect("no panic").expect("the table is opened");
            let seats = people.len() - 1;
            for (seat, person) in people.into_iter().enumerate() {
                self.players.push(Player::new(person, table.clone(), seat < seats, self.rng.fork()));
            }
            self.tables.push(table);
        }
    }

    fn open_table(&mut self, number: usize) -> (Vec<Person>, JoinHandle<Result<TableId, Refusal>>) {
        let seats = 3 + self.rng.usize(..2);
        let has_computer = self.rng.bool();
        // Some clocks run out while their owners are away.
        let clock = ["\"none\"", r#"{"live":{"base":30,"increment":0}}"#][self.rng.usize(..2)];
        let players: Vec<String> = (0..seats)
            .map(|seat| {
                let player = match seat {
                    0 => r#""me""#,
                    1 if has_computer => r#"{"level":"goatherd"}"#,
                    _ => r#""free""#,
                };
                format!(r#"{{"clan":"{}","player":{player}}}"#, ["r", "b", "v", "y"][seat])
            })
            .collect();
        let new = format!(r#"{{"settings":{{"seats":{seats},"clock":{clock}}},"seats":[{}]}}"#, players.join(","));
        let new: NewTable = serde_json::from_str(&new).expect("valid settings");
        let people: Vec<Person> = (0..=seats - usize::from(has_computer))
            .map(|seat| {
                let name = format!("p{number}s{seat}");
                Person { id: name.parse().expect("a valid id"), name, kind: PersonKind::Guest }
            })
            .collect();
        let home = number % self.processes.len();
        let running = self.processes[home].running.as_mut().expect("nothing has gone wrong yet");
        let (rooms, host) = (running.rooms.clone(), people[0].clone());
        let address = ClientAddress::new([10, 0, 0, 1].into());
        let opened = running.runtime.spawn(async move { rooms.create(&host, address, new).await });
        (people, opened)
    }

    fn pass_time(&mut self) {
        self.now += TICK;
        lock(&self.database).now = self.now;
    }

    fn run_processes(&mut self) {
        for process in self.processes.iter_mut().filter(|process| process.paused_until.is_none()) {
            if let Some(running) = &mut process.running {
                running.run(self.now);
            }
        }
    }

    fn start_processes(&mut self) {
        let now = self.now;
        for process in &mut self.processes {
            if process.running.is_none() && process.starts_at <= now {
                process.starts += 1;
                let mut connection = || Connection {
                    database: Arc::clone(&self.database),
                    weather: Arc::clone(&process.weather),
                    rng: Mutex::new(process.rng.fork()),
                };
                let connections = [connection(), connection()];
                process.running = Running::start(now, connections, process.rng.fork());
                process.starts_at = now + Duration::from_millis(200);
            }
        }
    }

    fn step(&mut self) -> Result<(), String> {
        if self.now < STORM {
            self.misfortunes();
        }
        self.end_misfortunes();
        self.start_processes();
        self.connect();
        for link in self.players.iter_mut().filter_map(|player| player.link.as_mut()).chain(&mut self.abandoned) {
            link.deliver_up(self.now);
        }
        self.abandoned.retain(|link| !link.is_over());
        self.run_processes();
        self.check_leases()?;
        let database = lock(&self.database);
        for player in &mut self.players {
            player.step(self.now, &database, &mut self.abandoned)?;
        }
        Ok(())
    }

    /// No two processes that run believe to lead the same task.
    fn check_leases(&self) -> Result<(), String> {
        let awake = self.processes.iter().filter(|process| process.paused_until.is_none());
        let running: Vec<(usize, &Running)> =
            awake.filter_map(|process| Some((process.number, process.running.as_ref()?))).collect();
        for (index, (number, one)) in running.iter().enumerate() {
            for (other_number, other) in &running[index + 1..] {
                let both = one.member.leads_with(one.instant(self.now), &other.member, other.instant(self.now));
                if let Some(task) = both {
                    return Err(format!("processes {number} and {other_number} both believe to lead {task}"));
                }
            }
        }
        Ok(())
    }

    /// Nothing that a process has left is kept for it.
    fn check_errands(&self, database: &Database) -> Result<(), String> {
        for process in &self.processes {
            let Some(running) = &process.running else { continue };
            let name = running.member.process();
            if let Some(task) = database.leases_of(&name).find(|task| ERRANDS.contains(task)) {
                return Err(format!("process {} has left {task}, which is still kept for it", process.number));
            }
        }
        Ok(())
    }

    /// Opens the connections that clients want, to any process that answers the checks of a balancer.
    fn connect(&mut self) {
        for player in self.players.iter_mut().filter(|player| player.wants_link) {
            player.wants_link = false;
            let is_ready = |process: &&mut Process| {
                let running = process.running.as_ref().filter(|_| process.paused_until.is_none());
                running.is_some_and(|running| running.rooms.is_in_touch())
            };
            let mut ready: Vec<&mut Process> = self.processes.iter_mut().filter(is_ready).collect();
            if ready.is_empty() {
                player.disconnected(self.now);
                continue;
            }
            let process = ready.swap_remove(self.rng.usize(..ready.len()));
            let Some(running) = &mut process.running else { continue };
            let (link, end): (Link, ServerEnd) = Link::new((process.number, process.starts), self.rng.fork());
            self.next_connection += 1;
            let connection = ConnectionId(self.next_connection);
            let served = socket::serve_simulated(end, connection, Some(player.person.clone()), running.rooms.clone());
            running.runtime.spawn(served);
            player.link = Some(link);
        }
    }

    /// Lets things go wrong: some often, some rarely.
    fn misfortunes(&mut self) {
        let now = self.now;
        // In this many steps, on average.
        let mut happens = |steps: u32| self.rng.u32(..steps) == 0;
        let (cut, sleep) = (happens(40), happens(60));
        let faults: Vec<[bool; 4]> =
            self.processes.iter().map(|_| [happens(900), happens(900), happens(900), happens(600)]).collect();
        if cut {
            let player = self.rng.usize(..self.players.len());
            if let Some(link) = &mut self.players[player].link {
                link.cut(now);
                self.summary.cuts += 1;
            }
        }
        if sleep {
            let player = self.rng.usize(..self.players.len());
            let long = self.rng.u8(..20) == 0;
            self.players[player].asleep_until = now + self.moment(if long { 60_000 } else { 3000 });
        }
        for (index, [dies, pauses, is_cut_off, is_unreliable]) in faults.into_iter().enumerate() {
            let (short, long) = (self.moment(800), self.moment(6000));
            let process = &mut self.processes[index];
            if dies {
                process.dies_at = Some(now);
                process.starts_at = now + short;
            } else if pauses && process.paused_until.is_none() && process.running.is_some() {
                process.paused_until = Some(now + long);
                self.summary.pauses += 1;
            }
            if is_cut_off || is_unreliable {
                let weather = Weather {
                    is_cut_off,
                    refused: if is_unreliable { 20 } else { 0 },
                    misreported: if is_unreliable { 20 } else { 0 },
                };
                *process.weather.lock().expect("nobody panics here") = weather;
                process.clears_at = now + if is_cut_off { long } else { short };
                self.summary.outages += 1;
            }
        }
    }

    fn moment(&mut self, most: u64) -> Duration {
        Duration::from_millis(self.rng.u64(1..most))
    }

    fn end_misfortunes(&mut self) {
        let now = self.now;
        for process in &mut self.processes {
            if process.clears_at <= now {
                *process.weather.lock().expect("nobody panics here") = Weather::default();
            }
            if process.dies_at.is_some_and(|dies| dies <= now) && process.running.take().is_some() {
                (process.dies_at, process.paused_until) = (None, None);
                self.summary.crashes += 1;
                lock(&self.database).crashed();
                let died = (process.number, process.starts);
                let links =
                    self.players.iter_mut().filter_map(|player| player.link.as_mut()).chain(&mut self.abandoned);
                links.filter(|link| link.process == died).for_each(|link| link.process_died(now));
            }
            if process.paused_until.is_some_and(|until| until <= now) {
                process.paused_until = None;
                if let Some(running) = &mut process.running {
                    running.resume(now);
                }
            }
        }
    }

    /// Whether all games are over and everybody knows.
    fn is_quiet(&self) -> bool {
        let database = lock(&self.database);
        self.players.iter().all(|player| {
            player.followed().is_some_and(|followed| {
                let last = database.events(&player.table).last().map_or(0, |event| event.number);
                followed.state().phase == Phase::Finished && followed.state().number == last
            })
        })
    }

    fn finish(mut self) -> Result<Summary, String> {
        let database = lock(&self.database);
        self.check_errands(&database)?;
        for table in &self.tables {
            let players: Vec<&Player> = self.players.iter().filter(|player| player.table == *table).collect();
            check_table(table, &players, &database)?;
            let moved = |event: &&shangrila_protocol::EventEnvelope| {
                matches!(event.event, shangrila_protocol::Event::Moved { .. })
            };
            self.summary.moves += database.events(table).iter().filter(moved).count() as u32;
            self.summary.games += 1;
        }
        self.summary.conflicts = database.conflicts;
        self.summary.seconds = self.now.as_secs();
        self.summary.trace = self.players.iter().fold(0, |sum: u64, player| sum.rotate_left(7) ^ player.trace);
        drop(database);
        Ok(self.summary)
    }
}
