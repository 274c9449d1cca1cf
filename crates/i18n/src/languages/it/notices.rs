//! Notices in Italian.

use super::PLURALS;
use crate::notices::NoticeWords;

pub(crate) const NOTICES: NoticeWords = NoticeWords {
    plurals: PLURALS,
    your_turn: "Tocca a te",
    mail_text: "Tocca a te in I ponti di Shangri-La:",
    mail_invitation: "Hai un invito a una partita a I ponti di Shangri-La:",
    mail_event: "L’incontro settimanale del tuo club è iniziato:",
    invited: "{name} ti invita a una partita",
    event_begins: "È iniziato l’incontro settimanale di {club}",
    mail_stop: "Per non ricevere più questi messaggi: {link}",
};
