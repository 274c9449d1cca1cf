//! Two people's games with each other: with the user, or with anyone else.

use leptos::prelude::*;
use shangrila_protocol::{HeadToHead, LONGEST_NAME, PersonId};

use super::super::error_text::Place;
use super::super::form::{Field, Form, Submission, Submit};
use super::super::identity::identity;
use super::super::online_page::{Fetched, Loaded, fetch};
use super::super::table_list::FinishedList;
use super::super::table_text::decimal;
use super::requests;
use crate::preferences::preferences;

/// A comparison with the user to begin with, and with whoever is chosen.
#[component]
pub(super) fn Comparison(person: PersonId) -> impl IntoView {
    let (preferences, identity) = (preferences(), identity());
    let words = move || preferences.language.get().people();
    let answer: Fetched<HeadToHead> = RwSignal::new(None);
    let is_asked = RwSignal::new(false);
    let person = StoredValue::new(person);
    let compare = move |other: PersonId| {
        is_asked.set(true);
        let person = person.get_value();
        fetch(answer, async move { requests::against(&person, &other).await });
    };
    let me = identity.me.with_untracked(|me| me.as_ref().map(|me| me.person.id.clone()));
    if let Some(me) = me.filter(|me| person.with_value(|person| person != me)) {
        compare(me);
    }
    let (name, submission) = (RwSignal::new(String::new()), Submission::new());
    let submit = move |()| {
        let wanted = name.get_untracked();
        submission.send(async move { requests::find(wanted.trim()).await }, move |found| compare(found.id));
    };
    view! {
        <section data-comparison="">
            <h2>{move || words().head_to_head}</h2>
            {move || is_asked.get().then(|| view! { <Loaded answer show=|met| view! { <Met met/> }/> })}
            <Form submission submit=Callback::new(submit) fields=&[Place::Name]>
                <Field id="compare-with" name="other" value=name autocomplete="off" longest=LONGEST_NAME
                    label=Signal::derive(move || words().compare_with) submission places=&[Place::Name]/>
                <div><Submit label=Signal::derive(move || words().compare) name="compare" submission quiet=true/></div>
            </Form>
        </section>
    }
}

#[component]
fn Met(met: HeadToHead) -> impl IntoView {
    let preferences = preferences();
    let words = move || preferences.language.get().people();
    let HeadToHead { person, other, games, wins, other_wins, latest } = met;
    if games == 0 {
        let name = other.name;
        return view! { <p data-met="0"><b>{name}</b> {move || preferences.words().colon} {move || words().never_met}</p> }.into_any();
    }
    let won = move |name: String, wins: f64| {
        move || words().has_won(&name, decimal(preferences.words(), (wins * 10.0).round() / 10.0))
    };
    view! {
        <div data-met=games>
            <p><b>{format!("{} – {}", person.name, other.name)}</b> {move || preferences.words().colon} {move || words().met(games)}</p>
            <p>{won(person.name.clone(), wins)} " " {won(other.name.clone(), other_wins)}</p>
            <FinishedList tables=latest/>
        </div>
    }
    .into_any()
}
