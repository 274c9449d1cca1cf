//! The players' cards: names, scores, ranks and supplies.

use leptos::prelude::*;
use shangrila_rules::{Clan, Position};

use super::drag::Dragging;
use super::game::Game;
use crate::erased::memo;
use crate::pictures::{clan_class, emblem_picture, glyph_picture};
use crate::preferences::preferences;

/// The cards of all players, in turn order.
#[component]
pub(crate) fn Players() -> impl IntoView {
    let game = expect_context::<Game>();
    let seats = game.session.with_untracked(|session| session.position().seats());
    let preferences = preferences();
    view! {
        <section class="players" aria-label=move || preferences.words().table.players>
            {seats.iter().map(|clan| view! { <PlayerCard clan/> }).collect_view()}
        </section>
    }
}

#[component]
fn PlayerCard(clan: Clan) -> impl IntoView {
    let game = expect_context::<Game>();
    let dragging = expect_context::<Dragging>();
    let preferences = preferences();
    let score = memo(move || game.displayed.with(|position| position.score(clan)));
    let supply = memo(move || game.displayed.with(|position| position.supplies()[clan]));
    let place = memo(move || {
        let standings = game.displayed.with(Position::standings);
        standings.iter().find(|standing| standing.clan == clan).map_or(0, |standing| standing.place)
    });
    let now = memo(move || game.mover() == Some(clan));
    let villages = move || {
        let words = preferences.words();
        let place = words.table.place_number(place.get());
        format!("{place} · {}", words.count.in_villages(score.get().villages))
    };
    view! {
        <article
            class=format!("player {}", clan_class(clan))
            class:now=move || now.get()
            data-present=move || game.online().map(|table| table.is_present(clan).to_string())
        >
            {emblem_picture(clan)}
            <div class="player-name">
                <b>{move || game.player_name(clan)}</b>
                <small>{move || game.player_note(clan)}</small>
                {game.online().map(|table| table.seat_status(clan))}
                <span class="quiet">{villages}</span>
            </div>
            <div class="player-score">
                <b>{move || score.get().masters}</b>
                <span>{move || preferences.words().screen.masters}</span>
            </div>
            <ul class="supply" aria-label=move || preferences.words().table.supply>
                {move || supply.get().iter().map(|(guild, &count)| view! {
                    <li
                        class:none=count == 0
                        title=preferences.words().guilds[guild as usize].name
                        on:pointerdown=move |event| {
                            if now.get_untracked() {
                                dragging.press_tile(game, &event, guild);
                            }
                        }
                    >
                        {glyph_picture(guild)}
                        <span class="visually-hidden">{preferences.words().guilds[guild as usize].name}</span>
                        <span>{count}</span>
                    </li>
                }).collect_view()}
            </ul>
        </article>
    }
}
