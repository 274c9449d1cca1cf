//! Short notes at the foot of the screen, and the voice for those who listen instead of looking.

use std::time::Duration;

use leptos::prelude::*;

/// How long a note stays.
const STAY: Duration = Duration::from_secs(6);

/// Notes and voice.
#[derive(Clone, Copy)]
pub(crate) struct Notices {
    note: RwSignal<Option<(u32, String)>>,
    voice: RwSignal<(u32, String)>,
}

impl Notices {
    pub(crate) fn new() -> Notices {
        Notices { note: RwSignal::new(None), voice: RwSignal::new((0, String::new())) }
    }

    /// Shows a note, and reads it out.
    pub(crate) fn show(self, text: String) {
        let number = self.note.with_untracked(|note| note.as_ref().map_or(0, |(number, _)| number + 1));
        self.say(text.clone());
        self.note.set(Some((number, text)));
        let gone = move || {
            if self.note.with_untracked(|note| note.as_ref().is_some_and(|(shown, _)| *shown == number)) {
                self.note.set(None);
            }
        };
        set_timeout(gone, STAY);
    }

    /// Takes the note away.
    pub(crate) fn clear(self) {
        self.note.set(None);
    }

    /// Reads something out that can be seen anyway.
    pub(crate) fn say(self, text: String) {
        self.voice.update(|voice| *voice = (voice.0 + 1, text));
    }
}

/// Notes and voice, from anywhere inside the app.
pub(crate) fn notices() -> Notices {
    expect_context()
}

/// Where notes appear.
#[component]
pub(crate) fn NoticeBoard() -> impl IntoView {
    let notices = notices();
    view! {
        <div class="notices">
            {move || notices.note.get().map(|(_, text)| view! {
                <p class="notice" on:click=move |_| notices.clear()>{text}</p>
            })}
        </div>
        // Two regions in turn: the same words said twice are read twice.
        <div class="visually-hidden" aria-live="polite" data-voice="even">
            {move || notices.voice.get().0.is_multiple_of(2).then(|| notices.voice.get().1)}
        </div>
        <div class="visually-hidden" aria-live="polite" data-voice="odd">
            {move || (!notices.voice.get().0.is_multiple_of(2)).then(|| notices.voice.get().1)}
        </div>
    }
}
