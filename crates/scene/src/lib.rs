//! The board as a picture: geometry, landscape, villages, bridges and tiles as SVG.
//!
//! Everything is text for the inside of an `<svg>` with the board's coordinates, 1080 x 1000. What never changes is
//! drawn while compiling (`build/`) and only looked up here. Colours are the variables of [`PALETTE_CSS`], so that night
//! falls by the class `dark` on `<html>` alone; [`BOARD_CSS`] says what the classes of the drawings look like.
//!
//! # The order of the layers
//! One hidden `<svg>` holds [`symbols`] for the whole page. The board is then, from behind to the front:
//!
//! ```text
//! backdrop
//! cliff, all villages in VILLAGES_FROM_NORTH  <g class="cliff">          + unused
//! mesa, all villages likewise                 <g class="mesa">           + red, peace, unused
//! falls
//! path, all bridges                           <g class="path">           + broken
//! flora, all villages
//! haze
//! bridge, all bridges in bridges_from_north   <g class="bridge">         + broken
//! for each village in VILLAGES_FROM_NORTH     <g class="village" transform="translate(centre)">  + red, peace
//!     village_ground; ghost or tile or stack of each space; village_front; badge or stone
//! ```
//!
//! Before a journey is sent follow [`veil`], the bridge again with [`Route::ribbon`] on it, and both villages again:
//! the first with [`lifted_student`] over masters alone, the second with the tiles and then the marks of each
//! [`arrival`].
//!
//! The red village also has the class `red`, see [`village_class`]. A village that is not in play has no paths,
//! bridges, flora or village: only its cliff and mesa, with the class `unused`, and [`shroud`] over them.

#![forbid(unsafe_code)]

mod badge;
mod board;
mod drawing;
mod icon;
mod preview;
mod route;
mod tile;

/// What the build script has drawn.
mod fragments {
    use shangrila_rules::Village;

    use crate::drawing::Point;

    include!(concat!(env!("OUT_DIR"), "/fragments.rs"));
}

pub use badge::{badge, compact_badge, compact_stone, stone, stone_icon};
pub use board::*;
pub use drawing::Point;
pub use icon::{ICON_VIEW_BOX, Icon, icon, icon_svg};
pub use preview::{Arrival, arrival, fate_mark, leaver_offset, lifted_student, veil};
pub use route::{ArrowHead, Route, route};
pub use tile::{TILE_SIZE, TILE_VIEW_BOX, emblem, emblem_icon, glyph, stack, stack_icon, tile, tile_icon};

/// Every colour and font, by day and (class `dark`) by night.
pub const PALETTE_CSS: &str = include_str!("../style/palette.css");

/// What the classes of the drawings look like.
pub const BOARD_CSS: &str = include_str!("../style/board.css");
