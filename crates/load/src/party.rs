//! Four guests who play one random game after the other, each over a socket of their own. One task drives all four: it shares the machine
//! with the server, so it has to be cheap. Each event is read in full once a table; on the other sockets its number is checked.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Instant;

use futures::{SinkExt, Stream};
use shangrila_client::{Address, Client, Error, Socket, Table, open_socket};
use shangrila_protocol::{ClientMessage, CommandId, Event, NewTable, Phase, ServerMessage, TableId};
use shangrila_rules::Seat;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

use crate::stats::Stats;

/// How many sit at a table.
pub(crate) const SEATS: usize = 4;

/// What a party is asked to do.
pub(crate) enum Order {
    /// Play a move that is due at this time.
    Move(Instant),
    /// Play as fast as possible until then.
    Race(Instant),
}

/// What a party has seen: the number of the last event and of the last move of each of its tables.
pub(crate) type Seen = Vec<(TableId, u64, usize)>;

/// Four guests and their table.
pub(crate) struct Party {
    clients: Vec<Client>,
    sockets: Vec<Socket>,
    stats: Arc<Stats>,
    id: TableId,
    /// How messages about the table begin.
    prefix: String,
    table: Option<Table>,
    /// The last event each socket has brought.
    heard: [u64; SEATS],
    /// The move that waits for its answer.
    sent: Option<Sent>,
    due: VecDeque<Instant>,
    race_until: Option<Instant>,
    commands: u64,
    random: fastrand::Rng,
    earlier: Seen,
}

struct Sent {
    seat: usize,
    /// What its answer contains.
    mark: String,
    due: Instant,
    at: Instant,
}

impl Party {
    /// Four guests with a table that waits for three of them.
    pub(crate) async fn meet(address: &Address, number: usize) -> Result<Vec<Client>, Error> {
        let mut clients = Vec::with_capacity(SEATS);
        for seat in 0..SEATS {
            clients.push(Client::guest(address.clone(), &format!("Guest {number}-{seat}")).await?);
        }
        Ok(clients)
    }

    /// Connects them.
    pub(crate) async fn connect(clients: Vec<Client>, stats: Arc<Stats>, seed: u64) -> Result<Party, Error> {
        let mut sockets = Vec::with_capacity(SEATS);
        for client in &clients {
            sockets.push(open_socket(client).await?);
        }
        Ok(Party {
            clients,
            sockets,
            stats,
            id: "none".parse().map_err(|_| Error::Answer("no id".to_string()))?,
            prefix: String::new(),
            table: None,
            heard: [0; SEATS],
            sent: None,
            due: VecDeque::new(),
            race_until: None,
            commands: 0,
            random: fastrand::Rng::with_seed(seed),
            earlier: Vec::new(),
        })
    }

    /// Plays as ordered until there are no more orders; says what was seen. Whatever should not happen is an error.
    pub(crate) async fn run(mut self, mut orders: mpsc::Receiver<Order>) -> Result<Seen, String> {
        self.sit_down().await?;
        let mut ordered = true;
        loop {
            tokio::select! {
                order = orders.recv(), if ordered => match order {
                    Some(Order::Move(due)) => self.due.push_back(due),
                    Some(Order::Race(until)) => self.race_until = Some(until),
                    None => ordered = false,
                },
                received = poll_fn(|context| self.poll_receive(context)) => received?,
            }
            let phase = self.table.as_ref().map(|table| table.state().phase);
            let (is_on, is_over) = (phase == Some(Phase::Playing), phase == Some(Phase::Finished));
            let is_quiet = self.sent.is_none() && self.heard.iter().all(|heard| *heard == self.number());
            if !ordered && is_quiet && (is_on || is_over) {
                self.remember();
                return Ok(self.earlier);
            }
            if is_over && is_quiet {
                self.sit_down().await?;
            } else if is_on && self.sent.is_none() && ordered {
                self.play_if_due().await?;
            }
        }
    }

