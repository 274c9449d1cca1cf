//! Lists of tables: players, state, and a link to join, watch or replay.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_protocol::{PersonOrLevel, PersonRating, Phase, SeatedPlayer, TableId, TableSummary};
use shangrila_rules::Clan;
use shangrila_rules::record::GameRecord;
use shangrila_table::{link, wording};

use super::api;
use super::error_text::error_text;
use super::identity::identity;
use super::table_text::{
    TableAction, action_at, age_text, decimal, is_turn_of, level_name, player_name, players, rating_changes_text,
    settings_text, state_text,
};
use crate::browser;
use crate::notices::notices;
use crate::pictures::emblem_picture;
use crate::preferences::preferences;
use crate::route::Route;

/// How often remaining times are updated.
const TICK: Duration = Duration::from_secs(20);

/// The ratings of people in the lists, where a page knows them.
#[derive(Clone, Copy)]
pub(super) struct KnownRatings(pub(super) Signal<Vec<PersonRating>>);

/// A list of tables with links to them.
#[component]
pub(crate) fn TableList(tables: Signal<Vec<TableSummary>>) -> impl IntoView {
    let now = RwSignal::new(browser::now() as u64);
    if let Ok(timer) = set_interval_with_handle(move || now.set(browser::now() as u64), TICK) {
        on_cleanup(move || timer.clear());
    }
    view! {
        <ul class="tables">
            <For each=move || tables.get() key=|table| (table.table.clone(), table.changed) let:table>
                <TableRow table now/>
            </For>
        </ul>
    }
}

#[component]
fn TableRow(table: TableSummary, now: RwSignal<u64>) -> impl IntoView {
    let preferences = preferences();
    let ratings = use_context::<KnownRatings>();
    let me = identity().me.get_untracked().map(|me| me.person.id);
    let is_my_turn = me.as_ref().is_some_and(|me| is_turn_of(&table, me));
    let action_kind = action_at(&table, me.as_ref());
    let action = move || {
        let words = preferences.words();
        match action_kind {
            TableAction::Return if is_my_turn => words.table.your_turn,
            TableAction::Return => words.lobby.open,
            TableAction::Join => words.lobby.join,
            TableAction::Watch => words.lobby.watch,
        }
    };
    let (address, id, emblems) =
        (Route::Table(table.table.to_string()).fragment(), table.table.to_string(), emblems(&table));
    let table = StoredValue::new(table);
    let names = move || {
        let words = preferences.words();
        table.with_value(|table| {
            let known = players(table).filter_map(|seat| seat.player.as_ref());
            let ratings = ratings.map(|KnownRatings(ratings)| ratings.get()).unwrap_or_default();
            let name = |player: &PersonOrLevel| {
                let name = player_name(words, Some(player));
                let is_rated = |rating: &&PersonRating| {
                    player.person().is_some_and(|person| person.id == rating.person)
                        && usize::from(rating.players) == table.settings.players()
                };
                match ratings.iter().find(is_rated) {
                    Some(rating) => format!("{name} ({})", decimal(words, (rating.rating * 10.0).round() / 10.0)),
                    None => name,
                }
            };
            let names: Vec<String> = known.map(name).collect();
            if names.is_empty() { words.lobby.nobody_yet.to_string() } else { names.join(", ") }
        })
    };
    view! {
        <li data-table=id data-your-turn=is_my_turn.then_some("true")>
            <a class="table-row" href=address>
                <span class="saved-what">
                    {emblems}
                    <b>{names}</b>
                    <small>{move || table.with_value(|table| state_text(preferences.words(), table, now.get()))}</small>
                    <small>
                        {move || table.with_value(|table| {
                            let parts = [
                                settings_text(preferences.words(), preferences.language.get().pairs(), table),
                                age_text(preferences.words(), preferences.language.get().meeting(), table, now.get()),
                            ];
                            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
                        })}
                    </small>
                </span>
                <em class:main=move || is_my_turn || action_kind == TableAction::Join>{action}</em>
            </a>
        </li>
    }
}

