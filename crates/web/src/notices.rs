//! Notices at the foot of the screen, and announcements for screen readers.

use std::time::Duration;

use leptos::prelude::*;

use crate::erased::click;
use crate::preferences::preferences;
use crate::route::Route;

/// How long a notice stays on the screen.
const VISIBLE: Duration = Duration::from_secs(6);

/// A text on the screen.
#[derive(Clone)]
struct Notice {
    /// Tells this notice from the next.
    number: u32,
    text: String,
    /// The rule it is about, by its number.
    rule: Option<&'static str>,
}

/// Notices and announcements.
#[derive(Clone, Copy)]
pub(crate) struct Notices {
    notice: RwSignal<Option<Notice>>,
    announcement: RwSignal<(u32, String)>,
}

impl Notices {
    pub(crate) fn new() -> Notices {
        Notices { notice: RwSignal::new(None), announcement: RwSignal::new((0, String::new())) }
    }

    /// Shows and announces a notice.
    pub(crate) fn show(self, text: String) {
        self.show_with_rule(text, None);
    }

    /// Shows and announces a notice, with a link to the rule it is about.
    pub(crate) fn show_with_rule(self, text: String, rule: Option<&'static str>) {
        let number = self.notice.with_untracked(|notice| notice.as_ref().map_or(0, |notice| notice.number + 1));
        self.say(text.clone());
        self.notice.set(Some(Notice { number, text, rule }));
        let expire = move || {
            if self.notice.with_untracked(|notice| notice.as_ref().is_some_and(|notice| notice.number == number)) {
                self.notice.set(None);
            }
        };
        set_timeout(expire, VISIBLE);
    }

    /// Removes the notice.
    pub(crate) fn clear(self) {
        self.notice.set(None);
    }

    /// Announces something to screen readers that is visible anyway.
    pub(crate) fn say(self, text: String) {
        self.announcement.update(|last| *last = (last.0 + 1, text));
    }
}

/// The app's notices, from anywhere inside it.
pub(crate) fn notices() -> Notices {
    expect_context()
}

/// Shows the notices.
#[component]
pub(crate) fn NoticeBoard() -> impl IntoView {
    let notices = notices();
    let preferences = preferences();
    let link = move |rule: &'static str| {
        let address = Route::Rule(rule.to_string()).fragment();
        view! { " " <a href=address data-rule=rule>{move || preferences.words().refusals.rule(rule)}</a> }
    };
    view! {
        <div class="notices">
            {move || notices.notice.get().map(|Notice { text, rule, .. }| view! {
                <p class="notice" on:click=click(move || notices.clear())>{text} {rule.map(link)}</p>
            })}
        </div>
        // Two live regions in turn, so that a repeated text is announced again.
        <div class="visually-hidden" aria-live="polite" data-voice="even">
            {move || notices.announcement.get().0.is_multiple_of(2).then(|| notices.announcement.get().1)}
        </div>
        <div class="visually-hidden" aria-live="polite" data-voice="odd">
            {move || (!notices.announcement.get().0.is_multiple_of(2)).then(|| notices.announcement.get().1)}
        </div>
    }
}
