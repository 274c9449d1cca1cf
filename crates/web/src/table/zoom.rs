//! Zooming and panning the board with fingers, mouse and wheel. A double tap or double click shows the whole board again.
//!
//! The camera in `board.rs` follows the game; this view is the player's own and lies on top of it.

use leptos::ev::{PointerEvent, WheelEvent};
use leptos::html::Div;
use leptos::prelude::*;

use super::drag::Dragging;
use super::game::Game;
use crate::browser;

/// The largest zoom factor.
const MOST: f64 = 5.0;
/// How far a finger must move, in pixels, before a press becomes a pan.
const SLOP: f64 = 10.0;
/// Two taps so close to each other in time, in milliseconds, and in space, in pixels, are a double tap.
const DOUBLE_TAP_TIME: f64 = 320.0;
const DOUBLE_TAP_DISTANCE: f64 = 24.0;

/// The player's own view: a zoom factor, and by how many pixels the middle of the picture is moved.
#[derive(Clone, Copy, PartialEq, Debug)]
struct OwnView {
    zoom: f64,
    x: f64,
    y: f64,
}

impl OwnView {
    const WHOLE: OwnView = OwnView { zoom: 1.0, x: 0.0, y: 0.0 };

    /// Zooms around a point, given relative to the middle of the stage.
    fn zoomed(self, factor: f64, (x, y): (f64, f64), stage: (f64, f64)) -> OwnView {
        let zoom = (self.zoom * factor).clamp(1.0, MOST);
        let by = zoom / self.zoom;
        OwnView { zoom, x: x - (x - self.x) * by, y: y - (y - self.y) * by }.within(stage)
    }

    fn moved(self, (x, y): (f64, f64), stage: (f64, f64)) -> OwnView {
        OwnView { x: self.x + x, y: self.y + y, ..self }.within(stage)
    }

    /// Keeps the picture on the stage.
    fn within(self, (width, height): (f64, f64)) -> OwnView {
        let (beside, above) = ((self.zoom - 1.0) * width / 2.0, (self.zoom - 1.0) * height / 2.0);
        OwnView { x: self.x.clamp(-beside, beside), y: self.y.clamp(-above, above), ..self }
    }
}

/// A finger on the board, or the mouse while its button is held.
#[derive(Clone, Copy, PartialEq)]
struct Finger {
    id: i32,
    start: (f64, f64),
    at: (f64, f64),
}

/// The player's own view of the board, and the gestures that change it.
#[derive(Clone, Copy)]
pub(crate) struct BoardZoom {
    game: Game,
    dragging: Dragging,
    /// The element through which the board is seen.
    pub(crate) stage: NodeRef<Div>,
    /// Whether the camera looks at a part of the board.
    close: Signal<bool>,
    /// The view of the whole board, kept while the camera looks at a part of it.
    of_whole: RwSignal<OwnView>,
    /// The view of the part that the camera looks at.
    of_part: RwSignal<OwnView>,
    fingers: StoredValue<Vec<Finger>>,
    /// Whether the gesture in progress, or the last one, has moved the board.
    moved: StoredValue<bool>,
    /// When and where the board was last tapped.
    last_tap: StoredValue<Option<(f64, (f64, f64))>>,
}

impl BoardZoom {
    /// Starts listening to fingers and mouse until the screen is left.
    pub(crate) fn watch(game: Game, dragging: Dragging, close: Signal<bool>) -> BoardZoom {
        let zoom = BoardZoom {
            game,
            dragging,
            stage: NodeRef::new(),
            close,
            of_whole: RwSignal::new(OwnView::WHOLE),
            of_part: RwSignal::new(OwnView::WHOLE),
            fingers: StoredValue::new(Vec::new()),
            moved: StoredValue::new(false),
            last_tap: StoredValue::new(None),
        };
        let moved = window_event_listener(leptos::ev::pointermove, move |event| zoom.move_finger(&event));
        let lifted = window_event_listener(leptos::ev::pointerup, move |event| zoom.lift(&event, true));
        let lost = window_event_listener(leptos::ev::pointercancel, move |event| zoom.lift(&event, false));
        on_cleanup(move || [moved, lifted, lost].into_iter().for_each(|handle| handle.remove()));
        zoom
    }

    fn view(self) -> RwSignal<OwnView> {
        if self.close.get_untracked() { self.of_part } else { self.of_whole }
    }

    fn shown(self) -> OwnView {
        if self.close.get() { self.of_part.get() } else { self.of_whole.get() }
    }

    /// The CSS transform of the view.
    pub(crate) fn style(self) -> String {
        let OwnView { zoom, x, y } = self.shown();
        format!("transform:translate({x:.1}px,{y:.1}px) scale({zoom:.3})")
    }

    /// The zoom factor, for tests and other programs that use the page.
    pub(crate) fn factor(self) -> String {
        format!("{:.2}", self.shown().zoom)
    }

    /// Whether the player has zoomed in.
    pub(crate) fn is_near(self) -> bool {
        self.shown().zoom > 1.0
    }

    /// Forgets the view of the part that the camera looked at.
    pub(crate) fn follow_camera(self) {
        self.of_part.set(OwnView::WHOLE);
    }

    /// Shows the whole board.
    pub(crate) fn fit(self) {
        self.of_whole.set(OwnView::WHOLE);
        self.of_part.set(OwnView::WHOLE);
        self.game.zoomed.set(None);
    }

