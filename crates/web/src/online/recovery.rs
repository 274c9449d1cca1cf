//! Recovery codes and the e-mail address of an account.

use leptos::prelude::*;
use shangrila_protocol::{ChangeEmail, RecoveryCodes, RecoveryStatus};
use shangrila_scene::Icon;

use super::api;
use super::error_text::Place;
use super::form::{Field, Form, Submission, Submit};
use super::online_page::{Fetched, Loaded, fetch};
use crate::notices::notices;
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::share;

/// How the user could get back into the account without the password.
#[component]
pub(crate) fn Recovery() -> impl IntoView {
    let preferences = preferences();
    let status: Fetched<RecoveryStatus> = RwSignal::new(None);
    fetch(status, api::recovery_status());
    let email = move |known: RecoveryStatus| match known.has_mail || known.email.is_some() {
        true => view! { <Email known status/> }.into_any(),
        false => view! { <p class="quiet">{move || preferences.words().security.no_mail}</p> }.into_any(),
    };
    view! {
        <section class="card" data-card="recovery">
            <h2>{move || preferences.words().security.recovery}</h2>
            <p class="quiet">{move || preferences.words().security.recovery_help}</p>
            <Codes status/>
            <Loaded answer=status show=email/>
        </section>
    }
}

/// The number of codes left, and the form for new ones.
#[component]
fn Codes(status: Fetched<RecoveryStatus>) -> impl IntoView {
    let preferences = preferences();
    let codes = RwSignal::new(None::<RecoveryCodes>);
    let (password, submission) = (RwSignal::new(String::new()), Submission::new());
    let submit = move |()| {
        submission.send(api::new_recovery_codes(password.get_untracked()), move |fresh| {
            let _ = (password.try_set(String::new()), codes.try_set(Some(fresh)));
            fetch(status, api::recovery_status());
        });
    };
    let left = move || match status.get() {
        Some(Ok(status)) => Some(preferences.words().security.codes_left(status.codes_left)),
        _ => None,
    };
    view! {
        <h3>{move || preferences.words().security.codes}</h3>
        <p data-codes-left="">{left}</p>
        {move || codes.get().map(|codes| view! { <FreshCodes codes/> })}
        <Form submission submit=Callback::new(submit) fields=&[Place::Password]>
            <Field id="codes-password" name="password" kind="password" value=password autocomplete="current-password"
                label=Signal::derive(move || preferences.words().account.password) submission places=&[Place::Password]/>
            <Submit label=Signal::derive(move || preferences.words().security.new_codes) name="new-codes" submission quiet=true/>
        </Form>
    }
}

/// New codes. The server stores only their hashes, so they are shown once.
#[component]
fn FreshCodes(codes: RecoveryCodes) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let text = codes.codes.join("\n");
    let copied = text.clone();
    let copy = move |_| {
        let words = preferences.words_now();
        share::copy_text(&copied, words.security.codes_copied, words.security.codes, notices);
    };
    view! {
        <div class="token" role="status">
            <p>{move || preferences.words().security.codes_once}</p>
            <pre><code data-codes="">{text}</code></pre>
            <button type="button" class="button small" data-do="copy-codes" on:click=copy>
                {icon_picture(Icon::Link)} {move || preferences.words().account.copy}
            </button>
        </div>
    }
}

/// The e-mail address, and the form to change or remove it.
#[component]
fn Email(known: RecoveryStatus, status: Fetched<RecoveryStatus>) -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let (address, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let submission = Submission::new();
    let change = move |address: Option<String>| {
        let language = preferences.language.get_untracked().code().to_string();
        let removes = address.is_none();
        let change = ChangeEmail { password: password.get_untracked(), address, language };
        submission.send(api::change_email(change), move |()| {
            let words = &preferences.words_now().security;
            notices.show(if removes { words.email_removed } else { words.email_sent }.to_string());
            fetch(status, api::recovery_status());
        });
    };
    let submit = move |()| change(Some(address.get_untracked()));
    let has_address = known.email.is_some();
    let current = move || known.email.as_ref().map(|email| preferences.words().security.email_is(email));
    view! {
        <h3>{move || preferences.words().security.email}</h3>
        <p data-email="">{current}</p>
        <Form submission submit=Callback::new(submit) fields=&[Place::Password, Place::Email]>
            <Field id="email-address" name="email" kind="email" value=address autocomplete="email"
                label=Signal::derive(move || preferences.words().security.email_address) submission places=&[Place::Email]
                help=Signal::derive(move || preferences.words().security.email_help)/>
            <Field id="email-password" name="password" kind="password" value=password autocomplete="current-password"
                label=Signal::derive(move || preferences.words().account.password) submission places=&[Place::Password]/>
            <p class="row-of-buttons">
                <Submit label=Signal::derive(move || preferences.words().security.set_email) name="set-email" submission quiet=true/>
                {has_address.then(|| view! {
                    <button type="button" class="button" data-do="remove-email" disabled=move || submission.busy.get()
                        on:click=move |_| change(None)>
                        {move || preferences.words().security.remove_email}
                    </button>
                })}
            </p>
        </Form>
    }
}
