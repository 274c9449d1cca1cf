//! The people the user has blocked, on the account page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{BlockedPeople, Person, PersonId};

use super::api;
use super::error_text::error_text;
use super::identity::identity;
use super::online_page::{Fetched, Loaded, fetch};
use crate::notices::notices;
use crate::preferences::preferences;
use crate::route::Route;

/// The list, with a button to unblock each of them.
#[component]
pub(super) fn BlockedList() -> impl IntoView {
    let (preferences, identity, notices) = (preferences(), identity(), notices());
    let answer: Fetched<BlockedPeople> = RwSignal::new(None);
    fetch(answer, api::blocked_people());
    let unblock = move |person: PersonId| {
        spawn_local(async move {
            match api::block(&person, false).await {
                Ok(()) => {
                    let _ = answer.try_update(|answer| {
                        if let Some(Ok(blocked)) = answer {
                            blocked.people.retain(|other| other.id != person);
                        }
                    });
                    identity.refresh();
                }
                Err(error) => notices.show(error_text(preferences.words_now(), &error)),
            }
        });
    };
    let row = move |person: Person| {
        let (id, address) = (person.id.clone(), Route::Person(person.id.to_string()).fragment());
        view! {
            <li data-blocked=person.id.to_string()>
                <a href=address>{person.name}</a>
                <button type="button" class="button small" data-do="unblock" on:click=move |_| unblock(id.clone())>
                    {move || preferences.words().moderation.unblock}
                </button>
            </li>
        }
    };
    view! {
        <section class="card">
            <h2>{move || preferences.words().moderation.blocked_people}</h2>
            <p class="quiet">{move || preferences.words().moderation.block_help}</p>
            <Loaded answer show=move |blocked: BlockedPeople| {
                if blocked.people.is_empty() {
                    return view! { <p>{move || preferences.words().moderation.nobody_blocked}</p> }.into_any();
                }
                view! { <ul class="blocked">{blocked.people.into_iter().map(row).collect_view()}</ul> }.into_any()
            }/>
        </section>
    }
}
