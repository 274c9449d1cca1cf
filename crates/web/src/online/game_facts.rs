//! What the page of a finished game tells besides the moves: the result, when it was played, what the clocks said, who stood in for whom, and
//! how the ratings changed.

use leptos::prelude::*;
use leptos::task::spawn_local;
use shangrila_protocol::{Phase, SeatedPlayer, StandInSpan, TableState};
use shangrila_rules::{Clan, Position, Seat};
use shangrila_scene::Icon;
use shangrila_table::{Session, wording};

use super::table::OnlineTable;
use super::table_text::{level_name, player_name, rating_change_text, result_text, time_text, turn_after};
use super::{api, clock};
use crate::browser;
use crate::pictures::icon_picture;
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

/// The result, when the game was played and how long it took, and what became of the players: there is no room for that beside their names.
#[component]
pub(super) fn GameFacts(table: OnlineTable) -> impl IntoView {
    let preferences = preferences();
    let game = expect_context::<Game>();
    let is_shown = facts_are_shown(table, game);
    // Elsewhere, the buttons of the review need the room.
    let is_roomy = browser::matches_media("(min-width: 1001px) and (min-height: 601px)");
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
            let rated = table.read(|state| state.settings.rated).unwrap_or_default();
            let rated = if rated { format!(" · {}", words.online.rated) } else { String::new() };
            Some(format!("{} · {took}{rated}", browser::time_words(finished, language)))
        })
    };
    let players = move || {
        let names = |state: &TableState| {
            let name = |player: &SeatedPlayer| player_name(preferences.words(), player.player.as_ref());
            state.players().map(|(seat, player)| (seat, name(player))).collect::<Vec<_>>()
        };
        let names = table.read(names).unwrap_or_default();
        names.into_iter().filter_map(|(seat, name)| player_facts(table, seat, name)).collect_view()
    };
    move || {
        is_shown.get().then(|| {
            view! {
                <details class="more note game-facts" data-facts="" open=is_roomy>
                    <summary><b>{result}</b> {icon_picture(Icon::ChevronDown)}</summary>
                    <p class="quiet">{when}</p>
                    <ul>{players}</ul>
                </details>
            }
        })
    }
}

/// Whether the facts are there: the ending tells them itself.
pub(super) fn facts_are_shown(table: OnlineTable, game: Game) -> Memo<bool> {
    Memo::new(move |_| table.phase() == Some(Phase::Finished) && game.session.with(Session::is_viewing))
}

/// The rating of a player before and after the game, and who stood in for them; `None` if there is neither.
fn player_facts(table: OnlineTable, seat: Seat, name: String) -> Option<impl IntoView> {
    let words = preferences().words();
    let change = table.rating_changes.with(|all| all.iter().find(|change| change.seat == seat).copied());
    let spans: Vec<StandInSpan> = table.history.with(|history| {
        let spans = history.iter().flat_map(|history| &history.stand_ins);
        spans.filter(|span| span.seat == seat).cloned().collect()
    });
    if change.is_none() && spans.is_empty() {
        return None;
    }
    let rating =
        change.map(|change| view! { " · " <span data-rating-fact="">{rating_change_text(words, &change)}</span> });
    let stand_ins =
        spans.iter().map(|span| view! { " · " <em data-stood-in="">{span_text(table, span)}</em> }).collect_view();
    Some(view! { <li><b>{name}</b> {rating} {stand_ins}</li> })
}

/// The clock of a player at the turn under review.
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
    let is_over = Memo::new(move |_| table.phase() == Some(Phase::Finished));
    move || is_over.get().then_some(left)
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
