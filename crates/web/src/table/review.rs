//! Reviewing a game: stepping through it, playing it automatically, jumping to the player's own turns.

use std::time::Duration;

use leptos::prelude::*;
use shangrila_scene::Icon;
use shangrila_table::{Session, wording};

use super::game::Game;
use crate::erased::{click, memo};
use crate::pictures::icon_picture;
use crate::preferences::preferences;

/// How long each turn is shown during automatic replay.
const BEAT: Duration = Duration::from_millis(1400);

/// The slider and buttons of the review.
#[component]
pub(crate) fn HistoryBar() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let shown = memo(move || game.session.with(Session::shown_turns));
    let played = memo(move || game.session.with(Session::played));
    let place = move || game.session.with(|session| wording::shown_turn(preferences.words(), session));
    let button =
        move |icon: Icon, name: &'static str, label: fn(&shangrila_i18n::TableWords) -> &'static str, go: fn(Game)| {
            view! {
                <button
                    type="button"
                    class="round"
                    data-do=name
                    aria-label=move || label(&preferences.words().table)
                    title=move || label(&preferences.words().table)
                    on:click=click(move || {
                        game.replaying.set(false);
                        go(game);
                    })
                >
                    {icon_picture(icon)}
                </button>
            }
        };
    let toggle = move |_| {
        if game.replaying.get_untracked() { game.replaying.set(false) } else { replay(game) }
    };
    view! {
        <div class="history">
            <input
                type="range"
                min="0"
                max=move || played.get()
                prop:value=move || shown.get().to_string()
                aria-label=place
                on:input=move |event| {
                    game.replaying.set(false);
                    game.view(event_target_value(&event).parse().unwrap_or(usize::MAX));
                }
            />
            <div class="history-buttons">
                {button(Icon::First, "first", |words| words.first_turn, |game| game.view(0))}
                {button(Icon::StepBack, "previous", |words| words.previous_turn, |game| game.step(-1))}
                <button
                    type="button"
                    class="round"
                    data-do="replay"
                    aria-label=move || preferences.words().table.replay
                    title=move || preferences.words().table.replay
                    aria-pressed=move || game.replaying.get().to_string()
                    on:click=toggle
                >
                    {move || icon_picture(if game.replaying.get() { Icon::Pause } else { Icon::Play })}
                </button>
                {button(Icon::StepForward, "next", |words| words.next_turn, |game| game.step(1))}
                {button(Icon::Last, "last", |words| words.last_turn, |game| game.view(usize::MAX))}
            </div>
            <div class="history-jumps">
                <button type="button" class="button small" data-do="my-previous" on:click=click(move || my_turn(game, false))>
                    {move || preferences.words().table.my_previous_turn}
                </button>
                <button type="button" class="button small" data-do="my-next" on:click=click(move || my_turn(game, true))>
                    {move || preferences.words().table.my_next_turn}
                </button>
                <button type="button" class="button small main" data-do="present" on:click=click(move || game.view(usize::MAX))>
                    {move || preferences.words().table.back_to_game}
                </button>
            </div>
        </div>
    }
}

/// Whether a player at this screen was to move after this many turns.
fn is_my_turn(game: Game, session: &Session, turns: usize) -> bool {
    session.position_after(turns).to_move().is_some_and(|clan| untrack(|| game.is_mine(clan)))
}

/// Jumps to the next or previous turn of a player at this screen.
fn my_turn(game: Game, forward: bool) {
    game.replaying.set(false);
    let target = game.session.with_untracked(|session| {
        let shown = session.shown_turns();
        if forward {
            (shown + 1..=session.played()).find(|&turns| is_my_turn(game, session, turns))
        } else {
            (0..shown).rev().find(|&turns| is_my_turn(game, session, turns))
        }
    });
    target.into_iter().for_each(|turns| game.view(turns));
}

/// Replays the game automatically from the turn under review, or from the start.
fn replay(game: Game) {
    if !game.session.with_untracked(Session::is_viewing) {
        game.view(0);
    }
    game.replaying.set(true);
    let beat = move |handle: StoredValue<Option<IntervalHandle>, LocalStorage>| {
        // Someone who has gone back to the game may be choosing a move, which another step would cancel.
        let on =
            game.replaying.try_get_untracked().unwrap_or(false) && game.session.with_untracked(Session::is_viewing);
        if on && untrack(|| game.is_at_rest()) {
            game.step(1);
        }
        if !on || !game.session.with_untracked(Session::is_viewing) {
            let _ = game.replaying.try_set(false);
            handle.try_with_value(|handle| handle.as_ref().map(IntervalHandle::clear));
        }
    };
    let handle = StoredValue::new_local(None);
    handle.set_value(set_interval_with_handle(move || beat(handle), BEAT).ok());
}

/// Replays everything after this many turns.
pub(crate) fn replay_from(game: Game, turns: usize) {
    game.view(turns);
    replay(game);
}
