//! The public profile of a person: results, ratings, games.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_protocol::{PersonId, PersonKind, Profile, Rating, RatingList};

use super::super::api::{self, ApiError};
use super::super::identity::identity;
use super::super::mutes::mute_action;
use super::super::online_page::{Fetched, Loaded, OnlinePage, fetch};
use super::super::report_form::PersonActions;
use super::super::table_list::date_text;
use super::super::table_text::decimal;
use super::head_to_head::Comparison;
use super::history::History;
use super::rating_graph::RatingGraph;
use super::results::Results;
use super::standing::StandingButtons;
use crate::controls::Switch;
use crate::preferences::preferences;
use crate::route::Route;

/// The page of a profile.
#[component]
pub(in super::super) fn PersonPage(id: String) -> impl IntoView {
    let preferences = preferences();
    let answer: Fetched<Profile> = RwSignal::new(None);
    match id.parse::<PersonId>() {
        Ok(person) => fetch(answer, async move { api::profile(&person).await }),
        Err(_) => answer.set(Some(Err(ApiError::Refused(shangrila_protocol::Refusal::NotFound)))),
    }
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().lobby.profile) here=Route::People>
            <Loaded answer show=|profile| view! { <ProfileView profile/> }/>
        </OnlinePage>
    }
}

#[component]
fn ProfileView(profile: Profile) -> impl IntoView {
    let preferences = preferences();
    let Profile { person, since, games, wins, ratings, standing, vacation_until, .. } = profile;
    let (id, kind) = (person.id.to_string(), person.kind);
    let results = move || {
        let wins = decimal(preferences.words(), wins);
        preferences.words().lobby.results(games, wins)
    };
    let known_since = move || {
        let date = date_text(preferences.language.get().code(), since);
        preferences.words().lobby.since(kind_name(preferences.words(), kind), date)
    };
    view! {
        <section class="person" data-person=id>
            <h2>{person.name}</h2>
            <p class="quiet">{known_since}</p>
            <p>{results}</p>
            {vacation_until.map(|until| view! {
                <p data-on-vacation="">{move || {
                    let language = preferences.language.get();
                    language.days().vacation_until(date_text(language.code(), until))
                }}</p>
            })}
            {standing.map(|standing| view! { <StandingButtons person=person.id.clone() standing/> })}
        </section>
        <section>
            <h2>{move || preferences.words().lobby.ratings}</h2>
            <p class="quiet">{move || preferences.words().lobby.how_rated}</p>
            <PersonRatings ratings=ratings.clone()/>
            <RatingGraph person=person.id.clone() ratings/>
        </section>
        {(games > 0).then(|| view! {
            <Results person=person.id.clone()/>
            <Comparison person=person.id.clone()/>
        })}
        <History person=person.id.clone()/>
        <section>
            <MuteSwitch person=person.id.clone()/>
            <PersonActions person=person.id/>
        </section>
    }
}

/// The name of a kind of person: guest, account or bot.
pub(in super::super) fn kind_name(words: &Words, kind: PersonKind) -> &'static str {
    match kind {
        PersonKind::Guest => words.account.guest,
        PersonKind::Account => words.account.account,
        PersonKind::Bot => words.account.bot,
    }
}

#[component]
fn PersonRatings(ratings: Vec<Rating>) -> impl IntoView {
    let preferences = preferences();
    if ratings.is_empty() {
        return view! { <p>{move || preferences.words().lobby.no_ratings}</p> }.into_any();
    }
    let row = move |rating: Rating| {
        let opponents = move || {
            let words = preferences.words();
            let list = match rating.list {
                RatingList::People => words.lobby.people_only,
                RatingList::Bots => words.lobby.with_bots,
            };
            let number = if rating.players == 3 { words.home.three } else { words.home.four };
            format!("{number}, {list}")
        };
        view! {
            <tr>
                <th scope="row">{opponents}</th>
                <td>{format!("{:.0} ± {:.0}", rating.rating, rating.uncertainty)}</td>
                <td>{rating.games}</td>
                <td>{move || decimal(preferences.words(), rating.wins)}</td>
            </tr>
        }
    };
    view! {
        <table class="figures">
            <thead>
                <tr>
                    <th scope="col" class="name">{move || preferences.words().home.players}</th>
                    <th scope="col">{move || preferences.words().lobby.rating}</th>
                    <th scope="col">{move || preferences.words().lobby.games}</th>
                    <th scope="col">{move || preferences.words().lobby.wins}</th>
                </tr>
            </thead>
            <tbody>{ratings.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// The mute switch, on other people's profiles.
#[component]
fn MuteSwitch(person: PersonId) -> impl IntoView {
    let (preferences, identity) = (preferences(), identity());
    let person = StoredValue::new(person);
    let is_other = move || identity.me.get().is_some_and(|me| person.with_value(|person| me.person.id != *person));
    let is_muted = Signal::derive(move || person.with_value(|person| identity.has_muted(person)));
    let mute = mute_action();
    let set = move |muted: bool| mute(person.get_value(), muted);
    move || {
        is_other().then(|| {
            view! {
                <Switch
                    on=is_muted
                    set=Callback::new(set)
                    label=Signal::derive(move || preferences.words().lobby.mute)
                    name="mute"
                />
            }
        })
    }
}
