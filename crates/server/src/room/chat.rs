//! The chat of a table, for seated players.

use std::slice;
use std::time::Instant;

use shangrila_protocol::{CHAT_PAGE, ChatLine, CommandId, LONGEST_CHAT, PersonId, Refusal};

use super::actor::{Requester, Room};
use super::failed;
use crate::clock::now;
use crate::fan_out::Topic;
use crate::outgoing::Outgoing;
use crate::peers::News;
use crate::rate_limits;
use crate::store::{Committed, StoreError};

/// The chat of a table ends after this many lines.
const MAX_CHAT_LINES: u64 = 2000;

impl Room {
    /// Sends a seated player the latest chat lines after a number and subscribes them to new ones.
    pub(super) async fn open_chat(&self, requester: &Requester, since: Option<u64>) {
        let known = since.filter(|since| *since <= self.last_chat_line);
        let first_missing = known.unwrap_or(0) + 1;
        match self.rooms.store().chat(&self.id, first_missing..u64::MAX, CHAT_PAGE).await {
            Ok(lines) => {
                let lines = self.without_blocked(requester, lines).await;
                let continues = lines.first().is_none_or(|line| line.number == first_missing);
                let reset = known != since || !continues;
                requester.queue.send(Outgoing::chat(&self.id, &lines, reset));
                if let Some(known) = known.filter(|_| !reset) {
                    self.send_hidden_lines(requester, known).await;
                }
            }
            Err(error) => tracing::error!(table = %self.id, %error, "cannot read the chat"),
        }
        let topic = Topic::Chat(self.id.clone());
        self.rooms.fan_out().subscribe(topic, requester.connection, requester.queue.clone());
    }

    /// Empties the lines of people whom the reader has blocked. Their numbers stay, so that clients find no gap.
    async fn without_blocked(
        &self,
        requester: &Requester,
        lines: Vec<Committed<ChatLine>>,
    ) -> Vec<Committed<ChatLine>> {
        let Some(reader) = requester.id() else { return lines };
        match self.rooms.moderation().blocked_by(reader).await {
            Ok(blocked) if blocked.is_empty() => lines,
            Ok(blocked) => lines
                .into_iter()
                .map(|line| if blocked.contains(&line.by) { line.without_text() } else { line })
                .collect(),
            Err(error) => {
                tracing::error!(table = %self.id, %error, "cannot read who is blocked");
                lines.into_iter().map(Committed::without_text).collect()
            }
        }
    }

    /// Shows a chat line to everyone with a seat; to those who have blocked its author, without its text.
    pub(super) async fn publish_line(&self, line: Committed<ChatLine>) -> Outgoing {
        let message = Outgoing::chat(&self.id, slice::from_ref(&line), false);
        let topic = Topic::Chat(self.id.clone());
        let state = self.table.state();
        let blockers = self.rooms.moderation().blockers_of(&line.by).await.unwrap_or_else(|error| {
            tracing::error!(table = %self.id, %error, "cannot read who is blocked");
            Vec::new()
        });
        let is_here = |blocker: &PersonId| state.seat_of(blocker).is_some();
        if !blockers.iter().any(is_here) {
            self.rooms.fan_out().publish(&topic, message.clone());
            return message;
        }
        let emptied = Outgoing::chat(&self.id, &[line.without_text()], false);
        for reader in self.watchers.values() {
            let Some(person) = reader.id().filter(|person| state.seat_of(person).is_some()) else { continue };
            let is_blocker = blockers.contains(person);
            reader.queue.send(if is_blocker { emptied.clone() } else { message.clone() });
        }
        message
    }

    /// Sends the hidden lines among those a client has, which may have been hidden while it was away.
    async fn send_hidden_lines(&self, requester: &Requester, known: u64) {
        match self.rooms.store().hidden_chat(&self.id, known, CHAT_PAGE).await {
            Ok(lines) if lines.is_empty() => {}
            Ok(lines) => requester.queue.send(Outgoing::chat_changed(&self.id, &lines)),
            Err(error) => tracing::error!(table = %self.id, %error, "cannot read the hidden chat"),
        }
    }

