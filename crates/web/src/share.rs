//! Handing a link to somebody.

use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::notices::Notices;
use crate::preferences::Preferences;

/// Puts a link where the person can paste it from; shows it where the browser does not allow that.
pub(crate) fn offer(link: &str, notices: Notices, preferences: Preferences) {
    let words = preferences.words_now();
    copy(link, words.table.link_copied, words.table.link_to_copy, notices);
}

/// Puts a text where the person can paste it from and says so, or shows it to be copied by hand.
pub(crate) fn copy(text: &str, copied: &'static str, by_hand: &'static str, notices: Notices) {
    let (promise, text) = (window().navigator().clipboard().write_text(text), text.to_string());
    leptos::task::spawn_local(async move {
        match JsFuture::from(promise).await {
            Ok(_) => notices.show(copied.to_string()),
            Err(_) => notices.show(format!("{by_hand} {text}")),
        }
    });
}
