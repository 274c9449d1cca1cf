//! The board: a static landscape with the pieces above it, seen through a camera that can zoom in.

use leptos::prelude::*;
use shangrila_rules::map::{bridges_at, bridges_laid, villages_in_play};
use shangrila_rules::{Bridge, BridgeSet, Position, Village};
use shangrila_scene as scene;
use shangrila_table::PendingMove;

use super::drag::Dragging;
use super::game::{Advice, Game};
use super::overlay::Overlay;
use super::pieces::Pieces;
use super::zoom::BoardZoom;
use super::{Layout, layout, windows};
use crate::erased::memo;
use crate::preferences::preferences;

/// Zoom factor for a single village.
const VILLAGE_ZOOM: f64 = 3.4;
/// The largest zoom factor for the two villages of a journey.
const JOURNEY_ZOOM: f64 = 1.5;
/// The same on a small screen.
const JOURNEY_ZOOM_COMPACT: f64 = 2.1;
/// What a journey shows around the centres of its villages: the plazas, and the tiles that leave the board beside them.
const AROUND_VILLAGE: f64 = 180.0;

/// The SVG view box of the board.
pub(crate) fn view_box() -> String {
    let (x, y, width, height) = scene::VIEW_BOX;
    format!("{x} {y} {width} {height}")
}

/// The point the camera looks at, and its zoom.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Camera {
    at: (f64, f64),
    zoom: f64,
}

impl Camera {
    /// The whole board.
    fn whole_board() -> Camera {
        let (x, y, width, height) = scene::VIEW_BOX;
        Camera { at: (x + width / 2.0, y + height / 2.0), zoom: 1.0 }
    }

    fn on_village(village: Village) -> Camera {
        let centre = scene::village_centre(village);
        Camera { at: (centre.x, centre.y), zoom: VILLAGE_ZOOM }
    }

    fn on_journey(from: Village, to: Village, zoom: f64) -> Camera {
        let (one, other) = (scene::village_centre(from), scene::village_centre(to));
        // Stay within the board: there is nothing to see beyond its edge.
        let (left, top, width, height) = scene::VIEW_BOX;
        let fits = |size: f64, apart: f64| size / (apart.abs() + 2.0 * AROUND_VILLAGE);
        let zoom = zoom.min(fits(width, one.x - other.x)).min(fits(height, one.y - other.y)).max(1.0);
        let within = |middle: f64, start: f64, size: f64| {
            let half = size / zoom / 2.0;
            middle.clamp(start + half, start + size - half)
        };
        let middle = ((one.x + other.x) / 2.0, (one.y + other.y) / 2.0);
        Camera { at: (within(middle.0, left, width), within(middle.1, top, height)), zoom }
    }

    /// The CSS transform of the camera. `--u` is the size of one board unit on the screen.
    fn style(self) -> String {
        let Camera { at: (middle_x, middle_y), .. } = Camera::whole_board();
        let (x, y) = ((middle_x - self.at.0) * self.zoom, (middle_y - self.at.1) * self.zoom);
        format!("transform:translate(calc(var(--u)*{x:.1}),calc(var(--u)*{y:.1})) scale({:.2})", self.zoom)
    }
}

