//! Playing at tables of the server: the connection, the table as it stands there, and what is around the board.
//!
//! The board itself is that of every other game, in `table`: a game is played here or at a [`OnlineTable`], and nothing else differs.

mod banner;
mod chat;
mod clock;
mod connection;
mod end;
mod join;
mod missed;
mod mutes;
mod outbox;
mod refusal;
mod request;
mod room;
mod seat;
mod status;
mod table;
mod table_screen;
mod turn_notice;

pub(crate) use banner::ConnectionBanner;
pub(crate) use chat::{ChatButton, ChatPanel};
pub(crate) use connection::{Connection, Link, connection};
pub(crate) use end::EndButtons;
pub(crate) use seat::SeatStatus;
pub(crate) use status::{LeaveWindow, TableStatus};
pub(crate) use table::OnlineTable;
pub(crate) use table_screen::OnlineScreen;
pub(crate) use turn_notice::{allow_notifications, tell_about_other_tables};
