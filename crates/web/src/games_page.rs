//! The page of games saved in this browser: continue, export, import, delete.

use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;
use shangrila_rules::record::GameRecord;
use shangrila_scene::Icon;
use shangrila_table::{Player, Session, TurnNumber, wording};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::notices::notices;
use crate::pictures::{emblem_picture, icon_picture};
use crate::preferences::preferences;
use crate::route::Route;
use crate::saved_games::{self, SavedGame};
use crate::{browser, page::Page, player_names};

/// The page of saved games.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let preferences = preferences();
    let list = RwSignal::new(saved_games::list());
    let title = Signal::derive(move || preferences.words().app.games);
    view! {
        <Page title>
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

/// The players of a game, and its turn or result.
#[component]
fn GameLine(record: GameRecord) -> impl IntoView {
    let preferences = preferences();
    let position = record.final_position();
    let seats = position.seats();
    let player = move |clan| record.players[clan].as_deref().and_then(|name| Player::from_record(name).ok());
    let players: Vec<_> = seats.iter().map(|clan| (clan, player(clan))).collect();
    let persons = players.iter().filter(|(_, player)| player.as_ref().is_some_and(Player::is_person)).count();
    let players = StoredValue::new(players);
    let names = move || {
        let words = preferences.words();
        let name = |(clan, player): &(_, Option<Player>)| player_names::name(words, *clan, player.as_ref(), persons);
        players.with_value(|players| players.iter().map(name).collect::<Vec<_>>().join(", "))
    };
    let state = move || {
        let words = preferences.words();
        players.with_value(|players| {
            let player =
                |clan| players.iter().find(|(seated, _)| *seated == clan).and_then(|(_, player)| player.as_ref());
            wording::result(words, &position, &|clan| wording::player(words, clan, player(clan)))
                .unwrap_or_else(|| wording::turn(words, TurnNumber::of(&position)))
        })
    };
    view! {
        <span class="saved-emblems">{seats.iter().map(emblem_picture).collect_view()}</span>
        <b>{names}</b>
        <small>{state}</small>
    }
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
