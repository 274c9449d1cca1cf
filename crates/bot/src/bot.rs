//! What the bot does: follows its tables, thinks when it is its turn, and sits down where it may.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use shangrila_client::{Client, Connection, Error, Update};
use shangrila_protocol::{Event, PersonId, Phase, Refusal, SeatedPlayer, StandInReason, TableId, TableSummary};
use shangrila_rules::{Move, Seat};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::engine::Engine;

/// How often the bot asks where it has seats. It is told about most changes; this finds what it has missed.
const LOOK: Duration = Duration::from_secs(60);

/// A bot on a server.
pub(crate) struct Bot {
    connection: Connection,
    engine: Engine,
    me: Option<PersonId>,
    /// At how many tables it may sit by its own wish; 0 if it waits to be seated.
    tables_to_join: usize,
    /// Tables it has asked for a seat.
    asked: HashSet<TableId>,
    /// The position each table is thought about, by the number of moves before it.
    thinking: HashMap<TableId, usize>,
    /// Tables at which it has asked to play again.
    returning: HashSet<TableId>,
    thoughts: mpsc::UnboundedSender<Thought>,
    inbox: mpsc::UnboundedReceiver<Thought>,
}

/// What the engine found.
struct Thought {
    table: TableId,
    ply: usize,
    mv: Result<Move, String>,
}

impl Bot {
    pub(crate) fn new(client: Client, engine: Engine, tables_to_join: usize) -> Bot {
        let (thoughts, inbox) = mpsc::unbounded_channel();
        Bot {
            connection: client.connect(),
            engine,
            me: None,
            tables_to_join,
            asked: HashSet::new(),
            thinking: HashMap::new(),
            returning: HashSet::new(),
            thoughts,
            inbox,
        }
    }

