//! A game at a table of the server: the session follows what the server says, and what is sent waits for its word.

use leptos::prelude::*;
use shangrila_protocol::{ClientMessage, StandInReason};
use shangrila_rules::Move;
use shangrila_table::Session;

use super::Game;
use crate::online::OnlineTable;

impl Game {
    /// Follows the table: moves of others are played on the board, and what the server does not accept is taken from it.
    pub(super) fn follow_table(self, table: OnlineTable) {
        let wanted = Memo::new(move |_| table.moves());
        Effect::new(move || {
            let wanted = wanted.get();
            let shown =
                self.session.with_untracked(|session| session.turns().map(|(_, mv, _)| mv).collect::<Vec<Move>>());
            if shown == wanted {
                return;
            }
            self.pending.set(None);
            match wanted.strip_prefix(shown.as_slice()) {
                Some(news) => self.catch_up(news),
                None => {
                    // Something was taken back or refused.
                    table.session(&wanted).into_iter().for_each(|session| self.session.set(session));
                }
            }
        });
    }

    /// Plays what others have played. Who looks back goes on looking back.
    fn catch_up(self, news: &[Move]) {
        self.session.update(|session| {
            let viewed = session.is_viewing().then(|| session.shown_turns());
            // The server has judged these moves by the same rules; the screen that opened the table says so where it has not.
            let _ = news.iter().try_for_each(|&mv| session.play(mv));
            viewed.into_iter().for_each(|turns| session.view(turns));
        });
        self.near.set(None);
        self.tell_turn();
    }

    /// Asks the others whether the last own move may be taken back.
    pub(super) fn ask_takeback(self, table: OnlineTable) {
        if untrack(move || self.can_ask_takeback(table)) {
            table.command(|id, table| ClientMessage::AskTakeback { id, table });
            self.notices.show(self.preferences.words_now().online.takeback_sent.to_string());
        } else {
            self.notices.show(self.preferences.words_now().screen.no_undo.to_string());
        }
    }

    /// Whether there is an own move that others could allow to take back.
    pub(crate) fn can_ask_takeback(self, table: OnlineTable) -> bool {
        let allowed = table.read(|state| !state.settings.rated && state.takeback.is_none()) == Some(true);
        let moved = move |session: &Session| {
            session.turns().any(|(before, ..)| before.to_move().is_some_and(|clan| self.is_mine(clan)))
        };
        allowed && table.is_playing() && table.stand_in().is_none() && self.session.with(moved)
    }

    /// Why nothing can be chosen now.
    pub(super) fn why_wait(self) -> String {
        let words = self.preferences.words_now();
        let online = &words.online;
        let text = untrack(move || match self.online() {
            Some(table) if table.my_seat.get().is_none() => online.watching,
            Some(table) if table.sent.with(Option::is_some) => online.sending,
            Some(table) => match table.stand_in() {
                Some(StandInReason::Resigned) => online.you_resigned,
                Some(_) => online.stood_in,
                None => words.table.not_your_turn,
            },
            None => words.table.not_your_turn,
        });
        text.to_string()
    }
}
