//! The analysis board: a tree of variations, a live engine, and a position editor.
//!
//! [`screen`] shows what an address asks for. `study` holds the tree and keeps the board in step with it, `engine` runs the workers,
//! `board_screen` puts board and panel together, `map_marks` draws on the map, `setup_explorer` shows what is placed in the free set-up;
//! `stored` keeps analyses in the browser.

mod annotation;
mod board_screen;
mod editor;
mod engine;
mod engine_panel;
mod landing;
mod map_marks;
mod move_rows;
mod moves_panel;
mod play_here;
mod setup_explorer;
mod source;
mod stored;
mod study;

use leptos::prelude::*;
use shangrila_i18n::{AnalysisTexts, capitalise};

use crate::preferences::{Preferences, preferences};
use crate::rated_games;
use crate::route::{AnalysisPlace, Route};
use board_screen::AnalysisBoard;
use editor::Editor;
use landing::Landing;
use source::Opened;

/// What the analysis says in the user's language.
fn texts(preferences: Preferences) -> &'static AnalysisTexts {
    preferences.language.get().analysis()
}

/// [`texts`] without subscribing to changes, for event handlers.
fn texts_now(preferences: Preferences) -> &'static AnalysisTexts {
    preferences.language.get_untracked().analysis()
}

/// What the screens look like. It comes with their code, so that a first visit does not pay for it.
const STYLE: &str = include_str!("analysis.css");

/// The screen that an address asks for.
pub(crate) fn screen(place: AnalysisPlace) -> AnyView {
    let screen = match place {
        AnalysisPlace::Landing => view! { <Landing/> }.into_any(),
        AnalysisPlace::Editor(field) => view! { <Editor field/> }.into_any(),
        place => opened(place),
    };
    view! { <style inner_html=STYLE></style> {screen} }.into_any()
}

/// A board with what an address leads to, or why there is nothing to show.
fn opened(place: AnalysisPlace) -> AnyView {
    let preferences = preferences();
    match source::open(&place, preferences) {
        Ok(Opened { id, tree, .. }) if rated_games::table_with(tree.position()).is_some() => {
            let table = rated_games::table_with(tree.position()).unwrap_or(id);
            view! { <Refused table/> }.into_any()
        }
        Ok(Opened { id, tree, is_new }) => {
            if is_new && stored::write(&id, &tree).is_err() {
                crate::notices::notices().show(texts_now(preferences).board.not_saved.to_string());
            }
            if matches!(place, AnalysisPlace::Packed(_)) {
                // Replace the link in the history, so that Back does not return to it.
                let id = id.clone();
                Effect::new(move || Route::Analysis(AnalysisPlace::Saved(id.clone())).replace());
            }
            view! { <AnalysisBoard id tree/> }.into_any()
        }
        Err(reason) => view! {
            <main class="page message">
                <h1>{move || texts(preferences).board.title}</h1>
                <p>{capitalise(&reason)} "."</p>
                <a class="button main" href=Route::Analysis(AnalysisPlace::Landing).fragment()>
                    {move || texts(preferences).board.all_analyses}
                </a>
            </main>
        }
        .into_any(),
    }
}

/// Why a position of a running rated game is not analysed.
#[component]
fn Refused(table: String) -> impl IntoView {
    let preferences = preferences();
    view! {
        <main class="page message" data-refused="rated">
            <h1>{move || texts(preferences).board.rated_title}</h1>
            <p>{move || texts(preferences).board.rated_text}</p>
            <a class="button main" href=Route::Table(table).fragment()>{move || texts(preferences).board.to_table}</a>
        </main>
    }
}
