//! Controls that several screens have: a switch, and a choice of one among a few.

use leptos::attr::custom::custom_attribute;
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

/// One among a few, side by side.
#[component]
pub(crate) fn Segments<T: Copy + PartialEq + Send + Sync + 'static>(
    #[prop(into)] label: Signal<&'static str>,
    /// The attribute that tells the buttons apart, for tests.
    attribute: &'static str,
    /// What can be chosen: the value, that of the attribute, and its name.
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
                on:click=move |_| choose.run(value)
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
