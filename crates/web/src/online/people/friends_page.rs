//! Friends, requests, and whom one follows, with who of them is online.

use leptos::prelude::*;
use shangrila_i18n::PeopleWords;
use shangrila_protocol::{Acquaintance, LONGEST_NAME, MyPeople, Person, PersonKind};

use super::super::error_text::{Place, error_text};
use super::super::form::{Field, Form, Submission, Submit};
use super::super::identity::identity;
use super::super::online_page::{Fetched, Loaded, OnlinePage, fetch, follow};
use super::requests;
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;

/// The page of the people one knows.
#[component]
pub(in super::super) fn FriendsPage() -> impl IntoView {
    let (preferences, identity) = (preferences(), identity());
    let has_account =
        Memo::new(move |_| identity.me.with(|me| me.as_ref().is_some_and(|me| me.person.kind == PersonKind::Account)));
    let words = move || preferences.language.get().people();
    view! {
        <OnlinePage title=Signal::derive(move || words().title) here=Route::People>
            {move || if has_account.get() {
                view! { <FindSomeone/> <KnownPeople/> }.into_any()
            } else {
                view! {
                    <p>{move || words().needs_account}</p>
                    <p><a class="button main" href=Route::Account.fragment()>
                        {move || preferences.language.get().meeting().to_account}
                    </a></p>
                }
                .into_any()
            }}
        </OnlinePage>
    }
}

#[component]
fn FindSomeone() -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().people();
    let (name, submission) = (RwSignal::new(String::new()), Submission::new());
    let submit = move |()| {
        let wanted = name.get_untracked();
        let question = async move { requests::find(wanted.trim()).await };
        submission.send(question, |person| Route::Person(person.id.to_string()).go());
    };
    view! {
        <section>
            <h2>{move || words().find}</h2>
            <Form submission submit=Callback::new(submit) fields=&[Place::Name]>
                <Field id="find-person" name="person" value=name autocomplete="off" longest=LONGEST_NAME
                    label=Signal::derive(move || words().account_name) submission places=&[Place::Name]/>
                <div><Submit label=Signal::derive(move || words().search) name="find-person" submission quiet=true/></div>
            </Form>
        </section>
    }
}

/// What can be done with the people of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListKind {
    Friends,
    Asking,
    Asked,
    Following,
}

impl ListKind {
    fn id(self) -> &'static str {
        match self {
            ListKind::Friends => "friends",
            ListKind::Asking => "asking",
            ListKind::Asked => "asked",
            ListKind::Following => "following",
        }
    }

    fn title(self, words: &PeopleWords) -> &'static str {
        match self {
            ListKind::Friends => words.friends,
            ListKind::Asking => words.asking,
            ListKind::Asked => words.asked,
            ListKind::Following => words.following,
        }
    }
}

#[component]
fn KnownPeople() -> impl IntoView {
    let preferences = preferences();
    let people: Fetched<MyPeople> = follow(requests::my_people);
    let show = move |known: MyPeople| {
        let offline = |person: Person| Acquaintance { person, online: false };
        let is_empty = known == MyPeople::default();
        let lists = [
            (ListKind::Asking, known.asking.into_iter().map(offline).collect::<Vec<_>>()),
            (ListKind::Friends, known.friends),
            (ListKind::Asked, known.asked.into_iter().map(offline).collect()),
            (ListKind::Following, known.following),
        ];
        let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
        let lists = lists.map(|(kind, list)| view! { <PeopleList kind list people/> }).collect_view();
        view! {
            {is_empty.then(|| view! {
                <p class="quiet" data-no-people="">{move || preferences.language.get().people().no_friends}</p>
            })}
            {lists}
        }
    };
    view! { <Loaded answer=people show/> }
}

#[component]
fn PeopleList(kind: ListKind, list: Vec<Acquaintance>, people: Fetched<MyPeople>) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let words = move || preferences.language.get().people();
    // Does something and reads the lists again.
    let change = move |person: Person, accepts: bool| {
        leptos::task::spawn_local(async move {
            let done = match kind {
                ListKind::Asking if accepts => requests::befriend(&person.id).await.map(drop),
                ListKind::Asking | ListKind::Asked | ListKind::Friends => requests::unfriend(&person.id).await,
                ListKind::Following => requests::follow(&person.id, false).await,
            };
            match done {
                Ok(()) => fetch(people, requests::my_people()),
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    };
    let row = move |Acquaintance { person, online }: Acquaintance| {
        let (accepted, other) = (person.clone(), person.clone());
        let (address, name) = (Route::Person(person.id.to_string()).fragment(), person.name);
        let data_name = name.clone();
        view! {
            <li data-person=data_name data-online=online.then_some("true")>
                <span class="who">
                    <a href=address>{name}</a>
                    {online.then(|| view! { " " <small>{move || words().online}</small> })}
                </span>
                {(kind == ListKind::Asking).then(|| view! {
                    <button type="button" class="button small main" data-do="accept"
                        on:click=move |_| change(accepted.clone(), true)>{move || words().accept}</button>
                })}
                {match kind {
                    ListKind::Friends | ListKind::Following => None,
                    ListKind::Asking | ListKind::Asked => Some(view! {
                        <button type="button" class="button small" data-do="refuse"
                            on:click=move |_| change(other.clone(), false)>
                            {move || if kind == ListKind::Asking { words().decline } else { words().withdraw }}
                        </button>
                    }),
                }}
            </li>
        }
    };
    view! {
        <section data-people=kind.id()>
            <h2>{move || kind.title(words())}</h2>
            <ul class="people-list">{list.into_iter().map(row).collect_view()}</ul>
        </section>
    }
}
