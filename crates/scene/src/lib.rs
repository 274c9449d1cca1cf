//! The board as a picture: geometry, landscape, villages, bridges and tiles as SVG.
//!
//! Every function returns the content of an `<svg>` in the board's coordinates, 1040 × 1130. `crates/scene-drawing` draws
//! what never changes while compiling; this crate looks it up and draws the rest. Colours are the variables of
//! [`PALETTE_CSS`], so the class `dark` on `<html>` is enough to switch to the dark theme; [`BOARD_CSS`] styles the
//! classes used in the drawings.
//!
//! # The order of the layers
//! One hidden `<svg>` holds [`symbols`] for the whole page. The layers of the board are, from back to front:
//!
//! ```text
//! backdrop
//! cliff, all villages in VILLAGES_FROM_NORTH  <g class="cliff">          + unused
//! mesa, all villages in the same order        <g class="mesa">           + red, peace, unused
//! falls
//! path, all bridges                           <g class="path">           + broken
//! flora, all villages
//! haze
//! bridge, all bridges in bridges_from_north   <g class="bridge">         + broken
//! for each village in VILLAGES_FROM_NORTH     <g class="village" transform="translate(centre)">  + red, peace
//!     village_ground; ghost or tile or stack of each space; village_front; badge or stone
//! ```
//!
//! The preview of a journey adds, in this order: [`veil`], the bridge again with [`Route::ribbon`] on it, and both villages
//! again: the origin with [`lifted_student`] over its masters, the destination with the tiles and then the marks of every
//! [`arrival`].
//!
//! Moves that have been played leave [`turn_ring`], [`turn_arrow`] and [`departure`] above everything, with their numbers on top.
//!
//! The red village also has the class `red`, see [`village_class`]. A village that is not in play has only its cliff and
//! mesa, with the class `unused`, and [`shroud`] over them.

#![forbid(unsafe_code)]

mod badge;
mod board;
mod icon;
mod preview;
mod route;
mod tile;
mod turn_marks;
mod whole_board;

/// The tables written by the build script.
mod fragments {
    use shangrila_rules::Village;
    use shangrila_scene_drawing::Point;

    include!(concat!(env!("OUT_DIR"), "/fragments.rs"));
}

pub use badge::{badge, changed_badge, compact_badge, compact_stone, stone, stone_icon};
pub use board::*;
pub use icon::{ICON_VIEW_BOX, Icon, icon, icon_svg};
pub use preview::{Arrival, arrival, departure, fate_mark, leaver_offset, lifted_student, veil};
pub use route::{ArrowHead, Route, route};
pub use shangrila_scene_drawing::Point;
pub use tile::{TILE_SIZE, TILE_VIEW_BOX, emblem, emblem_icon, glyph, stack, stack_icon, tile, tile_icon};
pub use turn_marks::{MarkSize, arrow_number, balance_sign, risk_ring, student_on, turn_arrow, turn_number, turn_ring};
pub use whole_board::{board_layers, standalone_svg, village_layer};

/// Every colour and font, for the light theme and (class `dark`) the dark one.
pub const PALETTE_CSS: &str = include_str!("../style/palette.css");

/// The styles of the classes used in the drawings.
pub const BOARD_CSS: &str = include_str!("../style/board.css");
