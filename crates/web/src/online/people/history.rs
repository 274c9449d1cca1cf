//! All finished public games of a person, page by page.

use leptos::prelude::*;
use shangrila_protocol::{PersonId, TableSummary, Tables};

use super::super::online_page::{Fetched, Loaded, fetch};
use super::super::table_list::FinishedList;
use super::requests;
use crate::preferences::preferences;

/// The games of a person, the latest first.
#[component]
pub(super) fn History(person: PersonId) -> impl IntoView {
    let preferences = preferences();
    let person = StoredValue::new(person);
    // What is shown so far, and the page after it.
    let shown = RwSignal::new(Vec::<TableSummary>::new());
    let page: Fetched<Tables> = RwSignal::new(None);
    let load = move |before: Option<u64>| {
        let person = person.get_value();
        fetch(page, async move { requests::games(&person, before).await });
    };
    load(None);
    let load_more = move |_| {
        let Some(Ok(tables)) = page.get_untracked() else { return };
        let before = tables.tables.last().map(|table| table.changed);
        shown.update(|shown| shown.extend(tables.tables));
        load(before);
    };
    let list = move |tables: Tables| {
        let is_last = tables.tables.is_empty();
        let all: Vec<_> = shown.get_untracked().into_iter().chain(tables.tables).collect();
        let none = all.is_empty().then(|| view! { <p class="quiet">{preferences.words().lobby.no_games}</p> });
        view! {
            <FinishedList tables=all/>
            {none}
            {(!is_last).then(|| view! {
                <p><button type="button" class="button" data-do="more-games" on:click=load_more>
                    {move || preferences.language.get().people().more_games}
                </button></p>
            })}
        }
    };
    view! {
        <section data-history="">
            <h2>{move || preferences.language.get().people().history}</h2>
            <Loaded answer=page show=list/>
        </section>
    }
}
