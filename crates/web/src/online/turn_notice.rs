//! Telling the user that it is their turn: in the page title, with a sound, and with browser notifications if enabled.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_i18n::{Language, OnlineWords};
use shangrila_protocol::{NoticeKind, TableId};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use super::connection::connection;
use super::table::OnlineTable;
use super::waiting_games::WaitingGames;
use crate::notices::{Notices, notices};
use crate::preferences::{Preferences, preferences};
use crate::route::Route;
use crate::sound::{self, Sound};

/// Notifies the user whenever it becomes their turn at this table.
pub(super) fn notify_on_my_turn(table: OnlineTable) {
    let preferences = preferences();
    let mine = Memo::new(move |_| table.awaits_me());
    Effect::new(move || {
        let words = preferences.words();
        let title = words.screen.title;
        let text = if mine.get() { format!("● {} – {title}", words.table.your_turn) } else { title.to_string() };
        document().set_title(&text);
    });
    Effect::new(move |before: Option<bool>| {
        let now = mine.get();
        if now && before == Some(false) {
            sound::play(Sound::Turn);
            if document().hidden() {
                notify(preferences, preferences.words_now().table.your_turn, table.id());
            }
        }
        now
    });
    on_cleanup(move || document().set_title(preferences.words_now().screen.title));
}

/// Shows notices about the user's other tables, on every screen.
pub(crate) fn notify_about_other_tables() {
    let (notices, preferences) = (notices(), preferences());
    let games: WaitingGames = expect_context();
    connection().set_on_notice(move |table, kind| {
        games.refresh();
        let here = Route::from_fragment(&window().location().hash().unwrap_or_default());
        if here == Route::Table(table.to_string()) {
            return;
        }
        let text = words(&preferences.words_now().online, preferences.language.get_untracked(), kind);
        notices.show(text.to_string());
        if matches!(kind, NoticeKind::YourTurn | NoticeKind::ReadyCheck) {
            sound::play(Sound::Turn);
        }
        if document().hidden() {
            notify(preferences, text, table);
        }
    });
}

fn words(words: &OnlineWords, language: Language, kind: NoticeKind) -> &'static str {
    let meeting = language.meeting();
    match kind {
        NoticeKind::ReadyCheck => meeting.elsewhere_ready,
        NoticeKind::SeatAsked => meeting.elsewhere_seat,
        NoticeKind::YourTurn => words.elsewhere_turn,
        NoticeKind::Started => words.elsewhere_started,
        NoticeKind::Finished => words.elsewhere_finished,
        NoticeKind::TakebackAsked => words.elsewhere_takeback,
        NoticeKind::TimeRanOut => words.elsewhere_time,
        NoticeKind::Voted => words.elsewhere_vote,
        NoticeKind::Rematch => words.elsewhere_rematch,
        NoticeKind::Invited => language.people().elsewhere_invited,
    }
}

/// Turns browser notifications on, if the user permits them, or off.
pub(crate) fn allow_notifications(on: bool, notices: Notices, preferences: Preferences) {
    preferences.notify.set(on);
    if !on {
        return;
    }
    spawn_local(async move {
        if !ask_permission().await {
            preferences.notify.set(false);
            notices.show(preferences.words_now().online.no_notifications.to_string());
        }
    });
}

async fn ask_permission() -> bool {
    if !browser_notifies() {
        return false;
    }
    if let Ok(asked) = Notification::request_permission() {
        let _ = JsFuture::from(asked).await;
    }
    Notification::permission() == NotificationPermission::Granted
}

/// Whether the browser supports notifications. Where it does not, any use of `Notification` would throw.
fn browser_notifies() -> bool {
    js_sys::Reflect::has(&window(), &JsValue::from_str("Notification")).unwrap_or(false)
}

/// Shows a browser notification that opens the table.
fn notify(preferences: Preferences, text: &str, table: TableId) {
    let allowed = preferences.notify.get_untracked()
        && browser_notifies()
        && Notification::permission() == NotificationPermission::Granted;
    if !allowed {
        return;
    }
    let options = NotificationOptions::new();
    // One notification per table: a new one replaces the last.
    options.set_tag(table.as_str());
    options.set_body(text);
    let title = preferences.words_now().screen.title;
    if let Ok(notification) = Notification::new_with_options(title, &options) {
        let open = Closure::once_into_js(move || {
            let _ = window().focus();
            Route::Table(table.to_string()).go();
        });
        notification.set_onclick(Some(open.unchecked_ref()));
    }
}
