//! Clients, the network between them and the server, and everything that can happen to it.
//!
//! A connection delivers frames in order or not at all, as TCP does. What can go wrong is everything around that: it is cut with frames
//! under way in both directions, the server still reads what an old connection brought while the client is on a new one, one side
//! does not notice, the server restarts, and clocks jump.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::time::Duration;

use shangrila_client_core::{
    ClientAction, ClientCore, ClientEvent, ClientSettings, ConnectionStatus, Disconnected, Retry, SendRate,
};
use shangrila_protocol::{ClientMessage, CommandId, Person, Refusal, TableId};

use crate::server::{ConnectionNumber, Faults, Limit, ModelServer, person};

/// How far a clock may jump, in milliseconds.
const JUMP: i64 = 90_000;

pub(crate) struct World {
    pub(crate) now: u64,
    pub(crate) random: fastrand::Rng,
    pub(crate) server: ModelServer,
    /// The server is down until then.
    down_until: u64,
    pub(crate) clients: Vec<SimulatedClient>,
    pipes: BTreeMap<ConnectionNumber, Pipe>,
    next_connection: ConnectionNumber,
    pub(crate) tables: Vec<TableId>,
    /// Whether the server may still read what an old connection brought when the client is on a new one.
    reads_late: bool,
    is_traced: bool,
}

/// A connection on the network.
struct Pipe {
    to_server: VecDeque<(u64, String)>,
    to_client: VecDeque<(u64, String)>,
    is_cut: bool,
}

pub(crate) struct SimulatedClient {
    pub(crate) core: ClientCore,
    pub(crate) person: Person,
    /// How far this client's clock is ahead.
    clock_offset: i64,
    pub(crate) connection: Option<ConnectionNumber>,
    /// When the connection being opened will be there.
    opening: Option<u64>,
    /// When the client notices that its connection was cut; `None` if only its own timeouts can tell.
    notices_cut_at: Option<u64>,
    /// Which event was told last at each table, and whether a snapshot came after it.
    told: HashMap<TableId, (u64, bool)>,
    /// The lines of chat told at each table.
    told_chat: HashMap<TableId, HashSet<u64>>,
    /// Every command, with how often it was answered and how.
    pub(crate) commands: HashMap<CommandId, Vec<Result<(), Refusal>>>,
    pub(crate) frames_sent: u64,
    pub(crate) connects: u64,
}

impl World {
    pub(crate) fn new(seed: u64, is_traced: bool) -> World {
        let mut random = fastrand::Rng::with_seed(seed);
        let people: Vec<Person> = (0..4).map(person).collect();
        let tables: Vec<TableId> = ["t0", "t1"][..1 + random.usize(..2)].iter().map(|id| id.parse().unwrap()).collect();
        let faults = Faults {
            gap: if random.bool() { 12 } else { 0 },
            duplicate: if random.bool() { 10 } else { 0 },
            failure: if random.bool() { 10 } else { 0 },
            unknown: if random.bool() { 10 } else { 0 },
        };
        let limit = if random.u8(..3) == 0 {
            Limit { burst: 3.0, per_second: 2.0 }
        } else {
            Limit { burst: 40.0, per_second: 10.0 }
        };
        let server = ModelServer::new(&people, &tables, faults, limit, random.u64(..));
        let clients = people.into_iter().map(|person| SimulatedClient::new(person, &mut random)).collect();
        let (pipes, reads_late) = (BTreeMap::new(), random.bool());
        World {
            now: 0,
            reads_late,
            random,
            server,
            down_until: 0,
            clients,
            pipes,
            next_connection: 0,
            tables,
            is_traced,
        }
    }

    /// Prints what happens when a single seed is run.
    fn trace(&self, line: impl FnOnce() -> String) {
        if self.is_traced {
            println!("{:>7} {}", self.now, line());
        }
    }

    fn happens(&mut self, per_mille: u32) -> bool {
        self.random.u32(..1000) < per_mille
    }

    fn table(&mut self) -> TableId {
        let index = self.random.usize(..self.tables.len());
        self.tables[index].clone()
    }

    /// Plays and breaks things for a while.
    pub(crate) fn run_wild(&mut self, steps: usize) {
        for _ in 0..steps {
            self.now += self.random.u64(1..80);
            self.break_something();
            for client in 0..self.clients.len() {
                self.want_something(client);
                self.drain(client);
            }
            self.step();
        }
    }

