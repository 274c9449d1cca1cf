//! Notices in German.

use super::PLURALS;
use crate::notices::NoticeWords;

pub(crate) const NOTICES: NoticeWords = NoticeWords {
    plurals: PLURALS,
    your_turn: "Du bist am Zug",
    mail_text: "Du bist am Zug in Die Brücken von Shangrila:",
    mail_stop: "Keine solchen Mails mehr: {link}",
};
