//! The lobby: the own games, those that wait for one first, and the tables one can join or watch.

use leptos::prelude::*;
use shangrila_protocol::{TableSummary, Tables};
use shangrila_scene::Icon;

use super::api::{self, ApiError};
use super::identity::identity;
use super::refusals::error_text;
use super::rows::TableList;
use super::screen::{Awaited, OnlinePage, follow};
use super::texts::{sort_open, sort_own};
use crate::drawing::icon_picture;
use crate::preferences::preferences;
use crate::route::Route;

/// The lobby.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let preferences = preferences();
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().lobby.title) here=Route::Online>
            <Lists/>
        </OnlinePage>
    }
}

#[component]
fn Lists() -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let (own, open) = live_lists();
    let person = Memo::new(move |_| identity.me.get().map(|me| me.person.id));
    let own_tables = Signal::derive(move || {
        let Some(person) = person.get() else { return Vec::new() };
        let mut tables = tables_of(own);
        sort_own(&mut tables, &person);
        tables
    });
    let open_tables = Signal::derive(move || {
        let own: Vec<_> = own_tables.get().into_iter().map(|table| table.table).collect();
        let mut tables = tables_of(open);
        tables.retain(|table| !own.contains(&table.table));
        sort_open(&mut tables, person.get().as_ref());
        tables
    });
    let is_empty = move || open.with(|answer| matches!(answer, Some(Ok(_)))) && open_tables.with(Vec::is_empty);
    view! {
        <section class="invitation">
            <p>{move || preferences.words().lobby.intro}</p>
            <a class="button main" href=Route::NewTable.fragment() data-do="open-table">
                {icon_picture(Icon::Link)} {move || preferences.words().lobby.open_table}
            </a>
        </section>
        <section hidden=move || own_tables.with(Vec::is_empty)>
            <h2>{move || preferences.words().lobby.my_games}</h2>
            <TableList tables=own_tables/>
        </section>
        <section>
            <h2>{move || preferences.words().lobby.open_tables}</h2>
            <TableList tables=open_tables/>
            {move || is_empty().then(|| view! { <p class="quiet">{preferences.words().lobby.no_open_tables}</p> })}
            {move || open.with(|answer| match answer {
                Some(Err(error)) => Some(error_text(preferences.words(), error)),
                _ => None,
            }).map(|text| view! { <p class="problem" role="alert">{text}</p> })}
        </section>
    }
}

/// The own tables and the open ones, as they change: the only place that knows how the lobby hears of that.
fn live_lists() -> (Awaited<Tables>, Awaited<Tables>) {
    let identity = identity();
    let own = move || async move {
        if identity.me.with_untracked(Option::is_some) { api::my_tables().await } else { Ok(Tables::default()) }
    };
    (follow(own), follow(api::open_tables))
}

fn tables_of(answer: Awaited<Tables>) -> Vec<TableSummary> {
    answer.with(|answer: &Option<Result<Tables, ApiError>>| match answer {
        Some(Ok(tables)) => tables.tables.clone(),
        _ => Vec::new(),
    })
}
