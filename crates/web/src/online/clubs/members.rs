//! The members of a club, those who would like to join, and the link with which anyone can.

use leptos::prelude::*;
use shangrila_protocol::{ClubMember, ClubRole, Person, PersonId};

use super::club_page::{OpenClub, changes};
use super::requests;
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;
use crate::share;

/// Those who would like to join, for organisers.
#[component]
pub(super) fn Requests(club: OpenClub, people: Vec<Person>) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().clubs();
    let change = changes(club);
    let answer = move |person: PersonId, is_welcome: bool| {
        let id = club.id();
        change(Box::pin(async move {
            if is_welcome {
                requests::set_role(&id, &person, ClubRole::Member).await
            } else {
                requests::remove(&id, &person).await
            }
        }));
    };
    let row = move |person: Person| {
        let (let_in, declined) = (person.id.clone(), person.id.clone());
        let name = person.name.clone();
        view! {
            <li data-request=name>
                <span class="who"><a href=Route::Person(person.id.to_string()).fragment()>{person.name}</a></span>
                <button type="button" class="button small main" data-do="let-in" on:click=move |_| answer(let_in.clone(), true)>
                    {move || words().let_in}
                </button>
                <button type="button" class="button small" data-do="decline" on:click=move |_| answer(declined.clone(), false)>
                    {move || words().decline}
                </button>
            </li>
        }
    };
    (!people.is_empty()).then(|| {
        view! {
            <section>
                <h2>{move || words().requests}</h2>
                <ul class="people-list">{people.into_iter().map(row).collect_view()}</ul>
            </section>
        }
    })
}

/// The members with their roles, and for members the link.
#[component]
pub(super) fn Members(
    club: OpenClub,
    role: Option<ClubRole>,
    members: Vec<ClubMember>,
    secret: Option<String>,
) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let words = move || preferences.language.get().clubs();
    let change = changes(club);
    let set_role = move |person: PersonId, role: ClubRole| {
        let id = club.id();
        change(Box::pin(async move { requests::set_role(&id, &person, role).await }));
    };
    let remove = move |person: PersonId| {
        let id = club.id();
        change(Box::pin(async move { requests::remove(&id, &person).await }));
    };
    let row = move |member: ClubMember| {
        let (person, is) = (member.person, member.role);
        let title = move || match is {
            ClubRole::Owner => Some(words().owner),
            ClubRole::Organiser => Some(words().organiser),
            ClubRole::Member => None,
        };
        let (appointed, heir, removed) = (person.id.clone(), person.id.clone(), person.id.clone());
        let is_owned = role == Some(ClubRole::Owner) && is != ClubRole::Owner;
        let is_removable = is_owned || role == Some(ClubRole::Organiser) && is == ClubRole::Member;
        let other = if is == ClubRole::Organiser { ClubRole::Member } else { ClubRole::Organiser };
        // Nobody can take a club back, so they are asked first.
        let is_giving = RwSignal::new(false);
        let name = person.name.clone();
        view! {
            <li data-member=name data-role=match is {
                ClubRole::Owner => "owner",
                ClubRole::Organiser => "organiser",
                ClubRole::Member => "member",
            }>
                <span class="who">
                    <a href=Route::Person(person.id.to_string()).fragment()>{person.name}</a>
                    " " <span class="role">{title}</span>
                </span>
                {move || if is_giving.get() {
                    let heir = heir.clone();
                    view! {
                        <button type="button" class="button small" on:click=move |_| is_giving.set(false)>
                            {move || preferences.words().table.back}
                        </button>
                        <button type="button" class="button small main" data-do="hand-over-yes"
                            on:click=move |_| set_role(heir.clone(), ClubRole::Owner)>
                            {move || words().hand_over}
                        </button>
                    }.into_any()
                } else {
                    let (appointed, removed) = (appointed.clone(), removed.clone());
                    view! {
                        {is_owned.then(|| view! {
                            <button type="button" class="button small" data-do="appoint" on:click=move |_| set_role(appointed.clone(), other)>
                                {move || if other == ClubRole::Member { words().make_member } else { words().make_organiser }}
                            </button>
                            <button type="button" class="button small" data-do="hand-over-club" on:click=move |_| is_giving.set(true)>
                                {move || words().hand_over} "…"
                            </button>
                        })}
                        {is_removable.then(|| view! {
                            <button type="button" class="button small" data-do="remove-member" on:click=move |_| remove(removed.clone())>
                                {move || words().remove}
                            </button>
                        })}
                    }.into_any()
                }}
            </li>
        }
    };
    let link = secret.map(|secret| {
        let address = StoredValue::new(Route::Club(club.id().to_string(), secret).link());
        let renew = move |_| {
            let id = club.id();
            change(Box::pin(async move { requests::renew_link(&id).await }));
        };
        view! {
            <p class="row-of-buttons" data-club-link=address.get_value()>
                <button type="button" class="button small" data-do="copy-club-link"
                    on:click=move |_| share::copy_link(&address.get_value(), notices, preferences)>
                    {move || words().copy_link}
                </button>
                {role.is_some_and(|role| role <= ClubRole::Organiser).then(|| view! {
                    <button type="button" class="button small" data-do="renew-club-link" on:click=renew>
                        {move || words().renew_link}
                    </button>
                })}
            </p>
        }
    });
    view! {
        <section>
            <h2>{move || words().members}</h2>
            {link}
            <ul class="people-list">{members.into_iter().map(row).collect_view()}</ul>
        </section>
    }
}