/// The board of the current game.
#[component]
pub(crate) fn Board() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let Layout { compact, .. } = layout();
    let dragging = expect_context::<Dragging>();
    let camera = memo(move || {
        let zoom = if compact.get() { JOURNEY_ZOOM_COMPACT } else { JOURNEY_ZOOM };
        match (game.journey_in_view(), game.zoomed.get()) {
            (Some((from, to)), _) => Camera::on_journey(from, to, zoom),
            (None, Some(village)) if compact.get() => Camera::on_village(village),
            _ => Camera::whole_board(),
        }
    });
    let close = memo(move || camera.get() != Camera::whole_board());
    let zoom = BoardZoom::watch(game, dragging, close.into());
    Effect::new(move || {
        camera.track();
        zoom.follow_camera();
    });
    // What lies above the board then needs a background of its own.
    let near = memo(move || close.get() || zoom.is_near() || game.journey_in_view().is_some());
    let clans = game.displayed.with_untracked(|position| position.seats().count());
    let bridges = Signal::derive(move || game.displayed.with(Position::bridges));
    // A hint and danger are easier to see when only their own spaces are lit.
    let threats = windows().threats;
    let unlit = memo(move || matches!(game.advice(), Advice::Found(_)) || threats.get());
    let open_choice = memo(move || game.session.with(|session| session.pending == PendingMove::Open));
    view! {
        <div
            class="stage"
            class:open-choice=move || open_choice.get()
            class:unlit=move || unlit.get()
            class:near=move || near.get()
            class:impact=move || game.aftermath.with(Option::is_some)
            node_ref=zoom.stage
            data-zoom=move || zoom.factor()
            on:pointerdown=move |event| {
                game.finish_animation();
                zoom.press(&event);
            }
            on:wheel=move |event| zoom.turn_wheel(&event)
            on:dblclick=move |_| zoom.fit()
            on:click:capture=move |event| {
                if zoom.has_moved() {
                    event.stop_propagation();
                }
            }
        >
            <div class="loupe" style=move || zoom.style()>
            <div class="world" style=move || camera.get().style()>
                <Landscape clans bridges/>
                <svg
                    class="pieces"
                    viewBox=view_box()
                    role="group"
                    aria-label=move || preferences.words().board.label
                    aria-describedby="board-help"
                    on:pointerdown=move |event| dragging.press_board(game, &event)
                >
                    <Pieces/>
                </svg>
                <svg class="marks" viewBox=view_box() aria-hidden="true">
                    <Overlay/>
                </svg>
            </div>
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

/// The scenery. Moves change it only by greying meadows at peace and cutting paths at broken bridges.
#[component]
pub(crate) fn Landscape(clans: usize, bridges: Signal<BridgeSet>) -> impl IntoView {
    let in_play = villages_in_play(clans);
    let unused = move |village: Village| if in_play.contains(village) { "" } else { "unused" };
    let class = move |village: Village| format!("mesa {} {}", scene::village_class(village), unused(village));
    let mesa = move |village: Village| {
        let peace = memo(move || in_play.contains(village) && (bridges.get() & bridges_at(village)).is_empty());
        view! { <g class=class(village) class:peace=move || peace.get() inner_html=scene::mesa(village)></g> }
    };
    // What no move changes.
    let all = |drawing: fn(Village) -> &'static str| -> String {
        let one = |&village: &Village| format!(r#"<g class="{}">{}</g>"#, class(village), drawing(village));
        scene::VILLAGES_FROM_NORTH.iter().map(one).collect()
    };
    let path = move |bridge: Bridge| {
        let broken = memo(move || !bridges.get().contains(bridge));
        view! { <g class="path" class:broken=move || broken.get() inner_html=scene::path(bridge)></g> }
    };
    let laid = bridges_laid(clans);
    let shrouds = scene::VILLAGES_FROM_NORTH.iter().filter(|&&village| !in_play.contains(village));
    view! {
        <svg class="landscape" viewBox=view_box() aria-hidden="true">
            <g inner_html=scene::backdrop()></g>
            <g inner_html=all(scene::cliff)></g>
            {scene::VILLAGES_FROM_NORTH.iter().map(|&village| mesa(village)).collect_view()}
            <g inner_html=scene::falls()></g>
            {Bridge::all().filter(|&bridge| laid.contains(bridge)).map(path).collect_view()}
            <g inner_html=all(scene::flora)></g>
            <g inner_html=scene::haze()></g>
            {shrouds.map(|&village| view! { <g inner_html=scene::shroud(village)></g> }).collect_view()}
        </svg>
    }
}