    fn number(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.state().number)
    }

    fn remember(&mut self) {
        if let Some(table) = self.table.take() {
            self.earlier.push((self.id.clone(), table.state().number, table.state().moves.len()));
        }
    }

    /// A new table; the first one opens it, the others join.
    async fn sit_down(&mut self) -> Result<(), String> {
        let before = self.table.is_some().then(|| self.id.clone());
        self.remember();
        self.id = self.clients[0].open_table(&NewTable::default()).await.map_err(|error| error.to_string())?;
        self.prefix = format!("{{\"is\":\"events\",\"table\":\"{}\",", self.id);
        self.heard = [0; SEATS];
        for seat in 0..SEATS {
            if let Some(table) = before.clone() {
                self.send(seat, &ClientMessage::Unwatch { table }).await?;
            }
            self.send(seat, &ClientMessage::Watch { table: self.id.clone(), since: None, chat_since: None }).await?;
            if seat > 0 {
                let (id, table) = (self.command()?, self.id.clone());
                self.send(seat, &ClientMessage::Join { id, table, seat: Seat::ALL.get(seat).copied() }).await?;
            }
        }
        Ok(())
    }

    fn command(&mut self) -> Result<CommandId, String> {
        self.commands += 1;
        format!("c{}", self.commands).parse().map_err(|_| "no id".to_string())
    }

    async fn send(&mut self, seat: usize, message: &ClientMessage) -> Result<(), String> {
        let text = serde_json::to_string(message).map_err(|error| error.to_string())?;
        self.sockets[seat].send(Message::text(text)).await.map_err(|error| format!("a socket broke: {error}"))
    }

    /// Whoever's turn it is plays, if a move is due and they know that it is their turn.
    async fn play_if_due(&mut self) -> Result<(), String> {
        let Some((table, next)) = self.table.as_ref().and_then(|table| Some((table, table.state().next?))) else {
            return Ok(());
        };
        let seat = next.index();
        if self.heard[seat] != table.state().number {
            return Ok(());
        }
        let now = Instant::now();
        let racing = self.race_until.is_some_and(|until| now < until);
        let Some(due) = self.due.pop_front().or(racing.then_some(now)) else { return Ok(()) };
        let mut position = *table.position().ok_or("the rules of this program cannot follow the game")?;
        let ply = table.state().moves.len() as u32;
        let mv = position.play_random(|end| self.random.u32(..end)).ok_or("nobody can play, but the game goes on")?;
        let id = self.command()?;
        let mark = format!("\"id\":\"{id}\"");
        self.sent = Some(Sent { seat, mark, due, at: Instant::now() });
        self.send(seat, &ClientMessage::Play { id, table: self.id.clone(), ply, mv: mv.to_string() }).await
    }

    /// Takes everything that has come; ready when something has.
    fn poll_receive(&mut self, context: &mut Context<'_>) -> Poll<Result<(), String>> {
        let mut any = false;
        for seat in 0..SEATS {
            while let Poll::Ready(message) = Pin::new(&mut self.sockets[seat]).poll_next(context) {
                any = true;
                match message {
                    Some(Ok(Message::Text(text))) => self.hear(seat, &text)?,
                    Some(Ok(Message::Close(frame))) => return Poll::Ready(Err(format!("disconnected: {frame:?}"))),
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Poll::Ready(Err(format!("a socket broke: {error}"))),
                    None => return Poll::Ready(Err("a socket ended".to_string())),
                }
            }
        }
        if any { Poll::Ready(Ok(())) } else { Poll::Pending }
    }

    fn hear(&mut self, seat: usize, text: &str) -> Result<(), String> {
        if text.starts_with("{\"is\":\"events\"") {
            if text.starts_with(&self.prefix) { self.hear_events(seat, text) } else { Ok(()) }
        } else if text.starts_with("{\"is\":\"state\"") {
            self.hear_state(seat, text)
        } else if text.starts_with("{\"is\":\"refused\"") {
            Err(format!("refused: {text}"))
        } else {
            Ok(())
        }
    }

    fn hear_events(&mut self, seat: usize, text: &str) -> Result<(), String> {
        for number in numbers(text) {
            if number != self.heard[seat] + 1 {
                return Err(format!("event {number} came after {}: lost or doubled: {text}", self.heard[seat]));
            }
            self.heard[seat] = number;
        }
        if self.heard[seat] > self.number() {
            self.add(text)?;
        }
        if let Some(sent) = self.sent.take_if(|sent| sent.seat == seat && text.contains(&sent.mark)) {
            self.stats.answered(sent.due, sent.at);
        }
        Ok(())
    }

    /// Reads events in full: this socket is the first to bring them.
    fn add(&mut self, text: &str) -> Result<(), String> {
        let message: ServerMessage = serde_json::from_str(text).map_err(|error| format!("{error} in {text}"))?;
        let (ServerMessage::Events { events, .. }, Some(table)) = (message, &mut self.table) else {
            return Err(format!("events before the state: {text}"));
        };
        let known = table.state().number;
        for event in events.iter().filter(|event| event.number > known) {
            table.apply(event).map_err(|error| error.to_string())?;
            if matches!(event.event, Event::Started { .. }) {
                self.stats.started.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn hear_state(&mut self, seat: usize, text: &str) -> Result<(), String> {
        let message: ServerMessage = serde_json::from_str(text).map_err(|error| format!("{error} in {text}"))?;
        if let ServerMessage::State { state, .. } = message
            && state.table == self.id
        {
            self.heard[seat] = state.number;
            if state.number > self.number() {
                // The first one only watches; where the server hears it last, its state is that of a game.
                let began = state.phase == Phase::Playing;
                self.stats.started.fetch_add(u64::from(began), Ordering::Relaxed);
                self.table = Some(Table::new(*state));
            }
        }
        Ok(())
    }
}

/// The numbers of the events in a message.
fn numbers(text: &str) -> impl Iterator<Item = u64> {
    let pieces = text.split("\"number\":").skip(1);
    pieces.filter_map(|piece| piece.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok())
}