/// The emblems of the seats; those of free seats are pale.
fn emblems(table: &TableSummary) -> impl IntoView + use<> {
    let emblem = |seat: &SeatedPlayer| {
        let (clan, is_free) = (Clan::from_letter(seat.clan)?, seat.player.is_none());
        Some(view! { <span class:pale=is_free>{emblem_picture(clan)}</span> })
    };
    let pictures = table.seats.iter().filter_map(emblem).collect_view();
    view! { <span class="saved-emblems">{pictures}</span> }
}

/// A list of finished games with replay buttons.
#[component]
pub(crate) fn FinishedList(tables: Vec<TableSummary>) -> impl IntoView {
    view! { <ul class="tables">{tables.into_iter().map(|table| view! { <FinishedRow table/> }).collect_view()}</ul> }
}

#[component]
fn FinishedRow(table: TableSummary) -> impl IntoView {
    let preferences = preferences();
    let (id, emblems, changed) = (table.table.clone(), emblems(&table), table.changed);
    let people = player_links(&table);
    let (is_over, has_ratings) = (table.phase == Phase::Finished, !table.rating_changes.is_empty());
    let table = StoredValue::new(table);
    let notes = move || {
        let pairs = preferences.language.get().pairs();
        let settings = table.with_value(|table| settings_text(preferences.words(), pairs, table));
        let date = date_text(preferences.language.get().code(), changed);
        if settings.is_empty() { date } else { format!("{date} · {settings}") }
    };
    let name = id.to_string();
    view! {
        <li class="finished-row" data-table=name>
            <span class="saved-what">
                {emblems}
                <b>{people}</b>
                <small>{move || table.with_value(|table| state_text(preferences.words(), table, 0))}</small>
                <small>{notes}</small>
                {has_ratings.then(|| view! {
                    <small data-rating-changes="">{move || table.with_value(|table| {
                        rating_changes_text(preferences.words(), table)
                    })}</small>
                })}
            </span>
            {is_over.then(|| view! {
                <button type="button" class="button small" data-do="replay" on:click=move |_| open_copy(id.clone())>
                    {move || preferences.words().lobby.replay}
                </button>
            })}
        </li>
    }
}

/// Formats a date for the language.
pub(crate) fn date_text(language: &str, time: u64) -> String {
    let options = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&options, &"dateStyle".into(), &"medium".into());
    String::from(js_sys::Date::new(&(time as f64).into()).to_locale_date_string(language, &options))
}

/// A date with its time.
pub(crate) fn date_and_time(language: &str, time: u64) -> String {
    let options = js_sys::Object::new();
    for (part, style) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _ = js_sys::Reflect::set(&options, &part.into(), &style.into());
    }
    String::from(js_sys::Date::new(&(time as f64).into()).to_locale_string(language, &options))
}

/// The names of the players, with links to their profiles.
pub(crate) fn player_links(table: &TableSummary) -> impl IntoView + use<> {
    let name = |(index, seat): (usize, &SeatedPlayer)| {
        let comma = (index > 0).then_some(", ");
        view! { {comma} <PlayerName player=seat.player.clone()/> }
    };
    players(table).enumerate().map(name).collect_view()
}

/// The name of the player on a seat, with a link to their profile.
#[component]
pub(crate) fn PlayerName(player: Option<PersonOrLevel>) -> impl IntoView {
    let preferences = preferences();
    match player {
        Some(PersonOrLevel::Person(person)) if person.name.is_empty() => {
            (move || preferences.words().lobby.deleted_player).into_any()
        }
        Some(PersonOrLevel::Person(person)) => {
            view! { <a href=Route::Person(person.id.to_string()).fragment()>{person.name}</a> }.into_any()
        }
        Some(PersonOrLevel::Level(level)) => (move || level_name(preferences.words(), level)).into_any(),
        None => (move || preferences.words().lobby.free_seat).into_any(),
    }
}

/// Opens a copy of a finished game, saved in this browser like a game from a link.
fn open_copy(table: TableId) {
    let (preferences, notices) = (preferences(), notices());
    leptos::task::spawn_local(async move {
        let words = preferences.words_now();
        match api::record(&table).await.map(|text| text.parse::<GameRecord>()) {
            Ok(Ok(record)) => Route::SharedGame(link::pack(&record)).go(),
            Ok(Err(error)) => notices.show(wording::record_error(words, &error)),
            Err(error) => notices.show(error_text(words, &error)),
        }
    });
}
