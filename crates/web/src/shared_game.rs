//! Games and positions from links.

use leptos::prelude::*;
use shangrila_rules::record::{GameRecord, Start};
use shangrila_table::link::{self, LinkError};
use shangrila_table::{Player, Session, wording};

use crate::preferences::preferences;
use crate::route::Route;
use crate::saved_games;

/// A game from a link.
pub(crate) fn game(packed: String) -> AnyView {
    let game = link::unpack(&packed);
    view! { <Shared game text=packed/> }.into_any()
}

/// A position from a link.
pub(crate) fn position(field: String) -> AnyView {
    let game = link::read_position(&field).map(|position| GameRecord::new(Start::Position(position)));
    view! { <Shared game text=field/> }.into_any()
}

/// A game from a link: saved like any other game, unless it already is, and opened.
#[component]
fn Shared(game: Result<GameRecord, LinkError>, text: String) -> impl IntoView {
    let preferences = preferences();
    let words = preferences.words();
    let kept = game.map_err(|error| wording::link_error(words, &error)).and_then(|record| {
        let players = vec![Player::person(); record.start.position().seats().count()];
        let mut session = Session::resume(record.clone(), None)
            .or_else(|_| Session::resume(record, Some(players)))
            .map_err(|error| wording::resume_error(words, &error))?;
        session.set_shared();
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