    /// Goes from one thing that is due to the next, until nothing is under way and every client is up to date, or time is up.
    pub(crate) fn run_calm(&mut self, milliseconds: u64) {
        let end = self.now + milliseconds;
        while self.now < end {
            self.step();
            self.now = self.next_due().unwrap_or(end).clamp(self.now + 1, end);
        }
        self.step();
    }

    pub(crate) fn stop_faults(&mut self) {
        self.server.faults = Faults { gap: 0, duplicate: 0, failure: 0, unknown: 0 };
    }

    fn next_due(&self) -> Option<u64> {
        let frames = self.pipes.values().flat_map(|pipe| [pipe.to_server.front(), pipe.to_client.front()]);
        let frames = frames.flatten().map(|(time, _)| *time);
        let clients = self.clients.iter().flat_map(|client| {
            let deadline = client.core.time_to_deadline().map(|left| self.now + left.as_millis() as u64 + 1);
            [client.opening, client.notices_cut_at, deadline]
        });
        frames.chain(clients.flatten()).min()
    }

    fn break_something(&mut self) {
        if self.happens(4) {
            self.down_until = self.now + self.random.u64(..3000);
            self.server.restart();
            let connections: Vec<ConnectionNumber> = self.pipes.keys().copied().collect();
            for connection in connections {
                self.pipes.get_mut(&connection).into_iter().for_each(|pipe| pipe.to_server.clear());
                self.cut(connection);
            }
        }
        for client in 0..self.clients.len() {
            if self.happens(8)
                && let Some(connection) = self.clients[client].connection
            {
                self.cut(connection);
            }
            if self.happens(3) {
                let jump = self.random.i64(-JUMP..JUMP);
                self.clients[client].clock_offset += jump;
            }
        }
        if self.happens(10) {
            let table = self.table();
            self.server.computer_move(&table);
        }
    }

    /// Cuts a connection: of the frames under way, only some of the earlier ones still arrive, on either side.
    fn cut(&mut self, connection: ConnectionNumber) {
        let Some(pipe) = self.pipes.get_mut(&connection).filter(|pipe| !pipe.is_cut) else { return };
        pipe.is_cut = true;
        pipe.to_server.truncate(self.random.usize(..=pipe.to_server.len()));
        if !self.reads_late {
            pipe.to_server.iter_mut().for_each(|(time, _)| *time = self.now);
        }
        pipe.to_client.truncate(self.random.usize(..=pipe.to_client.len()));
        // What an old connection brought may be read late.
        let late = if self.reads_late && self.random.bool() { self.random.u64(..4000) } else { 0 };
        pipe.to_server.iter_mut().for_each(|(time, _)| *time += late);
        let notice = (self.random.u8(..4) > 0).then(|| self.now + self.random.u64(..2000));
        let client = self.clients.iter_mut().find(|client| client.connection == Some(connection));
        client.into_iter().for_each(|client| client.notices_cut_at = notice);
    }

    /// What the people at the clients do.
    fn want_something(&mut self, index: usize) {
        let table = self.table();
        let is_subscribed = self.clients[index].core.subscriptions().any(|known| *known == table);
        if !is_subscribed {
            if self.happens(100) {
                self.clients[index].core.subscribe(&table);
            }
            return;
        }
        match self.random.u32(..1000) {
            0..150 => self.play(index, &table),
            150..160 => {
                let offered = self.server.tables[&table].state.moves.len() as u32;
                let ply = offered.saturating_sub(self.random.u32(..3));
                let mv = self.server.tables[&table].position().play_random(|end| self.random.u32(..end));
                mv.into_iter().for_each(|mv| self.clients[index].play(&table, ply, mv));
            }
            160..180 => self.clients[index].send(&table, |id, table| ClientMessage::Say {
                id,
                table,
                text: "Well played.".to_string(),
            }),
            180..185 => self.clients[index].send(&table, |id, table| ClientMessage::AskTakeback { id, table }),
            185..190 => {
                self.clients[index].core.unsubscribe(&table);
                self.clients[index].told.remove(&table);
                self.clients[index].told_chat.remove(&table);
            }
            190..192 => self.clients[index].with_clock(self.now, ClientCore::network_changed),
            192..193 => self.clients[index].with_clock(self.now, ClientCore::reconnect),
            193..195 => self.clients[index].core.refresh(&table),
            _ => {}
        }
    }

