//! Copying links and other texts to the clipboard.

use js_sys::{Function, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Clipboard, HtmlTextAreaElement};

use crate::notices::Notices;
use crate::preferences::Preferences;

/// Copies a link to the clipboard, or shows it if the browser refuses.
pub(crate) fn copy_link(link: &str, notices: Notices, preferences: Preferences) {
    let words = preferences.words_now();
    copy_text(link, words.table.link_copied, words.table.link_to_copy, notices);
}

/// Copies a text to the clipboard and shows `copied`, or shows `by_hand` and the text if the browser refuses.
pub(crate) fn copy_text(text: &str, copied: &'static str, by_hand: &'static str, notices: Notices) {
    // Browsers have a clipboard only where pages are encrypted: not at the plain address of a computer in the same room.
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).ok().filter(JsValue::is_object);
    let promise = clipboard.map(|clipboard| clipboard.unchecked_into::<Clipboard>().write_text(text));
    let text = text.to_string();
    leptos::task::spawn_local(async move {
        let is_copied = match promise {
            Some(promise) => JsFuture::from(promise).await.is_ok(),
            None => copy_selection(&text).is_some(),
        };
        notices.show(if is_copied { copied.to_string() } else { format!("{by_hand} {text}") });
    });
}

/// Copies a text the old way: selects it in a field and lets the browser copy the selection.
fn copy_selection(text: &str) -> Option<()> {
    let field: HtmlTextAreaElement = document().create_element("textarea").ok()?.unchecked_into();
    field.set_value(text);
    // Inside an open dialog nothing outside of it can be selected.
    let place =
        document().query_selector("dialog[open]").ok().flatten().or_else(|| document().body().map(Into::into))?;
    place.append_child(&field).ok()?;
    field.select();
    let copy: Function = Reflect::get(&document(), &"execCommand".into()).ok()?.dyn_into().ok()?;
    let copied = copy.call1(&document(), &"copy".into());
    field.remove();
    copied.ok()?.is_truthy().then_some(())
}
