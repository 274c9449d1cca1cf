//! The clubs of the user, those that anyone can join, and the form for a new one.

use leptos::prelude::*;
use shangrila_protocol::{ClubEntry, ClubSummary, Clubs, LONGEST_CLUB_NAME, LONGEST_CLUB_TEXT, NewClub, PersonKind};

use super::super::error_text::Place;
use super::super::form::{Field, Form, Submission, Submit};
use super::super::identity::identity;
use super::super::online_page::{Fetched, Loaded, OnlinePage, fetch};
use super::requests;
use super::settings_form::EntryChoice;
use crate::preferences::preferences;
use crate::route::Route;

/// The page of all clubs.
#[component]
pub(in super::super) fn ClubList() -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    view! {
        <OnlinePage title=Signal::derive(move || words().title) here=Route::Clubs>
            <Lists/>
        </OnlinePage>
    }
}

#[component]
fn Lists() -> impl IntoView {
    let (preferences, identity) = (preferences(), identity());
    let words = move || preferences.language.get().clubs();
    let has_account =
        Memo::new(move |_| identity.me.with(|me| me.as_ref().is_some_and(|me| me.person.kind == PersonKind::Account)));
    let name = RwSignal::new(String::new());
    let found: Fetched<Clubs> = RwSignal::new(None);
    let search = move || {
        let wanted = name.get_untracked();
        fetch(found, async move { requests::find(wanted.trim()).await });
    };
    search();
    view! {
        <p>{move || words().intro}</p>
        {move || has_account.get().then(|| view! { <OwnClubs/> })}
        <section>
            <h2>{move || words().all_clubs}</h2>
            <form class="form search" role="search" on:submit=move |event| { event.prevent_default(); search() }>
                <div class="field">
                    <label for="club-search">{move || words().name}</label>
                    <input id="club-search" type="search" autocomplete="off" maxlength=LONGEST_CLUB_NAME
                        prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
                </div>
                <button type="submit" class="button" data-do="search-clubs">{move || preferences.words().lobby.search}</button>
            </form>
            <Loaded answer=found show=move |clubs: Clubs| view! { <ClubRows clubs=clubs.clubs/> }/>
        </section>
        {move || if has_account.get() {
            view! { <Founding/> }.into_any()
        } else {
            view! { <p class="quiet">{move || words().needs_account}</p> }.into_any()
        }}
    }
}

#[component]
fn OwnClubs() -> impl IntoView {
    let preferences = preferences();
    let answer: Fetched<Clubs> = RwSignal::new(None);
    fetch(answer, requests::mine());
    let show = move |clubs: Clubs| {
        (!clubs.clubs.is_empty()).then(|| {
            view! {
                <section data-own-clubs="">
                    <h2>{move || preferences.language.get().clubs().my_clubs}</h2>
                    <ClubRows clubs=clubs.clubs/>
                </section>
            }
        })
    };
    view! { <Loaded answer show/> }
}

#[component]
fn ClubRows(clubs: Vec<ClubSummary>) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    if clubs.is_empty() {
        return view! { <p class="quiet" data-no-clubs="">{move || words().none_found}</p> }.into_any();
    }
    let row = move |club: ClubSummary| {
        let (address, members) = (Route::Club(club.club.to_string(), String::new()).fragment(), club.member_count);
        // The first line is enough in a list.
        let about = club.about.lines().next().unwrap_or_default().to_string();
        let name = club.name.clone();
        view! {
            <li data-club=name>
                <a href=address>
                    <b>{club.name}</b>
                    <small>{move || words().member_count(members)}</small>
                    {(!about.is_empty()).then(|| view! { <small>{about}</small> })}
                </a>
            </li>
        }
    };
    view! { <ul class="club-list">{clubs.into_iter().map(row).collect_view()}</ul> }.into_any()
}

#[component]
fn Founding() -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let (name, about, entry) =
        (RwSignal::new(String::new()), RwSignal::new(String::new()), RwSignal::new(ClubEntry::Open));
    let submission = Submission::new();
    let submit = move |()| {
        let new = NewClub { name: name.get_untracked(), about: about.get_untracked(), entry: entry.get_untracked() };
        submission.send(async move { requests::found(&new).await }, |created| {
            Route::Club(created.club.to_string(), String::new()).go();
        });
    };
    view! {
        <details class="club-part">
            <summary data-do="new-club">{move || words().found_title}</summary>
            <Form submission submit=Callback::new(submit) fields=&[Place::Name]>
                <Field id="club-name" name="club" value=name autocomplete="off" longest=LONGEST_CLUB_NAME
                    label=Signal::derive(move || words().name) submission places=&[Place::Name]/>
                <div class="field">
                    <label for="club-about">{move || words().about}</label>
                    <textarea id="club-about" rows="3" maxlength=LONGEST_CLUB_TEXT prop:value=move || about.get()
                        on:input=move |event| about.set(event_target_value(&event))></textarea>
                </div>
                <EntryChoice entry/>
                <div><Submit label=Signal::derive(move || words().found) name="found-club" submission/></div>
            </Form>
        </details>
    }
}
