//! What is said around online tables: the lobby, accounts, refusals of the server. One file for each language.

pub(crate) mod de;
pub(crate) mod en;
pub(crate) mod it;
pub(crate) mod nl;
