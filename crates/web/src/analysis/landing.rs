//! The first page of the analysis: where to begin, and the analyses kept in this browser.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_rules::record::{GameRecord, Start};
use shangrila_rules::{GameOptions, Seats};
use shangrila_scene::Icon;
use shangrila_table::{TurnNumber, link, wording};

use super::source::Pasted;
use super::stored::{self, StoredAnalysis};
use super::{source, texts, texts_now};
use crate::notices::notices;
use crate::page::Page;
use crate::pictures::icon_picture;
use crate::preferences::preferences;
use crate::route::{AnalysisPlace, Route};
use crate::thumbnail::thumbnail;

/// The page.
#[component]
pub(super) fn Landing() -> impl IntoView {
    let preferences = preferences();
    let title = Signal::derive(move || texts(preferences).board.title);
    let list = RwSignal::new_local(stored::list());
    view! {
        <Page title>
            <p>{move || texts(preferences).board.intro}</p>
            <h2 class="label">{move || texts(preferences).board.begin}</h2>
            <div class="analysis-starts">
                <Begin first_game=true seats=Seats::FOUR/>
                <Begin first_game=true seats=Seats::THREE/>
                <Begin first_game=false seats=Seats::FOUR/>
                <Begin first_game=false seats=Seats::THREE/>
                <a class="button" data-do="from-game" href=Route::Games.fragment()>
                    {move || texts(preferences).board.from_game}
                </a>
                <a class="button" data-do="editor" href=Route::Analysis(AnalysisPlace::Editor(String::new())).fragment()>
                    {move || texts(preferences).board.set_up_position}
                </a>
            </div>
            <Paste/>
            <h2 class="label">{move || texts(preferences).board.saved}</h2>
            {move || list.with(Vec::is_empty).then(|| view! { <p class="quiet">{texts(preferences).board.none_saved}</p> })}
            <ul class="saved-games">
                {move || list.with(|stored| stored.iter().map(|one| row(one, list)).collect_view())}
            </ul>
        </Page>
    }
}

/// A link to a new analysis of a set-up.
#[component]
fn Begin(first_game: bool, seats: Seats) -> impl IntoView {
    let preferences = preferences();
    let options = GameOptions::default();
    let start = if first_game { Start::FirstGame { seats, options } } else { Start::Free { seats, options } };
    let place = AnalysisPlace::Packed(link::pack(&GameRecord::new(start)));
    let label = move || {
        let home = &preferences.words().home;
        let setup = if first_game { home.first_game } else { home.free_setup };
        texts(preferences).board.set_up_for(setup, seats.count())
    };
    view! {
        <a class="button" data-begin=start.position().to_string() href=Route::Analysis(place).fragment()>{label}</a>
    }
}

/// A field for anything that holds a position.
#[component]
fn Paste() -> impl IntoView {
    let preferences = preferences();
    let notices = notices();
    let field = NodeRef::<html::Textarea>::new();
    let open = move |_| {
        let Some(field) = field.get_untracked() else { return };
        let (words, texts) = (preferences.words_now(), &texts_now(preferences).board);
        match source::pasted(&field.value(), words, texts) {
            Ok(Pasted::Place(place)) => Route::Analysis(place).go(),
            Ok(Pasted::Table(table)) => spawn_local(async move {
                match source::download(&table, words, texts).await {
                    Ok(place) => Route::Analysis(place).go(),
                    Err(reason) => notices.show(reason),
                }
            }),
            Err(reason) => notices.show(texts.not_opened(reason)),
        }
    };
    view! {
        <label class="label" for="pasted-analysis">{move || texts(preferences).board.paste}</label>
        <textarea id="pasted-analysis" node_ref=field rows="3" spellcheck="false"></textarea>
        <div>
            <button type="button" class="button main" data-do="open" on:click=open>
                {move || texts(preferences).board.open}
            </button>
        </div>
    }
}

/// A stored analysis.
fn row(stored: &StoredAnalysis, list: RwSignal<Vec<StoredAnalysis>, LocalStorage>) -> impl IntoView + use<> {
    let preferences = preferences();
    let id = stored.id.clone();
    let when = js_sys::Date::new(&stored.changed.into());
    let date = move || {
        let options = js_sys::Object::new();
        String::from(when.to_locale_string(preferences.language.get().code(), &options))
    };
    let description = match &stored.content {
        Ok(tree) => {
            let (position, title, count) = (*tree.position(), tree.title().to_string(), tree.len());
            let line = move || {
                let turn = wording::turn(preferences.words(), TurnNumber::of(&position));
                let name = if title.is_empty() { texts(preferences).board.title } else { &title };
                format!("{name} · {turn} · {}", texts(preferences).board.positions(count))
            };
            view! { {thumbnail(&position)} <b>{line}</b> }.into_any()
        }
        Err(error) => {
            let error = error.clone();
            view! { <b>{move || wording::record_error(preferences.words(), &error)}</b> }.into_any()
        }
    };
    let route = Route::Analysis(AnalysisPlace::Saved(id.clone()));
    let asked = RwSignal::new(false);
    let remove = move |_| {
        stored::remove(&id);
        list.set(stored::list());
    };
    view! {
        <li>
            <a class="saved-game" href=route.fragment()>
                <span class="saved-what">{description} <small>{date}</small></span>
            </a>
            <span class="saved-buttons">
                <button type="button" class="round" data-do="delete" title=move || texts(preferences).board.delete
                    aria-label=move || texts(preferences).board.delete on:click=move |_| asked.set(true)>
                    {icon_picture(Icon::Trash)}
                </button>
            </span>
            <p class="sure" hidden=move || !asked.get()>
                <button type="button" class="button small" on:click=move |_| asked.set(false)>
                    {move || preferences.words().table.back}
                </button>
                <button type="button" class="button small main" data-do="delete-yes" on:click=remove>
                    {move || texts(preferences).board.delete}
                </button>
            </p>
        </li>
    }
}
