//! What the page of a finished game tells besides the moves: the result, when it was played, what the clocks said, who stood in for whom, and
//! how the ratings changed.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{Phase, StandInSpan, TableState};
use shangrila_rules::{Clan, Position, Seat};
use shangrila_table::{Session, wording};

use super::table::OnlineTable;
use super::table_text::{level_name, rating_change_text, result_text, time_text, turn_after};
use super::{api, clock};
use crate::browser;
use crate::preferences::preferences;
use crate::table::Game;

/// Loads the history of the game once it is over.
pub(super) fn load_history(table: OnlineTable) {
    Effect::new(move |loaded: Option<bool>| {
        let is_over = table.phase() == Some(Phase::Finished);
        if is_over && loaded != Some(true) {
            let id = table.id();
            spawn_local(async move {
                // Without it, the page has the moves and the result.
                if let Ok(history) = api::history(&id).await {
                    let _ = table.history.try_set(Some(history));
                }
            });
        }
        is_over || loaded == Some(true)
    });
}

/// The result, when the game was played, and how long it took.
#[component]
pub(super) fn GameFacts(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let game = expect_context::<Game>();
    // The ending tells all this itself.
    let is_shown = Memo::new(move |_| table.phase() == Some(Phase::Finished) && game.session.with(Session::is_viewing));
    let result = move || {
        table.read(|state| {
            result_text(preferences.words(), &state.settings, &state.seats, &state.winners, &state.masters)
        })
    };
    let when = move || {
        let (words, language) = (preferences.words(), preferences.language.get());
        table.history.with(|history| {
            let history = history.as_ref()?;
            let finished = history.finished?;
            let took = time_text(words, finished.saturating_sub(history.started));
            Some(format!("{} · {took}", browser::time_words(finished, language)))
        })
    };
    move || {
        is_shown.get().then(|| {
            view! {
                <div class="note game-facts" data-facts="">
                    <p><b>{result}</b></p>
                    <p class="quiet">{when}</p>
                </div>
            }
        })
    }
}

/// What became of a player: the clock at the turn under review, stand-ins, and the rating.
#[component]
pub(super) fn SeatFacts(table: OnlineTable, clan: Clan) -> impl IntoView {
    let preferences = preferences();
    let game = expect_context::<Game>();
    let seat = Memo::new(move |_| {
        let (seat, _) = table.seat(clan)?;
        table.read(|state| state.settings.player_seat(seat))
    });
    // What the clock said after the player's last move, up to the turn under review.
    let left = move || {
        let own: Vec<Seat> =
            seat.get().and_then(|seat| table.read(|state| state.settings.seats_with(seat).collect()))?;
        let last = game.session.with(|session| {
            let turns = session.turns().take(session.shown_turns()).enumerate();
            let is_own = |before: &Position| before.seat_to_move().is_some_and(|mover| own.contains(&mover));
            turns.filter(|(_, (before, ..))| is_own(before)).map(|(ply, _)| ply).last()
        })?;
        let left = table.history.with(|history| history.as_ref()?.moves.get(last)?.left)?;
        Some(view! { <time class="clock" data-clock-then=left>{clock::text(&preferences.words().online, left)}</time> })
    };
    let stand_ins = move || {
        let spans: Vec<StandInSpan> = table.history.with(|history| {
            let spans = history.iter().flat_map(|history| &history.stand_ins);
            spans.filter(|span| Some(span.seat) == seat.get()).cloned().collect()
        });
        spans
            .into_iter()
            .map(|span| view! { <em class="stand-in" data-stood-in="">{span_text(table, &span)}</em> })
            .collect_view()
    };
    let rating = move || {
        let change =
            table.rating_changes.with(|all| all.iter().find(|change| Some(change.seat) == seat.get()).copied());
        change.map(|change| {
            view! { <small data-rating-fact="">{rating_change_text(preferences.words(), &change)}</small> }
        })
    };
    let is_over = Memo::new(move |_| table.phase() == Some(Phase::Finished));
    move || is_over.get().then(|| view! { {left} {stand_ins} {rating} })
}

/// Who stood in, and for which turns.
fn span_text(table: OnlineTable, span: &StandInSpan) -> String {
    let words = preferences().words();
    let turn = |moves: u32| table.read(|state: &TableState| wording::turn(words, turn_after(&state.settings, moves)));
    // A span without an end lasted to the end of the game.
    let all = table.history.with(|history| history.as_ref().map_or(0, |history| history.moves.len() as u32));
    let last = turn(span.until.unwrap_or(all).saturating_sub(1)).unwrap_or_default();
    format!("{}{}{} – {last}", level_name(words, span.level), words.colon, turn(span.from).unwrap_or_default())
}
