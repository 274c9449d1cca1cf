//! The interactive pieces: bridges, villages and tiles.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use shangrila_rules::map::{bridges_laid, villages_in_play};
use shangrila_rules::{Bridge, Clan, Guild, Move, Occupant, Space, Village};
use shangrila_scene::{self as scene, Point, TILE_SIZE};
use shangrila_table::{PendingMove, Spot};

use super::board_text;
use super::game::Game;
use super::highlights::Highlights;
use super::keyboard::spot_id;
use super::story::Story;
use super::{Layout, layout};
use crate::erased::{click, memo};
use crate::pictures::clan_class;
use crate::preferences::preferences;

/// All pieces of the board, back to front.
#[component]
pub(crate) fn Pieces() -> impl IntoView {
    let game = expect_context::<Game>();
    let clans = game.session.with_untracked(|session| session.position().seats().count());
    let (laid, in_play) = (bridges_laid(clans), villages_in_play(clans));
    let bridges = scene::bridges_from_north().filter(|&bridge| laid.contains(bridge));
    let villages = scene::VILLAGES_FROM_NORTH.iter().filter(|&&village| in_play.contains(village));
    view! {
        <g class="bridges">{bridges.map(|bridge| view! { <BridgePiece bridge/> }).collect_view()}</g>
        // Targets light up in the colours of the clan to move.
        <g class=move || game.mover().map_or("", clan_class)>{villages.map(|&village| view! { <VillagePiece village/> }).collect_view()}</g>
    }
}

#[component]
fn BridgePiece(bridge: Bridge) -> impl IntoView {
    let game = expect_context::<Game>();
    let highlights = expect_context::<Highlights>();
    let standing = memo(move || game.displayed.with(|position| position.bridges().contains(bridge)));
    let was_standing = standing.get_untracked();
    let target = memo(move || highlights.targets.with(|targets| targets.bridges.contains(bridge)));
    let crossed = memo(move || {
        game.animation.with(|animation| animation.is_some_and(|animation| animation.report.bridge == bridge))
    });
    let (one, other) = scene::bridge_ends(bridge);
    let line = format!("M{:.1} {:.1}L{:.1} {:.1}", one.x, one.y, other.x, other.y);
    let letters = bridge.to_string();
    // Hidden from screen readers: villages already offer every destination, and bridges are a shortcut for pointers.
    view! {
        <g
            class="crossing"
            class:target=move || target.get()
            class:crossed=move || crossed.get()
            class:fallen=move || was_standing && !standing.get()
            data-bridge=letters
            aria-hidden="true"
            on:click=click(move || game.select_bridge(bridge))
        >
            <g inner_html=move || scene::bridge(bridge, standing.get())></g>
            <path class="crossing-hit" d=line></path>
        </g>
    }
}

#[component]
fn VillagePiece(village: Village) -> impl IntoView {
    let game = expect_context::<Game>();
    let highlights = expect_context::<Highlights>();
    let preferences = preferences();
    let Layout { compact, .. } = layout();
    let spot = Spot::Village(village);
    let centre = scene::village_centre(village);
    let peace = memo(move || game.displayed.with(|position| position.has_stone(village)));
    let strength = memo(move || game.displayed.with(|position| position.strength(village)));
    let target = memo(move || highlights.targets.with(|targets| targets.contains(spot)));
    let origin = memo(move || highlights.marks.with(|marks| marks.origin.contains(village)));
    // Larger numbers when a small screen shows the whole board.
    let far = memo(move || compact.get() && game.zoomed.get().is_none() && game.preview().is_none());
    let story = expect_context::<Story>();
    let change = memo(move || {
        story.effect.with(|effect| effect.as_ref()?.villages.iter().find(|change| change.village == village).copied())
    });
    let badge = move || match (peace.get(), far.get()) {
        _ if change.get().is_some() => {
            change.get().map(|change| scene::changed_badge(village, change.before, change.after)).unwrap_or_default()
        }
        (true, true) => scene::compact_stone(village),
        (true, false) => scene::stone(village),
        (false, true) => scene::compact_badge(village, strength.get()),
        (false, false) => scene::badge(village, strength.get()),
    };
    let label =
        move || board_text::village_label(preferences.words(), village, strength.get(), peace.get(), target.get());
    let click = move |_| select(game, compact.get_untracked(), spot);
    view! {
        <g
            class=format!("village {}", scene::village_class(village))
            class:peace=move || peace.get()
            class:target=move || target.get()
            class:origin=move || origin.get()
            data-village=village.to_string()
            transform=format!("translate({:.1} {:.1})", centre.x, centre.y)
        >
            <g inner_html=scene::village_ground(village)></g>
            <g
                id=spot_id(spot)
                class="village-hit"
                role="button"
                tabindex=move || tab_index(highlights, spot)
                aria-label=label
                on:click=click
                on:keydown=move |event| press(game, &event, spot)
            >
                <path class="glow" d=scene::PLAZA_OUTLINE></path>
            </g>
            {Guild::ALL.map(|guild| view! { <SpacePiece space=Space::new(village, guild)/> }).collect_view()}
            <g class="houses" inner_html=scene::village_front(village)></g>
            <g class="village-badge" aria-hidden="true" on:click=click inner_html=badge></g>
        </g>
    }
}

