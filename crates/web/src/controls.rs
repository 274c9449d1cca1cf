//! Form controls shared by several screens: a switch and a segmented control.

use crate::erased::click;
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;

/// A labelled checkbox.
#[component]
pub(crate) fn Switch(
    #[prop(into)] on: Signal<bool>,
    set: Callback<bool>,
    #[prop(into)] label: Signal<&'static str>,
    /// The `data-option` attribute, for tests.
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

/// A switch that sets a signal.
#[component]
pub(crate) fn SignalSwitch(
    signal: RwSignal<bool>,
    #[prop(into)] label: Signal<&'static str>,
    name: &'static str,
) -> impl IntoView {
    view! { <Switch on=signal set=Callback::new(move |on| signal.set(on)) label name/> }
}

/// A row of buttons of which exactly one is pressed.
#[component]
pub(crate) fn Segments<T: Copy + PartialEq + Send + Sync + 'static>(
    #[prop(into)] label: Signal<&'static str>,
    /// The data attribute that identifies the buttons, for tests.
    attribute: &'static str,
    /// Each option: its value, the value of its attribute, and its label.
    choices: Vec<(T, String, Signal<String>)>,
    #[prop(into)] chosen: Signal<T>,
    choose: Callback<T>,
) -> impl IntoView {
    let heading = format!("{attribute}-label");
    let labelled_by = heading.clone();
    let button = move |(value, id, name): (T, String, Signal<String>)| {
        view! {
            <button
                type="button"
                aria-pressed=move || (chosen.get() == value).to_string()
                on:click=click(move || choose.run(value))
                {..custom_attribute(attribute, id)}
            >
                {move || name.get()}
            </button>
        }
    };
    view! {
        <p class="label" id=heading>{move || label.get()}</p>
        <div class="segments" role="group" aria-labelledby=labelled_by>
            {choices.into_iter().map(button).collect_view()}
        </div>
    }
}