    fn play(&mut self, index: usize, table: &TableId) {
        let client = &mut self.clients[index];
        if client.core.unconfirmed_move(table).is_some() {
            return;
        }
        let Some(known) = client.core.table(table).filter(|known| known.waits_for(&client.person.id)) else { return };
        let ply = known.state().moves.len() as u32;
        let mut position = *known.position().expect("a legal game");
        let mv = position.play_random(|end| self.random.u32(..end)).expect("a game that waits for a move");
        client.play(table, ply, mv);
    }

    /// Lets everything happen that is due now.
    fn step(&mut self) {
        if self.now >= self.down_until {
            self.deliver_to_server();
        }
        self.collect_outgoing();
        for index in 0..self.clients.len() {
            self.step_client(index);
        }
    }

    fn deliver_to_server(&mut self) {
        let connections: Vec<ConnectionNumber> = self.pipes.keys().copied().collect();
        for connection in connections {
            while let Some(pipe) = self.pipes.get_mut(&connection)
                && let Some((_, frame)) = pipe.to_server.pop_front_if(|(time, _)| *time <= self.now)
            {
                self.trace(|| format!("server, connection {connection} < {frame}"));
                self.server.receive(connection, &frame, self.now);
            }
            if self.pipes.get(&connection).is_some_and(|pipe| pipe.is_cut && pipe.to_server.is_empty()) {
                self.server.disconnect(connection);
            }
        }
    }

    /// Puts what the server says onto the network.
    fn collect_outgoing(&mut self) {
        while let Some((connection, frame)) = self.server.outgoing.pop_front() {
            let latency = self.random.u64(..120);
            let Some(pipe) = self.pipes.get_mut(&connection).filter(|pipe| !pipe.is_cut) else { continue };
            let after = pipe.to_client.back().map_or(0, |(time, _)| *time);
            pipe.to_client.push_back((after.max(self.now + latency), frame));
        }
    }

    fn step_client(&mut self, index: usize) {
        if self.clients[index].opening.is_some_and(|time| time <= self.now) {
            self.clients[index].opening = None;
            if self.now < self.down_until {
                self.clients[index].report_cut(self.now, Retry::Backoff);
                self.drain(index);
            } else {
                let connection = self.next_connection;
                self.next_connection += 1;
                let pipe = Pipe { to_server: VecDeque::new(), to_client: VecDeque::new(), is_cut: false };
                self.pipes.insert(connection, pipe);
                self.clients[index].connection = Some(connection);
                self.server.connect(connection, &self.clients[index].person, self.now);
                self.collect_outgoing();
            }
        }
        while let Some(connection) = self.clients[index].connection
            && let Some(pipe) = self.pipes.get_mut(&connection)
            && let Some((_, frame)) = pipe.to_client.pop_front_if(|(time, _)| *time <= self.now)
        {
            self.trace(|| format!("client {index} < {frame}"));
            self.clients[index].with_clock(self.now, |core, now| core.received(now, &frame));
            self.drain(index);
        }
        if self.clients[index].notices_cut_at.is_some_and(|time| time <= self.now) {
            self.clients[index].connection = None;
            self.clients[index].notices_cut_at = None;
            self.clients[index].report_cut(self.now, Retry::Backoff);
            self.drain(index);
        }
        self.clients[index].with_clock(self.now, ClientCore::tick);
        self.drain(index);
    }

    /// Carries out the actions of a client.
    fn drain(&mut self, index: usize) {
        while let Some(action) = self.clients[index].core.poll_action() {
            self.trace(|| format!("client {index} {action:?}"));
            let client = &mut self.clients[index];
            match action {
                ClientAction::Connect => {
                    client.drop_connection(&mut self.pipes, self.reads_late);
                    client.opening = Some(self.now + self.random.u64(1..200));
                    client.connects += 1;
                }
                ClientAction::Disconnect => client.drop_connection(&mut self.pipes, self.reads_late),
                ClientAction::Send(frame) => {
                    client.frames_sent += 1;
                    let connection = client.connection.expect("frames are for open connections");
                    let latency = self.random.u64(..120);
                    let pipe = self.pipes.get_mut(&connection).expect("a pipe for every connection");
                    let after = pipe.to_server.back().map_or(0, |(time, _)| *time);
                    // What is written into a cut connection is lost.
                    if !pipe.is_cut {
                        pipe.to_server.push_back((after.max(self.now + latency), frame));
                    }
                }
                ClientAction::Notify(event) => client.note(event),
            }
        }
        self.clients[index].check_backoff();
    }
}

