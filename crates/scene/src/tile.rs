//! Tiles: a clan's shape with a guild's glyph on it, alone or with the mark of a student.

use shangrila_rules::{Clan, Guild};
use shangrila_scene_drawing::{Point, t};

use crate::fragments::TILE_GLYPHS;

/// The width of a tile on the board.
pub const TILE_SIZE: f64 = 64.0;

/// The view box of [`tile_icon`], [`stack_icon`] and [`emblem_icon`]; shadows may reach beyond it.
pub const TILE_VIEW_BOX: &str = "-3 -4 54 56";

/// Symbols are drawn on a grid of this many units.
const GRID: f64 = 48.0;

/// A tile with the guild's glyph.
pub fn tile(clan: Clan, guild: Guild, centre: Point, size: f64) -> String {
    tile_with(clan, &format!("g-{}", guild.letter()), centre, size)
}

/// A tile with the clan's emblem, where no guild is meant.
pub fn emblem(clan: Clan, centre: Point, size: f64) -> String {
    tile_with(clan, &format!("e-{}", clan.letter()), centre, size)
}

/// A master with its student: the master's tile, and the mark of a student at its upper right corner.
pub fn stack(clan: Clan, guild: Guild, centre: Point, size: f64) -> String {
    tile(clan, guild, centre, size) + &student_mark(centre, size)
}

/// The mark of a student on a tile of this size: a light disc with a figure. It looks the same for all clans, and unlike any
/// tile, so that a student can be told from afar.
pub(crate) fn student_mark(centre: Point, size: f64) -> String {
    let (apart, mark) = (size * 0.3, size * 0.52);
    format!(
        r##"<use class="student" href="#m-pupil" x="{}" y="{}" width="{mark}" height="{mark}"/>"##,
        t(centre.x + apart - mark / 2.0),
        t(centre.y - apart - mark / 2.0),
        mark = t(mark)
    )
}

fn tile_with(clan: Clan, figure: &str, centre: Point, size: f64) -> String {
    let scale = size / GRID;
    let (middle, glyph_size) = TILE_GLYPHS[clan as usize];
    let glyph_size = glyph_size * scale;
    let letter = clan.letter();
    format!(
        r##"<g class="clan-{letter}"><use href="#tile-{letter}" x="{}" y="{}" width="{}" height="{}"/><use href="#{figure}" x="{}" y="{}" width="{size}" height="{size}"/></g>"##,
        t(centre.x - 28.0 * scale),
        t(centre.y - 29.0 * scale),
        t(56.0 * scale),
        t(58.0 * scale),
        t(centre.x - glyph_size / 2.0),
        t(centre.y + (middle - GRID / 2.0) * scale - glyph_size / 2.0),
        size = t(glyph_size)
    )
}

/// A single tile, in the coordinates of [`TILE_VIEW_BOX`].
pub fn tile_icon(clan: Clan, guild: Guild) -> String {
    tile(clan, guild, Point::new(24.0, 24.0), GRID)
}

/// A master with its student, in the coordinates of [`TILE_VIEW_BOX`].
pub fn stack_icon(clan: Clan, guild: Guild) -> String {
    stack(clan, guild, Point::new(24.0, 24.0), GRID)
}

/// A clan's emblem, in the coordinates of [`TILE_VIEW_BOX`].
pub fn emblem_icon(clan: Clan) -> String {
    emblem(clan, Point::new(24.0, 24.0), GRID)
}

/// A guild's glyph, for `viewBox="0 0 48 48"`. Its colours are `--ink` and, for the background showing through, `--ko`.
pub fn glyph(guild: Guild) -> String {
    format!(r##"<use href="#g-{}"/>"##, guild.letter())
}
