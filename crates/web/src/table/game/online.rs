//! A game at an online table: the session follows the server's state, and moves stay pending until the server confirms them.

use leptos::prelude::*;
use shangrila_protocol::{ClientMessage, StandInReason};
use shangrila_rules::Move;
use shangrila_table::Session;

use super::Game;
use crate::online::OnlineTable;

impl Game {
    /// Keeps the session in step with the table: plays the others' moves and drops what the server did not accept.
    pub(super) fn follow_table(self, table: OnlineTable) {
        let wanted = Memo::new(move |_| table.moves());
        Effect::new(move || {
            let wanted = wanted.get();
            let shown =
                self.session.with_untracked(|session| session.turns().map(|(_, mv, _)| mv).collect::<Vec<Move>>());
            if shown == wanted {
                return;
            }
            self.proposal.set(None);
            match wanted.strip_prefix(shown.as_slice()) {
                Some(news) => self.play_new_moves(news),
                None => {
                    // A move was taken back or refused.
                    table.session(&wanted).into_iter().for_each(|session| self.session.set(session));
                }
            }
        });
    }

    /// Plays the moves that have arrived. Someone reviewing an earlier turn stays there.
    fn play_new_moves(self, news: &[Move]) {
        self.session.update(|session| {
            let viewed = session.is_viewing().then(|| session.shown_turns());
            // The server checked these moves against the same rules. If its rules differ, the table screen has already said so.
            let _ = news.iter().try_for_each(|&mv| session.play(mv));
            viewed.into_iter().for_each(|turns| session.view(turns));
        });
        self.zoomed.set(None);
        self.announce_turn();
    }

    /// Requests a takeback of this player's last move.
    pub(super) fn request_takeback(self, table: OnlineTable) {
        if untrack(move || self.can_request_takeback(table)) {
            table.command(|id, table| ClientMessage::AskTakeback { id, table });
            self.notices.show(self.preferences.words_now().online.takeback_requested.to_string());
        } else {
            self.notices.show(self.preferences.words_now().screen.no_undo.to_string());
        }
    }

    /// Whether this player has made a move and may ask the others to take it back.
    pub(crate) fn can_request_takeback(self, table: OnlineTable) -> bool {
        let allowed = table.read(|state| !state.settings.rated && state.takeback.is_none()) == Some(true);
        let moved = move |session: &Session| {
            session.turns().any(|(before, ..)| before.to_move().is_some_and(|clan| self.is_mine(clan)))
        };
        allowed && table.is_playing() && table.stand_in().is_none() && self.session.with(moved)
    }

    /// Explains why nothing can be chosen now.
    pub(super) fn waiting_reason(self) -> String {
        let words = self.preferences.words_now();
        let online = &words.online;
        let text = untrack(move || match self.online() {
            Some(table) if table.my_seat.get().is_none() => online.watching,
            Some(table) if table.sent.with(Option::is_some) => online.sending,
            Some(table) => match table.stand_in() {
                Some(StandInReason::Resigned) => online.you_resigned,
                Some(_) => words.server.stood_in,
                None => words.table.not_your_turn,
            },
            None => words.table.not_your_turn,
        });
        text.to_string()
    }
}
