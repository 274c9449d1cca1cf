//! Games that wait for the user, for a move or to begin: a bar on every screen, the tab's title, the app's badge, and a list on the first screen.

use std::time::Duration;

use js_sys::{Function, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_client_core::ConnectionStatus;
use shangrila_protocol::{Phase, TableSummary};
use shangrila_scene::Icon;
use wasm_bindgen::{JsCast, JsValue};

use super::api::{self, ApiError};
use super::connection::{TabConnection, connection};
use super::identity::{Identity, ServerStatus, identity};
use super::table_list::TableList;
use super::table_text::{asks_whether_ready, is_turn_of, player_name, players};
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::{self, Route};

/// How often the games are looked up even if nothing was heard of them.
const REFRESH: Duration = Duration::from_secs(60);
/// The most games listed on the first screen.
const LISTED: usize = 3;

/// The online games in which it is the user's turn, or which start once the user is ready.
#[derive(Clone, Copy)]
pub(super) struct WaitingGames {
    /// Kept here because messages from the server, which also refresh the games, come without a context to look it up in.
    connection: TabConnection,
    identity: Identity,
    tables: RwSignal<Vec<TableSummary>>,
    is_asking: StoredValue<bool>,
    /// Whether something was heard while the server was being asked.
    is_outdated: StoredValue<bool>,
}

impl WaitingGames {
    pub(super) fn new(connection: TabConnection, identity: Identity) -> WaitingGames {
        let (is_asking, is_outdated) = (StoredValue::new(false), StoredValue::new(false));
        WaitingGames { connection, identity, tables: RwSignal::new(Vec::new()), is_asking, is_outdated }
    }

    /// Asks the server again. That takes no open connection, which most screens do not need; games that are not over then keep one open.
    pub(super) fn refresh(self) {
        if self.is_asking.get_value() {
            return self.is_outdated.set_value(true);
        }
        self.is_asking.set_value(true);
        self.is_outdated.set_value(false);
        spawn_local(async move {
            let me = self.identity.person_now();
            let answer = match me {
                Some(_) => api::my_tables().await,
                None => Ok(Default::default()),
            };
            self.is_asking.set_value(false);
            if self.is_outdated.get_value() {
                return self.refresh();
            }
            if let Err(ApiError::Refused(_)) = answer {
                // Most likely the user has signed out in another tab.
                self.identity.refresh();
            }
            let (Ok(mut answer), me) = (answer, me) else { return };
            let is_open = |table: &TableSummary| matches!(table.phase, Phase::Waiting | Phase::Playing);
            self.connection.await_notices(answer.tables.iter().any(is_open));
            let waits = |table: &TableSummary, me| is_turn_of(table, me) || asks_whether_ready(table, me);
            answer.tables.retain(|table| me.as_ref().is_some_and(|me| waits(table, me)));
            // Those have a minute; a turn lasts longer.
            answer.tables.sort_by_key(|table| table.phase != Phase::Waiting);
            if self.tables.with_untracked(|known| *known != answer.tables) {
                self.tables.set(answer.tables);
            }
        });
    }
}

/// The bar, and everything else that says that games are waiting. It stays for as long as the page does.
#[component]
pub(crate) fn YourTurn() -> impl IntoView {
    let preferences = preferences();
    let meeting = move || preferences.language.get().meeting();
    let (connection, identity, here) = (connection(), identity(), route::current());
    let games: WaitingGames = expect_context();
    identity.refresh();
    Effect::new(move || {
        here.track();
        identity.me.track();
        // While a connection cannot be opened, other requests fail as well.
        if matches!(connection.status.get(), ConnectionStatus::Online | ConnectionStatus::Closed) {
            games.refresh();
        }
    });
    let ask_again = move || {
        // A page that was opened offline does not know yet who the user is.
        if identity.server.get_untracked() == ServerStatus::Unreachable {
            identity.refresh();
        }
        games.refresh();
    };
    if let Ok(timer) = set_interval_with_handle(ask_again, REFRESH) {
        on_cleanup(move || timer.clear());
    }
    // Not the game that is on the screen.
    let elsewhere = Memo::new(move |_| {
        let here = here.get();
        let mut tables = games.tables.get();
        tables.retain(|table| here != Route::Table(table.table.to_string()));
        tables
    });
    Effect::new(move || {
        let is_at_table = matches!(here.get(), Route::Table(_));
        let (waiting, words) = (games.tables.with(Vec::len), preferences.words());
        set_badge(waiting);
        // A table has a title of its own.
        if !is_at_table {
            let title = words.screen.title;
            let text = if waiting > 0 {
                format!("({waiting}) {} – {title}", words.table.your_turn)
            } else {
                title.to_string()
            };
            document().set_title(&text);
        }
    });
    let is_home = Memo::new(move |_| here.get() == Route::Home);
    let first = Signal::derive(move || elsewhere.get().into_iter().take(LISTED).collect::<Vec<_>>());
    let label = move || {
        let waiting = elsewhere.get();
        if waiting.first().is_some_and(|first| first.phase == Phase::Waiting) {
            return meeting().elsewhere_ready.to_string();
        }
        let [only] = &waiting[..] else { return meeting().your_turn_in(waiting.len()) };
        let me = identity.me.with(|me| me.as_ref().map(|me| me.person.id.clone()));
        let others = players(only).filter(|seat| !me.as_ref().is_some_and(|me| seat.is_of(me)));
        let names: Vec<String> = others.map(|seat| player_name(preferences.words(), seat.player.as_ref())).collect();
        format!("{} · {}", preferences.words().table.your_turn, names.join(", "))
    };
    let address =
        move || elsewhere.with(|waiting| waiting.first().map(|table| Route::Table(table.table.to_string()).fragment()));
    move || match (elsewhere.with(Vec::is_empty), is_home.get()) {
        (true, _) => ().into_any(),
        (false, true) => view! {
            <style inner_html=super::STYLE></style>
            <section class="games-waiting" data-waiting=move || elsewhere.with(Vec::len)>
                <h2>{move || meeting().games_waiting}</h2>
                <TableList tables=first/>
            </section>
        }
        .into_any(),
        (false, false) => view! {
            <style inner_html=super::STYLE></style>
            <a class="your-turn-bar" data-do="your-turn" data-waiting=move || elsewhere.with(Vec::len) href=address>
                <span>{label}</span>
                {icon_picture(Icon::Forward)}
            </a>
        }
        .into_any(),
    }
}

/// Shows a number on the icon of the installed app, where the system can.
fn set_badge(number: usize) {
    let navigator = window().navigator();
    let (name, argument) = match number {
        0 => ("clearAppBadge", JsValue::UNDEFINED),
        n => ("setAppBadge", JsValue::from_f64(n as f64)),
    };
    let Ok(set) = Reflect::get(&navigator, &name.into()) else { return };
    if let Ok(set) = set.dyn_into::<Function>() {
        // Without permission nothing is shown, which is fine.
        let _ = set.call1(&navigator, &argument).map(|promise| {
            promise.dyn_into::<js_sys::Promise>().map(|promise| {
                spawn_local(async move {
                    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
                });
            })
        });
    }
}
