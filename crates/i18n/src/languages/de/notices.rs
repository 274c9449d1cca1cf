//! Notices in German.

use super::PLURALS;
use crate::notices::NoticeWords;

pub(crate) const NOTICES: NoticeWords = NoticeWords {
    plurals: PLURALS,
    your_turn: "Du bist am Zug",
    mail_text: "Du bist am Zug in Die Brücken von Shangrila:",
    mail_invitation: "Du bist zu einer Partie Die Brücken von Shangrila eingeladen:",
    mail_event: "Das wöchentliche Treffen deines Clubs hat begonnen:",
    invited: "{name} lädt dich zu einer Partie ein",
    event_begins: "Das wöchentliche Treffen von {club} hat begonnen",
    mail_stop: "Keine solchen Mails mehr: {link}",
};
