//! The account page: signing in and up, name, password, passkeys, devices, recovery, bots, and the user's data.

use leptos::prelude::*;
use shangrila_protocol::{ChangeMe, ChangePassword, Credentials, LONGEST_NAME, PersonKind};

use super::api;
use super::blocked_people::BlockedList;
use super::bots::Bots;
use super::devices::Devices;
use super::error_text::Place;
use super::form::{Field, Form, Submission, Submit};
use super::identity::identity;
use super::notice_settings::NoticeCard;
use super::online_page::OnlinePage;
use super::passkeys::{Passkeys, SignInWithPasskey};
use super::people::kind_name;
use super::push;
use super::recovery::Recovery;
use super::vacation::VacationCard;
use crate::controls::Switch;
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;

/// The account page.
#[component]
pub(crate) fn Account() -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    // The page depends on the kind of identity only, so that renaming does not rebuild it.
    let kind = Memo::new(move |_| identity.me.with(|me| me.as_ref().map(|me| me.person.kind)));
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().account.title) here=Route::Account>
            {move || match kind.get() {
                None => view! {
                    <p>{move || preferences.words().account.about}</p>
                    <div class="cards"><SignIn/> <SignUp/></div>
                }.into_any(),
                Some(PersonKind::Account) => view! {
                    <OwnIdentity/>
                    <div class="cards">
                        <Rename/> <Password/> <Passkeys/> <Devices/> <Recovery/> <NoticeCard/> <VacationCard/> <Bots/> <BlockedList/> <UserData has_password=true/>
                    </div>
                }.into_any(),
                Some(_) => view! {
                    <OwnIdentity/>
                    <p>{move || preferences.words().account.about}</p>
                    <div class="cards"><SignUp/> <SignIn/> <Rename/> <NoticeCard/> <BlockedList/> <UserData has_password=false/></div>
                }.into_any(),
            }}
        </OnlinePage>
    }
}

fn own_name() -> String {
    identity().me.with_untracked(|me| me.as_ref().map_or_else(String::new, |me| me.person.name.clone()))
}

/// The user's name and kind, the visibility of their profile, and the sign-out button.
#[component]
fn OwnIdentity() -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let submission = Submission::new();
    let text = move || {
        let words = preferences.words();
        let me = identity.me.get()?;
        let kind = kind_name(words, me.person.kind);
        Some(words.account.you_are(&me.person.name, kind))
    };
    let profile = move || identity.me.get().map(|me| Route::Person(me.person.id.to_string()).fragment());
    let set_public = move |public: bool| {
        let change = ChangeMe { profile_public: Some(public), ..ChangeMe::default() };
        submission.send(async move { api::change_me(change).await }, move |me| identity.set_person(Some(me)));
    };
    let sign_out = move |()| {
        let leave = async {
            // Whoever uses this browser next must not hear of these games.
            push::unsubscribe().await;
            api::sign_out().await
        };
        submission.send(leave, move |()| identity.set_person(None));
    };
    view! {
        <Form submission submit=Callback::new(sign_out) fields=&[]>
            <p class="you" data-me="">{text}</p>
            <Switch
                on=Signal::derive(move || identity.me.get().is_some_and(|me| me.profile_public))
                set=Callback::new(set_public)
                label=Signal::derive(move || preferences.words().account.public)
                name="public"
            />
            <p class="row-of-buttons">
                <a class="button" href=profile>{move || preferences.words().account.see_profile}</a>
                {move || identity.is_account().then(|| view! {
                    <button type="submit" class="button" data-do="sign-out" disabled=move || submission.busy.get()>
                        {move || preferences.words().account.sign_out}
                    </button>
                })}
            </p>
        </Form>
    }
}