    /// Plays until something is wrong that waiting cannot mend.
    pub(crate) async fn run(mut self) -> Result<(), String> {
        if self.tables_to_join > 0 {
            self.connection.watch_lobby();
        }
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                update = self.connection.next() => self.hear(update).await?,
                Some(thought) = self.inbox.recv() => self.play(thought)?,
                _ = look.tick() => self.look_around().await,
            }
        }
    }

    async fn hear(&mut self, update: Update) -> Result<(), String> {
        match update {
            Update::Connected(None) => return Err("the server does not know this token".to_string()),
            Update::Connected(Some(person)) => {
                println!("connected as {}", person.name);
                self.me = Some(person.id);
                self.look_around().await;
            }
            Update::Lost(error) if error.may_pass() => println!("{error}; trying again"),
            Update::Lost(error) => return Err(error.to_string()),
            Update::Table(table) => self.consider(&table),
            Update::Event { table, event } => {
                match event.event {
                    Event::TakebackAsked { seat, .. } if Some(seat) != self.seat_at(&table) => {
                        self.connection.answer_takeback(&table, true);
                    }
                    Event::TakenBack { .. } => drop(self.thinking.remove(&table)),
                    _ => {}
                }
                self.consider(&table);
            }
            Update::Notice(..) => self.look_around().await,
            Update::Lobby(tables) => self.join_some(&tables),
            Update::Refused { table: Some(table), reason, .. } => self.hear_refusal(&table, &reason),
            Update::Refused { table: None, reason, .. } => println!("refused: {reason}"),
            Update::Chat(..) | Update::Presence(..) => {}
        }
        Ok(())
    }

    fn hear_refusal(&mut self, table: &TableId, reason: &Refusal) {
        println!("table {table}: refused: {reason}");
        self.returning.remove(table);
        if self.asked.remove(table) && self.seat_at(table).is_none() {
            self.connection.unwatch(table);
            return;
        }
        // The state that comes with these says what to do instead.
        if matches!(reason, Refusal::Stale { .. } | Refusal::NotYourTurn | Refusal::WrongPhase) {
            self.thinking.remove(table);
            self.consider(table);
        }
    }

    fn seat_at(&self, table: &TableId) -> Option<Seat> {
        self.connection.table(table)?.state().seat_of(self.me.as_ref()?)
    }

    /// Follows all tables where the bot has a seat.
    async fn look_around(&mut self) {
        match self.connection.client().my_tables().await {
            Ok(list) => {
                for table in &list.tables {
                    let running = matches!(table.phase, Phase::Waiting | Phase::Playing);
                    if running && table.seats.iter().any(|seat| self.is_mine(seat)) {
                        self.connection.watch(&table.table);
                    } else if table.phase == Phase::Waiting && self.tables_to_join > 0 {
                        self.take_kept_seat(table);
                    }
                }
            }
            // The connection is lost as well, and says so.
            Err(Error::Io(_)) => {}
            Err(error) => println!("{error}"),
        }
    }

    fn is_mine(&self, seat: &SeatedPlayer) -> bool {
        self.me.as_ref().is_some_and(|me| seat.is_of(me))
    }

    /// Accepts a rematch.
    fn take_kept_seat(&mut self, table: &TableSummary) {
        if self.me.is_some() && table.seats.iter().any(|seat| seat.kept_for == self.me) {
            self.sit_down(&table.table);
        }
    }

    /// Sits down at tables that allow it, while there are not too many.
    fn join_some(&mut self, tables: &[TableSummary]) {
        self.asked.retain(|asked| tables.iter().any(|table| table.table == *asked));
        for table in tables {
            let here = table.seats.iter().any(|seat| self.is_mine(seat));
            let is_free = table.seats.iter().any(|seat| seat.sitter.is_none() && seat.kept_for.is_none());
            let has_time = self.connection.watched().count() < self.tables_to_join;
            if table.settings.bots_may_join && is_free && !here && has_time {
                self.sit_down(&table.table);
            }
        }
    }

    /// Takes the seat that is kept for the bot, or any free one: others may be after the same.
    fn sit_down(&mut self, table: &TableId) {
        if self.asked.insert(table.clone()) {
            self.connection.watch(table);
            self.connection.join(table, None);
        }
    }

    /// Does what a table asks for now.
    fn consider(&mut self, id: &TableId) {
        let (Some(me), Some(table)) = (&self.me, self.connection.table(id)) else { return };
        let state = table.state();
        let seat = state.seats.iter().find(|seat| seat.is_of(me));
        if matches!(state.phase, Phase::Finished | Phase::Closed) || (seat.is_none() && !self.asked.contains(id)) {
            println!("table {id}: {}", if state.phase == Phase::Finished { "the game is over" } else { "no game" });
            self.thinking.remove(id);
            self.connection.unwatch(id);
            return;
        }
        // Time ran out while the bot was away.
        if matches!(seat.and_then(|seat| seat.stand_in), Some((StandInReason::Time | StandInReason::Left, _))) {
            if self.returning.insert(id.clone()) {
                self.connection.return_to(id);
            }
            return;
        }
        self.returning.remove(id);
        let ply = state.moves.len();
        if table.waits_for(me)
            && let Some(position) = table.position()
            && self.thinking.get(id) != Some(&ply)
        {
            self.thinking.insert(id.clone(), ply);
            let (engine, position, table, thoughts) =
                (self.engine.clone(), *position, id.clone(), self.thoughts.clone());
            tokio::spawn(async move {
                let mv = engine.best(&position).await;
                // Nobody waits for it when the bot ends.
                let _ = thoughts.send(Thought { table, ply, mv });
            });
        }
    }

    /// Plays what the engine found, if the game still waits for it.
    fn play(&mut self, thought: Thought) -> Result<(), String> {
        let mv = thought.mv?;
        let Some((table, me)) = self.connection.table(&thought.table).zip(self.me.as_ref()) else { return Ok(()) };
        if table.waits_for(me) && table.state().moves.len() == thought.ply {
            println!("table {}: {}. {mv}", thought.table, thought.ply + 1);
            self.connection.play(&thought.table, thought.ply as u32, mv);
        }
        Ok(())
    }
}
