//! Notices in English.

use super::PLURALS;
use crate::notices::NoticeWords;

pub(crate) const NOTICES: NoticeWords = NoticeWords {
    plurals: PLURALS,
    your_turn: "It’s your turn",
    mail_text: "It’s your turn in The Bridges of Shangri-La:",
    mail_invitation: "You’re invited to a game of The Bridges of Shangri-La:",
    mail_event: "The weekly event of your club has begun:",
    invited: "{name} invites you to a game",
    event_begins: "The weekly event of {club} has begun",
    mail_stop: "To stop these e-mails: {link}",
};
