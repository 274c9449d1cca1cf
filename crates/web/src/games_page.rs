//! The page of games saved in this browser: continue, export, import, delete.

use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;
use shangrila_i18n::{Words, capitalise};
use shangrila_rules::record::{GameRecord, Start};
use shangrila_rules::{Clan, Position};
use shangrila_scene::Icon;
use shangrila_table::{Ending, FairStart, Player, Session, TurnNumber, record_notes, wording};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::notices::notices;
use crate::pictures::{clan_class, emblem_picture, icon_picture};
use crate::preferences::{Preferences, preferences};
use crate::route::{AnalysisPlace, Route};
use crate::saved_games::{self, SavedGame};
use crate::table::end_title;
use crate::thumbnail::thumbnail;
use crate::{browser, page::Page, player_names};

/// The page of saved games.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let preferences = preferences();
    let list = RwSignal::new(saved_games::list());
    let title = Signal::derive(move || preferences.words().app.games);
    view! {
        <Page title>
            // On phones, the home screen has no room for this link.
            <p>
                <a class="button" data-do="analysis" href=Route::Analysis(AnalysisPlace::Landing).fragment()>
                    {icon_picture(Icon::Hint)} {move || preferences.words().app.analysis}
                </a>
            </p>
            <Import/>
            {move || list.with(Vec::is_empty).then(|| view! { <p class="quiet">{preferences.words().games.none}</p> })}
            <ul class="saved-games">
                <For each=move || list.get() key=|saved| saved.id.clone() let:saved>
                    <SavedGameRow saved list/>
                </For>
            </ul>
        </Page>
    }
}

#[component]
fn SavedGameRow(saved: SavedGame, list: RwSignal<Vec<SavedGame>>) -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let asked = RwSignal::new(false);
    let SavedGame { id, changed, content } = saved;
    let text = match &content {
        Ok(record) => record.to_string(),
        Err(damaged) => damaged.text.clone(),
    };
    let export_name = format!("shangrila-{id}.shangrila");
    let export = move |_| {
        if browser::download(&export_name, &text).is_err() {
            notices.show(preferences.words_now().games.not_exported.to_string());
        }
    };
    let when = js_sys::Date::new(&changed.into());
    let date = move || {
        let options = js_sys::Object::new();
        String::from(when.to_locale_string(preferences.language.get().code(), &options))
    };
    let route = Route::Play(id.clone());
    let analysis = Route::Analysis(AnalysisPlace::Game(id.clone()));
    let report = content.is_ok().then(|| Route::Report(id.clone()));
    let description = match content {
        Ok(record) => view! { <GameLine record/> }.into_any(),
        Err(damaged) => view! {
            <b>{move || preferences.words().games.damaged}</b>
            <small>{move || damaged.reason.words(preferences.words())}</small>
        }
        .into_any(),
    };
    let remove = move |_| {
        saved_games::remove(&id);
        list.set(saved_games::list());
    };
    view! {
        <li>
            <a class="saved-game" href=route.fragment()>
                <span class="saved-what">{description}<small>{date}</small></span>
            </a>
            <span class="saved-buttons">
                <a class="round" data-do="analyse" href=analysis.fragment() title=move || preferences.words().app.analysis
                    aria-label=move || preferences.words().app.analysis>
                    {icon_picture(Icon::Hint)}
                </a>
                {report.map(|route| view! {
                    <a class="round" data-do="report" href=route.fragment() title=move || preferences.words().end.report
                        aria-label=move || preferences.words().end.report>
                        {icon_picture(Icon::Report)}
                    </a>
                })}
                <button type="button" class="round" title=move || preferences.words().games.export
                    aria-label=move || preferences.words().games.export on:click=export>
                    {icon_picture(Icon::Download)}
                </button>
                <button type="button" class="round" data-do="delete" title=move || preferences.words().games.delete
                    aria-label=move || preferences.words().games.delete on:click=move |_| asked.set(true)>
                    {icon_picture(Icon::Trash)}
                </button>
            </span>
            <p class="sure" hidden=move || !asked.get()>
                <span>{move || preferences.words().games.delete_sure}</span>
                <button type="button" class="button small" on:click=move |_| asked.set(false)>
                    {move || preferences.words().table.back}
                </button>
                <button type="button" class="button small main" data-do="delete-yes" on:click=remove.clone()>
                    {move || preferences.words().games.delete}
                </button>
            </p>
        </li>
    }
}

