//! Dragging: a tile from the supply to a village, or students from one village to another.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use shangrila_rules::{Guild, Move, Space, Village};
use shangrila_scene::Icon;
use shangrila_table::{Choice, Spot};
use wasm_bindgen::JsCast;

use super::game::Game;
use crate::drawing::{icon_picture, tile_picture};

/// How far the pointer moves before a press becomes a drag.
const SLACK: f64 = 8.0;

/// What is dragged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Load {
    Tile(Guild),
    Students { from: Village },
}

/// A press that is, or may become, a drag.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Drag {
    load: Load,
    began: (f64, f64),
    at: (f64, f64),
    moving: bool,
}

/// Dragging at this table.
#[derive(Clone, Copy)]
pub(crate) struct Dragging {
    drag: RwSignal<Option<Drag>>,
}

impl Dragging {
    /// Follows the pointer from now on.
    pub(crate) fn watch(game: Game) -> Dragging {
        let dragging = Dragging { drag: RwSignal::new(None) };
        let moved = window_event_listener(leptos::ev::pointermove, move |event| dragging.go_to(game, &event));
        let dropped = window_event_listener(leptos::ev::pointerup, move |event| dragging.drop_at(game, &event));
        let lost = window_event_listener(leptos::ev::pointercancel, move |_| dragging.drag.set(None));
        on_cleanup(move || [moved, dropped, lost].into_iter().for_each(|handle| handle.remove()));
        dragging
    }

    /// A press on a tile of the supply.
    pub(crate) fn press_tile(self, game: Game, event: &PointerEvent, guild: Guild) {
        if game.chooses_now() {
            self.press(event, Load::Tile(guild));
        }
    }

    /// A press on the board. Fingers scroll and zoom there, so only a mouse or a pen drags.
    pub(crate) fn press_board(self, game: Game, event: &PointerEvent) {
        let Some(from) = village_of(event.target()) else { return };
        let can_leave = game.session.with_untracked(|session| {
            let choice = Choice::Journey;
            choice.spots(session.position()).contains(&Spot::Village(from))
        });
        if event.pointer_type() != "touch" && can_leave && game.chooses_now() {
            self.press(event, Load::Students { from });
        }
    }

    fn press(self, event: &PointerEvent, load: Load) {
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        self.drag.set(Some(Drag { load, began: at, at, moving: false }));
    }

    fn go_to(self, game: Game, event: &PointerEvent) {
        let Some(drag) = self.drag.get_untracked() else { return };
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        let far = (at.0 - drag.began.0).hypot(at.1 - drag.began.1) > SLACK;
        if far && !drag.moving {
            game.pending.set(None);
            if let Load::Students { from } = drag.load {
                game.session.update(|session| session.choice = Choice::Destination { from });
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
        match (drag.load, below.and_then(|element| village_of(Some(element.into())))) {
            (Load::Tile(guild), Some(village)) => game.touch(Spot::Space(Space::new(village, guild))),
            (Load::Students { from }, Some(to)) if from != to => game.propose(Move::Journey { from, to }),
            _ => {
                game.back();
            }
        }
    }
}

/// The village in whose drawing an element lies.
fn village_of(target: Option<web_sys::EventTarget>) -> Option<Village> {
    let element = target?.dyn_into::<web_sys::Element>().ok()?;
    let village = element.closest("[data-village]").ok().flatten()?;
    Village::from_letter(village.get_attribute("data-village")?.chars().next()?)
}

/// What is dragged, below the pointer.
#[component]
pub(crate) fn DragGhost() -> impl IntoView {
    let game = expect_context::<Game>();
    let Dragging { drag } = expect_context();
    move || {
        let drag = drag.get().filter(|drag| drag.moving)?;
        let clan = game.mover()?;
        let picture = match drag.load {
            Load::Tile(guild) => tile_picture(clan, guild, false).into_any(),
            Load::Students { .. } => icon_picture(Icon::Journey).into_any(),
        };
        let place = format!("left:{:.0}px;top:{:.0}px", drag.at.0, drag.at.1);
        Some(view! { <div class="drag-ghost" style=place aria-hidden="true">{picture}</div> })
    }
}
