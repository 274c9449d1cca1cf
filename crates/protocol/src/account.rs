//! HTTP requests and responses about the security of accounts: devices, passwords and their recovery.

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
    /// Whether to remove all passkeys; no if omitted.
    #[serde(default)]
    pub remove_passkeys: bool,
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

/// `GET /api/me/recovery`: how the caller could get back into their account without the password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecoveryStatus {
    /// The number of recovery codes that have not been used.
    pub codes_left: u32,
    /// The verified e-mail address.
    pub email: Option<String>,
    /// Whether this server can send mail.
    pub has_mail: bool,
}

/// `POST /api/me/recovery-codes`: confirmed with the password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ConfirmPassword {
    /// The current password.
    pub password: String,
}

/// New recovery codes, which are never shown again. Earlier ones no longer work.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecoveryCodes {
    /// Each works once.
    pub codes: Vec<String>,
}

/// `POST /api/session/recovery`: sets a new password with a recovery code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecoverWithCode {
    /// The name of the account.
    pub name: String,
    /// A recovery code; hyphens, spaces and case do not matter.
    pub code: String,
    /// The new password, 8 to 200 characters.
    pub password: String,
}

/// `PUT /api/me/email`: a link is sent to the new address, which counts once the link was followed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeEmail {
    /// The current password.
    pub password: String,
    /// The new address; `None` removes the one there is.
    pub address: Option<String>,
    /// The language of the mail, as a code such as `de`; English if omitted or unknown.
    #[serde(default)]
    pub language: String,
}

/// `POST /api/email/verification`: the token of a link that was mailed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct VerifyEmail {
    /// The last part of the link.
    pub token: String,
}

/// `POST /api/password-reset`: a link is sent if an account has this address.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RequestReset {
    /// The verified address of the account.
    pub address: String,
    /// The language of the mail, as a code such as `de`; English if omitted or unknown.
    #[serde(default)]
    pub language: String,
}

/// `POST /api/password-reset/confirmation`: sets a new password with a link, whether it was mailed or handed over by a moderator.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ConfirmReset {
    /// The last part of the link.
    pub token: String,
    /// The new password, 8 to 200 characters.
    pub password: String,
}
