//! How the user stands to someone, on their profile: friend or not, following or not.

use leptos::prelude::*;
use shangrila_protocol::{Friendship, PersonId, Relation};

use super::super::api::ApiError;
use super::super::error_text::error_text;
use super::requests;
use crate::controls::Switch;
use crate::notices::notices;
use crate::preferences::preferences;

/// The buttons for friends and followers.
#[component]
pub(super) fn StandingButtons(person: PersonId, standing: Relation) -> impl IntoView {
    let (preferences, notices) = (preferences(), notices());
    let words = move || preferences.language.get().people();
    let person = StoredValue::new(person);
    let standing = RwSignal::new(standing);
    let settle = move |result: Result<Relation, ApiError>| match result {
        Ok(now) => drop(standing.try_set(now)),
        Err(error) => notices.show(error_text(preferences.words_now(), &error)),
    };
    let befriend = move |_| {
        leptos::task::spawn_local(async move { settle(requests::befriend(&person.get_value()).await) });
    };
    let unfriend = move |_| {
        leptos::task::spawn_local(async move {
            let done = requests::unfriend(&person.get_value()).await;
            let following = standing.try_get_untracked().unwrap_or_default().following;
            settle(done.map(|()| Relation { friendship: Friendship::None, following }));
        });
    };
    let follow = move |on: bool| {
        leptos::task::spawn_local(async move {
            let done = requests::follow(&person.get_value(), on).await;
            let friendship = standing.try_get_untracked().unwrap_or_default().friendship;
            settle(done.map(|()| Relation { friendship, following: on }));
        });
    };
    let friendship = Memo::new(move |_| standing.get().friendship);
    view! {
        <div class="standing" data-friendship=move || match friendship.get() {
            Friendship::None => "none",
            Friendship::Asked => "asked",
            Friendship::AsksYou => "asks",
            Friendship::Friends => "friends",
        }>
            {move || match friendship.get() {
                Friendship::None => None,
                Friendship::Asked => Some(words().you_asked),
                Friendship::AsksYou => Some(words().asking),
                Friendship::Friends => Some(words().are_friends),
            }.map(|text| view! { <b>{text}</b> })}
            {move || matches!(friendship.get(), Friendship::None | Friendship::AsksYou).then(|| view! {
                <button type="button" class="button small main" data-do="befriend" on:click=befriend>
                    {move || if friendship.get() == Friendship::AsksYou { words().accept } else { words().befriend }}
                </button>
            })}
            {move || (friendship.get() != Friendship::None).then(|| view! {
                <button type="button" class="button small" data-do="unfriend" on:click=unfriend>
                    {move || match friendship.get() {
                        Friendship::AsksYou => words().decline,
                        Friendship::Asked => words().withdraw,
                        _ => words().unfriend,
                    }}
                </button>
            })}
        </div>
        <Switch
            on=Signal::derive(move || standing.get().following)
            set=Callback::new(follow)
            label=Signal::derive(move || words().follow)
            name="follow"
        />
    }
}
