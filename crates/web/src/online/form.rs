//! Forms that send a request to the server and show a refusal beside the field it concerns.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::api::ApiError;
use super::error_text::{Place, error_text, place_of};
use crate::preferences::preferences;

/// The state of a form: whether its request is in flight, and why the last one failed.
#[derive(Clone, Copy)]
pub(crate) struct Submission {
    pub(crate) busy: RwSignal<bool>,
    error: RwSignal<Option<ApiError>>,
}

impl Submission {
    pub(crate) fn new() -> Submission {
        Submission { busy: RwSignal::new(false), error: RwSignal::new(None) }
    }

    /// Sends a request, unless one is in flight, and passes the response to `then`.
    pub(crate) fn send<T: 'static>(
        self,
        request: impl Future<Output = Result<T, ApiError>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.error.set(None);
        leptos::task::spawn_local(async move {
            let response = request.await;
            // The page may have been left in the meantime; the request has taken effect all the same.
            let _ = self.busy.try_set(false);
            match response {
                Ok(response) => then(response),
                Err(error) => drop(self.error.try_set(Some(error))),
            }
        });
    }

    /// The reason of the failure, if it belongs to one of these places.
    fn reason(self, belongs: impl Fn(Place) -> bool + Send + Sync + 'static) -> Signal<Option<String>> {
        let preferences = preferences();
        Signal::derive(move || {
            let error = self.error.get().filter(|error| belongs(place_of(error)))?;
            Some(error_text(preferences.words(), &error))
        })
    }
}

/// A form. Its fields show the errors that concern them; the foot shows all others.
#[component]
pub(crate) fn Form(
    submission: Submission,
    submit: Callback<()>,
    /// The places that show their errors themselves.
    fields: &'static [Place],
    children: Children,
) -> impl IntoView {
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        submit.run(());
    };
    let reason = submission.reason(move |place| !fields.contains(&place));
    view! {
        <form class="form" on:submit=on_submit>
            {children()}
            {move || reason.get().map(|reason| view! { <p class="problem" role="alert">{reason}</p> })}
        </form>
    }
}

/// A labelled text field with help or an error below it.
#[component]
pub(crate) fn Field(
    /// Unique on the page.
    id: &'static str,
    name: &'static str,
    #[prop(into)] label: Signal<&'static str>,
    value: RwSignal<String>,
    /// The `autocomplete` attribute.
    autocomplete: &'static str,
    #[prop(default = "text")] kind: &'static str,
    #[prop(default = 200)] longest: usize,
    submission: Submission,
    /// The places whose errors are shown here.
    places: &'static [Place],
    #[prop(optional, into)] help: Option<Signal<&'static str>>,
) -> impl IntoView {
    let reason = submission.reason(move |place| places.contains(&place));
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

/// The submit button.
#[component]
pub(crate) fn Submit(
    #[prop(into)] label: Signal<&'static str>,
    /// The `data-do` attribute, for tests.
    name: &'static str,
    submission: Submission,
    /// A secondary action rather than the main one of its page.
    #[prop(optional)]
    quiet: bool,
) -> impl IntoView {
    view! {
        <button type="submit" class="button" class:main=!quiet data-do=name disabled=move || submission.busy.get()>
            {move || label.get()}
        </button>
    }
}
