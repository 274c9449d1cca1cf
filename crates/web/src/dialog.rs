//! A window above the screen. The browser keeps the focus inside and closes it with Escape.

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use shangrila_scene::Icon;
use wasm_bindgen::JsCast;

use crate::drawing::icon_picture;
use crate::preferences::preferences;

/// A window above the screen, shown while `open`.
#[component]
pub(crate) fn Dialog(
    open: RwSignal<bool>,
    #[prop(into)] title: Signal<String>,
    /// For tests and the style sheet.
    name: &'static str,
    children: ChildrenFn,
) -> impl IntoView {
    let preferences = preferences();
    let window = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let Some(dialog) = window.get() else { return };
        match (open.get(), dialog.open()) {
            // A page that is being left has no place for a window any more.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    // A click on the dialog itself, not on something in it, is a click beside the window.
    let close_beside = move |event: MouseEvent| {
        let beside = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDialogElement>().ok());
        if beside.is_some() {
            open.set(false);
        }
    };
    let heading = format!("{name}-title");
    let labelled_by = heading.clone();
    view! {
        <dialog
            node_ref=window
            class=format!("window {name}")
            aria-labelledby=labelled_by
            on:close=move |_| open.set(false)
            on:click=close_beside
        >
            <div class="window-body">
                <header class="window-head">
                    <h2 id=heading>{move || title.get()}</h2>
                    <button
                        type="button"
                        class="round"
                        aria-label=move || preferences.words().app.close
                        on:click=move |_| open.set(false)
                    >
                        {icon_picture(Icon::Close)}
                    </button>
                </header>
                {move || open.get().then(|| children())}
            </div>
        </dialog>
    }
}
