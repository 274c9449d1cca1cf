//! What the bot does: follows its tables, asks the engine when it is to move, and joins tables where it may.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, UNIX_EPOCH};

use shangrila_client::{Client, ClientEvent, Connection, Error};
use shangrila_protocol::{Event, PersonId, Phase, Refusal, SeatedPlayer, StandInReason, TableId, TableSummary};
use shangrila_rules::Move;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::engine::Engine;

/// How often the bot asks for the list of its tables. The server announces most changes; this finds the ones that were missed.
const REFRESH: Duration = Duration::from_secs(60);

/// A bot on a server.
pub(crate) struct Bot {
    connection: Connection,
    engine: Engine,
    me: Option<PersonId>,
    /// At how many tables it may play of its own accord; 0 if it only plays where it has a seat.
    tables_to_join: usize,
    /// Tables it has asked to join.
    joining: HashSet<TableId>,
    /// The ply for which the engine is thinking, by table.
    thinking: HashMap<TableId, usize>,
    /// Tables where it has asked for its seat back.
    returning: HashSet<TableId>,
    choices: mpsc::UnboundedSender<EngineMove>,
    chosen: mpsc::UnboundedReceiver<EngineMove>,
}

/// What the engine chose for a position.
struct EngineMove {
    table: TableId,
    ply: usize,
    mv: Result<Move, String>,
}

impl Bot {
    pub(crate) fn new(client: Client, engine: Engine, tables_to_join: usize) -> Bot {
        let (choices, chosen) = mpsc::unbounded_channel();
        Bot {
            connection: client.connect(),
            engine,
            me: None,
            tables_to_join,
            joining: HashSet::new(),
            thinking: HashMap::new(),
            returning: HashSet::new(),
            choices,
            chosen,
        }
    }

