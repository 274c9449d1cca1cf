//! A simulated person with the real client: plays random moves, and checks everything the client is told.

use std::collections::BTreeSet;
use std::time::Duration;

use fastrand::Rng;
use shangrila_client_core::{
    ClientAction, ClientCore, ClientEvent, ClientSettings, Disconnected, FollowedTable, Retry,
};
use shangrila_protocol::{ClientMessage, CommandId, Event, Person, Phase, TableId, TableState};

use super::link::Link;
use super::store::Database;

pub(super) struct Player {
    pub(super) person: Person,
    pub(super) table: TableId,
    core: ClientCore,
    pub(super) link: Option<Link>,
    /// Whether the client wants a connection that the network has yet to open.
    pub(super) wants_link: bool,
    rng: Rng,
    /// When the person next does something.
    acts_at: Duration,
    /// Until when the device sleeps.
    pub(super) asleep_until: Duration,
    /// The last event that was told.
    last_told: u64,
    /// Whether the person takes part; otherwise it only watches.
    plays: bool,
    /// A command that waits for its answer.
    waiting: Option<CommandId>,
    /// Moves that the server has confirmed.
    pub(super) confirmed: Vec<CommandId>,
    /// What has happened, for a comparison of two runs.
    pub(super) trace: u64,
}

impl Player {
    pub(super) fn new(person: Person, table: TableId, plays: bool, mut rng: Rng) -> Player {
        let mut settings = ClientSettings::new(rng.u64(..));
        // People in a hurry, so that a broken connection does not take up most of the simulated time.
        (settings.ping_after, settings.answer_within) = (Duration::from_secs(2), Duration::from_secs(2));
        settings.longest_wait = Duration::from_secs(2);
        let mut core = ClientCore::new(settings);
        core.subscribe(&table);
        Player {
            person,
            table,
            core,
            link: None,
            wants_link: false,
            rng,
            acts_at: Duration::ZERO,
            asleep_until: Duration::ZERO,
            last_told: 0,
            plays,
            waiting: None,
            confirmed: Vec::new(),
            trace: 0,
        }
    }

    /// The table as the client knows it.
    pub(super) fn followed(&self) -> Option<&FollowedTable> {
        self.core.table(&self.table)
    }

    /// Lives on until now.
    ///
    /// # Errors
    /// What the client was told and should not have been.
    pub(super) fn step(&mut self, now: Duration, database: &Database, abandoned: &mut Vec<Link>) -> Result<(), String> {
        if now < self.asleep_until {
            return Ok(());
        }
        loop {
            match self.link.as_mut().map(|link| link.deliver_down(now)) {
                Some(Ok(Some(frame))) => self.core.received(now, &frame),
                Some(Err(())) => {
                    abandoned.extend(self.link.take());
                    self.disconnected(now);
                }
                Some(Ok(None)) | None => break,
            }
            self.carry_out(now, database, abandoned)?;
        }
        self.core.tick(now);
        self.act(now);
        self.carry_out(now, database, abandoned)
    }

    /// The connection is broken, or could not be opened.
    pub(super) fn disconnected(&mut self, now: Duration) {
        self.wants_link = false;
        self.core.disconnected(now, Disconnected { reason: "cut".to_string(), retry: Retry::Backoff });
    }

    fn carry_out(&mut self, now: Duration, database: &Database, abandoned: &mut Vec<Link>) -> Result<(), String> {
        while let Some(action) = self.core.poll_action() {
            match action {
                ClientAction::Connect | ClientAction::Disconnect => {
                    if let Some(mut link) = self.link.take() {
                        link.abandon(now);
                        abandoned.push(link);
                    }
                    self.wants_link = action == ClientAction::Connect;
                }
                ClientAction::Send(text) => {
                    if let Some(link) = &mut self.link {
                        link.send(now, text);
                    }
                }
                ClientAction::Notify(event) => self.check(event, database)?,
            }
        }
        Ok(())
    }

