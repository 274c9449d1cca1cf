//! The marks that moves leave on the board: numbered rings and arrows in the colours and the shape of the clan that moved.
//!
//! A line of the clan's colour alone would vanish on the clan's own tiles, so every line has a light and a dark edge.

use shangrila_rules::{Clan, Guild, Space, Village};
use shangrila_scene_drawing::{Point, t};

use crate::board::{space_centre, space_offset, village_centre};
use crate::route::{ArrowHead, route};
use crate::tile::{TILE_SIZE, student_mark};

/// The distance of a ring from the centre of its space.
const RING: f64 = 33.0;

/// How large the numbers are: a small screen that shows the whole board needs larger ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkSize {
    /// For boards on which a tile is easy to see.
    Regular,
    /// For the whole board on a small screen.
    Large,
}

impl MarkSize {
    /// The width of a number's plate.
    const fn plate(self) -> f64 {
        match self {
            MarkSize::Regular => 28.0,
            MarkSize::Large => 46.0,
        }
    }
}

/// A ring around a space that a move of this clan changed, in the coordinates of the board.
pub fn turn_ring(space: Space, clan: Clan) -> String {
    let (letter, Point { x, y }) = (clan.letter(), space_centre(space));
    let ring = |class: &str| format!(r#"<circle cx="{}" cy="{}" r="{RING}" class="{class}"/>"#, t(x), t(y));
    format!(r#"<g class="turn-ring clan-{letter}">{}{}{}</g>"#, ring("turn-edge"), ring("turn-rim"), ring("turn-line"))
}

/// The mark of the student on a space, in the coordinates of the board. Drawn again over a ring, which would cover it.
pub fn student_on(space: Space) -> String {
    student_mark(space_centre(space), TILE_SIZE)
}

/// An arrow along the route of a journey that this clan sent; nothing if no bridge was ever there.
pub fn turn_arrow(from: Village, to: Village, clan: Clan) -> String {
    let Some(route) = route(from, to) else { return String::new() };
    let (data, letter) = (route.ribbon_data(), clan.letter());
    let ArrowHead { at, degrees } = route.arrow_head();
    let head = format!("M-9 -14L16 0-9 14Z\" transform=\"translate({} {}) rotate({degrees:.0})", t(at.x), t(at.y));
    format!(
        r#"<g class="turn-arrow clan-{letter}"><path d="{head}" class="turn-edge"/><path d="{data}" class="turn-edge"/><path d="{data}" class="turn-rim"/><path d="{head}" class="turn-head"/><path d="{data}" class="turn-line"/></g>"#
    )
}

/// The number of a turn beside a space, on a small tile of the clan that moved. `place` counts the numbers at the same space.
pub fn turn_number(space: Space, clan: Clan, number: usize, place: usize, size: MarkSize) -> String {
    let outward = outward(space.guild());
    let (centre, plate) = (village_centre(space.village()), size.plate());
    let offset = space_offset(space.guild());
    let distance = RING - 4.0 + plate * 0.28 + place as f64 * plate * 0.8;
    plate_at(centre.plus(offset).plus(Point::new(outward.x * distance, outward.y * distance)), clan, number, plate)
}

/// The number of a journey in the middle of its arrow.
pub fn arrow_number(from: Village, to: Village, clan: Clan, number: usize, size: MarkSize) -> String {
    let Some(route) = route(from, to) else { return String::new() };
    let points = route.points();
    plate_at(points[points.len() / 2], clan, number, size.plate() * 1.15)
}

/// A ring around a master that is in danger, in the coordinates of the board.
pub fn risk_ring(space: Space) -> String {
    let Point { x, y } = space_centre(space);
    let ring = |class: &str| format!(r#"<circle cx="{}" cy="{}" r="{RING}" class="{class}"/>"#, t(x), t(y));
    format!(r#"<g class="risk-ring">{}{}</g>"#, ring("turn-rim"), ring("risk-line"))
}

/// A sign on the bridge between two villages: an arrow from the stronger to the weaker one, or `=` if they are tied.
pub fn balance_sign(from: Village, to: Village, stronger: bool) -> String {
    let Some(route) = route(from, to) else { return String::new() };
    let points = route.points();
    let middle = points.len() / 2;
    let (at, before) = (points[middle], points[middle - 1]);
    let degrees = (at.y - before.y).atan2(at.x - before.x).to_degrees();
    let figure = if stronger {
        format!(r#"<path d="M-9 0H7M0 -7L8 0 0 7" transform="rotate({degrees:.0})"/>"#)
    } else {
        r#"<path d="M-7 -4H7M-7 4H7"/>"#.to_string()
    };
    format!(r#"<g class="balance" transform="translate({} {})"><circle r="17"/>{figure}</g>"#, t(at.x), t(at.y))
}

/// The direction in which a space's number lies: away from the village's other spaces, and above the badge.
fn outward(guild: Guild) -> Point {
    let Point { x, y } = space_offset(guild);
    let length = x.hypot(y);
    match guild {
        Guild::Priest => Point::new(0.64, -0.77),
        Guild::Firekeeper | Guild::Healer => Point::new(0.98_f64.copysign(x), 0.2),
        _ => Point::new(x / length, y / length),
    }
}

fn plate_at(at: Point, clan: Clan, number: usize, size: f64) -> String {
    let letter = clan.letter();
    let scale = size / 48.0;
    format!(
        r##"<g class="turn-number clan-{letter}"><use href="#tile-{letter}" x="{}" y="{}" width="{}" height="{}"/><text x="{}" y="{}" font-size="{}">{number}</text></g>"##,
        t(at.x - 28.0 * scale),
        t(at.y - 29.0 * scale),
        t(56.0 * scale),
        t(58.0 * scale),
        t(at.x),
        t(at.y + size * 0.21),
        t(size * 0.62)
    )
}
