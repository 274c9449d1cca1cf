//! The chat of a table, for seated players.

use std::collections::HashMap;
use std::time::Instant;

use shangrila_protocol::{ChatLine, CommandId, LONGEST_CHAT, PersonId, Refusal};

use super::actor::{Requester, Room};
use crate::clock::now;
use crate::fan_out::Topic;
use crate::outgoing::Outgoing;
use crate::rate_limits;

/// The chat of a table ends after this many lines.
const MAX_CHAT_LINES: u64 = 2000;

/// The numbers of the chat lines of a table.
#[derive(Default)]
pub(super) struct ChatLines {
    /// The number of the last line.
    last: u64,
    /// The line that each command has written.
    by_command: HashMap<(PersonId, CommandId), u64>,
}

impl ChatLines {
    fn add(&mut self, line: &ChatLine) {
        self.last = self.last.max(line.number);
        self.by_command.insert((line.by.clone(), line.id.clone()), line.number);
    }
}

impl<'a> FromIterator<&'a ChatLine> for ChatLines {
    fn from_iter<T: IntoIterator<Item = &'a ChatLine>>(lines: T) -> ChatLines {
        let mut numbers = ChatLines::default();
        lines.into_iter().for_each(|line| numbers.add(line));
        numbers
    }
}

impl Room {
    /// Sends a seated player the chat lines after a number and subscribes them to new ones.
    pub(super) async fn open_chat(&self, requester: &Requester, since: u64) {
        match self.rooms.store().chat(&self.id, since).await {
            Ok(lines) => requester.queue.send(Outgoing::chat(&self.id, &lines)),
            Err(error) => tracing::error!(table = %self.id, %error, "cannot read the chat"),
        }
        let topic = Topic::Chat(self.id.clone());
        self.rooms.fan_out().subscribe(topic, requester.connection, requester.queue.clone());
    }

    pub(super) async fn say(&mut self, requester: &Requester, id: CommandId, text: String) {
        let refuse = |reason| requester.refuse(Some(id.clone()), &self.id, reason);
        let Some(person) = &requester.person else { return refuse(Refusal::NotSignedIn) };
        if self.table.state().seat_of(&person.id).is_none() {
            return refuse(if self.table.may_view(Some(&person.id)) { Refusal::NotSeated } else { Refusal::NotFound });
        }
        if let Some(&number) = self.chat_lines.by_command.get(&(person.id.clone(), id.clone())) {
            let line =
                self.rooms.store().chat(&self.id, number - 1).await.ok().and_then(|lines| lines.into_iter().next());
            return match line {
                Some(line) => requester.queue.send(Outgoing::chat(&self.id, &[line])),
                None => refuse(Refusal::Failed),
            };
        }
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_CHAT || text.chars().any(char::is_control) {
            return refuse(Refusal::BadText);
        }
        if self.chat_lines.last >= MAX_CHAT_LINES {
            return refuse(Refusal::TooMany);
        }
        let limits = &self.rooms.config().limits;
        let limit = self.chat_limits.entry(person.id.clone()).or_insert_with(|| rate_limits::chat(limits));
        if let Err(wait) = limit.take(Instant::now()) {
            return refuse(Refusal::TooFast { wait });
        }
        let line = ChatLine {
            number: self.chat_lines.last + 1,
            at: now(),
            id: id.clone(),
            by: person.id.clone(),
            text: text.to_string(),
        };
        let Ok(line) = self.rooms.store().say(&self.id, line).await else { return refuse(Refusal::Failed) };
        self.chat_lines.add(&line);
        let message = Outgoing::chat(&self.id, &[line]);
        if !self.watchers.contains_key(&requester.connection) {
            requester.queue.send(message.clone());
        }
        self.rooms.fan_out().publish(&Topic::Chat(self.id.clone()), message);
    }
}
