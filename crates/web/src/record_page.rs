//! The page of the player's own results against computer players in this browser: places, streaks, the best game; export and delete.

use leptos::prelude::*;
use shangrila_ai::Level;
use shangrila_i18n::Words;
use shangrila_scene::Icon;
use shangrila_table::{OwnRecord, OwnResult, Tally};

use crate::browser;
use crate::notices::notices;
use crate::own_results::{self, OwnResults};
use crate::page::Page;
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::Route;
use crate::saved_games;
use crate::thumbnail::thumbnail;

/// The number of latest games shown.
const LATEST: usize = 10;

/// The page of results.
#[component]
pub(crate) fn RecordPage() -> impl IntoView {
    let preferences = preferences();
    own_results::adopt();
    let results = RwSignal::new(own_results::load());
    // Another tab may finish a game meanwhile.
    let listener = window_event_listener(leptos::ev::storage, move |_| results.set(own_results::load()));
    on_cleanup(move || listener.remove());
    let words = move || preferences.language.get().record();
    let title = Signal::derive(move || preferences.words().app.record);
    let content = move || {
        let OwnResults { record, unreadable } = results.get();
        let unreadable = (unreadable > 0).then(|| {
            view! { <p class="quiet" data-unreadable=unreadable>{words().unreadable(unreadable)}</p> }
        });
        if record.tally().games() == 0 {
            return view! {
                <p class="record-none">{words().none}</p>
                {unreadable}
                <p>
                    <a class="button main" href=Route::Home.fragment()>{preferences.words().home.new_game}</a>
                </p>
            }
            .into_any();
        }
        view! {
            <Figures record=record.clone()/>
            <BestGame record=record.clone()/>
            <ByLevel record=record.clone()/>
            <ByPlayers record=record.clone()/>
            <LatestGames record/>
            {unreadable}
            <Buttons results/>
        }
        .into_any()
    };
    view! {
        <Page title>
            <div class="record">
                {content}
                <p class="quiet">{move || words().what_counts}</p>
            </div>
        </Page>
    }
}

/// The games, the victories and the streaks.
#[component]
fn Figures(record: OwnRecord) -> impl IntoView {
    let preferences = preferences();
    let words = preferences.language.get().record();
    let tally = record.tally();
    let won = tally.places[0];
    let percent = preferences.words().table.percent((won * 100 + tally.games() / 2) / tally.games().max(1));
    let figure = |name: &'static str, label: &'static str, value: String| {
        view! { <div data-figure=name><dt>{label}</dt><dd>{value}</dd></div> }
    };
    view! {
        <dl class="record-figures">
            {figure("games", words.games, tally.games().to_string())}
            {figure("won", words.won, format!("{won} · {percent}"))}
            {figure("streak", words.streak, record.streak().to_string())}
            {figure("longest", words.longest_streak, record.longest_streak().to_string())}
        </dl>
    }
}

