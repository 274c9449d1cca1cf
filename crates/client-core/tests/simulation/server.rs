//! A small server with the real messages and the real table state: it stores events, answers repeated commands as the first time, and
//! limits what each connection may send. The faults that a run injects on the server's side are its settings.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use shangrila_client_core::replay_position;
use shangrila_protocol::{
    ChatLine, ClientMessage, CommandId, Event, EventEnvelope, PROTOCOL_VERSION, Person, PersonId, PersonKind,
    PersonOrLevel, Phase, Presence, Refusal, SeatedPlayer, ServerMessage, TableId, TableSettings, TableState,
};
use shangrila_rules::{Move, Position, Seat};

/// How often the server misbehaves, in percent.
#[derive(Clone, Copy)]
pub(crate) struct Faults {
    /// An event is not sent to one of those who follow the table.
    pub(crate) gap: u32,
    /// Events are sent twice.
    pub(crate) duplicate: u32,
    /// A subscription fails.
    pub(crate) failure: u32,
    /// A message arrives that clients do not know.
    pub(crate) unknown: u32,
}

/// Messages a connection may send at once, and per second after that.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    pub(crate) burst: f64,
    pub(crate) per_second: f64,
}

/// The number of a connection.
pub(crate) type ConnectionNumber = u64;

pub(crate) struct ModelServer {
    pub(crate) tables: BTreeMap<TableId, ModelTable>,
    pub(crate) faults: Faults,
    limit: Limit,
    connections: BTreeMap<ConnectionNumber, Connected>,
    /// Frames for clients.
    pub(crate) outgoing: VecDeque<(ConnectionNumber, String)>,
    random: fastrand::Rng,
}

struct Connected {
    person: Person,
    tokens: f64,
    refilled_at: u64,
}

pub(crate) struct ModelTable {
    pub(crate) events: Vec<EventEnvelope>,
    pub(crate) state: TableState,
    pub(crate) chat: Vec<ChatLine>,
    done: HashMap<(PersonId, CommandId), u64>,
    /// Refusals are final until the server restarts.
    refused: HashMap<(PersonId, CommandId), Refusal>,
    pub(crate) followers: BTreeSet<ConnectionNumber>,
    chat_tokens: f64,
    /// Events up to this number are no longer in memory: who asks for them gets the whole state.
    forgotten: u64,
}

impl ModelTable {
    fn open(id: &TableId, people: &[Person]) -> ModelTable {
        let seats: Vec<SeatedPlayer> = "rbvy"
            .chars()
            .zip(people)
            .map(|(clan, person)| SeatedPlayer::new(clan, Some(PersonOrLevel::Person(person.clone()))))
            .collect();
        let opened =
            Event::Opened { settings: TableSettings::default(), host: people[0].id.clone(), seats: seats.clone() };
        let first = EventEnvelope { number: 1, at: 0, id: None, by: None, event: opened };
        let state = TableState::open(id.clone(), &first).unwrap();
        let mut table = ModelTable {
            events: vec![first],
            state,
            chat: Vec::new(),
            done: HashMap::new(),
            refused: HashMap::new(),
            followers: BTreeSet::new(),
            chat_tokens: 3.0,
            forgotten: 0,
        };
        table.store(None, vec![Event::Started { seats, next: Seat::First, rules: 1 }]);
        table
    }

    /// Appends events; the first one answers a command.
    fn store(&mut self, command: Option<(&PersonId, &CommandId)>, events: Vec<Event>) -> Vec<EventEnvelope> {
        let mut stored = Vec::new();
        for (index, event) in events.into_iter().enumerate() {
            let (by, id) = command.filter(|_| index == 0).map(|(by, id)| (by.clone(), id.clone())).unzip();
            let event = EventEnvelope { number: self.state.number + 1, at: 0, id, by, event };
            self.state.apply(&event).expect("the model server applies its own events");
            stored.push(event);
        }
        if let Some((by, id)) = command {
            let before = self.done.insert((by.clone(), id.clone()), stored[0].number);
            assert_eq!(before, None, "a command was carried out twice");
        }
        self.events.extend(stored.iter().cloned());
        stored
    }

    pub(crate) fn position(&self) -> Position {
        replay_position(&self.state).expect("a legal game")
    }

    fn move_events(&self, mv: Move) -> Result<Vec<Event>, Refusal> {
        let mut position = self.position();
        position.play(mv).map_err(|_| Refusal::WrongPhase)?;
        let next = position.seat_to_move();
        let seat = self.state.next.ok_or(Refusal::WrongPhase)?;
        let ply = self.state.moves.len() as u32;
        let moved = Event::Moved { seat, ply, mv: mv.to_string(), next, conditional: false };
        let finished = || Event::Finished { winners: vec![Seat::First], masters: vec![0; 4], rated: false };
        Ok(if next.is_some() { vec![moved] } else { vec![moved, finished()] })
    }

