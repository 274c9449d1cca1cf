//! HTTP requests and responses about passkeys. What the browser's authenticator is asked and answers is JSON of the Web Authentication
//! standard, which the server passes on and checks.

use serde::{Deserialize, Serialize};

use crate::ids::PasskeyId;

/// A passkey of the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Passkey {
    /// Its id in this list.
    pub id: PasskeyId,
    /// What its owner calls it.
    pub name: String,
    /// When it was added, by the server's clock.
    pub created: u64,
    /// When it last signed in.
    pub used: Option<u64>,
}

/// `POST /api/me/passkeys`: what the authenticator has created.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPasskey<C> {
    /// What to call it.
    pub name: String,
    /// `RegistrationResponseJSON` of the standard, as `PublicKeyCredential.toJSON()` returns it. This crate knows no JSON values, so the
    /// type is the caller's.
    pub credential: C,
}

/// `PATCH /api/me/passkeys/{id}`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RenamePasskey {
    /// What to call it.
    pub name: String,
}
