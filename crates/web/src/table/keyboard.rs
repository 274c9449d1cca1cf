//! Keyboard play: arrow keys move between the spots that can be chosen, letters do everything else.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use shangrila_rules::{Space, Village};
use shangrila_scene::{self as scene, Point};
use shangrila_table::{PendingMove, Session, Spot};
use wasm_bindgen::JsCast;

use super::Windows;
use super::game::Game;
use super::highlights::{Highlights, Targets};
use crate::browser;

/// The DOM id of a spot.
pub(crate) fn spot_id(spot: Spot) -> String {
    match spot {
        Spot::Space(space) => format!("space-{}{}", space.guild().letter(), space.village()),
        Spot::Village(village) => format!("village-{village}"),
    }
}

/// The spot with a DOM id.
pub(crate) fn spot_of_id(id: &str) -> Option<Spot> {
    let all_spaces = Space::all().map(Spot::Space);
    all_spaces.chain(Village::ALL.into_iter().map(Spot::Village)).find(|&spot| spot_id(spot) == id)
}

fn place(spot: Spot) -> Point {
    match spot {
        Spot::Space(space) => scene::space_centre(space),
        // The village's badge, so that the village counts as south of its spaces.
        Spot::Village(village) => {
            let centre = scene::village_centre(village);
            Point { x: centre.x, y: centre.y + 67.0 }
        }
    }
}

/// The spots the arrow keys visit: everything that can be chosen, or else the villages.
fn reachable_spots(game: Game, targets: Targets) -> Vec<Spot> {
    let spaces = targets.spaces.into_iter().map(Spot::Space);
    let reachable_spots: Vec<Spot> = spaces.chain(targets.villages.into_iter().map(Spot::Village)).collect();
    if reachable_spots.is_empty() {
        let clans = game.session.with(|session| session.position().seats().count());
        return shangrila_rules::map::villages_in_play(clans).into_iter().map(Spot::Village).collect();
    }
    reachable_spots
}

/// The spot that takes the focus when Tab enters the board.
pub(crate) fn tab_stop(game: Game, targets: Targets) -> Option<Spot> {
    reachable_spots(game, targets).first().copied()
}

/// Listens for the shortcuts of the whole screen until it is left.
pub(crate) fn listen(game: Game, highlights: Highlights, windows: Windows) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        if !modified && !is_typing(&event) && !windows.any_open() && press(game, highlights, windows, &event.key()) {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

/// Handles an arrow key while a spot of the board has the focus. Returns whether it did.
pub(crate) fn board_arrows(game: Game, highlights: Highlights, key: &str) -> bool {
    let direction = match key {
        "ArrowLeft" => (-1.0, 0.0),
        "ArrowRight" => (1.0, 0.0),
        "ArrowUp" => (0.0, -1.0),
        "ArrowDown" => (0.0, 1.0),
        _ => return false,
    };
    let on_board = document().active_element().is_some_and(|element| spot_of_id(&element.id()).is_some());
    if on_board {
        move_focus(game, highlights, direction);
    }
    on_board
}

/// Whether the key belongs to a text field.
pub(crate) fn is_typing(event: &KeyboardEvent) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let field = element.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"));
    field && event.key() != "Escape"
}

/// Runs the shortcut of a key. Returns whether there is one.
fn press(game: Game, highlights: Highlights, windows: Windows, key: &str) -> bool {
    match key {
        "ArrowLeft" => move_focus(game, highlights, (-1.0, 0.0)),
        "ArrowRight" => move_focus(game, highlights, (1.0, 0.0)),
        "ArrowUp" => move_focus(game, highlights, (0.0, -1.0)),
        "ArrowDown" => move_focus(game, highlights, (0.0, 1.0)),
        "Escape" => {
            if game.back() {
                return true;
            }
            windows.threats.set(false);
            game.online().into_iter().for_each(|table| table.close_chat());
        }
        // On a button the browser turns Enter into a click.
        "Enter" => {
            let on_button = document().active_element().is_some_and(|element| element.tag_name() == "BUTTON");
            if on_button || game.proposal.get_untracked().is_none() {
                return false;
            }
            game.confirm();
        }
        "p" => game.choose_kind(PendingMove::Place),
        "r" => game.choose_kind(PendingMove::Recruit),
        "j" => game.choose_kind(PendingMove::Journey),
        "u" => game.undo(),
        "U" => game.redo(),
        "h" => game.ask_advice(),
        "," => game.step(-1),
        "." => game.step(1),
        "Home" => game.view(0),
        "End" => game.view(usize::MAX),
        "c" => game.online().into_iter().for_each(|table| table.toggle_chat()),
        "t" => windows.threats.update(|on| *on = !*on),
        "b" => windows.words.set(true),
        "m" => windows.menu.set(true),
        "l" => windows.log.set(true),
        "?" => windows.keys.set(true),
        ":" | "/" => windows.type_move(),
        _ => return false,
    }
    true
}

/// Moves the focus to the nearest spot in a direction, or steps through the turns of a game under review.
fn move_focus(game: Game, highlights: Highlights, (x, y): (f64, f64)) {
    if game.session.with_untracked(Session::is_viewing) {
        return game.step(if x + y < 0.0 { -1 } else { 1 });
    }
    let all = untrack(move || reachable_spots(game, highlights.targets.get()));
    let current = document().active_element().and_then(|element| spot_of_id(&element.id()));
    let next = match current {
        None => all.first().copied(),
        Some(current) => {
            let from = place(current);
            // Distance counts more sideways than straight ahead.
            let cost = |&spot: &Spot| {
                let to = place(spot);
                let (dx, dy) = (to.x - from.x, to.y - from.y);
                let (ahead, aside) = (dx * x + dy * y, (dx * y - dy * x).abs());
                (spot != current && ahead > 4.0).then_some(ahead + 2.2 * aside)
            };
            let costs = all.iter().filter_map(|spot| cost(spot).map(|cost| (cost, *spot)));
            costs.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, spot)| spot)
        }
    };
    if let Some(spot) = next {
        browser::focus(&format!("#{}", spot_id(spot)));
    }
}
