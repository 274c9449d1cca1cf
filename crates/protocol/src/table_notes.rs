//! What players write down at a table for themselves.

use serde::{Deserialize, Serialize};

/// The longest notes, in characters.
pub const LONGEST_NOTES: usize = 3000;

/// `GET` and `PUT /api/tables/{id}/notes`: what the caller has written down at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TableNotes {
    /// At most [`LONGEST_NOTES`] characters.
    pub text: String,
    /// Grows with every change; 0 if there has been none. A change names the revision that it replaces, so that two devices do not overwrite
    /// each other's.
    pub revision: u64,
}
