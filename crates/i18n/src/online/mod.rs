//! Playing at tables of the server, one file for each language.

pub(crate) mod de;
pub(crate) mod en;
pub(crate) mod it;
pub(crate) mod nl;