/// A picture of a game, its turn or result, and its players with their levels and masters.
#[component]
fn GameLine(record: GameRecord) -> impl IntoView {
    let preferences = preferences();
    let position = record.final_position();
    let shared = record_notes::is_shared(&record);
    let fair_start = record_notes::fair_start(&record);
    let finished = record_notes::is_finished(&record);
    // A game that names an unknown player is listed too; opening it says what is wrong.
    let session = Session::resume(record, None)
        .or_else(|_| Session::resume(GameRecord::new(Start::Position(position)), Some(people(&position))));
    let you = session.as_ref().ok().and_then(Session::you);
    let ending = session.as_ref().ok().filter(|_| finished).map(|session| Ending::of(session, you));
    let session = StoredValue::new(session.ok());
    let state = move || {
        let words = preferences.words();
        let state = session.with_value(|session| {
            Some((session.as_ref()?, ending.as_ref()?)).map(|(session, ending)| end_title(words, session, ending, you))
        });
        state.unwrap_or_else(|| capitalise(&wording::turn(words, TurnNumber::of(&position))))
    };
    let player = move |clan: Clan| {
        let text = move |text: fn(&Words, Clan, Option<&Player>, bool) -> String| {
            let words = preferences.words();
            session.with_value(|session| {
                text(words, clan, session.as_ref().and_then(|session| session.player(clan)), you.is_some() && !shared)
            })
        };
        view! {
            <span class=clan_class(clan) data-player=clan.letter().to_string()>
                {emblem_picture(clan)}
                <span>{move || text(player_names::name)} " " <small>{move || text(player_names::note)}</small></span>
                <b>{position.score(clan).masters}</b>
            </span>
        }
    };
    view! {
        {thumbnail(&position)}
        <b data-state="">{state}</b>
        {fair_start.map(|start| view! {
            <small data-fair-start="">{move || fair_start_words(preferences, &start)}</small>
        })}
        <span class="saved-players">{position.seats().iter().map(player).collect_view()}</span>
    }
}

/// “Fair start”, with the day if it was the set-up of one.
fn fair_start_words(preferences: Preferences, start: &FairStart) -> String {
    let name = preferences.words().home.fair_start;
    match start.day() {
        Some(day) => format!("{name} · {}", browser::date_words(&day.to_string(), preferences.language.get())),
        None => name.to_string(),
    }
}

fn people(position: &Position) -> Vec<Player> {
    vec![Player::person(); position.seats().count()]
}

/// Imports a record from a file or from pasted text.
#[component]
fn Import() -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let field = NodeRef::<html::Textarea>::new();
    let refuse = move |reason: String| notices.show(preferences.words_now().games.not_imported(reason));
    let take = move |text: String| match text.parse::<GameRecord>() {
        Ok(record) => match Session::resume(record.clone(), None) {
            Ok(_) => {
                let id = saved_games::new_id();
                match saved_games::write(&id, &record) {
                    Ok(()) => Route::Play(id).go(),
                    Err(()) => notices.show(preferences.words_now().table.not_saved.to_string()),
                }
            }
            Err(error) => refuse(wording::resume_error(preferences.words_now(), &error)),
        },
        Err(error) => refuse(wording::record_error(preferences.words_now(), &error)),
    };
    let take_file = move |event: Event| {
        let input = event.target().map(|target| target.unchecked_into::<web_sys::HtmlInputElement>());
        let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0)) else { return };
        leptos::task::spawn_local(async move {
            let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            take(text.unwrap_or_default());
        });
    };
    let take_pasted = move |_| {
        if let Some(field) = field.get_untracked() {
            take(field.value());
        }
    };
    view! {
        <details class="import">
            <summary>{icon_picture(Icon::Upload)} {move || preferences.words().games.import}</summary>
            <label class="button">
                {move || preferences.words().games.choose_file}
                <input type="file" accept=".shangrila,text/plain" class="visually-hidden" on:change=take_file/>
            </label>
            <label for="pasted-record">{move || preferences.words().games.paste}</label>
            <textarea id="pasted-record" node_ref=field rows="6" spellcheck="false"></textarea>
            <button type="button" class="button main" data-do="import" on:click=take_pasted>
                {move || preferences.words().games.import}
            </button>
        </details>
    }
}