impl SimulatedClient {
    fn new(person: Person, random: &mut fastrand::Rng) -> SimulatedClient {
        let mut settings = ClientSettings::new(random.u64(..));
        if random.u8(..4) == 0 {
            settings.send_rate = Some(SendRate { burst: 2, interval: Duration::from_millis(300) });
        }
        if random.u8(..4) == 0 {
            settings.close_idle_after = Some(Duration::from_secs(3));
        }
        SimulatedClient {
            core: ClientCore::new(settings),
            person,
            clock_offset: 1_000_000_000,
            connection: None,
            opening: None,
            notices_cut_at: None,
            told: HashMap::new(),
            told_chat: HashMap::new(),
            commands: HashMap::new(),
            frames_sent: 0,
            connects: 0,
        }
    }

    fn with_clock(&mut self, now: u64, call: impl FnOnce(&mut ClientCore, Duration)) {
        let clock = now.saturating_add_signed(self.clock_offset);
        call(&mut self.core, Duration::from_millis(clock));
    }

    fn report_cut(&mut self, now: u64, retry: Retry) {
        self.with_clock(now, |core, now| core.disconnected(now, Disconnected { reason: "cut".to_string(), retry }));
    }

    fn drop_connection(&mut self, pipes: &mut BTreeMap<ConnectionNumber, Pipe>, reads_late: bool) {
        if let Some(connection) = self.connection.take()
            && let Some(pipe) = pipes.get_mut(&connection)
        {
            // The client hears nothing more; what it has sent is on its way, or lost.
            pipe.is_cut = true;
            if !reads_late {
                pipe.to_server.clear();
            }
            pipe.to_client.clear();
        }
        self.opening = None;
        self.notices_cut_at = None;
    }

    fn play(&mut self, table: &TableId, ply: u32, mv: shangrila_rules::Move) {
        let id = self.core.play(table, ply, mv);
        self.commands.insert(id, Vec::new());
    }

    fn send(&mut self, table: &TableId, command: impl FnOnce(CommandId, TableId) -> ClientMessage) {
        let id = self.core.send(table, command);
        self.commands.insert(id, Vec::new());
    }

    fn note(&mut self, event: ClientEvent) {
        match event {
            ClientEvent::Snapshot { table } => {
                self.told.entry(table).or_default().1 = true;
            }
            ClientEvent::Event { table, event } => {
                let (last, after_snapshot) = self.told.get(&table).copied().expect("events come after a snapshot");
                assert!(event.number > last, "event {} of {table} was applied twice", event.number);
                assert!(after_snapshot || event.number == last + 1, "events after {last} of {table} were skipped");
                self.told.insert(table, (event.number, false));
            }
            ClientEvent::Answered { id, result, .. } => {
                self.commands.get_mut(&id).expect("answers are for own commands").push(result);
            }
            ClientEvent::Chat { table, lines, .. } => {
                let told = self.told_chat.entry(table).or_default();
                for line in lines {
                    assert!(told.insert(line.number), "a line of chat was told twice");
                }
            }
            ClientEvent::MessageRefused(_)
            | ClientEvent::TableRefused { .. }
            | ClientEvent::Outdated { .. }
            | ClientEvent::Banned { .. }
            | ClientEvent::GaveUp(_) => panic!("{event:?}"),
            ClientEvent::Connected { .. }
            | ClientEvent::Lost(_)
            | ClientEvent::Presence { .. }
            | ClientEvent::ChatChanged { .. }
            | ClientEvent::RatingChanges { .. }
            | ClientEvent::Notice { .. }
            | ClientEvent::Lobby(_) => {}
        }
    }

    fn check_backoff(&self) {
        if self.core.status() == ConnectionStatus::Waiting {
            let wait = self.core.time_to_deadline().expect("a waiting client has a deadline");
            assert!(wait <= Duration::from_secs(10), "waits for {wait:?}");
        }
    }
}