#[component]
fn SpacePiece(space: Space) -> impl IntoView {
    let game = expect_context::<Game>();
    let highlights = expect_context::<Highlights>();
    let preferences = preferences();
    let Layout { compact, .. } = layout();
    let spot = Spot::Space(space);
    let guild = space.guild();
    let centre = scene::space_offset(guild);
    // Students on a journey are drawn by the overlay, not here.
    let occupant = memo(move || {
        let occupant = game.displayed.with(|position| position.occupant(space))?;
        let walking = game
            .animation
            .with(|animation| animation.is_some_and(|animation| animation.report.from == space.village()));
        Some(Occupant { student: occupant.student && !walking, ..occupant })
    });
    let target = memo(move || highlights.targets.with(|targets| targets.contains(spot)));
    // There are many spaces: one memo and one effect for all marks make a table open faster.
    let marks =
        memo(move || highlights.marks.with(|marks| (marks.chosen.contains(space), marks.advised.contains(space))));
    let class = move || {
        let (chosen, advised) = marks.get();
        let marked = [(target.get(), " target"), (chosen, " chosen"), (advised, " advised")];
        marked.iter().filter(|(on, _)| *on).fold("space".to_string(), |class, (_, name)| class + name)
    };
    // The clan whose tile the pending move would put here.
    let planned = memo(move || {
        let clan = game.mover()?;
        (marks.get().0 && !game.session.with(shangrila_table::Session::is_viewing)).then_some(clan)
    });
    let drawing = move || {
        let drawing = piece_drawing(occupant.get(), planned.get(), guild, centre);
        // A tile that has just arrived drops onto its space.
        let arrived = game.changed_spaces.with_untracked(|spaces| spaces.contains(space));
        if arrived { format!(r#"<g class="arrived">{drawing}</g>"#) } else { drawing }
    };
    let label = move || board_text::space_label(preferences.words(), space, occupant.get(), target.get());
    view! {
        <g
            id=spot_id(spot)
            class=class
            data-space=format!("{}@{}", guild.letter(), space.village())
            role="button"
            tabindex=move || tab_index(highlights, spot)
            aria-label=label
            on:click=click(move || select(game, compact.get_untracked(), spot))
            on:keydown=move |event| press(game, &event, spot)
        >
            <circle class="space-hit" cx=centre.x cy=centre.y r=scene::SOCKET_RADIUS + 2.5></circle>
            // Below the tile, so that it never covers the mark of a student.
            <circle class="ring-target" cx=centre.x cy=centre.y r=scene::SOCKET_RADIUS + 2.0></circle>
            <g class="piece" inner_html=drawing></g>
        </g>
    }
}

/// Draws what lies on a space, plus what the pending move would add.
fn piece_drawing(occupant: Option<Occupant>, planned: Option<Clan>, guild: Guild, centre: Point) -> String {
    match (occupant, planned) {
        (None, None) => scene::ghost(guild).to_string(),
        (None, Some(clan)) => format!(r#"<g class="planned">{}</g>"#, scene::tile(clan, guild, centre, TILE_SIZE)),
        (Some(Occupant { clan, student: true }), _) => scene::stack(clan, guild, centre, TILE_SIZE),
        (Some(Occupant { clan, .. }), Some(_)) => {
            format!(r#"<g class="planned">{}</g>"#, scene::stack(clan, guild, centre, TILE_SIZE))
        }
        (Some(Occupant { clan, .. }), None) => scene::tile(clan, guild, centre, TILE_SIZE),
    }
}

/// Handles a click or tap. On a small screen the first tap zooms in on the village, unless the pending choice is a village.
fn select(game: Game, compact: bool, spot: Spot) {
    let village = match spot {
        Spot::Space(space) => space.village(),
        Spot::Village(village) => village,
    };
    if compact && game.zoomed.get_untracked() != Some(village) {
        let choice = game.session.with_untracked(|session| session.pending);
        let wants_village = matches!(choice, PendingMove::Journey | PendingMove::Destination { .. });
        let pending_journey = matches!(game.proposal.get_untracked(), Some(Move::Journey { .. }));
        if wants_village || pending_journey {
            return game.select(Spot::Village(village));
        }
        return game.zoomed.set(Some(village));
    }
    game.select(spot);
}

/// The whole board is a single Tab stop.
fn tab_index(highlights: Highlights, spot: Spot) -> &'static str {
    if highlights.tab_stop.get() == Some(spot) { "0" } else { "-1" }
}

/// Handles a key press on the focused spot.
fn press(game: Game, event: &KeyboardEvent, spot: Spot) {
    if event.key() == "Enter" || event.key() == " " {
        event.prevent_default();
        event.stop_propagation();
        if game.proposal.get_untracked().is_some() { game.confirm() } else { game.select(spot) }
    }
}