    fn decide(&self, person: &PersonId, message: &ClientMessage) -> Result<Vec<Event>, Refusal> {
        let seat = self.state.seat_of(person).ok_or(Refusal::NotSeated)?;
        if self.state.phase != Phase::Playing {
            return Err(Refusal::WrongPhase);
        }
        match message {
            ClientMessage::Play { ply, mv, .. } => {
                if *ply as usize != self.state.moves.len() {
                    return Err(Refusal::Stale { ply: self.state.moves.len() as u32 });
                }
                if self.state.next != Some(seat) {
                    return Err(Refusal::NotYourTurn);
                }
                self.move_events(mv.parse().map_err(|_| Refusal::WrongPhase)?)
            }
            ClientMessage::AskTakeback { .. } => {
                let ply = self.state.moves.len().checked_sub(1).ok_or(Refusal::NothingToTakeBack)? as u32;
                let mut before = self.state.clone();
                before.moves.truncate(ply as usize);
                let next =
                    replay_position(&before).and_then(|position| position.seat_to_move()).expect("a game that is on");
                Ok(vec![Event::TakebackAsked { seat, ply }, Event::TakenBack { ply, next }])
            }
            other => panic!("the simulated clients do not send {other:?}"),
        }
    }
}

impl ModelServer {
    pub(crate) fn new(people: &[Person], tables: &[TableId], faults: Faults, limit: Limit, seed: u64) -> ModelServer {
        ModelServer {
            tables: tables.iter().map(|id| (id.clone(), ModelTable::open(id, people))).collect(),
            faults,
            limit,
            connections: BTreeMap::new(),
            outgoing: VecDeque::new(),
            random: fastrand::Rng::with_seed(seed),
        }
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.random.u32(..100) < percent
    }

    fn tell(&mut self, connection: ConnectionNumber, message: &ServerMessage) {
        self.outgoing.push_back((connection, serde_json::to_string(message).unwrap()));
        if self.happens(self.faults.unknown) {
            let weather = r#"{"is":"weather","table":"t0","snow":true}"#;
            self.outgoing.push_back((connection, weather.to_string()));
        }
    }

    pub(crate) fn connect(&mut self, connection: ConnectionNumber, person: &Person, now: u64) {
        let connected = Connected { person: person.clone(), tokens: self.limit.burst, refilled_at: now };
        self.connections.insert(connection, connected);
        self.tell(connection, &ServerMessage::Welcome { version: PROTOCOL_VERSION, you: Some(person.clone()), now });
    }

    pub(crate) fn disconnect(&mut self, connection: ConnectionNumber) {
        self.connections.remove(&connection);
        for table in self.tables.values_mut() {
            table.followers.remove(&connection);
        }
    }

    /// Loses everything but what is stored.
    pub(crate) fn restart(&mut self) {
        self.connections.clear();
        self.outgoing.clear();
        for table in self.tables.values_mut() {
            table.followers.clear();
            table.refused.clear();
            table.forgotten = table.state.number.saturating_sub(4);
        }
    }

    pub(crate) fn receive(&mut self, connection: ConnectionNumber, frame: &str, now: u64) {
        let Some(connected) = self.connections.get_mut(&connection) else { return };
        let person = connected.person.clone();
        let elapsed = now.saturating_sub(connected.refilled_at) as f64 / 1000.0;
        connected.tokens = (connected.tokens + elapsed * self.limit.per_second).min(self.limit.burst);
        connected.refilled_at = now;
        if connected.tokens < 1.0 {
            let wait = ((1.0 - connected.tokens) / self.limit.per_second).ceil() as u32;
            return self.refuse(connection, None, None, Refusal::TooFast { wait });
        }
        connected.tokens -= 1.0;
        match serde_json::from_str(frame).expect("clients send messages") {
            ClientMessage::Watch { table, since, .. } => self.watch(connection, &person, &table, since),
            ClientMessage::Unwatch { table } => {
                self.tables.get_mut(&table).expect("a table that exists").followers.remove(&connection);
            }
            ClientMessage::Ping => self.tell(connection, &ServerMessage::Pong { now }),
            ClientMessage::Say { id, table, text } => self.say(connection, &person, &table, id, text),
            message @ (ClientMessage::Play { .. } | ClientMessage::AskTakeback { .. }) => {
                self.command(connection, &person.id, &message);
            }
            other => panic!("the simulated clients do not send {other:?}"),
        }
    }

    fn refuse(
        &mut self,
        connection: ConnectionNumber,
        id: Option<CommandId>,
        table: Option<&ModelTableId<'_>>,
        reason: Refusal,
    ) {
        let state = table.and_then(|table| table.state.clone());
        let table = table.map(|table| table.id.clone());
        self.tell(connection, &ServerMessage::Refused { id, table, reason, state });
    }

