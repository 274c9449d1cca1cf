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
use super::push;
use super::table::OnlineTable;
use super::waiting_games::WaitingGames;
use crate::notices::{Notices, notices};
use crate::preferences::{Preferences, preferences};
use crate::route::Route;
use crate::sound::{self, Sound};

/// Notifies the user whenever it becomes their turn at this table, or the others wait for them to be ready.
pub(super) fn notify_on_my_turn(table: OnlineTable) {
    let preferences = preferences();
    let awaited = Memo::new(move |_| match (table.awaits_me(), table.asks_me_whether_ready()) {
        (true, _) => Some(Awaited::Move),
        (_, true) => Some(Awaited::Ready),
        _ => None,
    });
    let what = move |awaited: Awaited| match awaited {
        Awaited::Move => preferences.words().table.your_turn,
        Awaited::Ready => preferences.language.get().meeting().ready_title,
    };
    Effect::new(move || {
        let title = preferences.words().screen.title;
        let text = awaited.get().map_or(title.to_string(), |awaited| format!("● {} – {title}", what(awaited)));
        document().set_title(&text);
    });
    Effect::new(move |before: Option<Option<Awaited>>| {
        let now = awaited.get();
        if let Some(awaited) = now.filter(|_| before == Some(None)) {
            sound::play(Sound::Turn);
            if document().hidden() {
                notify(preferences, untrack(|| what(awaited)), table.id());
            }
        }
        now
    });
    on_cleanup(move || document().set_title(preferences.words_now().screen.title));
}

/// What the others wait for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Move,
    Ready,
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
    let (title, text) = (preferences.words_now().screen.title, text.to_string());
    spawn_local(async move {
        if show_by_worker(title, &text, &table).await.is_err() {
            show_by_page(title, &text, table);
        }
    });
}

/// Shows a notification through the service worker, which also opens the table. On Android there is no other way.
async fn show_by_worker(title: &str, text: &str, table: &TableId) -> Result<(), JsValue> {
    let worker = push::worker().await.ok_or(JsValue::UNDEFINED)?;
    let show: js_sys::Function = js_sys::Reflect::get(&worker, &"showNotification".into())?.dyn_into()?;
    let options = options(text, table);
    options.set_data(&page_of(table).into());
    let shown = show.call2(&worker, &title.into(), &options)?.dyn_into::<js_sys::Promise>()?;
    JsFuture::from(shown).await.map(drop)
}

fn show_by_page(title: &str, text: &str, table: TableId) {
    if let Ok(notification) = Notification::new_with_options(title, &options(text, &table)) {
        let open = Closure::once_into_js(move || {
            let _ = window().focus();
            Route::Table(table.to_string()).go();
        });
        notification.set_onclick(Some(open.unchecked_ref()));
    }
}

fn options(text: &str, table: &TableId) -> NotificationOptions {
    let options = NotificationOptions::new();
    // One notification per table: a new one replaces the last, also one that the server has pushed.
    options.set_tag(&page_of(table));
    options.set_body(text);
    options
}

/// The page of a table, as the service worker opens it and tags its own notifications.
fn page_of(table: &TableId) -> String {
    Route::Table(table.to_string()).fragment().trim_start_matches("#/").to_string()
}
