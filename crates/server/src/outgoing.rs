//! Messages on their way to clients.
//!
//! Connections and the fan-out carry nothing but an [`Outgoing`], and the only ways to make one with events, chat or the state of a
//! table take values that the store has committed. Nobody can be shown what is not stored.

use axum::extract::ws::Utf8Bytes;
use shangrila_protocol::{
    ChatLine, CommandId, EventEnvelope, NoticeKind, PROTOCOL_VERSION, Person, Presence, RatingChange, Refusal,
    ServerMessage, TableId, TableSummary,
};

use crate::clock::now;
use crate::room::TableLogic;
use crate::store::Committed;

/// The largest message a connection can send, in bytes. All lists are paged so that they stay well below; a message that does not is a
/// bug, and its recipient is told of an internal error.
pub(crate) const LARGEST_OUTGOING: usize = 224 * 1024;

/// A message as text, serialised once for everyone who gets it.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing(Utf8Bytes);

impl Outgoing {
    pub(crate) fn welcome(you: Option<Person>) -> Outgoing {
        Outgoing::new(&ServerMessage::Welcome { version: PROTOCOL_VERSION, you, now: now() })
    }

    pub(crate) fn state(table: &TableLogic) -> Outgoing {
        Outgoing::new(&ServerMessage::State { state: Box::new(table.state().clone()), now: now() })
    }

    pub(crate) fn events(table: &TableId, events: &[Committed<EventEnvelope>]) -> Outgoing {
        let events = events.iter().map(|event| EventEnvelope::clone(event)).collect();
        Outgoing::new(&ServerMessage::Events { table: table.clone(), events })
    }

    /// Chat lines; `reset` if they do not continue those the client has.
    pub(crate) fn chat(table: &TableId, lines: &[Committed<ChatLine>], reset: bool) -> Outgoing {
        let lines = lines.iter().map(|line| ChatLine::clone(line)).collect();
        Outgoing::new(&ServerMessage::Chat { table: table.clone(), lines, reset })
    }

    /// Chat lines that have changed.
    pub(crate) fn chat_changed(table: &TableId, lines: &[Committed<ChatLine>]) -> Outgoing {
        let lines = lines.iter().map(|line| ChatLine::clone(line)).collect();
        Outgoing::new(&ServerMessage::ChatChanged { table: table.clone(), lines })
    }

    pub(crate) fn presence(table: &TableId, presence: &Presence) -> Outgoing {
        Outgoing::new(&ServerMessage::Presence { table: table.clone(), presence: presence.clone() })
    }

    pub(crate) fn rating_changes(table: &TableId, changes: Vec<RatingChange>) -> Outgoing {
        Outgoing::new(&ServerMessage::RatingChanges { table: table.clone(), changes })
    }

    pub(crate) fn notice(table: &TableId, kind: NoticeKind) -> Outgoing {
        Outgoing::new(&ServerMessage::Notice { table: table.clone(), kind })
    }

    pub(crate) fn lobby(tables: Vec<TableSummary>) -> Outgoing {
        Outgoing::new(&ServerMessage::Lobby { tables })
    }

    pub(crate) fn refused(id: Option<CommandId>, table: Option<TableId>, reason: Refusal) -> Outgoing {
        Outgoing::new(&ServerMessage::Refused { id, table, reason, state: None })
    }

    /// A refusal for a client whose copy of the table is out of date.
    pub(crate) fn refused_with_state(id: CommandId, table: &TableLogic, reason: Refusal) -> Outgoing {
        let state = Some(Box::new(table.state().clone()));
        let table = Some(table.state().table.clone());
        Outgoing::new(&ServerMessage::Refused { id: Some(id), table, reason, state })
    }

    pub(crate) fn pong() -> Outgoing {
        Outgoing::new(&ServerMessage::Pong { now: now() })
    }

    fn new(message: &ServerMessage) -> Outgoing {
        // JSON cannot express maps with keys other than strings, and no message has one.
        let text = serde_json::to_string(message).unwrap_or_default();
        if text.len() <= LARGEST_OUTGOING {
            return Outgoing(Utf8Bytes::from(text));
        }
        let (id, table) = subject(message);
        tracing::error!(bytes = text.len(), ?table, "a message is too large to be sent");
        Outgoing::refused(id, table, Refusal::Failed)
    }

    pub(crate) fn into_text(self) -> Utf8Bytes {
        self.0
    }
}

/// Returns the command and the table a message is about.
fn subject(message: &ServerMessage) -> (Option<CommandId>, Option<TableId>) {
    match message {
        ServerMessage::State { state, .. } => (None, Some(state.table.clone())),
        ServerMessage::Events { table, events } => {
            (events.iter().find_map(|event| event.id.clone()), Some(table.clone()))
        }
        ServerMessage::Refused { id, table, .. } => (id.clone(), table.clone()),
        ServerMessage::Chat { table, .. }
        | ServerMessage::ChatChanged { table, .. }
        | ServerMessage::Presence { table, .. }
        | ServerMessage::RatingChanges { table, .. }
        | ServerMessage::Notice { table, .. } => (None, Some(table.clone())),
        ServerMessage::Welcome { .. } | ServerMessage::Lobby { .. } | ServerMessage::Pong { .. } => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use shangrila_protocol::{CHAT_PAGE, LONGEST_CHAT};

    use super::*;

    fn line(number: u64, text: &str) -> Committed<ChatLine> {
        let (id, by) = ("i".repeat(64).parse().unwrap(), "p".repeat(32).parse().unwrap());
        Committed::assume(ChatLine {
            number,
            at: u64::MAX,
            id,
            by,
            name: "n".repeat(80),
            text: text.to_string(),
            hidden: false,
        })
    }

    #[test]
    fn the_largest_page_of_chat_fits_into_a_message() {
        // A quotation mark takes two bytes, an emoji four.
        let text = "\u{1f409}".repeat(LONGEST_CHAT);
        let lines: Vec<_> = (0..CHAT_PAGE as u64).map(|number| line(u64::MAX - number, &text)).collect();
        let message = Outgoing::chat(&"t".repeat(32).parse().unwrap(), &lines, true).into_text();
        assert!(message.contains("\"is\":\"chat\"") && message.len() < LARGEST_OUTGOING / 2, "{}", message.len());
    }

    #[test]
    fn a_message_that_is_too_large_becomes_a_server_error() {
        let lines = [line(1, &"x".repeat(LARGEST_OUTGOING))];
        let message = Outgoing::chat(&"T".parse().unwrap(), &lines, false).into_text();
        assert_eq!(message.as_str(), r#"{"is":"refused","table":"T","reason":{"code":"failed"}}"#);
    }
}