/// The sign-in form.
#[component]
fn SignIn() -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let (name, password, submission) = (RwSignal::new(String::new()), RwSignal::new(String::new()), Submission::new());
    let submit = move |()| {
        let credentials = Credentials { name: name.get_untracked(), password: password.get_untracked() };
        submission.send(api::sign_in(credentials), move |me| identity.sign_in(me));
    };
    view! {
        <section class="card">
            <h2>{move || preferences.words().account.sign_in}</h2>
            <Form submission submit=Callback::new(submit) fields=&[Place::Name, Place::Password, Place::NewPassword]>
                <Field id="sign-in-name" name="username" value=name autocomplete="username" longest=LONGEST_NAME
                    label=Signal::derive(move || preferences.words().account.name) submission places=&[Place::Name]/>
                <Field id="sign-in-password" name="password" kind="password" value=password
                    autocomplete="current-password"
                    label=Signal::derive(move || preferences.words().account.password) submission places=&[Place::Password, Place::NewPassword]/>
                <Submit label=Signal::derive(move || preferences.words().account.sign_in) name="sign-in" submission/>
            </Form>
            <SignInWithPasskey/>
            <p><a href=Route::Forgotten.fragment() data-do="forgotten">{move || preferences.words().security.forgotten}</a></p>
        </section>
    }
}

/// The sign-up form. A guest who signs up keeps their seats.
#[component]
fn SignUp() -> impl IntoView {
    let preferences = preferences();
    let (identity, notices) = (identity(), notices());
    let (name, password, submission) = (RwSignal::new(own_name()), RwSignal::new(String::new()), Submission::new());
    let submit = move |()| {
        let credentials = Credentials { name: name.get_untracked(), password: password.get_untracked() };
        submission.send(api::sign_up(credentials), move |me| {
            identity.sign_in(me);
            notices.show(preferences.words_now().account.account_created.to_string());
        });
    };
    view! {
        <section class="card">
            <h2>{move || preferences.words().account.sign_up}</h2>
            <Form submission submit=Callback::new(submit) fields=&[Place::Name, Place::Password, Place::NewPassword]>
                <Field id="sign-up-name" name="username" value=name autocomplete="username" longest=LONGEST_NAME
                    label=Signal::derive(move || preferences.words().account.name) submission places=&[Place::Name]/>
                <Field id="sign-up-password" name="password" kind="password" value=password
                    autocomplete="new-password"
                    label=Signal::derive(move || preferences.words().account.password) submission places=&[Place::Password, Place::NewPassword]
                    help=Signal::derive(move || preferences.words().account.password_help)/>
                <Submit label=Signal::derive(move || preferences.words().account.sign_up) name="sign-up" submission/>
            </Form>
        </section>
    }
}

#[component]
fn Rename() -> impl IntoView {
    let preferences = preferences();
    let (identity, notices) = (identity(), notices());
    let (name, submission) = (RwSignal::new(own_name()), Submission::new());
    let submit = move |()| {
        let change = ChangeMe { name: Some(name.get_untracked()), ..ChangeMe::default() };
        submission.send(api::change_me(change), move |me| {
            identity.set_person(Some(me));
            notices.show(preferences.words_now().account.saved.to_string());
        });
    };
    view! {
        <section class="card">
            <h2>{move || preferences.words().account.name}</h2>
            <Form submission submit=Callback::new(submit) fields=&[Place::Name]>
                <Field id="new-name" name="name" value=name autocomplete="nickname" longest=LONGEST_NAME
                    label=Signal::derive(move || preferences.words().account.your_name) submission places=&[Place::Name]/>
                <Submit label=Signal::derive(move || preferences.words().account.rename) name="rename" submission quiet=true/>
            </Form>
        </section>
    }
}

