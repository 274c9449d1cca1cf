//! The lobby: the user's own games, their turn first, and the tables they can join or watch.

use leptos::prelude::*;
use shangrila_protocol::{TableSummary, Tables};
use shangrila_scene::Icon;

use super::api;
use super::connection::{TabConnection, connection};
use super::error_text::error_text;
use super::identity::identity;
use super::online_page::{Fetched, OnlinePage, fetch, follow};
use super::table_list::TableList;
use super::table_text::{sort_open, sort_own};
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::Route;

/// The lobby.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let preferences = preferences();
    view! {
        <OnlinePage title=Signal::derive(move || preferences.words().lobby.title) here=Route::Online>
            <TableLists/>
        </OnlinePage>
    }
}

#[component]
fn TableLists() -> impl IntoView {
    let preferences = preferences();
    let identity = identity();
    let lists = Lists::follow();
    let person = Memo::new(move |_| identity.me.get().map(|me| me.person.id));
    let own_tables = Signal::derive(move || {
        let Some(person) = person.get() else { return Vec::new() };
        let mut tables = tables_of(lists.own).unwrap_or_default();
        sort_own(&mut tables, &person);
        tables
    });
    let open_tables = Signal::derive(move || {
        let own: Vec<_> = own_tables.get().into_iter().map(|table| table.table).collect();
        let mut tables = lists.open().unwrap_or_default();
        tables.retain(|table| !own.contains(&table.table));
        sort_open(&mut tables, person.get().as_ref());
        tables
    });
    let is_empty = move || lists.open().is_some() && open_tables.with(Vec::is_empty);
    let problem = move || match (lists.open(), lists.first_open.get()) {
        (None, Some(Err(error))) => Some(error_text(preferences.words(), &error)),
        _ => None,
    };
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
            {move || problem().map(|text| view! { <p class="problem" role="alert">{text}</p> })}
        </section>
    }
}

/// The user's own tables and the open ones, kept up to date.
#[derive(Clone, Copy)]
struct Lists {
    /// Polled: the connection does not push changes of these.
    own: Fetched<Tables>,
    /// The open tables over HTTP, until the connection delivers them.
    first_open: Fetched<Tables>,
    connection: TabConnection,
}

impl Lists {
    /// Follows the lists until the screen is left.
    fn follow() -> Lists {
        let (identity, connection) = (identity(), connection());
        let own = move || async move {
            if identity.me.with_untracked(Option::is_some) { api::my_tables().await } else { Ok(Tables::default()) }
        };
        let first_open = RwSignal::new(None);
        fetch(first_open, api::open_tables());
        connection.watch_lobby();
        Lists { own: follow(own), first_open, connection }
    }

    fn open(self) -> Option<Vec<TableSummary>> {
        self.connection.lobby.get().or_else(|| tables_of(self.first_open))
    }
}

fn tables_of(answer: Fetched<Tables>) -> Option<Vec<TableSummary>> {
    answer.with(|answer| answer.as_ref()?.as_ref().ok().map(|tables| tables.tables.clone()))
}
