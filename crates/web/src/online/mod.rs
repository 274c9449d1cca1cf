//! Everything that needs the server: tables with friends, finished games, people, ratings, accounts.
//!
//! `connection` follows tables over a WebSocket, `api` asks over HTTP, `identity` knows who one is. The board itself is that of every other
//! game, in `table`: a game is played here or at an [`OnlineTable`], and nothing else differs. Playing against computer players at this
//! screen needs none of it.

mod account;
mod api;
mod banner;
mod bots;
mod chat;
mod clock;
mod connection;
mod end;
mod finished;
mod form;
mod identity;
mod join;
mod lobby;
mod missed;
mod mutes;
mod new_table;
mod outbox;
mod people;
mod ratings;
mod refusal;
mod refusals;
mod request;
mod room;
mod rows;
mod screen;
mod seat;
mod status;
mod table;
mod table_plan;
mod table_screen;
mod texts;
mod turn_notice;

pub(crate) use account::Account;
pub(crate) use banner::ConnectionBanner;
pub(crate) use chat::{ChatButton, ChatPanel};
pub(crate) use connection::{Connection, Link, connection};
pub(crate) use end::EndButtons;
pub(crate) use finished::FinishedGames;
pub(crate) use identity::Identity;
pub(crate) use lobby::Lobby;
pub(crate) use new_table::NewTable;
pub(crate) use people::PersonPage;
pub(crate) use ratings::RatingLists;
pub(crate) use seat::SeatStatus;
pub(crate) use status::{LeaveWindow, TableStatus};
pub(crate) use table::OnlineTable;
pub(crate) use table_screen::OnlineScreen;
pub(crate) use turn_notice::{allow_notifications, tell_about_other_tables};