    /// Shows everyone at the table what became of a chat line.
    pub(super) async fn publish_changed_line(&self, number: u64) {
        match self.rooms.store().chat(&self.id, number..number.saturating_add(1), 1).await {
            Ok(lines) => {
                self.rooms.fan_out().publish(&Topic::Chat(self.id.clone()), Outgoing::chat_changed(&self.id, &lines));
            }
            Err(error) => tracing::error!(table = %self.id, %error, "cannot read the chat"),
        }
    }

    /// Sends a seated player the chat lines before a number.
    pub(super) async fn earlier_chat(&self, requester: &Requester, before: u64) {
        let seated = requester.id().is_some_and(|person| self.table.state().seat_of(person).is_some());
        if !seated {
            let visible = self.table.may_view(requester.id());
            return requester.refuse(None, &self.id, if visible { Refusal::NotSeated } else { Refusal::NotFound });
        }
        match self.rooms.store().chat(&self.id, 1..before, CHAT_PAGE).await {
            Ok(lines) => {
                let lines = self.without_blocked(requester, lines).await;
                requester.queue.send(Outgoing::chat(&self.id, &lines, false));
            }
            Err(error) => {
                tracing::error!(table = %self.id, %error, "cannot read the chat");
                requester.refuse(None, &self.id, Refusal::Failed);
            }
        }
    }

    pub(super) async fn say(&mut self, requester: &Requester, id: CommandId, text: String) {
        let refuse = |reason| requester.refuse(Some(id.clone()), &self.id, reason);
        let Some(person) = &requester.person else { return refuse(Refusal::NotSignedIn) };
        if self.table.state().seat_of(&person.id).is_none() {
            return refuse(if self.table.may_view(Some(&person.id)) { Refusal::NotSeated } else { Refusal::NotFound });
        }
        match self.rooms.store().chat_line(&self.id, &person.id, &id).await {
            Ok(Some(said)) => return requester.queue.send(Outgoing::chat(&self.id, &[said], false)),
            Ok(None) => {}
            Err(_) => return refuse(Refusal::Failed),
        }
        if let Err(reason) = self.rooms.moderation().check_chat(&person.id) {
            return refuse(reason);
        }
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_CHAT || text.chars().any(char::is_control) {
            return refuse(Refusal::BadText);
        }
        if self.last_chat_line >= MAX_CHAT_LINES {
            return refuse(Refusal::TooMany);
        }
        let limits = &self.rooms.config().limits;
        let limit = self.chat_limits.entry(person.id.clone()).or_insert_with(|| rate_limits::chat(limits));
        if let Err(wait) = limit.take(Instant::now()) {
            return refuse(Refusal::TooFast { wait });
        }
        let line = loop {
            let line = ChatLine {
                number: self.last_chat_line + 1,
                at: now(),
                id: id.clone(),
                by: person.id.clone(),
                text: text.to_string(),
                hidden: false,
            };
            match self.rooms.store().say(&self.id, line).await {
                Ok(line) => break line,
                // Another process was faster with a line of its own.
                Err(StoreError::Conflict) if self.rooms.peers().can_exist() => {
                    let known = self.last_chat_line;
                    if self.catch_up_with_chat().await.is_err() || self.last_chat_line == known {
                        return requester.refuse(Some(id), &self.id, Refusal::Failed);
                    }
                }
                Err(error) => return requester.refuse(Some(id), &self.id, failed(error)),
            }
        };
        self.rooms.peers().tell(News::Chat(self.id.clone(), line.number));
        self.last_chat_line = line.number;
        let message = self.publish_line(line).await;
        if !self.watchers.contains_key(&requester.connection) {
            requester.queue.send(message);
        }
    }
}
