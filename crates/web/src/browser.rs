//! Thin wrappers around browser APIs that may be missing or refuse.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_i18n::Language;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlElement, Storage, Url};

/// The site's local storage; `None` where it is disabled.
pub(crate) fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Whether a media query matches.
pub(crate) fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Whether a media query matches, until the current screen is left.
pub(crate) fn follow_media(query: &'static str) -> ReadSignal<bool> {
    let (matches, set_matches) = signal(matches_media(query));
    let handle = window_event_listener(leptos::ev::resize, move |_| {
        if matches.get_untracked() != matches_media(query) {
            set_matches.set(!matches.get_untracked());
        }
    });
    on_cleanup(move || handle.remove());
    matches
}

/// Milliseconds since 1970.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// A day such as `2026-11-18` in words. Anything else is returned as it is.
pub(crate) fn date_words(day: &str, language: Language) -> String {
    // Noon in UTC, shown in UTC, is the same day everywhere.
    let date = js_sys::Date::new(&format!("{day}T12:00:00Z").into());
    if date.get_time().is_nan() {
        return day.to_string();
    }
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "long"), ("timeZone", "UTC")] {
        // Fails only for objects that cannot be changed.
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    String::from(date.to_locale_date_string(language.code(), &options))
}

/// A time in milliseconds since 1970 as the clock shows it here; with the day, unless it is today.
pub(crate) fn time_words(at: u64, language: Language) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(at as f64));
    let today = js_sys::Date::new_0();
    let is_today = date.to_date_string() == today.to_date_string();
    let options = js_sys::Object::new();
    let fields: &[(&str, &str)] =
        if is_today { &[("timeStyle", "short")] } else { &[("dateStyle", "short"), ("timeStyle", "short")] };
    for (name, value) in fields {
        // Fails only for objects that cannot be changed.
        let _ = js_sys::Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    String::from(date.to_locale_string(language.code(), &options))
}

/// A random number. Not for cryptographic use.
pub(crate) fn random_u32() -> u32 {
    (js_sys::Math::random() * f64::from(u32::MAX)) as u32
}

/// Offers a text as a file download.
pub(crate) fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let kind = BlobPropertyBag::new();
    kind.set_type("text/plain;charset=utf-8");
    let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&text.into()), &kind)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&url)
}

/// Moves the focus to the first element that matches the selector.
pub(crate) fn focus(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

/// Takes the focus off an element that is about to be removed. The browser would do so itself, but works out the layout of the page first.
pub(crate) fn drop_focus() {
    if let Some(element) = document().active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.blur();
    }
}

/// Does something when the next frame has been drawn: a timer set in a frame runs after it.
pub(crate) fn after_next_frame(act: impl FnOnce() + 'static) {
    request_animation_frame(move || set_timeout(act, Duration::ZERO));
}
