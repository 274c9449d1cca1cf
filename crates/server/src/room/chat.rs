//! The chats of a table: that of the players, and that of the spectators if the table wants one.

use std::ops::Range;
use std::slice;
use std::time::Instant;

use shangrila_protocol::{Audience, CHAT_PAGE, ChatLine, CommandId, LONGEST_CHAT, PersonId, Refusal, TableId};

use super::actor::Room;
use super::requester::Requester;
use super::{Rooms, failed};
use crate::clock::now;
use crate::fan_out::Topic;
use crate::outgoing::Outgoing;
use crate::peers::News;
use crate::rate_limits;
use crate::store::{Committed, StoreError};

/// A chat ends after this many lines.
const MAX_CHAT_LINES: u64 = 2000;

/// The number of the last line of each chat of a table, or that before its first one.
pub(super) async fn last_lines(table: &TableId, rooms: &Rooms) -> Result<[u64; 2], StoreError> {
    let mut last = Audience::ALL.map(|chat| chat.first_line() - 1);
    for chat in Audience::ALL {
        let lines = rooms.store().chat(table, chat.lines(), 1).await?;
        lines.iter().for_each(|line| last[chat as usize] = line.number);
    }
    Ok(last)
}

impl Room {
    /// The chat that someone who watches the table takes part in.
    fn chat_of(&self, person: Option<&PersonId>) -> Option<Audience> {
        let state = self.table.state();
        if person.is_some_and(|person| state.seat_of(person).is_some()) {
            return Some(Audience::Players);
        }
        state.settings.spectator_chat.then_some(Audience::Spectators)
    }

    /// Sends someone who watches the table the latest lines of their chat after a number, and subscribes them to new ones.
    pub(super) async fn open_chat(&self, requester: &Requester, since: Option<u64>) {
        let own = self.chat_of(requester.id());
        for other in Audience::ALL.into_iter().filter(|chat| Some(*chat) != own) {
            self.rooms.fan_out().unsubscribe(&Topic::Chat(self.id.clone(), other), requester.connection);
        }
        let Some(chat) = own else { return };
        let last = self.last_lines[chat as usize];
        let known = since.filter(|since| chat.lines().contains(since) && *since <= last);
        let first_missing = known.map_or(chat.first_line(), |known| known + 1);
        match self.rooms.store().chat(&self.id, first_missing..chat.lines().end, CHAT_PAGE).await {
            Ok(lines) => {
                let lines = self.without_blocked(requester, lines).await;
                let continues = lines.first().is_none_or(|line| line.number == first_missing);
                let reset = known != since || !continues;
                requester.queue.send(Outgoing::chat(&self.id, &lines, reset));
                if let Some(known) = known.filter(|_| !reset) {
                    self.send_hidden_lines(requester, chat.first_line()..known + 1).await;
                }
            }
            Err(error) => tracing::error!(table = %self.id, %error, "cannot read the chat"),
        }
        let topic = Topic::Chat(self.id.clone(), chat);
        self.rooms.fan_out().subscribe(topic, requester.connection, requester.queue.clone());
    }

