//! Notices in Dutch.

use super::PLURALS;
use crate::notices::NoticeWords;

pub(crate) const NOTICES: NoticeWords = NoticeWords {
    plurals: PLURALS,
    your_turn: "Je bent aan de beurt",
    mail_text: "Je bent aan de beurt in De bruggen van Shangrila:",
    mail_invitation: "Je bent uitgenodigd voor een partij De bruggen van Shangrila:",
    mail_event: "De wekelijkse avond van je club is begonnen:",
    invited: "{name} nodigt je uit voor een partij",
    event_begins: "De wekelijkse avond van {club} is begonnen",
    mail_stop: "Geen mails meer ontvangen: {link}",
};
