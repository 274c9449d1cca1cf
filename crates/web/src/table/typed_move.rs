//! A field for moves typed in notation.

use leptos::ev::SubmitEvent;
use leptos::html;
use leptos::prelude::*;
use shangrila_rules::Move;

use super::game::Game;
use crate::notices::notices;
use crate::preferences::preferences;

/// A field that takes moves such as `R@a`, `+R@a+Y@c` and `a>b`.
#[component]
pub(crate) fn TypedMove() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let notices = notices();
    let field = NodeRef::<html::Input>::new();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(input) = field.get_untracked() else { return };
        let text = input.value();
        match text.trim().parse::<Move>() {
            Ok(mv) => {
                game.propose(mv);
                input.set_value("");
                // So that Enter confirms the move.
                let _ = input.blur();
            }
            Err(_) => notices.show(preferences.words_now().choose.not_a_move(text.trim())),
        }
    };
    view! {
        <form class="typed" on:submit=submit>
            <label for="typed-move">{move || preferences.words().table.typed_move}</label>
            <input
                id="typed-move"
                node_ref=field
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                maxlength="24"
                placeholder="R@a  +R@a+Y@c  a>b"
            />
        </form>
    }
}
