//! Modal dialogs. The browser keeps the focus inside and closes them with Escape.

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use shangrila_scene::Icon;
use wasm_bindgen::JsCast;

use crate::erased::click;
use crate::pictures::icon_picture;
use crate::preferences::preferences;

/// A modal dialog, shown while `open`.
#[component]
pub(crate) fn Dialog(
    open: RwSignal<bool>,
    #[prop(into)] title: Signal<String>,
    /// A CSS class, also for tests.
    name: &'static str,
    children: ChildrenFn,
) -> impl IntoView {
    let preferences = preferences();
    let window = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let Some(dialog) = window.get() else { return };
        match (open.get(), dialog.open()) {
            // Fails only while the page is being left.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    // The backdrop belongs to the dialog element, so a click outside the content targets the dialog itself.
    let close_on_backdrop = move |event: MouseEvent| {
        let backdrop = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDialogElement>().ok());
        if backdrop.is_some() {
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
            on:click=close_on_backdrop
        >
            <div class="window-body">
                <header class="window-head">
                    <h2 id=heading>{move || title.get()}</h2>
                    <button
                        type="button"
                        class="round"
                        aria-label=move || preferences.words().app.close
                        on:click=click(move || open.set(false))
                    >
                        {icon_picture(Icon::Close)}
                    </button>
                </header>
                {move || open.get().then(|| children())}
            </div>
        </dialog>
    }
}
