//! Calling the person when it is their turn: in the title of the page, by a sound, and through the browser if they want that.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_i18n::OnlineWords;
use shangrila_protocol::{NoticeKind, TableId};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use super::connection::connection;
use super::table::OnlineTable;
use crate::notices::{Notices, notices};
use crate::preferences::{Preferences, preferences};
use crate::route::Route;
use crate::sound::{self, Sound};

/// Calls the person whenever the game begins to wait for them.
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

/// Tells about the person's other tables, whatever is on the screen.
pub(crate) fn notify_about_other_tables() {
    let (notices, preferences) = (notices(), preferences());
    connection().set_on_notice(move |table, kind| {
        let here = Route::from_fragment(&window().location().hash().unwrap_or_default());
        if here == Route::Table(table.to_string()) {
            return;
        }
        let text = words(&preferences.words_now().online, kind);
        notices.show(text.to_string());
        if kind == NoticeKind::YourTurn {
            sound::play(Sound::Turn);
        }
        if document().hidden() {
            notify(preferences, text, table);
        }
    });
}

fn words(words: &OnlineWords, kind: NoticeKind) -> &'static str {
    match kind {
        NoticeKind::YourTurn => words.elsewhere_turn,
        NoticeKind::Started => words.elsewhere_started,
        NoticeKind::Finished => words.elsewhere_finished,
        NoticeKind::TakebackAsked => words.elsewhere_takeback,
        NoticeKind::TimeRanOut => words.elsewhere_time,
        NoticeKind::Rematch => words.elsewhere_rematch,
    }
}

/// Switches the browser's notifications on, if the browser agrees, or off.
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

/// Not all browsers have notifications, and asking those for anything about them would end the app.
fn browser_notifies() -> bool {
    js_sys::Reflect::has(&window(), &JsValue::from_str("Notification")).unwrap_or(false)
}

/// Shows a notification of the browser that leads to the table.
fn notify(preferences: Preferences, text: &str, table: TableId) {
    let allowed = preferences.notify.get_untracked()
        && browser_notifies()
        && Notification::permission() == NotificationPermission::Granted;
    if !allowed {
        return;
    }
    let options = NotificationOptions::new();
    // One for each table: the latest is enough.
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
