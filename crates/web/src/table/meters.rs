//! The counters above the board: stones placed, bridges left, and whether the end is near.

use leptos::prelude::*;
use shangrila_i18n::capitalise;
use shangrila_rules::{BridgeSet, Position};
use shangrila_scene::Icon;

use super::game::Game;
use super::layout;
use super::story::{Story, may_end_words};
use crate::erased::memo;
use crate::pictures::icon_picture;
use crate::preferences::preferences;

/// How far the game has progressed: stones placed, bridges left.
#[component]
pub(crate) fn Meters() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let story = expect_context::<Story>();
    let compact = layout().compact;
    let stones = memo(move || game.displayed.with(Position::stones_placed));
    let all = game.session.with_untracked(|session| session.position().options().stones.count());
    let bridges = memo(move || game.displayed.with(|position| BridgeSet::len(position.bridges())));
    view! {
        <header class="meters">
            <p class="brand">{move || preferences.words().screen.title}</p>
            <p class="meter" data-stones=move || stones.get()>
                <svg class="stone-picture" viewBox="0 0 64 52" aria-hidden="true"><use href="#stone"></use></svg>
                <span>{move || preferences.words().table.stones(stones.get(), all)}</span>
                <span class="pips" aria-hidden="true">
                    {(0..all).map(|index| view! { <i class:on=move || index < stones.get()></i> }).collect_view()}
                </span>
            </p>
            <p class="meter" data-bridges=move || bridges.get()>
                {icon_picture(Icon::Bridge)}
                <span>{move || {
                    capitalise(&preferences.words().count.bridges_left(bridges.get()))
                }}</span>
            </p>
            // On a small screen the board has no room for it; the panel says it there.
            {move || (!compact.get() && story.may_end.get()).then(|| view! {
                <p class="meter may-end" data-may-end="">{may_end_words(game, preferences.words())}</p>
            })}
        </header>
    }
}
