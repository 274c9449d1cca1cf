//! The search for finished public games, by player and number of players.

use leptos::prelude::*;
use shangrila_protocol::{GameSearch, TableSummary, Tables};

use super::api;
use super::online_page::{Fetched, Loaded, OnlinePage, fetch};
use super::table_list::FinishedList;
use crate::controls::Segments;
use crate::preferences::preferences;
use crate::route::Route;

/// The page of finished games.
#[component]
pub(crate) fn FinishedGames() -> impl IntoView {
    let preferences = preferences();
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().lobby.finished) here=Route::FinishedGames>
            <Search/>
        </OnlinePage>
    }
}

#[component]
fn Search() -> impl IntoView {
    let preferences = preferences();
    let player = RwSignal::new(String::new());
    let seats = RwSignal::new(None::<u8>);
    // The results shown so far, and the latest page of results, after which there may be more.
    let shown = RwSignal::new(Vec::<TableSummary>::new());
    let latest: Fetched<Tables> = RwSignal::new(None);
    let search = move |before: Option<u64>| {
        let name = player.get_untracked().trim().to_string();
        let search = GameSearch { player: (!name.is_empty()).then_some(name), seats: seats.get_untracked(), before };
        fetch(latest, async move { api::finished_games(&search).await });
    };
    let search_again = move || {
        shown.set(Vec::new());
        latest.set(None);
        search(None);
    };
    let load_more = move |_| {
        let Some(Ok(tables)) = latest.get_untracked() else { return };
        let before = tables.tables.last().map(|table| table.changed);
        shown.update(|shown| shown.extend(tables.tables));
        search(before);
    };
    search(None);
    let any = move || preferences.words().lobby.any_number.to_string();
    let number = |seats: u8| (Some(seats), seats.to_string(), Signal::derive(move || seats.to_string()));
    let list = move |tables: Tables| {
        let is_last = tables.tables.is_empty();
        let all: Vec<_> = shown.get_untracked().into_iter().chain(tables.tables).collect();
        let none = all.is_empty().then(|| view! { <p class="quiet">{preferences.words().lobby.no_games}</p> });
        view! {
            <FinishedList tables=all/>
            {none}
            {(!is_last).then(|| view! {
                <button type="button" class="button" data-do="older" on:click=load_more>
                    {move || preferences.words().lobby.older}
                </button>
            })}
        }
    };
    view! {
        <form class="form search" role="search" on:submit=move |event| { event.prevent_default(); search_again() }>
            <div class="field">
                <label for="search-player">{move || preferences.words().lobby.player}</label>
                <input
                    id="search-player"
                    name="player"
                    type="search"
                    autocomplete="off"
                    maxlength=24
                    prop:value=move || player.get()
                    on:input=move |event| player.set(event_target_value(&event))
                />
            </div>
            <div class="field">
                <Segments
                    label=Signal::derive(move || preferences.words().home.players)
                    attribute="data-seats"
                    choices=vec![(None, "any".to_string(), Signal::derive(any)), number(2), number(3), number(4)]
                    chosen=seats
                    choose=Callback::new(move |number| { seats.set(number); search_again() })
                />
            </div>
            <button type="submit" class="button main" data-do="search">{move || preferences.words().lobby.search}</button>
        </form>
        <Loaded answer=latest show=list/>
    }
}
