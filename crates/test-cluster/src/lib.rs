//! PostgreSQL for tests and measurements: clusters in the target folder, with nothing in common with one that the machine may be running.
//!
//! [`TestDatabase::create`] is for tests that need a database: all of them share one cluster, which the first one starts and which stops by itself when
//! no test has used it for a while. [`Cluster`] is for whoever restarts a server, measures it, or needs a standby.

#![forbid(unsafe_code)]

mod cluster;
mod programs;
mod shared;

pub use cluster::{Cluster, Durability};
pub use shared::TestDatabase;
