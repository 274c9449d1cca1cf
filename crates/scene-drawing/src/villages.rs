//! The villages: plaza, sockets, houses. Everything is relative to the village's centre.

use shangrila_rules::{Guild, Village};

use crate::geometry::{Geometry, minus, unit, village_centre};
use crate::path::{Point, t};

/// The distance between two spaces in a row, and between two rows. A phone shows the whole board on 390 pixels, and a tile must be
/// at least 24 of them wide.
const COLUMN: f64 = 68.0;
const ROW: f64 = 59.0;

/// Half the width and height of the plaza.
pub(crate) const PLAZA_WIDTH: f64 = 107.0;
pub(crate) const PLAZA_HEIGHT: f64 = 97.0;

/// The centre of a guild's space.
pub(crate) fn space_offset(guild: Guild) -> Point {
    let (columns, rows) = match guild {
        Guild::Rainmaker => (-0.5, -1.0),
        Guild::Astrologer => (0.5, -1.0),
        Guild::Dragonbreeder => (-1.0, 0.0),
        Guild::Priest => (0.0, 0.0),
        Guild::YetiWhisperer => (1.0, 0.0),
        Guild::Firekeeper => (-0.5, 1.0),
        Guild::Healer => (0.5, 1.0),
    };
    Point::new(columns * COLUMN, rows * ROW)
}

/// The paved hexagon with rounded corners.
fn plaza(width: f64, height: f64, corner: f64, down: f64) -> String {
    let shoulder = width * 0.5 + 4.0;
    let corners = [
        (-width, 0.0),
        (-shoulder, -height),
        (shoulder, -height),
        (width, 0.0),
        (shoulder, height),
        (-shoulder, height),
    ]
    .map(|(x, y)| Point::new(x, y));
    let mut data = String::new();
    for (index, point) in corners.into_iter().enumerate() {
        let (before, after) =
            (unit(minus(corners[(index + 5) % 6], point)), unit(minus(corners[(index + 1) % 6], point)));
        data += &format!(
            "{}{} {}Q{} {} {} {}",
            if index == 0 { 'M' } else { 'L' },
            t(point.x + before.x * corner),
            t(point.y + before.y * corner + down),
            t(point.x),
            t(point.y + down),
            t(point.x + after.x * corner),
            t(point.y + after.y * corner + down)
        );
    }
    data + "Z"
}

