//! The lobby: the user's own games, their turn first, and the tables they can join or watch.

use leptos::prelude::*;
use shangrila_protocol::{TableSummary, Tables};
use shangrila_scene::Icon;

use super::api;
use super::connection::{TabConnection, connection};
use super::error_text::error_text;
use super::identity::identity;
use super::lobby_filter::{FilterControls, LobbyFilter};
use super::online_page::{Fetched, OnlinePage, fetch, follow};
use super::people::OwnInvitations;
use super::play_now::StartAlone;
use super::table_list::{KnownRatings, TableList};
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
    let problem = move || match (lists.open(), lists.first_open.get()) {
        (None, Some(Err(error))) => Some(error_text(preferences.words(), &error)),
        _ => None,
    };
    let meeting = move || preferences.language.get().meeting();
    let around = follow(api::lobby_now);
    let filter = RwSignal::new(LobbyFilter::load());
    let shown = move |mut tables: Vec<TableSummary>| {
        let (person, is_account) = (person.get(), identity.is_account());
        tables.retain(|table| filter.get().fits(table, person.as_ref(), is_account));
        tables
    };
    let all_running = Signal::derive(move || {
        let own: Vec<_> = own_tables.get().into_iter().map(|table| table.table).collect();
        let mut tables = around.with(|around| match around {
            Some(Ok(around)) => around.running.clone(),
            _ => Vec::new(),
        });
        tables.retain(|table| !own.contains(&table.table));
        tables
    });
    let listed = Signal::derive(move || shown(open_tables.get()));
    let running = Signal::derive(move || shown(all_running.get()));
    let hidden = Signal::derive(move || {
        let count = |list: Signal<Vec<TableSummary>>| list.with(Vec::len);
        count(open_tables) + count(all_running) - count(listed) - count(running)
    });
    let is_empty = move || lists.open().is_some() && listed.with(Vec::is_empty);
    let people = move || {
        around.with(|around| match around {
            Some(Ok(around)) => around.people.iter().map(|person| person.name.clone()).collect::<Vec<_>>(),
            _ => Vec::new(),
        })
    };
    provide_context(KnownRatings(Signal::derive(move || {
        around.with(|around| around.as_ref()?.as_ref().ok().map(|around| around.ratings.clone())).unwrap_or_default()
    })));
    view! {
        <section class="invitation">
            <p>{move || preferences.words().lobby.intro}</p>
            <p class="row-of-buttons">
                <a class="button main" href=Route::PlayNow.fragment() data-do="play-now">
                    {icon_picture(Icon::Play)} {move || preferences.words().lobby.play_now}
                </a>
                <a class="button" href=Route::NewTable.fragment() data-do="open-table">
                    {icon_picture(Icon::Link)} {move || preferences.words().lobby.open_table}
                </a>
            </p>
            <p class="quiet" data-people=move || people().len() hidden=move || people().is_empty()>
                {move || meeting().people_here} {move || preferences.words().colon} {move || people().join(", ")}
            </p>
        </section>
        <OwnInvitations/>
        <section hidden=move || own_tables.with(Vec::is_empty)>
            <h2>{move || preferences.words().lobby.my_games}</h2>
            <TableList tables=own_tables/>
        </section>
        <section>
            <h2>{move || preferences.words().lobby.open_tables}</h2>
            <FilterControls filter hidden/>
            <TableList tables=listed/>
            {move || is_empty().then(|| view! {
                <div class="nobody-waiting" data-empty="">
                    {move || open_tables.with(Vec::is_empty).then(|| view! { <p>{meeting().nobody_waiting}</p> })}
                    <StartAlone/>
                </div>
            })}
            {move || problem().map(|text| view! { <p class="problem" role="alert">{text}</p> })}
        </section>
        <section data-running=move || running.with(Vec::len)>
            <h2>{move || meeting().running}</h2>
            <TableList tables=running/>
            {move || all_running.with(Vec::is_empty).then(|| view! { <p class="quiet">{meeting().no_running}</p> })}
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
