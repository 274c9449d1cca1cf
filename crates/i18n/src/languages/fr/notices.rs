//! Notices in French.

use super::PLURALS;
use crate::notices::NoticeWords;

pub(crate) const NOTICES: NoticeWords = NoticeWords {
    plurals: PLURALS,
    your_turn: "C’est à toi de jouer",
    mail_text: "C’est à toi de jouer aux Ponts de Shangri-La :",
    mail_invitation: "Tu es invité à une partie des Ponts de Shangri-La :",
    mail_event: "Le rendez-vous hebdomadaire de ton club a commencé :",
    invited: "{name} t’invite à une partie",
    event_begins: "Le rendez-vous hebdomadaire de {club} a commencé",
    mail_stop: "Pour ne plus recevoir ces messages : {link}",
};