#[component]
fn Password() -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let (old, new, submission) = (RwSignal::new(String::new()), RwSignal::new(String::new()), Submission::new());
    let (sign_out_others, revoke_tokens, remove_passkeys) =
        (RwSignal::new(true), RwSignal::new(false), RwSignal::new(false));
    let submit = move |()| {
        let change = ChangePassword {
            old: old.get_untracked(),
            new: new.get_untracked(),
            sign_out_others: sign_out_others.get_untracked(),
            revoke_tokens: revoke_tokens.get_untracked(),
            remove_passkeys: remove_passkeys.get_untracked(),
        };
        submission.send(api::change_password(change), move |()| {
            let _ = (old.try_set(String::new()), new.try_set(String::new()));
            let words = preferences.words_now();
            let signed_out = sign_out_others.get_untracked();
            let text = if signed_out { words.account.password_changed } else { words.security.password_saved };
            notices.show(text.to_string());
        });
    };
    view! {
        <section class="card">
            <h2>{move || preferences.words().account.password}</h2>
            <Form submission submit=Callback::new(submit) fields=&[Place::Password, Place::NewPassword]>
                // For password managers, which store a password with its name.
                <input type="text" name="username" autocomplete="username" prop:value=own_name() hidden=true readonly=true/>
                <Field id="old-password" name="old" kind="password" value=old autocomplete="current-password"
                    label=Signal::derive(move || preferences.words().account.old_password) submission places=&[Place::Password]/>
                <Field id="new-password" name="new" kind="password" value=new autocomplete="new-password"
                    label=Signal::derive(move || preferences.words().account.new_password) submission places=&[Place::NewPassword]
                    help=Signal::derive(move || preferences.words().account.password_help)/>
                <Switch
                    on=sign_out_others
                    set=Callback::new(move |on| sign_out_others.set(on))
                    label=Signal::derive(move || preferences.words().security.sign_out_also)
                    name="sign-out-others-too"
                />
                <Switch
                    on=revoke_tokens
                    set=Callback::new(move |on| revoke_tokens.set(on))
                    label=Signal::derive(move || preferences.words().security.revoke_tokens)
                    name="revoke-tokens"
                />
                <Switch
                    on=remove_passkeys
                    set=Callback::new(move |on| remove_passkeys.set(on))
                    label=Signal::derive(move || preferences.words().security.remove_passkeys)
                    name="remove-passkeys"
                />
                <Submit label=Signal::derive(move || preferences.words().account.change_password)
                    name="change-password" submission quiet=true/>
            </Form>
        </section>
    }
}

/// Export and deletion of the data the server stores about the user.
#[component]
fn UserData(has_password: bool) -> impl IntoView {
    let preferences = preferences();
    let (identity, notices) = (identity(), notices());
    let (asked, password, submission) = (RwSignal::new(false), RwSignal::new(String::new()), Submission::new());
    let submit = move |()| {
        let password = has_password.then(|| password.get_untracked());
        submission.send(api::delete_me(password), move |()| {
            identity.set_person(None);
            notices.show(preferences.words_now().account.deleted.to_string());
        });
    };
    view! {
        <section class="card">
            <h2>{move || preferences.words().account.data}</h2>
            <p class="quiet">{move || preferences.words().account.data_help}</p>
            <p class="row-of-buttons">
                <a class="button" href=api::EXPORT download="shangrila.json" data-do="export">
                    {move || preferences.words().account.export}
                </a>
                <button type="button" class="button" data-do="delete-account" hidden=move || asked.get()
                    on:click=move |_| asked.set(true)>
                    {move || preferences.words().account.delete}
                </button>
            </p>
            {move || asked.get().then(|| view! {
                <Form submission submit=Callback::new(submit) fields=if has_password { &[Place::Password] } else { &[] }>
                    <p role="alert">{move || preferences.words().account.delete_sure}</p>
                    {has_password.then(|| view! {
                        <Field id="delete-password" name="password" kind="password" value=password
                            autocomplete="current-password"
                            label=Signal::derive(move || preferences.words().account.password)
                            submission places=&[Place::Password]/>
                    })}
                    <p class="row-of-buttons">
                        <button type="button" class="button" on:click=move |_| asked.set(false)>
                            {move || preferences.words().table.back}
                        </button>
                        <Submit label=Signal::derive(move || preferences.words().account.delete)
                            name="delete-account-yes" submission/>
                    </p>
                </Form>
            })}
        </section>
    }
}
