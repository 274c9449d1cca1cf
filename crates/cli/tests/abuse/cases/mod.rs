//! The cases, by what is attacked.

mod accounts;
mod clock;
mod moderation;
mod network;
mod process;
mod storage;
mod tables;

use crate::suite::Case;

/// Every case, in the order of the table.
pub(crate) fn all() -> Vec<Case> {
    [
        storage::cases(),
        process::cases(),
        network::cases(),
        clock::cases(),
        tables::cases(),
        accounts::cases(),
        moderation::cases(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
