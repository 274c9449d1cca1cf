//! The board: a landscape that stands still, and the pieces above it.

use leptos::prelude::*;
use shangrila_rules::map::{bridges_laid, villages_in_play};
use shangrila_rules::{Bridge, Move, Position, Village};
use shangrila_scene as scene;
use shangrila_table::Choice;

use super::drag::Dragging;
use super::game::Game;
use super::overlay::Overlay;
use super::pieces::Pieces;
use super::{Layout, layout};
use crate::preferences::preferences;

/// How near the camera goes to a village, and to the two villages of a journey.
const NEAR_VILLAGE: f64 = 4.2;
const NEAR_JOURNEY: f64 = 1.5;
const NEAR_JOURNEY_COMPACT: f64 = 2.1;

/// The part of the world that the board's drawing shows.
fn view_box() -> String {
    let (x, y, width, height) = scene::VIEW_BOX;
    format!("{x} {y} {width} {height}")
}

/// Where the camera looks, and from how near.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Camera {
    at: (f64, f64),
    near: f64,
}

impl Camera {
    /// The whole board.
    fn far() -> Camera {
        let (x, y, width, height) = scene::VIEW_BOX;
        Camera { at: (x + width / 2.0, y + height / 2.0), near: 1.0 }
    }

    fn on_village(village: Village) -> Camera {
        let centre = scene::village_centre(village);
        Camera { at: (centre.x, centre.y), near: NEAR_VILLAGE }
    }

    fn on_journey(from: Village, to: Village, near: f64) -> Camera {
        let (one, other) = (scene::village_centre(from), scene::village_centre(to));
        // Not further out than needed: beyond the board there is nothing to see.
        let (left, top, width, height) = scene::VIEW_BOX;
        let within = |middle: f64, start: f64, size: f64| {
            let half = size / near / 2.0;
            middle.clamp(start + half, start + size - half)
        };
        let middle = ((one.x + other.x) / 2.0, (one.y + other.y) / 2.0);
        Camera { at: (within(middle.0, left, width), within(middle.1, top, height)), near }
    }

    /// `--u` is the length of one unit of the board on the screen.
    fn style(self) -> String {
        let Camera { at: (middle_x, middle_y), .. } = Camera::far();
        let (x, y) = ((middle_x - self.at.0) * self.near, (middle_y - self.at.1) * self.near);
        format!("transform:translate(calc(var(--u)*{x:.1}),calc(var(--u)*{y:.1})) scale({:.2})", self.near)
    }
}

/// The board of a game.
#[component]
pub(crate) fn Board() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let Layout { compact, .. } = layout();
    let dragging = expect_context::<Dragging>();
    let camera = Memo::new(move |_| {
        let journey = match game.pending.get() {
            Some(Move::Journey { from, to }) => Some((from, to)),
            _ => None,
        };
        let near = if compact.get() { NEAR_JOURNEY_COMPACT } else { NEAR_JOURNEY };
        match (journey, game.near.get()) {
            (Some((from, to)), _) => Camera::on_journey(from, to, near),
            (None, Some(village)) if compact.get() => Camera::on_village(village),
            _ => Camera::far(),
        }
    });
    let position = Signal::derive(move || game.displayed.get());
    let wide = Memo::new(move |_| game.session.with(|session| session.choice == Choice::Open));
    view! {
        <div class="stage" class:open-choice=move || wide.get() on:pointerdown=move |_| game.land()>
            <div class="world" style=move || camera.get().style()>
                <Landscape position/>
                <svg
                    class="pieces"
                    viewBox=view_box()
                    role="group"
                    aria-label=move || preferences.words().board.label
                    aria-describedby="board-help"
                    on:pointerdown=move |event| dragging.press_board(game, &event)
                >
                    <Pieces/>
                    <Overlay/>
                </svg>
            </div>
            <svg
                class="foreground"
                viewBox=scene::FOREGROUND_VIEW_BOX
                preserveAspectRatio="xMidYMax slice"
                aria-hidden="true"
                inner_html=scene::foreground()
            ></svg>
            <p id="board-help" class="visually-hidden">{move || preferences.words().board.help}</p>
        </div>
    }
}

/// Everything that no move touches, but for meadows that turn grey and paths that end.
#[component]
fn Landscape(position: Signal<Position>) -> impl IntoView {
    let clans = position.with_untracked(|position| position.seats().count());
    let in_play = villages_in_play(clans);
    let mesa = move |village: Village, drawing: fn(Village) -> &'static str| {
        let peace = Memo::new(move |_| position.with(|position| position.has_stone(village)));
        let unused = !in_play.contains(village);
        view! {
            <g
                class=format!("mesa {}", scene::village_class(village))
                class:peace=move || peace.get() && !unused
                class:unused=unused
                inner_html=drawing(village)
            ></g>
        }
    };
    let path = move |bridge: Bridge| {
        let fallen = Memo::new(move |_| position.with(|position| !position.bridges().contains(bridge)));
        view! { <g class="path" class:broken=move || fallen.get() inner_html=scene::path(bridge)></g> }
    };
    let each = |drawing| scene::VILLAGES_FROM_NORTH.iter().map(|&village| mesa(village, drawing)).collect_view();
    let laid = bridges_laid(clans);
    let shrouds = scene::VILLAGES_FROM_NORTH.iter().filter(|&&village| !in_play.contains(village));
    view! {
        <svg class="landscape" viewBox=view_box() aria-hidden="true">
            <g inner_html=scene::backdrop()></g>
            {each(scene::cliff)}
            {each(scene::mesa)}
            <g inner_html=scene::falls()></g>
            {Bridge::all().filter(|&bridge| laid.contains(bridge)).map(path).collect_view()}
            {each(scene::flora)}
            <g inner_html=scene::haze()></g>
            {shrouds.map(|&village| view! { <g inner_html=scene::shroud(village)></g> }).collect_view()}
        </svg>
    }
}
