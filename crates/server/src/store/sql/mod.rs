//! The statements that SQLite and PostgreSQL have in common, and the tests that both have to pass.
//!
//! This folder is compiled twice, as `sqlite::sql` and as `postgres::sql`. Whatever differs comes from the parent module: the types `Driver`,
//! `Pool`, `Connection`, `ConnectOptions`, `Row` and `Store`, the module `dialect`, and the macros `listed!` and `json_text!`. Generic code would
//! need a page of bounds on the traits of sqlx at every function, and still have to ask the same questions of the dialect.

#[cfg(test)]
pub(super) mod append_tests;
#[cfg(test)]
mod audit_tests;
mod clubs;
#[cfg(test)]
mod clubs_tests;
mod conditional;
mod friends;
#[cfg(test)]
mod friends_tests;
mod invitations;
mod lobby;
mod moderation;
mod notices;
mod passkeys;
mod people;
#[cfg(test)]
mod people_tests;
mod privacy;
mod rating;
mod recovery;
mod reports;
mod sessions;
mod statistics;
mod table_notes;
mod tables;
#[cfg(test)]
mod tournament_tests;
mod tournaments;
#[cfg(test)]
mod turns_tests;
mod vacations;
mod writer;

pub(crate) use moderation::ModerationTables;
pub(super) use writer::Writer;
