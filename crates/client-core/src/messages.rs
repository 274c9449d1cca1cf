//! What the server's messages change.

use std::time::Duration;

use shangrila_protocol::{
    ChatLine, CommandId, EventEnvelope, PROTOCOL_VERSION, Person, PersonId, Refusal, ServerMessage, TableId, TableState,
};

use crate::action::ClientEvent;
use crate::client_core::{ClientCore, Link, LobbySubscription, Ping};
use crate::delivery::Delivery;
use crate::incoming::Incoming;

/// How long to wait before the end of a subscription is repeated. What still arrives sooner may have been on its way when it ended.
const BEFORE_UNWATCHING_AGAIN: Duration = Duration::from_secs(1);
/// How long to wait after the server failed without saying for how long.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

impl ClientCore {
    pub(crate) fn handle(&mut self, incoming: Incoming) {
        let pinged_at = self.hear();
        match incoming {
            Incoming::Message(message) => self.handle_message(message, pinged_at),
            Incoming::Welcome { version } => self.outdated(version),
            Incoming::Events { table, answers } => {
                if let Some(subscription) = self.subscriptions.get_mut(&table) {
                    subscription.request_snapshot(&mut self.counters);
                }
                answers.into_iter().for_each(|(id, by)| self.accepted(&id, &by));
            }
            // Nothing is known about the reason but that nothing was done.
            Incoming::Refused { id, table } => self.refused(id, table, Refusal::Failed, None),
            Incoming::Unknown => self.counters.unknown_messages += 1,
        }
    }

    /// The server is there. Returns when it was last asked whether it is.
    fn hear(&mut self) -> Option<Duration> {
        let Link::Online(online) = &mut self.link else { return None };
        online.heard_at = self.now;
        match std::mem::replace(&mut online.ping, Ping::None) {
            Ping::SentAt(time) => Some(time),
            Ping::None | Ping::Due => None,
        }
    }

    fn handle_message(&mut self, message: ServerMessage, pinged_at: Option<Duration>) {
        match message {
            ServerMessage::Welcome { version, you, now } => self.welcome(version, you, now),
            ServerMessage::State { state, now } => {
                self.server_clock = (now, self.now);
                // A refusal can bring a state too, but only to those who follow the table does it come by itself.
                match self.subscriptions.get_mut(&state.table) {
                    Some(subscription) => confirm(&mut subscription.request),
                    None => self.unwatch_again(&state.table),
                }
                self.replace(*state);
            }
            ServerMessage::Events { table, events } => self.add(table, events),
            ServerMessage::Chat { table, lines, reset } => self.chat(table, lines, reset),
            ServerMessage::ChatChanged { table, lines } => self.notify(ClientEvent::ChatChanged { table, lines }),
            ServerMessage::Presence { table, presence } => match self.subscriptions.get_mut(&table) {
                Some(subscription) => {
                    confirm(&mut subscription.request);
                    self.notify(ClientEvent::Presence { table, presence });
                }
                None => self.unwatch_again(&table),
            },
            ServerMessage::RatingChanges { table, changes } => {
                self.notify(ClientEvent::RatingChanges { table, changes });
            }
            ServerMessage::Notice { table, kind } => self.notify(ClientEvent::Notice { table, kind }),
            ServerMessage::Lobby { tables } => match &mut self.lobby {
                LobbySubscription::Wanted(request) => {
                    confirm(request);
                    self.notify(ClientEvent::Lobby(tables));
                }
                LobbySubscription::Ending(_) => {}
                LobbySubscription::None => {
                    let time = self.now + BEFORE_UNWATCHING_AGAIN;
                    self.lobby = LobbySubscription::Ending(Delivery::DueAt(time));
                }
            },
            ServerMessage::Refused { id, table, reason, state } => self.refused(id, table, reason, state),
            ServerMessage::Pong { now } => {
                let round_trip = pinged_at.map_or(Duration::ZERO, |pinged| self.now.saturating_sub(pinged));
                self.server_clock = (now + round_trip.as_millis() as u64 / 2, self.now);
            }
        }
    }

    fn welcome(&mut self, version: u32, you: Option<Person>, now: u64) {
        if version != PROTOCOL_VERSION {
            return self.outdated(version);
        }
        self.server_clock = (now, self.now);
        self.person.clone_from(&you);
        self.start_over();
        self.notify(ClientEvent::Connected { person: you });
    }

    fn outdated(&mut self, server_version: u32) {
        self.stop(true);
        self.notify(ClientEvent::Outdated { server_version });
    }

    fn replace(&mut self, state: TableState) {
        let table = state.table.clone();
        let Some(subscription) = self.subscriptions.get_mut(&table) else { return };
        if subscription.replace(state) {
            // Their answers may have been among the events that were missing.
            self.repeat_commands(&table, self.now);
        }
        self.notify(ClientEvent::Snapshot { table });
    }

