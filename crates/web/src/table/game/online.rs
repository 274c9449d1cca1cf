//! A game at an online table: the session follows the server's state, and moves stay pending until the server confirms them.

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_rules::Move;
use shangrila_table::Session;

use super::Game;
use crate::erased::memo;
use crate::table::venue::RemoteTable;

impl Game {
    /// Keeps the session in step with the table: plays the others' moves and drops what the server did not accept.
    pub(super) fn follow_table(self, table: Arc<dyn RemoteTable>) {
        let (moves, seated) = (Arc::clone(&table), Arc::clone(&table));
        self.follow_resignation(Arc::clone(&table));
        let wanted = memo(move || moves.moves());
        let players = memo(move || seated.players());
        let at_rest = memo(move || self.is_at_rest());
        Effect::new(move || {
            let (wanted, players, at_rest) = (wanted.get(), players.get(), at_rest.get());
            let shown =
                self.session.with_untracked(|session| session.turns().map(|(_, mv, _)| mv).collect::<Vec<Move>>());
            let is_seated_anew =
                !players.is_empty() && self.session.with_untracked(|session| session.players() != players);
            if is_seated_anew && let Some(mut session) = table.session(&shown) {
                // Someone has taken over a seat.
                let viewed = self.session.with_untracked(|old| old.is_viewing().then(|| old.shown_turns()));
                viewed.into_iter().for_each(|turns| session.view(turns));
                self.session.set(session);
            }
            if shown == wanted {
                return;
            }
            let news = wanted.strip_prefix(shown.as_slice());
            // A journey is seen to its end, unless the game is already further on or nobody is looking.
            if news.is_some_and(|news| news.len() == 1) && !at_rest && !document().hidden() {
                return;
            }
            self.proposal.set(None);
            match news {
                Some(news) => self.play_new_moves(news),
                None => {
                    // A move was taken back or refused.
                    table.session(&wanted).into_iter().for_each(|session| self.session.set(session));
                }
            }
        });
    }

    /// Ends the game when a player of two has resigned.
    fn follow_resignation(self, table: Arc<dyn RemoteTable>) {
        let resigned = memo(move || table.resigned());
        Effect::new(move || {
            if let Some(clan) = resigned.get()
                && self.session.with_untracked(|session| session.resigned().is_none())
            {
                self.session.update(|session| session.resign(clan));
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
    pub(super) fn request_takeback(self, table: &dyn RemoteTable) {
        if untrack(|| self.can_request_takeback(table)) {
            table.ask_takeback();
            self.notices.show(self.preferences.words_now().online.takeback_requested.to_string());
        } else {
            self.notices.show(self.preferences.words_now().screen.no_undo.to_string());
        }
    }

    /// Whether this player has made a move and may ask the others to take it back.
    pub(crate) fn can_request_takeback(self, table: &dyn RemoteTable) -> bool {
        let moved = move |session: &Session| {
            session.turns().any(|(before, ..)| before.to_move().is_some_and(|clan| self.is_mine(clan)))
        };
        table.allows_takeback() && self.session.with(moved)
    }

    /// Explains why nothing can be chosen now.
    pub(super) fn waiting_reason(self) -> String {
        let words = self.preferences.words_now();
        if let Some(guide) = self.guide() {
            return untrack(|| guide.waiting_reason(self));
        }
        let reason = self.online().map(|table| untrack(|| table.waiting_reason(words)));
        reason.unwrap_or(words.table.not_your_turn).to_string()
    }
}