/// The name of the opponents' level.
fn level_name(words: &Words, level: Option<Level>, mixed: &'static str) -> &'static str {
    level.map_or(mixed, |level| words.levels[level.number() - 1].name)
}

/// Whom a game was played against.
fn against(words: &Words, record: &shangrila_i18n::RecordWords, result: &OwnResult) -> String {
    match result.level() {
        Some(level) => record.against(words.levels[level.number() - 1].name),
        None => record.mixed.to_string(),
    }
}

/// When a game ended.
fn date(result: &OwnResult, language: &str) -> String {
    let date = js_sys::Date::new(&(result.ended as f64).into());
    String::from(date.to_locale_date_string(language, &js_sys::Object::new()))
}

/// The best victory, with its last position and a link to the game if that is still saved.
#[component]
fn BestGame(record: OwnRecord) -> impl IntoView {
    let preferences = preferences();
    let language = preferences.language.get();
    let (words, own) = (preferences.words(), language.record());
    let (id, result) = record.best()?.clone();
    let saved = saved_games::read(&id).and_then(|saved| saved.content.ok());
    let link = match &saved {
        Some(_) => view! {
            <a class="button small" href=Route::Play(id).fragment() data-do="best">{own.open}</a>
        }
        .into_any(),
        None => view! { <small class="quiet">{own.gone}</small> }.into_any(),
    };
    Some(view! {
        <section class="record-best" data-best="">
            {saved.map(|record| thumbnail(&record.final_position()))}
            <div>
                <h2 class="label">{own.best}</h2>
                <p><b>{against(words, own, &result)}</b></p>
                <p>{own.best_line(result.masters, result.lead.unsigned_abs())}</p>
                <p class="quiet">{date(&result, language.code())}</p>
                {link}
            </div>
        </section>
    })
}

/// A table of places. Each row has a name for tests, a title and the places.
#[component]
fn PlaceTable(title: &'static str, column: &'static str, rows: Vec<(String, String, Tally)>) -> impl IntoView {
    let preferences = preferences();
    let words = preferences.words();
    let games = preferences.language.get().record().games;
    let row = |(id, name, tally): (String, String, Tally)| {
        view! {
            <tr data-row=id>
                <th scope="row">{name}</th>
                <td>{tally.games()}</td>
                {tally.places.map(|count| view! { <td class:none=count == 0>{count}</td> }).collect_view()}
            </tr>
        }
    };
    view! {
        <table class="record-table">
            <caption class="label">{title}</caption>
            <thead>
                <tr>
                    <th scope="col">{column}</th>
                    <th scope="col">{games}</th>
                    {(1..=4).map(|place: usize| view! { <th scope="col">{words.table.place_number(place)}</th> }).collect_view()}
                </tr>
            </thead>
            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

#[component]
fn ByLevel(record: OwnRecord) -> impl IntoView {
    let preferences = preferences();
    let (words, own) = (preferences.words(), preferences.language.get().record());
    let row = |(level, tally): (Option<Level>, Tally)| {
        (level.map_or("mixed", Level::id).to_string(), level_name(words, level, own.mixed).to_string(), tally)
    };
    view! { <PlaceTable title=own.by_level column=own.level rows=record.by_level().into_iter().map(row).collect()/> }
}

#[component]
fn ByPlayers(record: OwnRecord) -> impl IntoView {
    let own = preferences().language.get().record();
    let rows = [3, 4].map(|players: usize| (players.to_string(), players.to_string(), record.with_players(players)));
    let rows = rows.into_iter().filter(|(_, _, tally)| tally.games() > 0).collect();
    view! { <PlaceTable title=own.by_players column=own.players rows/> }
}

/// The latest games, with links to those that are still saved.
#[component]
fn LatestGames(record: OwnRecord) -> impl IntoView {
    let preferences = preferences();
    let language = preferences.language.get();
    let (words, own) = (preferences.words(), language.record());
    let line = |(id, result): &(String, OwnResult)| {
        let place = view! {
            <b class="record-place" class:first=result.is_win()>{words.table.place_number(result.place)}</b>
        };
        let mut what = against(words, own, result);
        if result.resigned {
            what = format!("{what} · {}", own.resigned);
        }
        let text = view! {
            {place}
            <span>{what}</span>
            <small>{date(result, language.code())}</small>
        };
        let is_saved = saved_games::read(id).is_some();
        let route = Route::Play(id.clone());
        if is_saved {
            view! { <li data-result-of=id.clone()><a href=route.fragment()>{text}</a></li> }.into_any()
        } else {
            view! { <li data-result-of=id.clone()><span>{text}</span></li> }.into_any()
        }
    };
    view! {
        <section>
            <h2 class="label">{own.latest}</h2>
            <ol class="record-latest">{record.latest().take(LATEST).map(line).collect_view()}</ol>
        </section>
    }
}

/// Export and delete.
#[component]
fn Buttons(results: RwSignal<OwnResults>) -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let asked = RwSignal::new(false);
    let own = move || preferences.language.get().record();
    let export = move |_| {
        let table = results.with_untracked(|results| table_of(&results.record));
        if browser::download("shangrila-record.csv", &table).is_err() {
            notices.show(preferences.words_now().games.not_exported.to_string());
        }
    };
    let delete = move |_| {
        own_results::delete_all();
        results.set(own_results::load());
    };
    view! {
        <div class="record-buttons">
            <button type="button" class="button small" data-do="export-record" on:click=export>
                {icon_picture(Icon::Download)} {move || preferences.words().games.export}
            </button>
            <button type="button" class="button small" data-do="delete-record" on:click=move |_| asked.set(true)>
                {icon_picture(Icon::Trash)} {move || own().delete}
            </button>
            <p class="sure" hidden=move || !asked.get()>
                <span>{move || own().delete_sure}</span>
                <button type="button" class="button small" data-do="keep-record" on:click=move |_| asked.set(false)>
                    {move || preferences.words().table.back}
                </button>
                <button type="button" class="button small main" data-do="delete-record-yes" on:click=delete>
                    {move || preferences.words().games.delete}
                </button>
            </p>
        </div>
    }
}

/// All results as comma-separated values, latest first.
fn table_of(record: &OwnRecord) -> String {
    let mut table = "date,place,players,masters,lead,opponents,resigned,game\n".to_string();
    for (id, result) in record.latest() {
        let ended = js_sys::Date::new(&(result.ended as f64).into()).to_iso_string();
        let fields = [
            String::from(ended),
            result.place.to_string(),
            result.players.to_string(),
            result.masters.to_string(),
            result.lead.to_string(),
            result.opponents.join(" "),
            if result.resigned { "yes" } else { "no" }.to_string(),
            id.clone(),
        ];
        table += &(fields.map(|field| quoted(&field)).join(",") + "\n");
    }
    table
}

/// A field of comma-separated values, in quotes if it needs them.
fn quoted(field: &str) -> String {
    let is_plain = !field.contains([',', '"', '\n', '\r']);
    if is_plain { field.to_string() } else { format!("\"{}\"", field.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_and_quotes_are_quoted() {
        assert_eq!(quoted("19a-7"), "19a-7");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"a\""), "\"say \"\"a\"\"\"");
    }
}
