//! The rules of the game.

use leptos::prelude::*;

use crate::page::Page;
use crate::preferences::preferences;

/// The rules.
#[component]
pub(crate) fn Rules() -> impl IntoView {
    let preferences = preferences();
    view! { <Page title=Signal::derive(move || preferences.words().app.rules)>"…"</Page> }
}
