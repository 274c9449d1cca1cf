//! Choosing a new password with a reset link.

use leptos::prelude::*;
use shangrila_protocol::PasswordReset;

use super::api;
use super::error_text::Place;
use super::form::{Field, Form, Submission, Submit};
use super::online_page::OnlinePage;
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;

/// The page behind a reset link.
#[component]
pub(crate) fn ResetPassword(token: String) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let token = StoredValue::new(token);
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().account.new_password) here=Route::Reset(token.get_value())>
            {move || {
                let (password, submission) = (RwSignal::new(String::new()), Submission::new());
                let submit = move |()| {
                    let reset = PasswordReset { token: token.get_value(), password: password.get_untracked() };
                    submission.send(async move { api::reset_password(&reset).await }, move |()| {
                        notices.show(preferences.words_now().moderation.password_set.to_string());
                        Route::Account.replace();
                    });
                };
                view! {
                    <section class="card">
                        <Form submission submit=Callback::new(submit) fields=&[Place::NewPassword]>
                            <Field id="reset-password" name="password" kind="password" value=password autocomplete="new-password"
                                label=Signal::derive(move || preferences.words().account.new_password)
                                submission places=&[Place::NewPassword]
                                help=Signal::derive(move || preferences.words().account.password_help)/>
                            <Submit label=Signal::derive(move || preferences.words().account.change_password)
                                name="reset-password" submission/>
                        </Form>
                    </section>
                }
            }}
        </OnlinePage>
    }
}
