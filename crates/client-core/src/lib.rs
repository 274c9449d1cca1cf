//! The client side of the server protocol, without any I/O: messages and the time go in, actions come out.
//!
//! [`ClientCore`] decides everything that does not depend on how bytes travel: which tables to subscribe to, what to send again
//! after a reconnect, when to ping, when to give up on a connection and how long to wait before the next one. The browser app, the
//! native client, the load generator and the server's tests all run this code; each adds only a transport that opens a WebSocket and
//! copies text frames.
//!
//! A transport does five things:
//!
//! 1. It passes every text frame to [`ClientCore::received`] and every broken connection to [`ClientCore::disconnected`].
//! 2. It calls [`ClientCore::tick`] once [`ClientCore::time_to_deadline`] has elapsed.
//! 3. After each of these calls, and after each command, it carries out what [`ClientCore::poll_action`] returns.
//! 4. It drops a connection at [`ClientAction::Disconnect`] and when it opens another one: frames of an old connection must not reach the
//!    core, and frames for it must not be sent on the new one.
//! 5. It passes a clock to all of them: any clock will do, and it may jump.
//!
//! ```
//! use std::time::Duration;
//! use shangrila_client_core::{ClientAction, ClientCore, ClientEvent, ClientSettings};
//! use shangrila_protocol::{PROTOCOL_VERSION, ServerMessage};
//!
//! let mut core = ClientCore::new(ClientSettings::new(7));
//! core.subscribe(&"23ec2b251bec7b9712bce428".parse().unwrap());
//! core.tick(Duration::ZERO);
//! assert_eq!(core.poll_action(), Some(ClientAction::Connect));
//!
//! // The transport has opened a WebSocket, and the first frame arrives.
//! let welcome = ServerMessage::Welcome { version: PROTOCOL_VERSION, you: None, now: 1794767521286 };
//! core.received(Duration::from_millis(30), &serde_json::to_string(&welcome).unwrap());
//! assert_eq!(core.poll_action(), Some(ClientAction::Notify(ClientEvent::Connected { person: None })));
//! assert_eq!(core.poll_action(), Some(ClientAction::Send(r#"{"do":"watch","table":"23ec2b251bec7b9712bce428"}"#.to_string())));
//! assert_eq!(core.poll_action(), None);
//! ```

#![forbid(unsafe_code)]

mod action;
mod backoff;
mod client_core;
mod command_queue;
mod delivery;
mod followed_table;
mod incoming;
mod messages;
mod rate;
mod settings;
mod subscription;

pub use action::{
    ClientAction, ClientEvent, ConnectionStatus, Counters, Disconnected, LostReason, Retry, UnconfirmedMove,
};
pub use client_core::ClientCore;
pub use followed_table::{FollowedTable, replay_position};
pub use settings::{ClientSettings, SendRate};
