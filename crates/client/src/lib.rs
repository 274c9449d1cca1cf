//! Plays on a Shangrila server: for bots, tests and measurements.
//!
//! A [`Client`] is somebody whom the server knows: a guest, an account or a bot. It asks over HTTP, and opens a [`Connection`], over
//! which tables are followed and moves are played. A connection comes back by itself when it is lost: it then asks for what it has
//! missed and sends again what was not answered, under the same name, so that nothing is lost and nothing is done twice.
//!
//! ```no_run
//! # async fn example() -> Result<(), shangrila_client::Error> {
//! use shangrila_client::{Address, Client, Update};
//!
//! let ada = Client::guest(Address::parse("http://127.0.0.1:8080")?, "Ada").await?;
//! let table = ada.open_table(&Default::default()).await?;
//! let mut connection = ada.connect();
//! connection.watch(&table);
//! while let update = connection.next().await {
//!     if let Update::Event { event, .. } = update {
//!         println!("{event:?}");
//!     }
//! }
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod address;
mod client;
mod commands;
mod connection;
mod error;
mod open;
mod socket;
mod table;

pub use address::Address;
pub use client::Client;
pub use connection::{Connection, Update};
pub use error::Error;
pub use socket::{Socket, open_socket};
pub use table::{Table, position};
