//! Everything that needs the server: tables with friends, finished games, people, ratings, accounts.
//!
//! `api` asks over HTTP, `identity` knows who one is; the rest are pages. Playing against computer players at this screen needs none
//! of it.

mod account;
mod api;
mod bots;
mod finished;
mod form;
mod identity;
mod lobby;
mod new_table;
mod people;
mod ratings;
mod refusals;
mod rows;
mod screen;
mod table_plan;
mod texts;

pub(crate) use account::Account;
pub(crate) use finished::FinishedGames;
pub(crate) use identity::Identity;
pub(crate) use lobby::Lobby;
pub(crate) use new_table::NewTable;
pub(crate) use people::PersonPage;
pub(crate) use ratings::RatingLists;
