//! Handing a link to somebody.

use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::notices::Notices;
use crate::preferences::Preferences;

/// Puts a link where the person can paste it from; shows it where the browser does not allow that.
pub(crate) fn offer(link: &str, notices: Notices, preferences: Preferences) {
    let (promise, link) = (window().navigator().clipboard().write_text(link), link.to_string());
    leptos::task::spawn_local(async move {
        let words = preferences.language.get_untracked().words();
        match JsFuture::from(promise).await {
            Ok(_) => notices.show(words.table.link_copied.to_string()),
            Err(_) => notices.show(format!("{} {link}", words.table.link_to_copy)),
        }
    });
}
