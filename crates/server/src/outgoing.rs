//! Messages on their way to clients.
//!
//! Connections and the fan-out carry nothing but an [`Outgoing`], and the only ways to make one with events, chat or the state of a
//! table take values that the store has committed. Nobody can be shown what is not stored.

use axum::extract::ws::Utf8Bytes;
use shangrila_protocol::{
    ChatLine, CommandId, EventEnvelope, NoticeKind, PROTOCOL_VERSION, Person, Presence, Refusal, ServerMessage,
    TableId, TableSummary,
};

use crate::clock::now;
use crate::room::TableLogic;
use crate::store::Committed;

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

    pub(crate) fn chat(table: &TableId, lines: &[Committed<ChatLine>]) -> Outgoing {
        let lines = lines.iter().map(|line| ChatLine::clone(line)).collect();
        Outgoing::new(&ServerMessage::Chat { table: table.clone(), lines })
    }

    pub(crate) fn presence(table: &TableId, presence: &Presence) -> Outgoing {
        Outgoing::new(&ServerMessage::Presence { table: table.clone(), presence: presence.clone() })
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
        Outgoing(Utf8Bytes::from(serde_json::to_string(message).unwrap_or_default()))
    }

    pub(crate) fn into_text(self) -> Utf8Bytes {
        self.0
    }
}
