//! The root component: provides the shared contexts and shows the current screen.

use futures::FutureExt;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_i18n::Words;
use shangrila_scene as scene;
use wasm_split_helpers::SplitLoaderError;

use crate::browser;
use crate::engine_worker::EngineWorker;
use crate::erased::click;
use crate::home::Home;
use crate::lazy;
use crate::notices::{NoticeBoard, Notices};
use crate::preferences::{Preferences, preferences};
use crate::route::{self, Route};

/// What owns everything that lives as long as the page, for parts that arrive later.
#[derive(Clone)]
pub(crate) struct AppOwner(pub(crate) Owner);

/// Whether this browser has been used to play online. Only then is the code downloaded that looks for games waiting there.
#[derive(Clone, Copy)]
pub(crate) struct PlaysOnline(RwSignal<bool>);

const PLAYS_ONLINE: &str = "shangrila.plays-online";

impl PlaysOnline {
    fn load() -> PlaysOnline {
        let known = browser::storage().and_then(|storage| storage.get_item(PLAYS_ONLINE).ok().flatten());
        PlaysOnline(RwSignal::new(known.is_some()))
    }

    pub(crate) fn remember(self) {
        if let Some(storage) = browser::storage() {
            // A full storage only means that the bar comes later.
            let _ = storage.set_item(PLAYS_ONLINE, "1");
        }
        self.0.set(true);
    }
}

/// The root component.
#[component]
pub(crate) fn App(worker_url: String, words: &'static Words) -> impl IntoView {
    provide_context(Preferences::load(words));
    provide_context(Notices::new());
    let plays_online = PlaysOnline::load();
    provide_context(plays_online);
    if let Some(owner) = Owner::current() {
        provide_context(AppOwner(owner));
    }
    let engine = EngineWorker::new(worker_url);
    provide_context(engine);
    let route = route::current();
    let preferences = preferences();
    Effect::new(move || document().set_title(preferences.words().screen.title));
    view! {
        <svg class="symbols" width="0" height="0" aria-hidden="true">
            <defs inner_html=scene::symbols()></defs>
        </svg>
        <GamesElsewhere plays_online/>
        {move || match route.get() {
            Route::Home => view! { <Home/> }.into_any(),
            Route::Play(id) => downloaded(lazy::preload_table(), move || lazy::table(id.clone(), None)),
            Route::Turn(id, turn) => downloaded(lazy::preload_table(), move || lazy::table(id.clone(), Some(turn))),
            Route::Report(id) => downloaded(lazy::preload_report(), move || lazy::report(id.clone())),
            Route::Games => downloaded(lazy::preload_games(), lazy::games),
            Route::Record => downloaded(lazy::preload_record(), lazy::record),
            Route::Rules => downloaded(lazy::preload_rules(), || lazy::rules(None)),
            Route::Rule(rule) => downloaded(lazy::preload_rules(), move || lazy::rules(Some(rule.clone()))),
            Route::Analysis(place) => downloaded(lazy::preload_analysis(), move || lazy::analysis(place.clone())),
            Route::Strategy => downloaded(lazy::preload_strategy(), lazy::strategy),
            Route::Tutorial(number) => downloaded(lazy::preload_tutorial(), move || lazy::tutorial(number)),
            Route::Puzzles => downloaded(lazy::preload_puzzles(), lazy::puzzles),
            Route::Puzzle(which) => downloaded(lazy::preload_puzzle(), move || lazy::puzzle(which.clone())),
            Route::Practice(id, turn) => downloaded(lazy::preload_practice(), move || lazy::practice(id.clone(), turn)),
            Route::SharedGame(packed) => downloaded(lazy::preload_shared_game(), move || lazy::shared_game(packed.clone())),
            Route::SharedPosition(field) => downloaded(lazy::preload_shared_position(), move || lazy::shared_position(field.clone())),
            tournament @ (Route::Tournaments | Route::NewTournament | Route::Tournament(_)) => {
                downloaded(lazy::preload_tournaments(), move || lazy::tournaments(tournament.clone()))
            }
            Route::Unknown => view! { <NotFound/> }.into_any(),
            online => downloaded(lazy::preload_online(), move || lazy::online_screen(online.clone())),
        }}
        <NoticeBoard/>
    }
}

/// The online games that wait for the user, once their part of the app is there. Without it, there is nothing.
#[component]
fn GamesElsewhere(plays_online: PlaysOnline) -> impl IntoView {
    let is_there = RwSignal::new(false);
    Effect::new(move || {
        if plays_online.0.get() {
            spawn_local(async move { is_there.set(lazy::preload_your_turn().await.is_ok()) });
        }
    });
    move || is_there.get().then(|| lazy::your_turn().now_or_never()?.ok()).flatten()
}

/// A screen whose part of the app is downloaded first. Once it is there, its screens appear at once, like those that need no download: the
/// previous screen must not outlive its signals.
pub(crate) fn downloaded<S>(
    part: impl Future<Output = Result<(), SplitLoaderError>> + 'static,
    screen: impl Fn() -> S + Send + Sync + 'static,
) -> AnyView
where
    S: Future<Output = Result<AnyView, SplitLoaderError>>,
{
    let show = move |is_there: bool| match screen().now_or_never() {
        Some(Ok(view)) if is_there => view,
        _ => view! { <NotDownloaded/> }.into_any(),
    };
    let mut part = Box::pin(part);
    if let Some(Ok(())) = part.as_mut().now_or_never() {
        return show(true);
    }
    let is_there = RwSignal::new(None);
    spawn_local(async move {
        let arrived = part.await.is_ok();
        // Someone may have gone elsewhere in the meantime.
        let _ = is_there.try_set(Some(arrived));
    });
    let waiting = || view! { <p class="splash">"Shangri-La"</p> }.into_any();
    (move || is_there.get().map_or_else(waiting, &show)).into_any()
}

/// The page for unknown URLs.
#[component]
fn NotFound() -> impl IntoView {
    let preferences = preferences();
    view! {
        <main class="page message">
            <h1>{move || preferences.words().app.not_found}</h1>
            <p>{move || preferences.words().app.not_found_help}</p>
            <a class="button main" href="#/">{move || preferences.words().app.home}</a>
        </main>
    }
}

/// The page shown when the code of a screen could not be downloaded.
#[component]
fn NotDownloaded() -> impl IntoView {
    let preferences = preferences();
    view! {
        <main class="page message">
            <p>{move || preferences.words().app.not_downloaded}</p>
            <button type="button" class="button main" on:click=click(move || {
                // The loader tries again only when it is asked again, which a new page does.
                let _ = window().location().reload();
            })>
                {move || preferences.words().lobby.try_again}
            </button>
        </main>
    }
}