    fn watch(&mut self, connection: ConnectionNumber, person: &Person, id: &TableId, since: Option<u64>) {
        if self.happens(self.faults.failure) {
            let table = ModelTableId { id, state: None };
            return self.refuse(connection, None, Some(&table), Refusal::Failed);
        }
        let table = self.tables.get_mut(id).expect("clients follow tables that exist");
        table.followers.insert(connection);
        let known = since.filter(|since| *since >= table.forgotten && *since <= table.state.number);
        let answer = match known {
            Some(since) => {
                let events = table.events.iter().filter(|event| event.number > since).cloned().collect();
                ServerMessage::Events { table: id.clone(), events }
            }
            None => ServerMessage::State { state: Box::new(table.state.clone()), now: 0 },
        };
        let seated = table.state.seat_of(&person.id).is_some();
        let chat = ServerMessage::Chat { table: id.clone(), lines: table.chat.clone(), reset: false };
        let presence = Presence { seats: vec![true; 4], spectators: 0 };
        self.tell(connection, &answer);
        if seated {
            self.tell(connection, &chat);
        }
        self.tell(connection, &ServerMessage::Presence { table: id.clone(), presence });
    }

    fn command(&mut self, connection: ConnectionNumber, person: &PersonId, message: &ClientMessage) {
        let (ClientMessage::Play { id, table: table_id, .. } | ClientMessage::AskTakeback { id, table: table_id }) =
            message
        else {
            return;
        };
        let table = self.tables.get_mut(table_id).expect("commands are for tables that exist");
        if let Some(number) = table.done.get(&(person.clone(), id.clone())) {
            let events = vec![table.events[*number as usize - 1].clone()];
            return self.tell(connection, &ServerMessage::Events { table: table_id.clone(), events });
        }
        let decided = match table.refused.get(&(person.clone(), id.clone())) {
            Some(reason) => Err(reason.clone()),
            None => table.decide(person, message),
        };
        match decided {
            Ok(events) => {
                let stored = table.store(Some((person, id)), events);
                let follows = table.followers.contains(&connection);
                if !follows {
                    let answer = ServerMessage::Events { table: table_id.clone(), events: stored.clone() };
                    self.tell(connection, &answer);
                }
                self.broadcast(table_id, stored, Some(connection));
            }
            Err(reason) => {
                table.refused.insert((person.clone(), id.clone()), reason.clone());
                let behind = matches!(reason, Refusal::Stale { .. } | Refusal::NotYourTurn | Refusal::WrongPhase);
                let state = behind.then(|| Box::new(table.state.clone()));
                let table = ModelTableId { id: table_id, state };
                self.refuse(connection, Some(id.clone()), Some(&table), reason);
            }
        }
    }

    fn say(&mut self, connection: ConnectionNumber, person: &Person, id: &TableId, command: CommandId, text: String) {
        let table = self.tables.get_mut(id).expect("clients talk at tables that exist");
        if let Some(said) = table.chat.iter().find(|line| line.id == command && line.by == person.id) {
            let message = ServerMessage::Chat { table: id.clone(), lines: vec![said.clone()], reset: false };
            return self.tell(connection, &message);
        }
        table.chat_tokens = (table.chat_tokens + 0.4).min(3.0);
        if table.chat_tokens < 1.0 {
            let table = ModelTableId { id, state: None };
            return self.refuse(connection, Some(command), Some(&table), Refusal::TooFast { wait: 2 });
        }
        table.chat_tokens -= 1.0;
        let number = table.chat.len() as u64 + 1;
        let line =
            ChatLine { number, at: 0, id: command, by: person.id.clone(), name: String::new(), text, hidden: false };
        table.chat.push(line.clone());
        let message = ServerMessage::Chat { table: id.clone(), lines: vec![line], reset: false };
        let mut readers = table.followers.clone();
        readers.insert(connection);
        readers.into_iter().for_each(|reader| self.tell(reader, &message));
    }

    /// A computer player moves for whoever's turn it is. Returns whether the game went on.
    pub(crate) fn computer_move(&mut self, id: &TableId) -> bool {
        let table = self.tables.get_mut(id).expect("a table that exists");
        let mut position = table.position();
        let random = &mut self.random;
        let Some(mv) = position.play_random(|end| random.u32(..end)) else { return false };
        let Ok(events) = table.move_events(mv) else { return false };
        let stored = table.store(None, events);
        self.broadcast(id, stored, None);
        true
    }

    fn broadcast(&mut self, id: &TableId, events: Vec<EventEnvelope>, sender: Option<ConnectionNumber>) {
        let followers = self.tables[id].followers.clone();
        let message = ServerMessage::Events { table: id.clone(), events };
        for follower in followers {
            let is_lost = Some(follower) != sender && self.happens(self.faults.gap);
            let copies = if is_lost { 0 } else { 1 + u32::from(self.happens(self.faults.duplicate)) };
            (0..copies).for_each(|_| self.tell(follower, &message));
        }
    }
}

/// What a refusal says about its table.
struct ModelTableId<'a> {
    id: &'a TableId,
    state: Option<Box<TableState>>,
}

/// Somebody who plays.
pub(crate) fn person(number: usize) -> Person {
    Person { id: format!("p{number}").parse().unwrap(), name: format!("Person {number}"), kind: PersonKind::Guest }
}
