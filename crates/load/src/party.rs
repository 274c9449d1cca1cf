//! Four guests who play one random game after another, each over a connection of their own. One task drives all four: it shares the
//! machine with the server, so it has to be cheap.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use shangrila_client::{Address, Client, ClientEvent, Connection, Error, FollowedTable};
use shangrila_protocol::{ClientMessage, CommandId, Event, NewTable, Phase, TableId};
use tokio::sync::mpsc;

use crate::stats::Stats;

/// How many players a table has.
pub(crate) const SEATS: usize = 4;
/// Silent connections are normal here: a game may wait for its next move.
const PING_AFTER: Duration = Duration::from_secs(600);

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
    connections: Vec<Connection>,
    stats: Arc<Stats>,
    table: Option<TableId>,
    has_started: bool,
    /// The move that waits for its answer.
    sent: Option<SentMove>,
    due: VecDeque<Instant>,
    race_until: Option<Instant>,
    random: fastrand::Rng,
    earlier: Seen,
}

struct SentMove {
    id: CommandId,
    due: Instant,
    at: Instant,
}

impl Party {
    /// Signs in four guests.
    pub(crate) async fn meet(servers: &[Address], number: usize) -> Result<Vec<Client>, Error> {
        let mut clients = Vec::with_capacity(SEATS);
        for seat in 0..SEATS {
            let address = &servers[(number + seat) % servers.len()];
            clients.push(Client::guest(address.clone(), &format!("Guest {number}-{seat}")).await?);
        }
        Ok(clients)
    }

    /// Connects them.
    pub(crate) async fn connect(clients: Vec<Client>, stats: Arc<Stats>, seed: u64) -> Result<Party, String> {
        let mut connections = Vec::with_capacity(SEATS);
        for client in &clients {
            let mut connection = client.connect_with(|settings| {
                settings.send_rate = None;
                settings.ping_after = PING_AFTER;
            });
            match connection.next().await {
                ClientEvent::Connected { .. } => connections.push(connection),
                other => return Err(format!("instead of a greeting came {other:?}")),
            }
        }
        Ok(Party {
            connections,
            stats,
            table: None,
            has_started: false,
            sent: None,
            due: VecDeque::new(),
            race_until: None,
            random: fastrand::Rng::with_seed(seed),
            earlier: Vec::new(),
        })
    }

    /// Plays as ordered until there are no more orders, and returns what was seen. Anything unexpected is an error.
    pub(crate) async fn run(mut self, mut orders: mpsc::Receiver<Order>) -> Result<Seen, String> {
        self.sit_down().await?;
        let mut has_orders = true;
        loop {
            tokio::select! {
                order = orders.recv(), if has_orders => match order {
                    Some(Order::Move(due)) => self.due.push_back(due),
                    Some(Order::Race(until)) => self.race_until = Some(until),
                    None => has_orders = false,
                },
                (seat, event) = poll_fn(|context| self.poll_event(context)) => self.handle(seat, event)?,
            }
            let phase = self.known(0).map(|table| table.state().phase);
            let (is_on, is_over) = (phase == Some(Phase::Playing), phase == Some(Phase::Finished));
            let is_quiet = self.sent.is_none() && self.all_agree();
            if !has_orders && is_quiet && (is_on || is_over) {
                self.remember();
                return Ok(self.earlier);
            }
            if is_over && is_quiet {
                self.sit_down().await?;
            } else if is_on && self.sent.is_none() && has_orders {
                self.play_if_due()?;
            }
        }
    }

    /// The table as one of the guests knows it.
    fn known(&self, seat: usize) -> Option<&FollowedTable> {
        self.connections[seat].table(self.table.as_ref()?)
    }

    /// Whether everybody knows the table, and the same events of it.
    fn all_agree(&self) -> bool {
        let number = |seat| self.known(seat).map(|table| table.state().number);
        number(0).is_some() && (1..SEATS).all(|seat| number(seat) == number(0))
    }

