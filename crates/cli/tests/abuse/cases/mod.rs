//! The cases, by what is attacked.

mod clock;
mod network;
mod process;
mod storage;

use crate::suite::Case;

/// Every case, in the order of the table.
pub(crate) fn all() -> Vec<Case> {
    [storage::cases(), process::cases(), network::cases(), clock::cases()].into_iter().flatten().collect()
}