    /// Moves those who have given up their seats from the chat of the players to that of the spectators.
    pub(super) async fn move_unseated_to_their_chat(&self) {
        for requester in self.watchers.values() {
            if self.chat_of(requester.id()) != Some(Audience::Players) {
                self.open_chat(requester, None).await;
            }
        }
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

    /// Shows a chat line to everyone in its chat; to those who have blocked its author, without its text.
    pub(super) async fn publish_line(&self, line: Committed<ChatLine>) -> Outgoing {
        let message = Outgoing::chat(&self.id, slice::from_ref(&line), false);
        let chat = Audience::of_line(line.number);
        let topic = Topic::Chat(self.id.clone(), chat);
        let blockers = self.rooms.moderation().blockers_of(&line.by).await.unwrap_or_else(|error| {
            tracing::error!(table = %self.id, %error, "cannot read who is blocked");
            Vec::new()
        });
        let readers = || self.watchers.values().filter(|reader| self.chat_of(reader.id()) == Some(chat));
        let has_blocked = |reader: &Requester| reader.id().is_some_and(|person| blockers.contains(person));
        if !readers().any(has_blocked) {
            self.rooms.fan_out().publish(&topic, message.clone());
            return message;
        }
        let emptied = Outgoing::chat(&self.id, &[line.without_text()], false);
        for reader in readers() {
            reader.queue.send(if has_blocked(reader) { emptied.clone() } else { message.clone() });
        }
        message
    }

    /// Sends the hidden lines among those a client has, which may have been hidden while it was away.
    async fn send_hidden_lines(&self, requester: &Requester, known: Range<u64>) {
        match self.rooms.store().hidden_chat(&self.id, known, CHAT_PAGE).await {
            Ok(lines) if lines.is_empty() => {}
            Ok(lines) => requester.queue.send(Outgoing::chat_changed(&self.id, &lines)),
            Err(error) => tracing::error!(table = %self.id, %error, "cannot read the hidden chat"),
        }
    }

    /// Shows everyone in its chat what became of a line.
    pub(super) async fn publish_changed_line(&self, number: u64) {
        match self.rooms.store().chat(&self.id, number..number.saturating_add(1), 1).await {
            Ok(lines) => {
                let topic = Topic::Chat(self.id.clone(), Audience::of_line(number));
                self.rooms.fan_out().publish(&topic, Outgoing::chat_changed(&self.id, &lines));
            }
            Err(error) => tracing::error!(table = %self.id, %error, "cannot read the chat"),
        }
    }

    /// Sends someone who watches the table the lines of their chat before a number.
    pub(super) async fn earlier_chat(&self, requester: &Requester, before: u64) {
        let chat = match self.chat_for(requester) {
            Ok(chat) => chat,
            Err(reason) => return requester.refuse(None, &self.id, reason),
        };
        match self.rooms.store().chat(&self.id, chat.first_line()..before.min(chat.lines().end), CHAT_PAGE).await {
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

    /// The chat that a message is about.
    ///
    /// # Errors
    /// If its sender has none.
    fn chat_for(&self, requester: &Requester) -> Result<Audience, Refusal> {
        if !self.table.may_view(requester.id()) {
            return Err(Refusal::NotFound);
        }
        self.chat_of(requester.id()).ok_or(Refusal::NotSeated)
    }

    pub(super) async fn say(&mut self, requester: &Requester, id: CommandId, text: String) {
        let refuse = |reason| requester.refuse(Some(id.clone()), &self.id, reason);
        let Some(person) = &requester.person else { return refuse(Refusal::NotSignedIn) };
        let chat = match self.chat_for(requester) {
            Ok(chat) => chat,
            Err(reason) => return refuse(reason),
        };
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
        if self.last_lines[chat as usize] >= chat.first_line() + MAX_CHAT_LINES {
            return refuse(Refusal::TooMany);
        }
        let limits = &self.rooms.config().limits;
        let limit = self.chat_limits.entry(person.id.clone()).or_insert_with(|| rate_limits::chat(limits));
        if let Err(wait) = limit.take(Instant::now()) {
            return refuse(Refusal::TooFast { wait });
        }
        let line = loop {
            let line = ChatLine {
                number: self.last_lines[chat as usize] + 1,
                at: now(),
                id: id.clone(),
                by: person.id.clone(),
                name: person.name.clone(),
                text: text.to_string(),
                hidden: false,
            };
            match self.rooms.store().say(&self.id, line).await {
                Ok(line) => break line,
                // Another process was faster with a line of its own.
                Err(StoreError::Conflict) if self.rooms.peers().can_exist() => {
                    let known = self.last_lines;
                    if self.catch_up_with_chat(chat).await.is_err() || self.last_lines == known {
                        return requester.refuse(Some(id), &self.id, Refusal::Failed);
                    }
                }
                Err(error) => return requester.refuse(Some(id), &self.id, failed(error)),
            }
        };
        self.rooms.peers().tell(News::Chat(self.id.clone(), line.number));
        self.last_lines[chat as usize] = line.number;
        let message = self.publish_line(line).await;
        if !self.watchers.contains_key(&requester.connection) {
            requester.queue.send(message);
        }
    }
}
