//! The pages for people who cannot sign in: asking for a link, setting a new password, and confirming an e-mail address.

use leptos::prelude::*;
use shangrila_protocol::{ConfirmReset, LONGEST_NAME, Me, RecoverWithCode, RequestReset, VerifyEmail};

use super::api;
use super::error_text::Place;
use super::form::{Field, Form, Submission, Submit};
use super::identity::identity;
use super::online_page::{Fetched, Loaded, OnlinePage, fetch};
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;

/// Tells the user that they have a new password and are signed in.
fn welcome_back() -> impl Fn(Me) + Copy + Send + Sync {
    let (identity, notices, preferences) = (identity(), notices(), preferences());
    move |me| {
        identity.set_person(Some(me));
        notices.show(preferences.words_now().security.password_set.to_string());
        Route::Account.replace();
    }
}

/// The page for a forgotten password.
#[component]
pub(crate) fn ForgottenPassword() -> impl IntoView {
    let preferences = preferences();
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().security.forgotten_title) here=Route::Forgotten>
            <div class="cards"><ByMail/> <ByCode/></div>
        </OnlinePage>
    }
}

#[component]
fn ByMail() -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let (address, submission) = (RwSignal::new(String::new()), Submission::new());
    let submit = move |()| {
        let language = preferences.language.get_untracked().code().to_string();
        let request = RequestReset { address: address.get_untracked(), language };
        submission.send(api::request_reset(request), move |()| {
            notices.show(preferences.words_now().security.link_sent.to_string());
        });
    };
    view! {
        <section class="card">
            <h2>{move || preferences.words().security.by_mail}</h2>
            <Form submission submit=Callback::new(submit) fields=&[Place::Email]>
                <Field id="reset-email" name="email" kind="email" value=address autocomplete="email"
                    label=Signal::derive(move || preferences.words().security.email_address) submission places=&[Place::Email]
                    help=Signal::derive(move || preferences.words().security.by_mail_help)/>
                <Submit label=Signal::derive(move || preferences.words().security.send_link) name="send-link" submission/>
            </Form>
        </section>
    }
}

#[component]
fn ByCode() -> impl IntoView {
    let preferences = preferences();
    let [name, code, password] = [(); 3].map(|()| RwSignal::new(String::new()));
    let (submission, then) = (Submission::new(), welcome_back());
    let submit = move |()| {
        let recover = RecoverWithCode {
            name: name.get_untracked(),
            code: code.get_untracked(),
            password: password.get_untracked(),
        };
        submission.send(api::recover_with_code(recover), then);
    };
    view! {
        <section class="card">
            <h2>{move || preferences.words().security.by_code}</h2>
            <Form submission submit=Callback::new(submit) fields=&[Place::Name, Place::Code, Place::NewPassword]>
                <Field id="code-name" name="username" value=name autocomplete="username" longest=LONGEST_NAME
                    label=Signal::derive(move || preferences.words().account.name) submission places=&[Place::Name]/>
                <Field id="recovery-code" name="code" value=code autocomplete="one-time-code"
                    label=Signal::derive(move || preferences.words().security.code) submission places=&[Place::Code]
                    help=Signal::derive(move || preferences.words().security.by_code_help)/>
                <Field id="code-password" name="password" kind="password" value=password autocomplete="new-password"
                    label=Signal::derive(move || preferences.words().account.new_password) submission places=&[Place::NewPassword]
                    help=Signal::derive(move || preferences.words().account.password_help)/>
                <p class="quiet">{move || preferences.words().security.password_and_passkeys}</p>
                <Submit label=Signal::derive(move || preferences.words().security.set_password) name="recover" submission/>
            </Form>
        </section>
    }
}

/// The page behind a link to set a new password.
#[component]
pub(crate) fn NewPasswordPage(token: String) -> impl IntoView {
    let preferences = preferences();
    let here = Route::NewPassword(token.clone());
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().security.reset_title) here>
            <NewPasswordForm token=token.clone()/>
        </OnlinePage>
    }
}

#[component]
fn NewPasswordForm(token: String) -> impl IntoView {
    let preferences = preferences();
    let (password, submission, then) = (RwSignal::new(String::new()), Submission::new(), welcome_back());
    let submit = move |()| {
        let reset = ConfirmReset { token: token.clone(), password: password.get_untracked() };
        submission.send(api::confirm_reset(reset), then);
    };
    view! {
        <div class="cards"><section class="card">
            <Form submission submit=Callback::new(submit) fields=&[Place::NewPassword]>
                <Field id="reset-password" name="password" kind="password" value=password autocomplete="new-password"
                    label=Signal::derive(move || preferences.words().account.new_password) submission places=&[Place::NewPassword]
                    help=Signal::derive(move || preferences.words().account.password_help)/>
                <p class="quiet">{move || preferences.words().security.password_and_passkeys}</p>
                <Submit label=Signal::derive(move || preferences.words().security.set_password) name="reset" submission/>
            </Form>
        </section></div>
    }
}

/// The page behind a link to confirm an e-mail address.
#[component]
pub(crate) fn VerifyAddress(token: String) -> impl IntoView {
    let preferences = preferences();
    let here = Route::Verify(token.clone());
    let answer: Fetched<()> = RwSignal::new(None);
    fetch(answer, api::verify_email(VerifyEmail { token }));
    let verified = move |()| {
        view! { <p role="status" data-verified="">{move || preferences.words().security.verified}</p> }
    };
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().security.verify_title) here>
            <Loaded answer show=verified/>
        </OnlinePage>
    }
}
