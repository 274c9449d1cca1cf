//! Forms that ask the server for something: fields with the reason of a refusal beside them.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::api::ApiError;
use super::refusals::{Place, error_text, place_of};
use crate::preferences::preferences;

/// A form on its way: whether it has been sent, and why it was refused.
#[derive(Clone, Copy)]
pub(crate) struct Sending {
    pub(crate) busy: RwSignal<bool>,
    error: RwSignal<Option<ApiError>>,
}

impl Sending {
    pub(crate) fn new() -> Sending {
        Sending { busy: RwSignal::new(false), error: RwSignal::new(None) }
    }

    /// Sends a question, unless one is on its way, and goes on with the answer.
    pub(crate) fn send<T: 'static>(
        self,
        question: impl Future<Output = Result<T, ApiError>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.error.set(None);
        leptos::task::spawn_local(async move {
            let answer = question.await;
            // The page may have been left meanwhile; what was done is done all the same.
            let _ = self.busy.try_set(false);
            match answer {
                Ok(answer) => then(answer),
                Err(error) => drop(self.error.try_set(Some(error))),
            }
        });
    }

    /// The reason that belongs to one of these places.
    fn reason(self, belongs: impl Fn(Place) -> bool + Send + Sync + 'static) -> Signal<Option<String>> {
        let preferences = preferences();
        Signal::derive(move || {
            let error = self.error.get().filter(|error| belongs(place_of(error)))?;
            Some(error_text(preferences.words(), &error))
        })
    }
}

/// A form. Its fields show the reasons that belong to them, its foot all others.
#[component]
pub(crate) fn Form(
    sending: Sending,
    submit: Callback<()>,
    /// The fields that show reasons themselves.
    fields: &'static [Place],
    children: Children,
) -> impl IntoView {
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        submit.run(());
    };
    let reason = sending.reason(move |place| !fields.contains(&place));
    view! {
        <form class="form" on:submit=on_submit>
            {children()}
            {move || reason.get().map(|reason| view! { <p class="problem" role="alert">{reason}</p> })}
        </form>
    }
}

/// A line to write on.
#[component]
pub(crate) fn Field(
    /// Unique on the page.
    id: &'static str,
    name: &'static str,
    #[prop(into)] label: Signal<&'static str>,
    value: RwSignal<String>,
    /// What a browser may fill in.
    autocomplete: &'static str,
    #[prop(default = "text")] kind: &'static str,
    #[prop(default = 200)] longest: usize,
    sending: Sending,
    /// Whose reasons are shown here.
    places: &'static [Place],
    #[prop(optional, into)] help: Option<Signal<&'static str>>,
) -> impl IntoView {
    let reason = sending.reason(move |place| places.contains(&place));
    let note = format!("{id}-note");
    let described_by = note.clone();
    view! {
        <div class="field">
            <label for=id>{move || label.get()}</label>
            <input
                id=id
                name=name
                type=kind
                autocomplete=autocomplete
                maxlength=longest
                required=true
                aria-invalid=move || reason.get().is_some().to_string()
                aria-describedby=described_by
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
            />
            <div id=note aria-live="polite">
                {move || match reason.get() {
                    Some(reason) => view! { <p class="problem">{reason}</p> }.into_any(),
                    None => help.map(|help| view! { <p class="quiet">{help.get()}</p> }).into_any(),
                }}
            </div>
        </div>
    }
}

/// The button that sends a form.
#[component]
pub(crate) fn Submit(
    #[prop(into)] label: Signal<&'static str>,
    /// For tests.
    name: &'static str,
    sending: Sending,
    /// One of several on the page, none of which is what one comes for.
    #[prop(optional)]
    quiet: bool,
) -> impl IntoView {
    view! {
        <button type="submit" class="button" class:main=!quiet data-do=name disabled=move || sending.busy.get()>
            {move || label.get()}
        </button>
    }
}
