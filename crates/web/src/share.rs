//! Copying links and other texts to the clipboard.

use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::notices::Notices;
use crate::preferences::Preferences;

/// Copies a link to the clipboard, or shows it if the browser refuses.
pub(crate) fn copy_link(link: &str, notices: Notices, preferences: Preferences) {
    let words = preferences.words_now();
    copy_text(link, words.table.link_copied, words.table.link_to_copy, notices);
}

/// Copies a text to the clipboard and shows `copied`, or shows `by_hand` and the text if the browser refuses.
pub(crate) fn copy_text(text: &str, copied: &'static str, by_hand: &'static str, notices: Notices) {
    let (promise, text) = (window().navigator().clipboard().write_text(text), text.to_string());
    leptos::task::spawn_local(async move {
        match JsFuture::from(promise).await {
            Ok(_) => notices.show(copied.to_string()),
            Err(_) => notices.show(format!("{by_hand} {text}")),
        }
    });
}
