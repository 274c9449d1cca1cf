//! The passkeys of an account, and signing in with one.

use leptos::prelude::*;
use shangrila_protocol::{LONGEST_NAME, NewPasskey, Passkey, PasskeyId};

use super::api;
use super::authenticator::{can_use_passkeys, create_passkey, use_passkey};
use super::error_text::Place;
use super::form::{Field, Form, Submission, Submit};
use super::identity::identity;
use super::online_page::{Fetched, Loaded, fetch};
use super::table_list::date_text;
use crate::notices::notices;
use crate::preferences::preferences;

/// The button to sign in with a passkey. Nothing where passkeys cannot be used.
#[component]
pub(crate) fn SignInWithPasskey() -> impl IntoView {
    let preferences = preferences();
    let (identity, submission) = (identity(), Submission::new());
    let submit = move |()| {
        let sign_in = async {
            let answer = use_passkey(api::passkey_challenge().await?).await?;
            api::sign_in_with_passkey(&answer).await
        };
        submission.send(sign_in, move |me| identity.sign_in(me));
    };
    can_use_passkeys().then(|| {
        view! {
            <Form submission submit=Callback::new(submit) fields=&[]>
                <Submit label=Signal::derive(move || preferences.words().security.sign_in_with_passkey)
                    name="sign-in-passkey" submission quiet=true/>
            </Form>
        }
    })
}

/// The list of passkeys, and the form to add one.
#[component]
pub(crate) fn Passkeys() -> impl IntoView {
    let preferences = preferences();
    let passkeys: Fetched<Vec<Passkey>> = RwSignal::new(None);
    // One at a time, so that the field's id is unique.
    let renamed = RwSignal::new(None::<PasskeyId>);
    fetch(passkeys, api::my_passkeys());
    let list = move |list: Vec<Passkey>| {
        let rows = list.into_iter().map(|passkey| view! { <PasskeyRow passkey passkeys renamed/> });
        view! { <ul class="bots">{rows.collect_view()}</ul> }
    };
    view! {
        <section class="card" data-card="passkeys">
            <h2>{move || preferences.words().security.passkeys}</h2>
            <p class="quiet">{move || preferences.words().security.passkeys_help}</p>
            <Loaded answer=passkeys show=list/>
            {match can_use_passkeys() {
                true => view! { <AddPasskey passkeys/> }.into_any(),
                false => view! { <p class="quiet">{move || preferences.words().security.passkeys_unsupported}</p> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn AddPasskey(passkeys: Fetched<Vec<Passkey>>) -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let (name, password, submission) = (RwSignal::new(String::new()), RwSignal::new(String::new()), Submission::new());
    let submit = move |()| {
        let (passkey_name, given) = (name.get_untracked(), password.get_untracked());
        let add = async move {
            let credential = create_passkey(api::new_passkey_challenge(given).await?).await?;
            api::add_passkey(&NewPasskey { name: passkey_name, credential }).await
        };
        submission.send(add, move |()| {
            let _ = (name.try_set(String::new()), password.try_set(String::new()));
            notices.show(preferences.words_now().security.passkey_added.to_string());
            fetch(passkeys, api::my_passkeys());
        });
    };
    view! {
        <Form submission submit=Callback::new(submit) fields=&[Place::Name, Place::Password]>
            <Field id="passkey-name" name="passkey-name" value=name autocomplete="off" longest=LONGEST_NAME
                label=Signal::derive(move || preferences.words().security.passkey_name) submission places=&[Place::Name]
                help=Signal::derive(move || preferences.words().security.passkey_name_help)/>
            <Field id="passkey-password" name="password" kind="password" value=password autocomplete="current-password"
                label=Signal::derive(move || preferences.words().account.password) submission places=&[Place::Password]/>
            <Submit label=Signal::derive(move || preferences.words().security.add_passkey) name="add-passkey" submission quiet=true/>
        </Form>
    }
}

#[component]
fn PasskeyRow(
    passkey: Passkey,
    passkeys: Fetched<Vec<Passkey>>,
    /// The passkey that is being renamed.
    renamed: RwSignal<Option<PasskeyId>>,
) -> impl IntoView {
    let preferences = preferences();
    let Passkey { id, name: shown, created, used } = passkey;
    let (label, name, submission) = (shown.clone(), RwSignal::new(shown.clone()), Submission::new());
    let id = StoredValue::new(id);
    let is_renamed = move || renamed.with(|renamed| renamed.as_ref() == Some(&id.get_value()));
    let note = move || {
        let (words, code) = (&preferences.words().security, preferences.language.get().code());
        match used {
            Some(used) => words.last_used(date_text(code, used)),
            None => words.added_on(date_text(code, created)),
        }
    };
    let remove = move |_| {
        let remove = async move { api::remove_passkey(&id.get_value()).await };
        submission.send(remove, move |()| fetch(passkeys, api::my_passkeys()));
    };
    let rename = move |()| {
        let name = name.get_untracked();
        submission.send(async move { api::rename_passkey(&id.get_value(), name).await }, move |()| {
            let _ = renamed.try_set(None);
            fetch(passkeys, api::my_passkeys());
        });
    };
    view! {
        <li data-passkey=label>
            <Form submission submit=Callback::new(rename) fields=&[Place::Name]>
                <span class="bot-line">
                    <span>{shown} <br/> <span class="quiet">{note}</span></span>
                    <button type="button" class="button small" data-do="rename-passkey" hidden=is_renamed
                        on:click=move |_| renamed.set(Some(id.get_value()))>
                        {move || preferences.words().account.rename}
                    </button>
                    <button type="button" class="button small" data-do="remove-passkey" disabled=move || submission.busy.get()
                        on:click=remove>
                        {move || preferences.words().security.remove_passkey}
                    </button>
                </span>
                {move || is_renamed().then(|| view! {
                    <Field id="rename-passkey" name="passkey-name" value=name autocomplete="off" longest=LONGEST_NAME
                        label=Signal::derive(move || preferences.words().security.passkey_name) submission places=&[Place::Name]/>
                    <Submit label=Signal::derive(move || preferences.words().account.rename) name="rename-passkey-yes"
                        submission quiet=true/>
                })}
            </Form>
        </li>
    }
}
