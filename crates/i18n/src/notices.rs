//! The texts of notices that reach people who have closed the app. The server sends them.

use crate::language::Language;
use crate::languages::{de, en, fr, it, nl};
use crate::topic;

topic! {
    /// Notices by push, mail and webhooks.
    NoticeWords {
        labels { your_turn, mail_text, mail_invitation, mail_event }
        messages { mail_stop(link: Text), invited(name: Text), event_begins(club: Text) }
    }
}

impl Language {
    /// What notices say.
    pub const fn notices(self) -> &'static NoticeWords {
        match self {
            Language::English => &en::NOTICES,
            Language::German => &de::NOTICES,
            Language::Italian => &it::NOTICES,
            Language::Dutch => &nl::NOTICES,
            Language::French => &fr::NOTICES,
        }
    }
}
