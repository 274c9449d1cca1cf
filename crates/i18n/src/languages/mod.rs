//! One folder for each language, named by its ISO 639-1 code.

pub(crate) mod de;
pub(crate) mod en;
pub(crate) mod fr;
pub(crate) mod it;
pub(crate) mod nl;
