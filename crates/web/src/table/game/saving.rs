//! Saving: every turn is stored at once, and a game open in two tabs is played in only one of them.

use leptos::prelude::*;
use shangrila_table::{OwnResult, Session, link};

use super::{Game, Venue};
use crate::route::Route;
use crate::tab_sync::{TabEvent, TabSync};
use crate::{browser, own_results, saved_games};

impl Game {
    /// Saves a local game. Online games are stored by the server.
    pub(super) fn save(self) {
        let Venue::Local { id } = self.venue else { return };
        let record = self.session.with_untracked(Session::record);
        if saved_games::write(&id.get_value(), &record).is_err() {
            self.notices.show(self.preferences.words_now().table.not_saved.to_string());
        }
    }

    /// Adds a game that has just ended to the player's results. The first end of a game counts, even if it is undone. Games from links do
    /// not count: someone else may have played most of them.
    pub(super) fn note_result(self) {
        let Venue::Local { id } = self.venue else { return };
        let result = self.session.with_untracked(|session| OwnResult::of(session, browser::now() as u64));
        let (id, Some(result)) = (id.get_value(), result) else { return };
        if !saved_games::is_from_link(&id) && own_results::add(&id, &result).is_err() {
            self.notices.show(self.preferences.words_now().table.not_saved.to_string());
        }
    }

    /// Opens the report on the game. One that was played online is kept among the saved games first; while it is being played there is no
    /// report, because that would help.
    pub(crate) fn open_report(self) {
        let words = self.preferences.words_now();
        let Some(table) = self.online() else { return Route::Report(self.id()).go() };
        if untrack(|| table.is_playing()) {
            return self.notices.show(words.online.no_reports.to_string());
        }
        let (record, players) = self.session.with_untracked(|session| (session.record(), session.players().to_vec()));
        let id = saved_games::id_for_link(&link::pack(&record));
        let kept = match Session::resume(record, Some(players)) {
            Ok(mut session) if saved_games::read(&id).is_none() => {
                session.set_shared();
                saved_games::write(&id, &session.record())
            }
            Ok(_) => Ok(()),
            Err(_) => Err(()),
        };
        match kept {
            Ok(()) => Route::Report(id).go(),
            Err(()) => self.notices.show(words.table.not_saved.to_string()),
        }
    }

    /// Claims the game for this tab, and becomes a spectator when another tab claims it.
    pub(super) fn sync_with_other_tabs(self, id: StoredValue<String>) {
        self.save();
        let tab = browser::random_u32().to_string();
        let tabs = TabSync::open(id.get_value(), tab, move |event| match event {
            TabEvent::Claimed => {
                self.engine.cancel();
                self.proposal.set(None);
                self.active_tab.set(false);
            }
            TabEvent::Saved => self.reload(),
        });
        let tabs = StoredValue::new_local(tabs);
        Effect::new(move || {
            if self.active_tab.get() {
                tabs.with_value(|tabs| tabs.claim());
            }
        });
    }

    /// Moves play back to this tab.
    pub(crate) fn take_over(self) {
        self.reload();
        self.active_tab.set(true);
    }

    /// Loads what the active tab has saved.
    fn reload(self) {
        if self.active_tab.get_untracked() {
            return;
        }
        let Some(saved) = saved_games::read(&self.id()) else { return };
        let session = saved.content.ok().and_then(|record| Session::resume(record, None).ok());
        if let Some(session) = session {
            self.session.set(session);
        }
    }
}
