//! Invitations to tables: those the user has received, and friends to invite in the waiting room.

use leptos::prelude::*;
use shangrila_protocol::{Acquaintance, MyPeople, PersonKind, TableInvitation, TableInvitations};

use super::super::error_text::error_text;
use super::super::identity::identity;
use super::super::online_page::{Fetched, fetch, follow};
use super::super::table::OnlineTable;
use super::super::table_text::settings_text;
use super::requests;
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;

/// Whether the user has an account. Guests have no friends, and nobody can invite them but by a link.
fn has_account() -> Memo<bool> {
    let identity = identity();
    Memo::new(move |_| identity.me.with(|me| me.as_ref().is_some_and(|me| me.person.kind == PersonKind::Account)))
}

/// The invitations that the user has not answered, if there are any.
#[component]
pub(in super::super) fn OwnInvitations() -> impl IntoView {
    let has_account = has_account();
    move || has_account.get().then(|| view! { <InvitationList/> })
}

#[component]
fn InvitationList() -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let words = move || preferences.language.get().people();
    let answer: Fetched<TableInvitations> = follow(requests::my_invitations);
    let invitations = move || match answer.get() {
        Some(Ok(TableInvitations { invitations })) => invitations,
        _ => Vec::new(),
    };
    let row = move |TableInvitation { table, by, .. }: TableInvitation| {
        let address = Route::Table(table.table.to_string()).fragment();
        let id = table.table.clone();
        let decline = move |_| {
            let id = id.clone();
            leptos::task::spawn_local(async move {
                match requests::decline(&id).await {
                    Ok(()) => fetch(answer, requests::my_invitations()),
                    Err(error) => notices.show(error_text(preferences.words_now(), &error)),
                }
            });
        };
        let settings = move || settings_text(preferences.words(), preferences.language.get().pairs(), &table);
        view! {
            <li data-invitation="">
                <span class="who">{move || words().invites_you(&by.name)} " " <small class="quiet">{settings}</small></span>
                <a class="button small main" href=address data-do="accept-invitation">
                    {move || preferences.words().lobby.join}
                </a>
                <button type="button" class="button small" data-do="decline-invitation" on:click=decline>
                    {move || words().decline}
                </button>
            </li>
        }
    };
    move || {
        let list = invitations();
        (!list.is_empty()).then(|| {
            view! {
                <section>
                    <h2>{move || words().invitations}</h2>
                    <ul class="people-list">{list.into_iter().map(row).collect_view()}</ul>
                </section>
            }
        })
    }
}

/// Friends to invite to a table, those who are online first.
#[component]
pub(in super::super) fn InviteFriends(table: OnlineTable) -> impl IntoView {
    let has_account = has_account();
    move || has_account.get().then(|| view! { <Friends table/> })
}

#[component]
fn Friends(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().people();
    let answer: Fetched<MyPeople> = RwSignal::new(None);
    fetch(answer, requests::my_people());
    let friends = move || match answer.get() {
        Some(Ok(people)) => people.friends,
        _ => Vec::new(),
    };
    move || {
        let friends = friends();
        (!friends.is_empty()).then(|| {
            view! {
                <details class="invite-friends">
                    <summary data-do="invite-friends">{move || words().invite_friends}</summary>
                    <ul class="people-list">
                        {friends.into_iter().map(|friend| view! { <FriendRow table friend/> }).collect_view()}
                    </ul>
                </details>
            }
        })
    }
}

#[component]
fn FriendRow(table: OnlineTable, friend: Acquaintance) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let words = move || preferences.language.get().people();
    let Acquaintance { person, online } = friend;
    let is_invited = RwSignal::new(false);
    let (id, name) = (person.id, person.name);
    let data_name = name.clone();
    let invite = move |_| {
        let (table, person) = (table.id(), id.clone());
        leptos::task::spawn_local(async move {
            match requests::invite(&table, person).await {
                Ok(()) => drop(is_invited.try_set(true)),
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    };
    view! {
        <li data-friend=data_name>
            <span class="who">{name} {online.then(|| view! { " " <small>{move || words().online}</small> })}</span>
            <button type="button" class="button small" data-do="invite" disabled=move || is_invited.get() on:click=invite>
                {move || if is_invited.get() { words().invited } else { words().invite }}
            </button>
        </li>
    }
}
