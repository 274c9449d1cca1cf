//! Inviting people to a table: the link, the share sheet of the device, and a QR code for those in the same room.

use js_sys::{Function, Object, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_scene::Icon;
use wasm_bindgen::{JsCast, JsValue};

use super::table::OnlineTable;
use crate::lazy;
use crate::notices::notices;
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::Route;
use crate::share;

/// The light margin around a QR code that readers need, in squares.
const QUIET_ZONE: usize = 4;

/// The link to a table, with ways to pass it on.
#[component]
pub(super) fn InviteOthers(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let notices = notices();
    let link = StoredValue::new(Route::Table(table.id().to_string()).link());
    let select = |event: web_sys::FocusEvent| event_target::<web_sys::HtmlInputElement>(&event).select();
    let code = RwSignal::new(None::<(String, usize)>);
    let show_code = move |_| {
        if code.with_untracked(Option::is_some) {
            return code.set(None);
        }
        spawn_local(async move {
            match lazy::qr_code(link.get_value()).await {
                Ok(drawn) => drop(code.try_set(drawn)),
                Err(_) => notices.show(preferences.words_now().app.not_downloaded.to_string()),
            }
        });
    };
    view! {
        <div class="share-link">
            <label for="table-link">{move || preferences.words().online.invite}</label>
            <input id="table-link" type="text" readonly=true value=link.get_value() on:focus=select/>
            <div class="share-buttons">
            <button
                type="button"
                class="button"
                data-do="share"
                on:click=move |_| share::copy_link(&link.get_value(), notices, preferences)
            >
                {icon_picture(Icon::Link)}
                {move || preferences.words().online.copy_link}
            </button>
            {share_sheet().map(|sheet| {
                let open = move |_| {
                    let data = Object::new();
                    let words = preferences.words_now();
                    let text = preferences.language.get_untracked().meeting().share_text;
                    for (name, value) in [("title", words.screen.title), ("text", text), ("url", &link.get_value())] {
                        // Fails only for objects that cannot be changed.
                        let _ = Reflect::set(&data, &name.into(), &value.into());
                    }
                    // People may close it without sharing anything.
                    let _ = sheet.call1(&window().navigator(), &data);
                };
                view! {
                    <button type="button" class="button" data-do="share-sheet" on:click=open>
                        {icon_picture(Icon::Upload)}
                        {move || meeting().share}
                    </button>
                }
            })}
            <button
                type="button"
                class="button"
                data-do="qr-code"
                aria-expanded=move || code.with(Option::is_some).to_string()
                on:click=show_code
            >
                {icon_picture(Icon::WholeBoard)}
                {move || meeting().qr_code}
            </button>
            </div>
        </div>
        {move || code.get().map(|(path, width)| {
            let whole = width + 2 * QUIET_ZONE;
            view! {
                <figure class="qr-code">
                    <svg viewBox=format!("-{QUIET_ZONE} -{QUIET_ZONE} {whole} {whole}") role="img" aria-label=move || meeting().qr_code>
                        <path d=path></path>
                    </svg>
                    <figcaption class="quiet">{move || meeting().qr_help}</figcaption>
                </figure>
            }
        })}
    }
}

/// The function that opens the share sheet, where the device has one. Pages that are not encrypted may not use it.
fn share_sheet() -> Option<Function> {
    let sheet = Reflect::get(&window().navigator(), &JsValue::from_str("share")).ok()?;
    sheet.dyn_into().ok()
}