    fn remember(&mut self) {
        let state = self.known(0).map(FollowedTable::state);
        let seen = state.map(|state| (state.table.clone(), state.number, state.moves.len()));
        self.earlier.extend(seen);
    }

    /// Opens a table as the first guest and seats the others.
    async fn sit_down(&mut self) -> Result<(), String> {
        self.remember();
        let opened = self.connections[0].client().open_table(&NewTable::default()).await;
        let table = opened.map_err(|error| error.to_string())?;
        for (seat, connection) in self.connections.iter_mut().enumerate() {
            if let Some(before) = &self.table {
                connection.unsubscribe(before);
            }
            connection.subscribe(&table);
            if seat > 0 {
                connection.send(&table, |id, table| ClientMessage::Join { id, table, seat: None });
            }
        }
        (self.table, self.has_started) = (Some(table), false);
        Ok(())
    }

    /// Plays for whoever is to move, if a move is due and everybody has seen the last one.
    fn play_if_due(&mut self) -> Result<(), String> {
        let Some(table) = self.known(0).filter(|_| self.all_agree()) else { return Ok(()) };
        let (Some(next), ply) = (table.state().next, table.state().moves.len() as u32) else { return Ok(()) };
        let mut position = *table.position().ok_or("the rules of this program do not allow the game")?;
        let player = table.state().seats[next.index()].clone();
        let now = Instant::now();
        let racing = self.race_until.is_some_and(|until| now < until);
        let Some(due) = self.due.pop_front().or(racing.then_some(now)) else { return Ok(()) };
        let mv = position.play_random(|end| self.random.u32(..end)).ok_or("a running game without a move")?;
        let is_mover =
            |connection: &&mut Connection| connection.core().person().is_some_and(|person| player.is_of(&person.id));
        let mover = self.connections.iter_mut().find(is_mover).ok_or("a seat without a guest")?;
        let id = mover.play(self.table.as_ref().ok_or("no table")?, ply, mv);
        self.sent = Some(SentMove { id, due, at: Instant::now() });
        Ok(())
    }

    fn poll_event(&mut self, context: &mut Context<'_>) -> Poll<(usize, ClientEvent)> {
        for (seat, connection) in self.connections.iter_mut().enumerate() {
            if let Poll::Ready(event) = connection.poll_next(context) {
                return Poll::Ready((seat, event));
            }
        }
        Poll::Pending
    }

    fn handle(&mut self, seat: usize, event: ClientEvent) -> Result<(), String> {
        let counters = self.connections[seat].core().counters();
        if counters.duplicate_events > 0 || counters.resyncs > 0 {
            return Err(format!("events were lost or sent twice: {counters:?}"));
        }
        match event {
            ClientEvent::Answered { id, result: Ok(()), .. } => {
                if let Some(sent) = self.sent.take_if(|sent| sent.id == id) {
                    self.stats.answered(sent.due, sent.at);
                }
            }
            ClientEvent::Event { table, event } if matches!(event.event, Event::Started { .. }) => self.started(&table),
            ClientEvent::Snapshot { table } => {
                let phase = self.connections[seat].table(&table).map(|table| table.state().phase);
                if phase == Some(Phase::Playing) {
                    self.started(&table);
                }
            }
            ClientEvent::Event { .. }
            | ClientEvent::Presence { .. }
            | ClientEvent::Chat { .. }
            | ClientEvent::ChatChanged { .. }
            | ClientEvent::RatingChanges { .. }
            | ClientEvent::Notice { .. } => {}
            other => return Err(format!("unexpected: {other:?}")),
        }
        Ok(())
    }

    /// Counts a game once, whoever hears of its start first.
    fn started(&mut self, table: &TableId) {
        if self.table.as_ref() == Some(table) && !std::mem::replace(&mut self.has_started, true) {
            self.stats.started.fetch_add(1, Ordering::Relaxed);
        }
    }
}
