//! Notices that reach people who have closed the app.

use serde::{Deserialize, Serialize};

/// When mails about games are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EmailNotices {
    /// Never.
    #[default]
    Never,
    /// For every turn.
    Immediate,
    /// Once a day, about all games that wait.
    Digest,
}

/// The services whose webhooks are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "these are names")]
pub enum WebhookKind {
    Discord,
    Slack,
    Ntfy,
}

/// Where notices are posted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    /// The service.
    pub kind: WebhookKind,
    /// The address it gave, with `https`.
    pub url: String,
}

/// A part of the day without notices. Those that come up wait until it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    /// When it begins, in minutes after midnight UTC.
    pub from: u16,
    /// When it ends, in minutes after midnight UTC.
    pub to: u16,
}

impl QuietHours {
    /// Returns when a notice may be sent that comes up at `at`, in milliseconds since 1970.
    pub fn earliest(self, at: u64) -> u64 {
        const MINUTE: u64 = 60_000;
        const DAY: u64 = 24 * 60 * MINUTE;
        let (from, to) = (u64::from(self.from) * MINUTE, u64::from(self.to) * MINUTE);
        let (midnight, time) = (at - at % DAY, at % DAY);
        match (from <= to, from <= time, time < to) {
            // Within one day.
            (true, true, true) => midnight + to,
            // Over midnight.
            (false, true, _) => midnight + DAY + to,
            (false, _, true) => midnight + to,
            _ => at,
        }
    }
}

/// How a person is told that it is their turn in a game over days, or without a clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NoticeSettings {
    /// When mails are sent, to the verified address of the account.
    pub email: EmailNotices,
    /// Where notices are posted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook: Option<Webhook>,
    /// A part of the day without notices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietHours>,
    /// The language of the notices: the code of one the app speaks.
    pub language: String,
    /// Whether events of the person's clubs are announced when they begin.
    pub club_events: bool,
}

impl Default for NoticeSettings {
    fn default() -> NoticeSettings {
        NoticeSettings {
            email: EmailNotices::default(),
            webhook: None,
            quiet: None,
            language: String::new(),
            club_events: true,
        }
    }
}

/// `GET /api/me/notices`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoticeOverview {
    /// What the person has chosen.
    pub settings: NoticeSettings,
    /// The server's public key, with which browsers subscribe: an uncompressed point of P-256 in base64url.
    pub push_key: String,
    /// How many browsers have subscribed.
    pub browsers: u32,
    /// Whether mails can be sent: the server sends mail, and the account has a verified address.
    pub has_email: bool,
}

/// `POST /api/me/notices/push`: a browser's subscription, as its `PushSubscription` writes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PushSubscription {
    /// Where messages are sent.
    pub endpoint: String,
    /// The browser's public key, in base64url.
    pub p256dh: String,
    /// The secret that both share, in base64url.
    pub auth: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_wait_for_the_end_of_quiet_hours() {
        const HOUR: u64 = 3_600_000;
        let day = 20_000 * 24 * HOUR;
        let night = QuietHours { from: 22 * 60, to: 7 * 60 };
        assert_eq!(night.earliest(day + 12 * HOUR), day + 12 * HOUR);
        assert_eq!(night.earliest(day + 23 * HOUR), day + 31 * HOUR);
        assert_eq!(night.earliest(day + 3 * HOUR), day + 7 * HOUR);
        assert_eq!(night.earliest(day + 7 * HOUR), day + 7 * HOUR);
        let lunch = QuietHours { from: 12 * 60, to: 13 * 60 };
        assert_eq!(lunch.earliest(day + 12 * HOUR + 1), day + 13 * HOUR);
        assert_eq!(lunch.earliest(day + 13 * HOUR), day + 13 * HOUR);
        assert_eq!(QuietHours { from: 60, to: 60 }.earliest(day + HOUR), day + HOUR, "an empty part of the day");
    }
}
