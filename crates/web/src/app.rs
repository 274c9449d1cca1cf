//! The root component: provides the shared contexts and shows the current screen.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_scene as scene;
use wasm_split_helpers::SplitLoaderError;

use crate::engine_worker::EngineWorker;
use crate::home::Home;
use crate::lazy;
use crate::notices::{NoticeBoard, Notices};
use crate::online::{Identity, TabConnection, notify_about_other_tables};
use crate::preferences::{Preferences, preferences};
use crate::route::{self, Route};

/// The root component.
#[component]
pub(crate) fn App(worker_url: String, words: &'static Words) -> impl IntoView {
    provide_context(Preferences::load(words));
    provide_context(Notices::new());
    let connection = TabConnection::new();
    provide_context(connection);
    provide_context(Identity::new(connection));
    notify_about_other_tables();
    let engine = EngineWorker::new(worker_url);
    provide_context(engine);
    let route = route::current();
    let preferences = preferences();
    Effect::new(move || document().set_title(preferences.words().screen.title));
    view! {
        <svg class="symbols" width="0" height="0" aria-hidden="true">
            <defs inner_html=scene::symbols()></defs>
        </svg>
        {move || match route.get() {
            Route::Home => view! { <Home/> }.into_any(),
            Route::Play(id) => downloaded(lazy::table(id)),
            Route::Games => downloaded(lazy::games()),
            Route::Rules => downloaded(lazy::rules(None)),
            Route::Rule(rule) => downloaded(lazy::rules(Some(rule))),
            Route::SharedGame(packed) => downloaded(lazy::shared_game(packed)),
            Route::SharedPosition(field) => downloaded(lazy::shared_position(field)),
            Route::Unknown => view! { <NotFound/> }.into_any(),
            online => downloaded(lazy::online_screen(online)),
        }}
        <NoticeBoard/>
    }
}

/// A screen whose code is downloaded first.
fn downloaded(screen: impl Future<Output = Result<AnyView, SplitLoaderError>> + Send + 'static) -> AnyView {
    let screen = Suspend::new(async move { screen.await.unwrap_or_else(|_| view! { <NotDownloaded/> }.into_any()) });
    view! { <Suspense>{screen}</Suspense> }.into_any()
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
            <button type="button" class="button main" on:click=move |_| {
                // The loader tries again only when it is asked again, which a new page does.
                let _ = window().location().reload();
            }>
                {move || preferences.words().lobby.try_again}
            </button>
        </main>
    }
}
