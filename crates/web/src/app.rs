//! The root component: provides the shared contexts and shows the current screen.

use leptos::prelude::*;
use shangrila_rules::record::{GameRecord, Start};
use shangrila_scene as scene;
use shangrila_table::link::{self, LinkError};
use shangrila_table::{Player, Session, wording};

use crate::engine_worker::EngineWorker;
use crate::games_page::Games;
use crate::home::Home;
use crate::notices::{NoticeBoard, Notices};
use crate::online::{Account, FinishedGames, Identity, Lobby, NewTable, PersonPage, RatingLists};
use crate::online::{ForgottenPassword, NewPasswordPage, VerifyAddress};
use crate::online::{Moderation, OnlineScreen, TabConnection, notify_about_other_tables};
use crate::preferences::{Preferences, preferences};
use crate::route::{self, Route};
use crate::rules_page::RulesPage;
use crate::saved_games;
use crate::table::TableScreen;

/// The root component.
#[component]
pub(crate) fn App(worker_url: String) -> impl IntoView {
    provide_context(Preferences::load());
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
            Route::Play(id) => view! { <TableScreen id/> }.into_any(),
            Route::Table(id) => view! { <OnlineScreen id/> }.into_any(),
            Route::Games => view! { <Games/> }.into_any(),
            Route::Rules => view! { <RulesPage/> }.into_any(),
            Route::Rule(rule) => view! { <RulesPage rule/> }.into_any(),
            Route::Online => view! { <Lobby/> }.into_any(),
            Route::NewTable => view! { <NewTable/> }.into_any(),
            Route::FinishedGames => view! { <FinishedGames/> }.into_any(),
            Route::Person(id) => view! { <PersonPage id/> }.into_any(),
            Route::Ratings => view! { <RatingLists/> }.into_any(),
            Route::Account => view! { <Account/> }.into_any(),
            Route::Moderation(page) => view! { <Moderation page/> }.into_any(),
            Route::Forgotten => view! { <ForgottenPassword/> }.into_any(),
            Route::NewPassword(token) => view! { <NewPasswordPage token/> }.into_any(),
            Route::Verify(token) => view! { <VerifyAddress token/> }.into_any(),
            Route::SharedGame(packed) => {
                let game = link::unpack(&packed);
                view! { <Shared game text=packed/> }.into_any()
            }
            Route::SharedPosition(field) => {
                let game = link::read_position(&field)
                    .map(|position| GameRecord::new(Start::Position(position)));
                view! { <Shared game text=field/> }.into_any()
            }
            Route::Unknown => view! { <NotFound/> }.into_any(),
        }}
        <NoticeBoard/>
    }
}

/// A game from a link: saved like any other game, unless it already is, and opened.
#[component]
fn Shared(game: Result<GameRecord, LinkError>, text: String) -> impl IntoView {
    let preferences = preferences();
    let words = preferences.words();
    let kept = game.map_err(|error| wording::link_error(words, &error)).and_then(|record| {
        let players = vec![Player::person(); record.start.position().seats().count()];
        let session = Session::resume(record.clone(), None)
            .or_else(|_| Session::resume(record, Some(players)))
            .map_err(|error| wording::resume_error(words, &error))?;
        let id = saved_games::id_for_link(&text);
        if saved_games::read(&id).is_none() {
            saved_games::write(&id, &session.record()).map_err(|()| words.table.not_saved.to_string())?;
        }
        Ok(id)
    });
    match kept {
        Ok(id) => {
            // Replace the link in the history, so that Back does not return to it.
            Effect::new(move || Route::Play(id.clone()).replace());
            ().into_any()
        }
        Err(reason) => view! {
            <main class="page message">
                <h1>{move || preferences.words().app.bad_link}</h1>
                <p>{move || preferences.words().app.bad_link_help}</p>
                <p class="quiet">{reason}</p>
                <a class="button main" href="#/">{move || preferences.words().app.home}</a>
            </main>
        }
        .into_any(),
    }
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