    /// Plays until an error that trying again cannot fix.
    pub(crate) async fn run(mut self) -> Result<(), String> {
        if self.tables_to_join > 0 {
            self.connection.subscribe_lobby();
        }
        let mut refresh = interval(REFRESH);
        refresh.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                event = self.connection.next() => self.handle(event).await?,
                Some(chosen) = self.chosen.recv() => self.play(chosen)?,
                _ = refresh.tick() => self.find_tables().await,
            }
        }
    }

    async fn handle(&mut self, event: ClientEvent) -> Result<(), String> {
        match event {
            ClientEvent::Connected { person: None } => return Err("the server does not know this token".to_string()),
            ClientEvent::Connected { person: Some(person) } => {
                println!("connected as {}", person.name);
                self.me = Some(person.id);
                self.find_tables().await;
            }
            ClientEvent::Lost(reason) => println!("{reason}; reconnecting"),
            ClientEvent::GaveUp(reason) => return Err(reason),
            ClientEvent::Banned { until } => return Err(ban_text(until)),
            ClientEvent::Outdated { server_version } => {
                return Err(format!(
                    "the server speaks version {server_version} of the protocol; this bot is outdated"
                ));
            }
            ClientEvent::Snapshot { table } => self.consider(&table),
            ClientEvent::Event { table, event } => {
                match event.event {
                    Event::TakebackAsked { .. } if event.by != self.me => {
                        self.connection.answer_takeback(&table, true);
                    }
                    Event::TakenBack { .. } => drop(self.thinking.remove(&table)),
                    _ => {}
                }
                self.consider(&table);
            }
            ClientEvent::Notice { .. } => self.find_tables().await,
            ClientEvent::Lobby(tables) => self.join_open_tables(&tables),
            ClientEvent::Answered { table, result: Err(reason), .. } | ClientEvent::TableRefused { table, reason } => {
                self.handle_refusal(&table, &reason);
            }
            ClientEvent::MessageRefused(reason) => println!("refused: {reason}"),
            ClientEvent::Answered { result: Ok(()), .. }
            | ClientEvent::Chat { .. }
            | ClientEvent::Presence { .. }
            | ClientEvent::ChatChanged { .. }
            | ClientEvent::RatingChanges { .. } => {}
        }
        Ok(())
    }

    fn handle_refusal(&mut self, table: &TableId, reason: &Refusal) {
        println!("table {table}: refused: {reason}");
        self.returning.remove(table);
        if self.joining.remove(table) && !self.has_seat_at(table) {
            self.connection.unsubscribe(table);
            return;
        }
        // These come with the current state, which says what to do instead.
        if matches!(reason, Refusal::Stale { .. } | Refusal::NotYourTurn | Refusal::WrongPhase) {
            self.thinking.remove(table);
            self.consider(table);
        }
    }

    fn has_seat_at(&self, table: &TableId) -> bool {
        let table = self.connection.table(table);
        table.is_some_and(|table| table.state().seats.iter().any(|seat| self.is_mine(seat)))
    }

    /// Subscribes to all tables where the bot has a seat.
    async fn find_tables(&mut self) {
        match self.connection.client().my_tables().await {
            Ok(list) => {
                for table in &list.tables {
                    let is_running = matches!(table.phase, Phase::Waiting | Phase::Playing);
                    if is_running && table.seats.iter().any(|seat| self.is_mine(seat)) {
                        self.connection.subscribe(&table.table);
                    } else if table.phase == Phase::Waiting && self.tables_to_join > 0 {
                        self.accept_rematch(table);
                    }
                }
            }
            // The connection is lost as well, and reports it.
            Err(Error::Io(_)) => {}
            Err(error) => println!("{error}"),
        }
    }

    fn is_mine(&self, seat: &SeatedPlayer) -> bool {
        self.me.as_ref().is_some_and(|me| seat.is_of(me))
    }

    /// Takes a seat that is reserved for the bot.
    fn accept_rematch(&mut self, table: &TableSummary) {
        if self.me.is_some() && table.seats.iter().any(|seat| seat.kept_for == self.me) {
            self.join(&table.table);
        }
    }

    /// Joins open tables that allow bots, up to the limit.
    fn join_open_tables(&mut self, tables: &[TableSummary]) {
        self.joining.retain(|joining| tables.iter().any(|table| table.table == *joining));
        for table in tables {
            let is_here = table.seats.iter().any(|seat| self.is_mine(seat));
            let has_free_seat = table.seats.iter().any(|seat| seat.player.is_none() && seat.kept_for.is_none());
            let has_time = self.connection.core().subscriptions().count() < self.tables_to_join;
            if table.settings.bots_may_join && has_free_seat && !is_here && has_time {
                self.join(&table.table);
            }
        }
    }

    /// Takes any seat: naming one would fail where somebody else takes it first.
    fn join(&mut self, table: &TableId) {
        if self.joining.insert(table.clone()) {
            self.connection.subscribe(table);
            self.connection.join(table, None);
        }
    }

    /// Does what a table needs now.
    fn consider(&mut self, id: &TableId) {
        let (Some(me), Some(table)) = (&self.me, self.connection.table(id)) else { return };
        let state = table.state();
        let seat = state.seats.iter().find(|seat| seat.is_of(me));
        if matches!(state.phase, Phase::Finished | Phase::Closed) || (seat.is_none() && !self.joining.contains(id)) {
            println!("table {id}: {}", if state.phase == Phase::Finished { "game over" } else { "no game" });
            self.thinking.remove(id);
            self.connection.unsubscribe(id);
            return;
        }
        // The bot ran out of time while it was away.
        if matches!(
            seat.and_then(|seat| seat.stand_in),
            Some((StandInReason::Time | StandInReason::Left | StandInReason::Voted, _))
        ) {
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
            let (engine, position, table, choices) = (self.engine.clone(), *position, id.clone(), self.choices.clone());
            tokio::spawn(async move {
                let mv = engine.best(&position).await;
                // Nobody receives it when the bot ends.
                let _ = choices.send(EngineMove { table, ply, mv });
            });
        }
    }

    /// Plays what the engine chose, if the game still waits for it.
    fn play(&mut self, chosen: EngineMove) -> Result<(), String> {
        let mv = chosen.mv?;
        let Some((table, me)) = self.connection.table(&chosen.table).zip(self.me.as_ref()) else { return Ok(()) };
        if table.waits_for(me) && table.state().moves.len() == chosen.ply {
            println!("table {}: {}. {mv}", chosen.table, chosen.ply + 1);
            self.connection.play(&chosen.table, chosen.ply as u32, mv);
        }
        Ok(())
    }
}

/// That the bot is banned, and until when.
fn ban_text(until: Option<u64>) -> String {
    match until.and_then(|until| UNIX_EPOCH.checked_add(Duration::from_millis(until))) {
        Some(until) => format!("banned from this server until {}", httpdate::fmt_http_date(until)),
        None => "banned from this server".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_is_told_with_its_end() {
        assert_eq!(ban_text(Some(784_111_777_000)), "banned from this server until Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(ban_text(None), "banned from this server");
    }
}
