//! HTTP requests and responses about the security of accounts: devices and passwords.

use serde::{Deserialize, Serialize};

use crate::ids::SessionId;

/// `POST /api/me/password`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The current password.
    pub old: String,
    /// The new password, 8 to 200 characters.
    pub new: String,
    /// Whether to sign out every other device; yes if omitted.
    #[serde(default = "yes")]
    pub sign_out_others: bool,
    /// Whether to revoke the API tokens of all bots; no if omitted.
    #[serde(default)]
    pub revoke_tokens: bool,
}

fn yes() -> bool {
    true
}

/// A device on which the caller is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignedInDevice {
    /// The id of the session.
    pub id: SessionId,
    /// Such as `Firefox`; `None` if unknown.
    pub browser: Option<String>,
    /// Such as `Linux`; `None` if unknown.
    pub system: Option<String>,
    /// When the device signed in, by the server's clock.
    pub since: u64,
    /// When it was last used, to the hour.
    pub used: u64,
    /// Whether it is the device that asks.
    pub current: bool,
}

/// `DELETE /api/session`: where to sign out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default, deny_unknown_fields)]
pub struct SignOutQuery {
    /// On every device, not only on this one.
    pub everywhere: bool,
}
