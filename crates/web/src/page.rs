//! The frame of plain pages: a title and a Back button.

use leptos::prelude::*;
use shangrila_scene::Icon;

use crate::pictures::icon_picture;
use crate::preferences::preferences;

/// A page with a title and a Back button.
#[component]
pub(crate) fn Page(title: Signal<&'static str>, children: Children) -> impl IntoView {
    let preferences = preferences();
    // Back in the browser's history, or home if there is none.
    let back = move |event: leptos::ev::MouseEvent| {
        if window().history().and_then(|history| history.length()).is_ok_and(|length| length > 1) {
            event.prevent_default();
            let _ = window().history().and_then(|history| history.back());
        }
    };
    view! {
        <main class="page">
            <header class="page-head">
                <a class="round" href="#/" aria-label=move || preferences.words().app.back on:click=back>
                    {icon_picture(Icon::Back)}
                </a>
                <h1>{move || title.get()}</h1>
            </header>
            {children()}
        </main>
    }
}