    /// Nobody is told what is not stored, and everybody is told everything once, in order.
    fn check(&mut self, event: ClientEvent, database: &Database) -> Result<(), String> {
        let name = &self.person.name;
        match event {
            ClientEvent::Event { event, .. } => {
                let number = event.number;
                if !database.events(&self.table).contains(&event) {
                    return Err(format!("{name} was told event {number}, which is not stored"));
                }
                if number != self.last_told + 1 {
                    return Err(format!("{name} was told event {number} after {}", self.last_told));
                }
                self.note(number);
                self.last_told = number;
            }
            ClientEvent::Snapshot { .. } => {
                let Some(state) = self.core.table(&self.table).map(FollowedTable::state) else { return Ok(()) };
                let events = database.events(&self.table).iter().filter(|event| event.number <= state.number);
                let stored = TableState::replay(self.table.clone(), events).map_err(|error| error.to_string())?;
                if stored.as_ref() != Some(state) {
                    return Err(format!("{name} was told a state with number {} that is not stored", state.number));
                }
                let number = state.number;
                if number < self.last_told {
                    return Err(format!("{name} was told a state with number {number} after event {}", self.last_told));
                }
                self.note(number << 32);
                self.last_told = number;
            }
            ClientEvent::Answered { id, command, result, .. } => {
                if self.waiting.as_ref() == Some(&id) {
                    self.waiting = None;
                }
                self.note(u64::from(result.is_ok()) << 40);
                if result.is_ok() && matches!(*command, ClientMessage::Play { .. }) {
                    self.confirmed.push(id);
                }
            }
            ClientEvent::TableRefused { reason, .. } => {
                // The process could not read the table; another attempt may succeed.
                self.note(reason.to_string().len() as u64);
                self.core.refresh(&self.table);
            }
            _ => {}
        }
        Ok(())
    }

    fn note(&mut self, what: u64) {
        self.trace = (self.trace ^ what).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }

    /// Takes a seat, plays, answers takebacks and returns, each after a moment.
    fn act(&mut self, now: Duration) {
        if !self.plays || now < self.acts_at || self.waiting.is_some() {
            return;
        }
        self.acts_at = now + Duration::from_millis(self.rng.u64(1..60));
        let Some(table) = self.core.table(&self.table) else { return };
        let state = table.state();
        let Some(seat) = state.seat_of(&self.person.id) else {
            if state.phase == Phase::Waiting {
                self.send(|id, table| ClientMessage::Join { id, table, seat: None });
            }
            return;
        };
        if state.ready_check.as_ref().is_some_and(|check| !check.ready.contains(&seat)) {
            return self.send(|id, table| ClientMessage::Ready { id, table });
        }
        if state.phase != Phase::Playing {
            return;
        }
        if state.seats[seat.index()].level().is_some() {
            return self.send(|id, table| ClientMessage::Return { id, table });
        }
        if let Some(takeback) =
            state.takeback.as_ref().filter(|asked| asked.seat != seat && !asked.agreed.contains(&seat))
        {
            let agrees = takeback.ply % 3 != 0;
            return self.send(|id, table| ClientMessage::AnswerTakeback { id, table, agrees });
        }
        if state.takeback.is_none() && !state.moves.is_empty() && self.rng.u16(..2000) == 0 {
            return self.send(|id, table| ClientMessage::AskTakeback { id, table });
        }
        let Some(position) = table.position().filter(|_| table.waits_for(&self.person.id)) else { return };
        let moves = position.legal_moves();
        if let Some(mv) = moves.get(self.rng.usize(..moves.len().max(1))) {
            self.waiting = Some(self.core.play(&self.table, state.moves.len() as u32, mv));
        }
    }

    fn send(&mut self, command: impl FnOnce(CommandId, TableId) -> ClientMessage) {
        self.waiting = Some(self.core.send(&self.table, command));
    }
}

/// What must be true of a table in the end, whatever has happened.
///
/// # Errors
/// What is not.
pub(super) fn check_table(table: &TableId, players: &[&Player], database: &Database) -> Result<(), String> {
    let events = database.events(table);
    for (index, event) in events.iter().enumerate() {
        if event.number != index as u64 + 1 {
            return Err(format!("event {} of {table} has number {}", index + 1, event.number));
        }
    }
    let mut played = BTreeSet::new();
    for event in events.iter().filter(|event| matches!(event.event, Event::Moved { .. })) {
        if let (Some(by), Some(id)) = (&event.by, &event.id)
            && !played.insert((by.as_str(), id.as_str()))
        {
            return Err(format!("the move {id} of {by} was played twice"));
        }
    }
    let state = TableState::replay(table.clone(), events).map_err(|error| format!("{table}: {error}"))?;
    let state = state.ok_or_else(|| format!("{table} is gone"))?;
    for player in players {
        let name = &player.person.name;
        let is_lost = |id: &&CommandId| !played.contains(&(player.person.id.as_str(), id.as_str()));
        if let Some(lost) = player.confirmed.iter().find(is_lost) {
            return Err(format!("{name}'s move {lost} was confirmed and is lost"));
        }
        match player.followed() {
            Some(followed) if *followed.state() == state => {}
            Some(followed) => {
                return Err(format!("{name} is at event {}, the table at {}", followed.state().number, state.number));
            }
            None => return Err(format!("{name} knows nothing of the table")),
        }
    }
    if state.phase == Phase::Finished {
        Ok(())
    } else {
        Err(format!("{table} is stuck after {} moves", state.moves.len()))
    }
}