    /// Whether the last press moved the board, so that its click chooses nothing.
    pub(crate) fn has_moved(self) -> bool {
        self.moved.get_value()
    }

    /// The size of the stage, and a point in the window relative to its middle.
    fn on_stage(self, (x, y): (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
        // The table fills the window, so an offset within it is one within the window.
        let stage = self.stage.get_untracked()?;
        let (width, height) = (f64::from(stage.offset_width()), f64::from(stage.offset_height()));
        let middle = (f64::from(stage.offset_left()) + width / 2.0, f64::from(stage.offset_top()) + height / 2.0);
        Some(((width, height), (x - middle.0, y - middle.1)))
    }

    /// Handles a press on the board.
    pub(crate) fn press(self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let at = place(event);
        self.fingers.update_value(|fingers| {
            if fingers.is_empty() {
                self.moved.set_value(false);
            }
            fingers.retain(|finger| finger.id != event.pointer_id());
            fingers.push(Finger { id: event.pointer_id(), start: at, at });
        });
    }

    fn move_finger(self, event: &PointerEvent) {
        let before = self.fingers.get_value();
        let Some(index) = before.iter().position(|finger| finger.id == event.pointer_id()) else { return };
        let mut fingers = before.clone();
        fingers[index].at = place(event);
        let Finger { start, at, .. } = fingers[index];
        match (&before[..], &fingers[..]) {
            (&[a, b], &[c, d]) => {
                let apart = |one: Finger, other: Finger| (one.at.0 - other.at.0).hypot(one.at.1 - other.at.1).max(1.0);
                let middle =
                    |one: Finger, other: Finger| ((one.at.0 + other.at.0) / 2.0, (one.at.1 + other.at.1) / 2.0);
                let (from, to) = (middle(a, b), middle(c, d));
                let Some((stage, around)) = self.on_stage(from) else { return };
                let factor = apart(c, d) / apart(a, b);
                let by = (to.0 - from.0, to.1 - from.1);
                self.view().update(|view| *view = view.zoomed(factor, around, stage).moved(by, stage));
                self.moved.set_value(true);
            }
            (&[one], _) => {
                let far = (at.0 - start.0).hypot(at.1 - start.1) > SLOP;
                let zoomed = self.view().get_untracked().zoom > 1.0;
                if zoomed && (far || self.moved.get_value()) && !self.dragging.is_active() {
                    let Some((stage, _)) = self.on_stage(at) else { return };
                    self.view().update(|view| *view = view.moved((at.0 - one.at.0, at.1 - one.at.1), stage));
                    self.moved.set_value(true);
                }
            }
            _ => {}
        }
        self.fingers.set_value(fingers);
    }

    fn lift(self, event: &PointerEvent, done: bool) {
        let known = self.fingers.with_value(|fingers| fingers.iter().any(|finger| finger.id == event.pointer_id()));
        if !known {
            return;
        }
        self.fingers.update_value(|fingers| fingers.retain(|finger| finger.id != event.pointer_id()));
        let tapped = done && event.pointer_type() == "touch" && !self.moved.get_value();
        if !tapped || self.fingers.with_value(|fingers| !fingers.is_empty()) {
            return;
        }
        let (now, at) = (browser::now(), place(event));
        let again = self.last_tap.get_value().is_some_and(|(then, there)| {
            now - then < DOUBLE_TAP_TIME && (at.0 - there.0).hypot(at.1 - there.1) < DOUBLE_TAP_DISTANCE
        });
        self.last_tap.set_value((!again).then_some((now, at)));
        if again {
            self.fit();
        }
    }

    /// Zooms with the wheel, or with two fingers on a trackpad, which browsers report as a wheel with the Control key.
    pub(crate) fn turn_wheel(self, event: &WheelEvent) {
        // Otherwise the page would zoom or scroll.
        event.prevent_default();
        let pixels = if event.delta_mode() == WheelEvent::DOM_DELTA_PIXEL { 1.0 } else { 16.0 };
        let speed = if event.ctrl_key() { 0.01 } else { 0.0015 };
        let Some((stage, at)) = self.on_stage((f64::from(event.client_x()), f64::from(event.client_y()))) else {
            return;
        };
        let factor = (-event.delta_y() * pixels * speed).exp();
        self.view().update(|view| *view = view.zoomed(factor, at, stage));
    }
}

fn place(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAGE: (f64, f64) = (400.0, 300.0);

    #[test]
    fn zooming_keeps_the_point_under_the_fingers() {
        let view = OwnView::WHOLE.zoomed(2.0, (100.0, 50.0), STAGE);
        // The point that was at (100, 50) was that far from the middle of the picture.
        assert_eq!((view.x + 100.0 * view.zoom, view.y + 50.0 * view.zoom), (100.0, 50.0));
    }

    #[test]
    fn the_board_never_leaves_the_stage() {
        let view = OwnView::WHOLE.zoomed(2.0, (0.0, 0.0), STAGE).moved((5000.0, -5000.0), STAGE);
        assert_eq!((view.x, view.y), (200.0, -150.0));
        assert_eq!(view.zoomed(0.1, (30.0, 30.0), STAGE), OwnView::WHOLE);
    }

    #[test]
    fn zoom_has_a_limit() {
        assert_eq!(OwnView::WHOLE.zoomed(100.0, (0.0, 0.0), STAGE).zoom, MOST);
    }
}
