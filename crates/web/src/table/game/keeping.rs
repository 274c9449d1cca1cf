//! Keeping: every turn is written at once, and a game open in two tabs is played in one of them.

use leptos::prelude::*;
use shangrila_table::Session;

use super::{Game, Venue};
use crate::tabs::{Event, Tabs};
use crate::{browser, saves};

impl Game {
    /// Keeps a game that is played here; the server keeps its own.
    pub(super) fn save(self) {
        let Venue::Here { id } = self.venue else { return };
        let record = self.session.with_untracked(Session::record);
        if saves::write(&id.get_value(), &record).is_err() {
            self.notices.show(self.preferences.words_now().table.not_saved.to_string());
        }
    }

    /// Follows the game when another tab plays it; the tab that opened it last plays.
    pub(super) fn keep(self, id: StoredValue<String>) {
        self.save();
        let tab = browser::random_u32().to_string();
        let tabs = Tabs::open(id.get_value(), tab, move |event| match event {
            Event::TakenOver => {
                self.thinker.cancel();
                self.pending.set(None);
                self.here.set(false);
            }
            Event::Changed => self.follow(),
        });
        let tabs = StoredValue::new_local(tabs);
        Effect::new(move || {
            if self.here.get() {
                tabs.with_value(|tabs| tabs.take_over());
            }
        });
    }

    /// Plays in this tab again.
    pub(crate) fn play_here(self) {
        self.follow();
        self.here.set(true);
    }

    fn follow(self) {
        if self.here.get_untracked() {
            return;
        }
        let Some(saved) = saves::read(&self.id()) else { return };
        let session = saved.content.ok().and_then(|record| Session::resume(record, None).ok());
        if let Some(session) = session {
            self.session.set(session);
        }
    }
}