/// The plaza with its seven sockets, and its shadow, as symbols: they are the same for all villages.
pub(crate) fn symbols() -> String {
    let layer = |colour: &str, down: f64| {
        format!(r#"<path d="{}" fill="var(--{colour})"/>"#, plaza(PLAZA_WIDTH, PLAZA_HEIGHT, 20.0, down))
    };
    let sockets = Guild::ALL.map(|guild| {
        let Point { x, y } = space_offset(guild);
        format!(
            r#"<circle cx="{x}" cy="{y}" r="31" fill="var(--so2)"/><circle cx="{x}" cy="{}" r="29.4" fill="var(--so)"/>"#,
            t(y + 1.6)
        )
    });
    format!(
        r#"<path id="plaza-shadow" d="{}" fill="var(--shadow)"/><g id="plaza">{}{}{}{}</g>"#,
        plaza(PLAZA_WIDTH + 2.0, PLAZA_HEIGHT + 3.0, 21.0, 11.0),
        layer("pl3", 7.0),
        layer("pl2", 3.5),
        layer("pl", 0.0),
        sockets.concat()
    )
}

/// The plaza's shadow, the houses behind it, the plaza and its sockets.
pub(crate) fn ground(geometry: &Geometry, village: Village) -> String {
    let houses = houses(geometry, village, true);
    format!(r##"<use href="#plaza-shadow"/>{houses}<use href="#plaza"/>"##)
}

/// The houses in front of the plaza, which are drawn over the tiles.
pub(crate) fn front(geometry: &Geometry, village: Village) -> String {
    houses(geometry, village, false)
}

/// The guild's glyph in an empty socket.
pub(crate) fn ghost(guild: Guild) -> String {
    let Point { x, y } = space_offset(guild);
    format!(
        r##"<use class="ghost" href="#g-{}" x="{}" y="{}" width="42" height="42"/>"##,
        guild.letter(),
        t(x - 21.0),
        t(y - 20.0)
    )
}

/// A plot for a house: the middle of the house's base, and which house stands there in even and in odd villages.
struct Plot {
    foot: Point,
    houses: [(&'static str, f64, f64); 2],
}

const TALL: (&str, f64, f64) = ("house-b", 22.0, 36.0);
const WIDE: (&str, f64, f64) = ("house-a", 29.0, 29.0);
const LONG_BEHIND: (&str, f64, f64) = ("house-c", 34.0, 23.6);
const TALL_BEHIND: (&str, f64, f64) = ("house-b", 20.0, 32.7);
const TEMPLE: (&str, f64, f64) = ("temple", 38.0, 43.7);
const WIDE_IN_FRONT: (&str, f64, f64) = ("house-a", 25.0, 25.0);
const LONG_IN_FRONT: (&str, f64, f64) = ("house-c", 29.0, 20.0);

/// The plots, from back to front.
const PLOTS: [Plot; 7] = [
    Plot { foot: Point::new(-44.0, -91.0), houses: [LONG_BEHIND, TALL_BEHIND] },
    Plot { foot: Point::new(44.0, -91.0), houses: [TALL_BEHIND, LONG_BEHIND] },
    Plot { foot: Point::new(0.0, -89.0), houses: [TEMPLE, TEMPLE] },
    Plot { foot: Point::new(-92.0, -50.0), houses: [TALL, WIDE] },
    Plot { foot: Point::new(92.0, -50.0), houses: [WIDE, TALL] },
    Plot { foot: Point::new(-96.0, 78.0), houses: [WIDE_IN_FRONT, WIDE_IN_FRONT] },
    Plot { foot: Point::new(96.0, 78.0), houses: [LONG_IN_FRONT, LONG_IN_FRONT] },
];

/// The houses on the plots that paths and bridges leave free.
fn houses(geometry: &Geometry, village: Village, behind: bool) -> String {
    let centre = village_centre(village);
    let paths = geometry.paths_of(village);
    let bridges: Vec<Point> =
        geometry.spans.iter().flat_map(|span| [span.ends[0], span.ends[1], span.centre]).collect();
    let odd = village.letter() as usize % 2;
    let mut drawing = String::new();
    for plot in PLOTS.iter().filter(|plot| (plot.foot.y < 0.0) == behind) {
        let Point { x, y } = plot.foot;
        let middle = centre.plus(Point::new(x, y - 13.0));
        let on_path = paths.iter().any(|point| point.distance(centre) > 84.0 && point.distance(middle) < 25.0);
        let at_bridge = bridges.iter().any(|point| point.distance(middle) < 36.0);
        if on_path || at_bridge {
            continue;
        }
        let (symbol, width, height) = plot.houses[odd];
        let left = t(x - width / 2.0);
        drawing += &format!(
            r##"<path d="M{left} {}h{width}l7 5h-{width}z" fill="var(--shadow)"/><use href="#{symbol}" x="{left}" y="{}" width="{width}" height="{height}"/>"##,
            t(y - 1.5),
            t(y - height)
        );
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seven_spaces_are_symmetric_around_the_centre() {
        let offsets = Guild::ALL.map(space_offset);
        for offset in offsets {
            assert!(offsets.contains(&Point::new(0.0 - offset.x, 0.0 - offset.y)), "{offset:?}");
        }
    }

    #[test]
    fn every_village_has_houses_on_the_plots_left_free() {
        let geometry = Geometry::new();
        for village in Village::ALL {
            // Seven plots, of which paths and bridges leave some free in every village.
            let houses = houses(&geometry, village, true) + &houses(&geometry, village, false);
            let count = houses.matches("<use").count();
            assert!((1..=PLOTS.len()).contains(&count), "{village}: {count} houses");
        }
    }
}
