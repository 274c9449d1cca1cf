//! What the user writes down at a table for themselves. It is kept on the server, so it is there on every device, and saved while it is written.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{LONGEST_NOTES, Refusal, TableNotes, TimeControl};

use super::api::{self, ApiError};
use super::error_text::error_text;
use super::table::OnlineTable;
use crate::preferences::preferences;

/// How long a pause in writing is before it is saved.
const PAUSE: Duration = Duration::from_millis(700);
/// How long to wait before another attempt.
const RETRY: Duration = Duration::from_secs(5);

/// What is shown beside the game: the chat, or the notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SideTab {
    Chat,
    Notes,
}

/// Whether the server has what was written.
#[derive(Clone, PartialEq, Eq)]
enum Saving {
    Saved,
    /// Not yet.
    Pending,
    /// Why not.
    Failed(String),
}

/// The notes of the user at a table.
#[derive(Clone, Copy)]
pub(super) struct OwnNotes {
    text: RwSignal<String>,
    /// What the server is known to have; `None` until it has answered.
    stored: RwSignal<Option<TableNotes>>,
    saving: RwSignal<Saving>,
    /// Whether a request is on its way.
    is_sending: RwSignal<bool>,
}

impl OwnNotes {
    pub(super) fn new() -> OwnNotes {
        OwnNotes {
            text: RwSignal::new(String::new()),
            stored: RwSignal::new(None),
            saving: RwSignal::new(Saving::Saved),
            is_sending: RwSignal::new(false),
        }
    }

    /// Whether there is something that the server does not have.
    fn is_ahead(self) -> bool {
        let text = self.text.try_get_untracked().unwrap_or_default();
        self.stored.try_with_untracked(|stored| stored.as_ref().is_some_and(|stored| stored.text != text)) == Some(true)
    }

    /// Asks the server, which may know more from another device.
    fn load(self, table: OnlineTable) {
        let id = table.id();
        spawn_local(async move {
            if let Ok(known) = api::notes(&id).await
                && !self.is_ahead()
            {
                let _ = self.text.try_set(known.text.clone());
                let _ = self.stored.try_set(Some(known));
            }
        });
    }

    fn write(self, table: OnlineTable, text: String) {
        self.text.set(text.clone());
        self.saving.set(Saving::Pending);
        let is_pause = move || self.text.try_with_untracked(|now| *now == text) == Some(true);
        set_timeout(
            move || {
                if is_pause() {
                    self.save(table);
                }
            },
            PAUSE,
        );
    }

    /// Saves what the server does not have.
    pub(super) fn save(self, table: OnlineTable) {
        let Some(stored) = self.stored.try_get_untracked().flatten() else { return };
        if !self.is_ahead() || self.is_sending.get_untracked() {
            return;
        }
        let wish = TableNotes { text: self.text.get_untracked(), revision: stored.revision };
        let id = table.id();
        self.is_sending.set(true);
        spawn_local(async move {
            let answer = api::set_notes(&id, &wish).await;
            // Written on another device in the meantime: nothing gets lost.
            let theirs = match &answer {
                Err(ApiError::Refused(Refusal::Outdated)) => api::notes(&id).await.ok(),
                _ => None,
            };
            if self.is_sending.try_set(false).is_some() {
                return;
            }
            match (answer, theirs) {
                (Ok(known), _) => {
                    self.stored.set(Some(known));
                    if self.is_ahead() { self.save(table) } else { self.saving.set(Saving::Saved) }
                }
                (_, Some(theirs)) => {
                    self.text.update(|mine| *mine = merged(&theirs.text, mine));
                    self.stored.set(Some(theirs));
                    if self.is_ahead() { self.save(table) } else { self.saving.set(Saving::Saved) }
                }
                (Err(error), None) => {
                    self.saving.set(Saving::Failed(error_text(table.preferences.words_now(), &error)));
                    set_timeout(move || self.save(table), RETRY);
                }
            }
        });
    }
}

/// Both of two texts that were written on different devices.
fn merged(theirs: &str, mine: &str) -> String {
    if mine.contains(theirs) {
        return mine.to_string();
    }
    format!("{theirs}\n{mine}").chars().take(LONGEST_NOTES).collect()
}

/// The notes, and whether they are saved.
#[component]
pub(super) fn NotesPage(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let notes = table.own_notes;
    notes.load(table);
    let state = move || {
        let words = preferences.language.get().days();
        match notes.saving.get() {
            _ if notes.stored.with(Option::is_none) => preferences.words().online.connecting.to_string(),
            Saving::Saved => words.notes_saved.to_string(),
            Saving::Pending => words.notes_pending.to_string(),
            Saving::Failed(why) => words.notes_failed(why),
        }
    };
    let state_id = move || match notes.saving.get() {
        Saving::Saved => "saved",
        Saving::Pending => "pending",
        Saving::Failed(_) => "failed",
    };
    view! {
        <div class="own-notes">
            <textarea
                id="own-notes"
                maxlength=LONGEST_NOTES
                disabled=move || notes.stored.with(Option::is_none)
                aria-label=move || preferences.language.get().days().notes
                placeholder=move || preferences.language.get().days().notes_help
                prop:value=move || notes.text.get()
                on:input=move |event| notes.write(table, event_target_value(&event))
                on:blur=move |_| notes.save(table)
            ></textarea>
            <p class="quiet" role="status" data-notes=state_id>{state}</p>
        </div>
    }
}

/// The button that opens the notes of a game over days, for which people need them most. At all tables they are beside the chat.
#[component]
pub(super) fn NotesButton(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let is_shown = Memo::new(move |_| {
        let is_slow = table.read(|state| !matches!(state.settings.clock, TimeControl::Live { .. }));
        is_slow == Some(true) && table.my_seat.get().is_some()
    });
    move || {
        is_shown.get().then(|| {
            view! {
                <button type="button" class="button small" data-do="notes" on:click=move |_| table.open_notes()>
                    {move || preferences.language.get().days().notes}
                </button>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_was_written_on_another_device_gets_lost() {
        assert_eq!(merged("Ben likes e.", "Watch the bridge bc."), "Ben likes e.\nWatch the bridge bc.");
        assert_eq!(merged("Ben likes e.", "Ben likes e. And h."), "Ben likes e. And h.");
        assert_eq!(merged("", "Mine"), "Mine");
    }
}
