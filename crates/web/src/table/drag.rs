//! Drag and drop: a tile from the supply onto a village, or students from one village to another.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use shangrila_rules::{Guild, Move, Space, Village};
use shangrila_scene::Icon;
use shangrila_table::{PendingMove, Spot};
use wasm_bindgen::JsCast;

use super::game::Game;
use crate::pictures::{icon_picture, tile_picture};

/// How far the pointer must move, in pixels, before a press becomes a drag.
const THRESHOLD: f64 = 8.0;

/// What the pointer carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dragged {
    Tile(Guild),
    Students { from: Village },
}

/// A press that is, or may become, a drag.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Drag {
    dragged: Dragged,
    start: (f64, f64),
    at: (f64, f64),
    moving: bool,
}

/// The drag in progress at this table, if any.
#[derive(Clone, Copy)]
pub(crate) struct Dragging {
    drag: RwSignal<Option<Drag>>,
}

impl Dragging {
    /// Starts listening to the pointer until the screen is left.
    pub(crate) fn watch(game: Game) -> Dragging {
        let dragging = Dragging { drag: RwSignal::new(None) };
        let moved = window_event_listener(leptos::ev::pointermove, move |event| dragging.go_to(game, &event));
        let dropped = window_event_listener(leptos::ev::pointerup, move |event| dragging.drop_at(game, &event));
        let lost = window_event_listener(leptos::ev::pointercancel, move |_| dragging.drag.set(None));
        on_cleanup(move || [moved, dropped, lost].into_iter().for_each(|handle| handle.remove()));
        dragging
    }

    /// Whether the pointer carries something, or may be about to.
    pub(crate) fn is_active(self) -> bool {
        self.drag.get_untracked().is_some()
    }

    /// Handles a press on a tile in the supply.
    pub(crate) fn press_tile(self, game: Game, event: &PointerEvent, guild: Guild) {
        if game.can_choose_now() {
            self.press(event, Dragged::Tile(guild));
        }
    }

    /// Handles a press on the board. Only a mouse or a pen can drag there: fingers scroll and zoom.
    pub(crate) fn press_board(self, game: Game, event: &PointerEvent) {
        let Some(from) = village_of(event.target()) else { return };
        let can_leave = game.session.with_untracked(|session| {
            let choice = PendingMove::Journey;
            choice.spots(session.position()).contains(&Spot::Village(from))
        });
        if event.pointer_type() != "touch" && can_leave && game.can_choose_now() {
            self.press(event, Dragged::Students { from });
        }
    }

    fn press(self, event: &PointerEvent, dragged: Dragged) {
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        self.drag.set(Some(Drag { dragged, start: at, at, moving: false }));
    }

    fn go_to(self, game: Game, event: &PointerEvent) {
        let Some(drag) = self.drag.get_untracked() else { return };
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        let far = (at.0 - drag.start.0).hypot(at.1 - drag.start.1) > THRESHOLD;
        if far && !drag.moving {
            game.proposal.set(None);
            if let Dragged::Students { from } = drag.dragged {
                game.session.update(|session| session.pending = PendingMove::Destination { from });
            }
        }
        if far || drag.moving {
            event.prevent_default();
            self.drag.set(Some(Drag { at, moving: true, ..drag }));
        }
    }

    fn drop_at(self, game: Game, event: &PointerEvent) {
        let Some(drag) = self.drag.get_untracked() else { return };
        self.drag.set(None);
        if !drag.moving {
            return;
        }
        let below = document().element_from_point(event.client_x() as f32, event.client_y() as f32);
        match (drag.dragged, below.and_then(|element| village_of(Some(element.into())))) {
            (Dragged::Tile(guild), Some(village)) => game.select(Spot::Space(Space::new(village, guild))),
            (Dragged::Students { from }, Some(to)) if from != to => game.propose(Move::Journey { from, to }),
            _ => {
                game.back();
            }
        }
    }
}

/// Returns the village whose drawing contains the element.
fn village_of(target: Option<web_sys::EventTarget>) -> Option<Village> {
    let element = target?.dyn_into::<web_sys::Element>().ok()?;
    let village = element.closest("[data-village]").ok().flatten()?;
    Village::from_letter(village.get_attribute("data-village")?.chars().next()?)
}

/// A picture of what is being dragged, under the pointer.
#[component]
pub(crate) fn DragGhost() -> impl IntoView {
    let game = expect_context::<Game>();
    let Dragging { drag } = expect_context();
    move || {
        let drag = drag.get().filter(|drag| drag.moving)?;
        let clan = game.mover()?;
        let picture = match drag.dragged {
            Dragged::Tile(guild) => tile_picture(clan, guild, false).into_any(),
            Dragged::Students { .. } => icon_picture(Icon::Journey).into_any(),
        };
        let place = format!("left:{:.0}px;top:{:.0}px", drag.at.0, drag.at.1);
        Some(view! { <div class="drag-ghost" style=place aria-hidden="true">{picture}</div> })
    }
}
