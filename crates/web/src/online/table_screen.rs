//! The screen of an online table: the waiting room, then the game.

use std::sync::Arc;

use leptos::prelude::*;
use shangrila_protocol::{Phase, Refusal, TableId};

use super::ban::{BanMessage, own_ban};
use super::conditional::ConditionalScreen;
use super::error_text::refusal_text;
use super::table::OnlineTable;
use super::turn_notice::notify_on_my_turn;
use super::waiting_room::WaitingRoom;
use crate::preferences::preferences;
use crate::rated_games;
use crate::table::{Table, Venue};

/// What the screen shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The server has not answered yet.
    Unknown,
    /// The user is banned.
    Banned,
    /// The table cannot be followed.
    Refused,
    Waiting,
    /// The game is running or finished.
    Game,
    /// The user enters conditional moves.
    Conditional,
    Closed,
}

/// The screen of an online table.
#[component]
pub(crate) fn OnlineScreen(id: String) -> impl IntoView {
    match id.parse::<TableId>() {
        Ok(id) => view! { <FollowedTable id/> }.into_any(),
        Err(_) => view! { <Message text=|words| words.online.not_found/> }.into_any(),
    }
}

#[component]
fn FollowedTable(id: TableId) -> impl IntoView {
    let table = OnlineTable::watch(id);
    let ban = own_ban();
    notify_on_my_turn(table);
    note_rated_game(table);
    let stage = Memo::new(move |_| match table.phase() {
        _ if ban.with(Option::is_some) => Stage::Banned,
        // Also in the waiting room of a game without spectators, when it starts.
        _ if table.closed_to_us.with(Option::is_some) => Stage::Refused,
        None => Stage::Unknown,
        Some(Phase::Waiting) => Stage::Waiting,
        Some(Phase::Playing) if table.conditional.open.get() => Stage::Conditional,
        Some(Phase::Playing | Phase::Finished) => Stage::Game,
        Some(Phase::Closed) => Stage::Closed,
    });
    let preferences = preferences();
    move || {
        match stage.get() {
        Stage::Unknown => view! { <Connecting table/> }.into_any(),
        Stage::Banned => view! {
            <main class="page message" data-online=move || table.status_id()>{move || ban.get().map(|ban| view! { <BanMessage ban/> })}</main>
        }
        .into_any(),
        Stage::Refused => {
            let why = table.closed_to_us.get().filter(|reason| *reason != Refusal::NotFound);
            let why = why.map(|reason| refusal_text(preferences.words(), &reason));
            view! {
                <main class="page message" data-refused="">
                    <h1>{why.unwrap_or_else(|| preferences.words().online.not_found.to_string())}</h1>
                    <p>{move || preferences.words().online.not_found_help}</p>
                    <a class="button main" href="#/">{move || preferences.words().app.home}</a>
                </main>
            }
            .into_any()
        }
        Stage::Waiting => view! { <WaitingRoom table/> }.into_any(),
        Stage::Closed if table.read(|state| state.closed_because.is_some()) == Some(true) => {
            let reason = table.read(|state| state.closed_because.clone()).flatten().unwrap_or_default();
            view! {
                <main class="page message" data-refused="">
                    <h1>{move || preferences.words().online.closed_by_moderator(&reason)}</h1>
                    <a class="button main" href="#/">{move || preferences.words().app.home}</a>
                </main>
            }
            .into_any()
        }
        Stage::Closed if table.read(|state| state.rules.is_some()) == Some(true) => {
            view! { <Message text=|words| words.online.ended/> }.into_any()
        }
        Stage::Closed => view! { <Message text=|words| words.online.closed/> }.into_any(),
        Stage::Conditional => view! { <ConditionalScreen table/> }.into_any(),
        Stage::Game => {
            let session = untrack(move || table.session(&table.moves()));
            match session {
                Some(mut session) => {
                    // Whoever opens a finished game wants to see it from the start, unless they have yet to see how theirs ended.
                    if untrack(move || table.phase() == Some(Phase::Finished) && table.missed.since.get().is_none()) {
                        session.view(0);
                    }
 view! { <Table venue=Venue::Online(StoredValue::new(Arc::new(table))) session/> }.into_any()
                }
                None => view! { <Message text=|words| words.online.outdated/> }.into_any(),
            }
        }
    }
    }
}

/// Lets the analysis know which rated game is being played, until it is over.
fn note_rated_game(table: OnlineTable) {
    Effect::new(move || {
        // Until the server answers, what was noted before stands.
        let Some(rated) = table.read(|state| state.settings.rated) else { return };
        let is_ours = rated && table.is_playing() && table.my_seat.get().is_some();
        let session = is_ours.then(|| table.session(&table.moves())).flatten();
        rated_games::note(&table.id().to_string(), session.map(|session| session.record()).as_ref());
    });
}

/// Shown until the server answers.
#[component]
fn Connecting(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    view! {
        <main class="page message" data-online=move || table.status_id()>
            <p class="quiet" role="status">
                <i class="spinner" aria-hidden="true"></i>
                {move || preferences.words().online.connecting}
            </p>
            <a class="button" href="#/">{move || preferences.words().app.home}</a>
        </main>
    }
}

/// A message instead of a table.
#[component]
fn Message(text: fn(&shangrila_i18n::Words) -> &'static str) -> impl IntoView {
    let preferences = preferences();
    view! {
        <main class="page message" data-refused="">
            <h1>{move || text(preferences.words())}</h1>
            <a class="button main" href="#/">{move || preferences.words().app.home}</a>
        </main>
    }
}
