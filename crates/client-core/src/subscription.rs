//! A table that a client subscribes to, and how far it has followed it.

use shangrila_protocol::{Audience, ChatLine, ClientMessage, EventEnvelope, TableId, TableState};

use crate::action::Counters;
use crate::delivery::Delivery;
use crate::followed_table::FollowedTable;

/// A subscription to one table.
pub(crate) struct Subscription {
    pub(crate) request: Delivery,
    pub(crate) table: Option<FollowedTable>,
    /// Set when an event did not follow: nothing more is applied until the whole state arrives.
    pub(crate) needs_snapshot: bool,
    /// The numbers of the first and the last line of chat that this client has.
    chat: Option<(u64, u64)>,
    /// The request for earlier lines.
    pub(crate) earlier_chat: Delivery,
}

impl Subscription {
    pub(crate) fn new() -> Subscription {
        Subscription {
            request: Delivery::Due,
            table: None,
            needs_snapshot: false,
            chat: None,
            earlier_chat: Delivery::Done,
        }
    }

    /// The message that asks for everything this client does not have.
    pub(crate) fn message(&self, table: &TableId) -> ClientMessage {
        let known = self.table.as_ref().filter(|_| !self.needs_snapshot);
        ClientMessage::Watch {
            table: table.clone(),
            since: known.map(|table| table.state().number),
            since_at: known.map(|table| table.state().changed),
            chat_since: self.chat.map(|(_, last)| last),
        }
    }

    /// Takes over a whole state. Frames arrive in order, so even one with a lower number is what the server has now. Returns whether
    /// it repaired a gap.
    pub(crate) fn replace(&mut self, state: TableState) -> bool {
        self.table = Some(FollowedTable::new(state));
        std::mem::take(&mut self.needs_snapshot)
    }

    /// Applies events and returns those that were new.
    pub(crate) fn apply(&mut self, events: Vec<EventEnvelope>, counters: &mut Counters) -> Vec<EventEnvelope> {
        let mut applied = Vec::new();
        // Before the first snapshot and during a resync, the snapshot on its way makes up for these.
        let Some(table) = self.table.as_mut().filter(|_| !self.needs_snapshot) else { return applied };
        for event in events {
            if event.number <= table.state().number {
                counters.duplicate_events += 1;
            } else if table.apply(&event).is_ok() {
                applied.push(event);
            } else {
                self.request_snapshot(counters);
                break;
            }
        }
        applied
    }

    /// What this client knows cannot be continued: asks for the whole state.
    pub(crate) fn request_snapshot(&mut self, counters: &mut Counters) {
        self.needs_snapshot = true;
        self.request = Delivery::Due;
        counters.resyncs += 1;
    }

    /// Whether there are lines of chat before those this client has.
    pub(crate) fn has_earlier_chat(&self) -> bool {
        self.chat.is_some_and(|(first, _)| first > Audience::of_line(first).first_line())
    }

    /// The message that asks for the lines of chat before those this client has.
    pub(crate) fn earlier_chat_message(&self, table: &TableId) -> Option<ClientMessage> {
        self.chat.map(|(first, _)| ClientMessage::EarlierChat { table: table.clone(), before: first })
    }

    /// Returns the lines that were not told before: new ones, or those right before the first one. `reset` if none of the lines
    /// told before count any more.
    pub(crate) fn new_chat(&mut self, mut lines: Vec<ChatLine>, reset: bool) -> Vec<ChatLine> {
        let Some((first, last)) = self.chat.filter(|_| !reset) else {
            self.chat = lines.first().zip(lines.last()).map(|(first, last)| (first.number, last.number));
            self.earlier_chat = Delivery::Done;
            return lines;
        };
        // The answer to a repeated command brings a line that may be anywhere.
        let joins = lines.iter().any(|line| line.number + 1 == first);
        lines.retain(|line| line.number > last || (joins && line.number < first));
        if joins {
            self.earlier_chat = Delivery::Done;
        }
        let numbers = || lines.iter().map(|line| line.number);
        self.chat = Some((numbers().min().unwrap_or(first).min(first), numbers().max().unwrap_or(last).max(last)));
        lines
    }
}
