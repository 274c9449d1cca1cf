//! Reads frames from servers that may be newer than this client.

use serde::Deserialize;
use shangrila_protocol::{CommandId, PersonId, ServerMessage, TableId};

/// A frame as far as this client understands it.
pub(crate) enum Incoming {
    Message(ServerMessage),
    /// A greeting of another version.
    Welcome {
        version: u32,
    },
    /// Events of which at least one is of an unknown kind.
    Events {
        table: TableId,
        answers: Vec<(CommandId, PersonId)>,
    },
    /// A refusal for an unknown reason.
    Refused {
        id: Option<CommandId>,
        table: Option<TableId>,
    },
    /// Something else that a later version may have added.
    Unknown,
}

/// The fields by which a message that cannot be read still concerns us.
#[derive(Deserialize)]
struct Header {
    is: String,
    version: Option<u32>,
    id: Option<CommandId>,
    table: Option<TableId>,
    #[serde(default)]
    events: Vec<EventHeader>,
}

#[derive(Deserialize)]
struct EventHeader {
    id: Option<CommandId>,
    by: Option<PersonId>,
}

impl Incoming {
    pub(crate) fn read(frame: &str) -> Incoming {
        match serde_json::from_str(frame) {
            Ok(message) => Incoming::Message(message),
            Err(_) => Incoming::read_header(frame).unwrap_or(Incoming::Unknown),
        }
    }

    fn read_header(frame: &str) -> Option<Incoming> {
        let header: Header = serde_json::from_str(frame).ok()?;
        match header.is.as_str() {
            "welcome" => header.version.map(|version| Incoming::Welcome { version }),
            "events" => {
                let answers = header.events.into_iter().filter_map(|event| event.id.zip(event.by)).collect();
                header.table.map(|table| Incoming::Events { table, answers })
            }
            "refused" => Some(Incoming::Refused { id: header.id, table: header.table }),
            _ => None,
        }
    }
}
