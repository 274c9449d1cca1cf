//! A single village, for small screens: who is on its spaces, and where its students can go.

use leptos::prelude::*;
use shangrila_rules::{Bridge, Guild, Move, Space, Stronger, Village};
use shangrila_scene::Icon;
use shangrila_table::{Spot, wording};

use super::board_text;
use super::game::Game;
use super::highlights::Highlights;
use super::panel::request;
use super::windows;
use crate::erased::{click, memo};
use crate::pictures::{glyph_picture, icon_picture, tile_picture};
use crate::preferences::preferences;

/// The panel of the village zoomed in on.
#[component]
pub(crate) fn VillagePanel(village: Village) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let title = move || format!("{} {}", preferences.words().table.village, wording::village(village));
    let subtitle = move || {
        let words = preferences.words();
        game.displayed.with(|position| board_text::village_words(words, position, village))
    };
    // Danger concerns the whole board.
    let threats = windows().threats;
    let show_danger = move || {
        game.zoomed.set(None);
        threats.set(true);
    };
    view! {
        <header class="turn">
            <button type="button" class="round" data-do="whole-board"
                aria-label=move || preferences.words().table.whole_board on:click=click(move || game.zoomed.set(None))>
                {icon_picture(Icon::Back)}
            </button>
            <div>
                <h1>{title}</h1>
                <p>{subtitle}</p>
            </div>
            {game.viewer().map(|_| view! {
                <button type="button" class="round" data-do="village-danger"
                    aria-label=move || preferences.words().story.danger
                    title=move || preferences.words().story.danger
                    on:click=click(show_danger)>
                    {icon_picture(Icon::Eye)}
                </button>
            })}
        </header>
        <p class="request village-request">{move || request(game)}</p>
        <div class="panel-scroll">
            <ul class="village-list">
                {Guild::ALL.map(|guild| view! { <SpaceRow space=Space::new(village, guild)/> }).collect_view()}
            </ul>
            <div class="trips">
                {Bridge::all().filter_map(|bridge| {
                    let (one, other) = bridge.ends();
                    let to = if one == village { other } else if other == village { one } else { return None };
                    Some(view! { <Trip from=village to/> })
                }).collect_view()}
            </div>
        </div>
    }
}

#[component]
fn SpaceRow(space: Space) -> impl IntoView {
    let game = expect_context::<Game>();
    let highlights = expect_context::<Highlights>();
    let preferences = preferences();
    let occupant = memo(move || game.displayed.with(|position| position.occupant(space)));
    let target = memo(move || highlights.targets.with(|targets| targets.contains(Spot::Space(space))));
    let who = move || {
        let words = preferences.words();
        match occupant.get() {
            None => words.table.empty_space.to_string(),
            Some(there) if there.student => {
                format!("{}, {}", game.player_name(there.clan), words.table.with_student)
            }
            Some(there) => game.player_name(there.clan),
        }
    };
    let picture = move || match occupant.get() {
        None => glyph_picture(space.guild()).into_any(),
        Some(there) => tile_picture(there.clan, space.guild(), there.student).into_any(),
    };
    view! {
        <li>
            <button type="button" class:target=move || target.get() on:click=click(move || game.select(Spot::Space(space)))>
                {picture}
                <span>
                    {move || preferences.words().guilds[space.guild() as usize].name}
                    <small>{who}</small>
                </span>
            </button>
        </li>
    }
}

#[component]
fn Trip(from: Village, to: Village) -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let mv = Move::Journey { from, to };
    move || {
        let position = game.displayed.get();
        let report = position.journey_report(from, to).ok()?;
        let legal = game.can_choose() && position.is_legal(mv);
        let stronger = report.stronger == Stronger::Origin;
        let sign = wording::strength_sign(&report);
        let words = &preferences.words().table;
        let (origin, destination) = (report.origin, report.destination);
        Some(view! {
            <button type="button" class="trip" class:strong=stronger disabled=!legal on:click=click(move || game.propose(mv))>
                <b>{words.journey_to(wording::village(to))}</b>
                <small>
                    {format!("{}·{} {sign} {}·{}", origin.tiles, origin.masters, destination.tiles, destination.masters)}
                    <br/>
                    {match sign { ">" => words.stronger, "=" => words.tied, _ => words.weaker }}
                </small>
            </button>
        })
    }
}
