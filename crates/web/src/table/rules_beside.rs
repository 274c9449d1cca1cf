//! The rules beside the table: a column next to the board on large screens, a sheet over its lower part on small ones. The game stays
//! visible and can be played on.

use leptos::prelude::*;
use shangrila_scene::Icon;

use super::windows;
use crate::app::downloaded;
use crate::erased::click;
use crate::lazy;
use crate::pictures::icon_picture;
use crate::preferences::preferences;

/// The rules, while they are open.
#[component]
pub(crate) fn RulesBeside() -> impl IntoView {
    let preferences = preferences();
    let open = windows().rules;
    move || {
        open.get().then(|| {
            view! {
                <section class="rules-beside" aria-label=move || preferences.words().app.rules>
                    <header class="window-head">
                        <h2>{move || preferences.words().app.rules}</h2>
                        <button
                            type="button"
                            class="round"
                            data-do="close-rules"
                            aria-label=move || preferences.words().app.close
                            on:click=click(move || open.set(false))
                        >
                            {icon_picture(Icon::Close)}
                        </button>
                    </header>
                    // Focusable, so that the keyboard can scroll it.
                    <div class="rules-scroll" tabindex="0">
                        {downloaded(lazy::preload_rules_text(), lazy::rules_text)}
                    </div>
                </section>
            }
        })
    }
}
