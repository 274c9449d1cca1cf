//! Controls that several screens have: a switch, and a choice of one among a few.

use leptos::prelude::*;

/// Something that is on or off.
#[component]
pub(crate) fn Switch(
    #[prop(into)] on: Signal<bool>,
    set: Callback<bool>,
    #[prop(into)] label: Signal<&'static str>,
    /// For tests.
    name: &'static str,
) -> impl IntoView {
    view! {
        <label class="switch">
            <input
                type="checkbox"
                data-option=name
                prop:checked=move || on.get()
                on:change=move |event| set.run(event_target_checked(&event))
            />
            <span>{move || label.get()}</span>
        </label>
    }
}

/// A switch for a signal of its own.
#[component]
pub(crate) fn SignalSwitch(
    signal: RwSignal<bool>,
    #[prop(into)] label: Signal<&'static str>,
    name: &'static str,
) -> impl IntoView {
    view! { <Switch on=signal set=Callback::new(move |on| signal.set(on)) label name/> }
}
