//! Plays on a Shangrila server: for bots, tests and load measurements.
//!
//! A [`Client`] is a guest, an account or a bot that the server knows. It sends requests over HTTP and opens a [`Connection`], which follows
//! tables and plays moves. The protocol itself is in `shangrila-client-core`; this crate adds sockets, TLS and a clock. A lost connection
//! comes back by itself: it requests what it missed and repeats what was not answered under the same command id, so nothing is
//! lost and nothing is done twice.
//!
//! ```no_run
//! # async fn example() -> Result<(), shangrila_client::Error> {
//! use shangrila_client::{Address, Client, ClientEvent};
//!
//! let ada = Client::guest(Address::parse("http://127.0.0.1:8080")?, "Ada").await?;
//! let table = ada.open_table(&Default::default()).await?;
//! let mut connection = ada.connect();
//! connection.subscribe(&table);
//! loop {
//!     if let ClientEvent::Event { event, .. } = connection.next().await {
//!         println!("{event:?}");
//!     }
//! }
//! # }
//! ```

#![forbid(unsafe_code)]

mod address;
mod client;
mod commands;
mod connection;
mod error;
mod tls;

pub use address::Address;
pub use client::Client;
pub use connection::Connection;
pub use error::Error;
pub use shangrila_client_core::{ClientEvent, ClientSettings, FollowedTable, replay_position};