    fn add(&mut self, table: TableId, events: Vec<EventEnvelope>) {
        let answers: Vec<(CommandId, PersonId)> =
            events.iter().filter_map(|event| event.id.clone().zip(event.by.clone())).collect();
        // Answers to commands are sent to those who do not follow the table as well.
        let is_answer = self.has_own(&answers);
        match self.subscriptions.get_mut(&table) {
            Some(subscription) => {
                if !is_answer && !subscription.needs_snapshot {
                    confirm(&mut subscription.request);
                }
                for event in subscription.apply(events, &mut self.counters) {
                    self.notify(ClientEvent::Event { table: table.clone(), event });
                }
            }
            None if !is_answer => self.unwatch_again(&table),
            None => {}
        }
        answers.into_iter().for_each(|(id, by)| self.accepted(&id, &by));
    }

    fn chat(&mut self, table: TableId, lines: Vec<ChatLine>, reset: bool) {
        let answers: Vec<(CommandId, PersonId)> = lines.iter().map(|line| (line.id.clone(), line.by.clone())).collect();
        let is_answer = self.has_own(&answers);
        match self.subscriptions.get_mut(&table) {
            Some(subscription) => {
                let lines = subscription.new_chat(lines, reset);
                if !lines.is_empty() || reset {
                    self.notify(ClientEvent::Chat { table, lines, reset });
                }
            }
            None if !is_answer => self.unwatch_again(&table),
            None => {}
        }
        answers.into_iter().for_each(|(id, by)| self.accepted(&id, &by));
    }

    fn has_own(&self, answers: &[(CommandId, PersonId)]) -> bool {
        let me = self.person.as_ref().map(|person| &person.id);
        answers.iter().any(|(_, by)| Some(by) == me)
    }

    /// The server sends what only followers of a table receive, although this client does not follow it: the message that said so was lost,
    /// or refused as too fast.
    fn unwatch_again(&mut self, table: &TableId) {
        let time = self.now + BEFORE_UNWATCHING_AGAIN;
        self.ended_subscriptions.entry(table.clone()).or_insert(Delivery::DueAt(time));
    }

    /// A command was carried out. Others can choose the same id, so only commands of this person count.
    fn accepted(&mut self, id: &CommandId, by: &PersonId) {
        if self.person.as_ref().is_some_and(|person| person.id == *by) {
            self.answer(id, Ok(()));
        }
    }

    fn answer(&mut self, id: &CommandId, result: Result<(), Refusal>) {
        if let Some(command) = self.commands.take(id) {
            let (id, table, command) = (command.id, command.table, Box::new(command.message));
            self.notify(ClientEvent::Answered { id, command, table, result });
        }
    }

    fn refused(
        &mut self,
        id: Option<CommandId>,
        table: Option<TableId>,
        reason: Refusal,
        state: Option<Box<TableState>>,
    ) {
        state.into_iter().for_each(|state| self.replace(*state));
        if let Refusal::Banned { until } = reason {
            return self.banned(until);
        }
        let retry_at = match reason {
            Refusal::TooFast { wait } => Some(self.now + Duration::from_secs(u64::from(wait.max(1)))),
            // A command that failed is for its sender to repeat, but a subscription that failed must not end silently.
            Refusal::Failed | Refusal::NotStored if id.is_none() => Some(self.now + AFTER_FAILURE),
            _ => None,
        };
        match (id, table, retry_at) {
            (Some(id), _, Some(time)) => self.commands.repeat_at(&id, time),
            (Some(id), _, None) => self.answer(&id, Err(reason)),
            (None, Some(table), Some(time)) => {
                if let Some(subscription) = self.subscriptions.get_mut(&table) {
                    subscription.request = Delivery::DueAt(time);
                    subscription.earlier_chat.repeat_at(time);
                }
                self.repeat_commands(&table, time);
            }
            (None, Some(table), None) => {
                if let Some(subscription) = self.subscriptions.get_mut(&table) {
                    subscription.request = Delivery::Done;
                    self.notify(ClientEvent::TableRefused { table, reason });
                }
            }
            // The server has not even read what it was. Every subscription is requested again: one that looks confirmed may have been
            // confirmed by what an earlier request for the same table brought.
            (None, None, Some(time)) => {
                // A burst that was refused message by message is one reason to slow down.
                if self.now >= self.hold_until {
                    self.rate.slow_down();
                }
                self.hold_until = self.hold_until.max(time);
                for subscription in self.subscriptions.values_mut() {
                    subscription.request = Delivery::DueAt(time);
                    subscription.earlier_chat.repeat_at(time);
                }
                if let LobbySubscription::Wanted(request) = &mut self.lobby {
                    *request = Delivery::DueAt(time);
                }
                self.commands.iter_mut().for_each(|command| command.delivery.repeat_at(time));
            }
            (None, None, None) => self.notify(ClientEvent::MessageRefused(reason)),
        }
    }

    /// Sends the unanswered commands of a table again.
    fn repeat_commands(&mut self, table: &TableId, time: Duration) {
        let commands = self.commands.iter_mut().filter(|command| command.table == *table);
        commands.for_each(|command| command.delivery.repeat_at(time));
    }
}

/// A request has been answered, unless it is due once more.
fn confirm(request: &mut Delivery) {
    if *request == Delivery::Sent {
        *request = Delivery::Done;
    }
}
