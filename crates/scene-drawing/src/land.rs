//! The land of each village: its mesa with cliffs, waterfalls and trees.

use shangrila_rules::Village;
use shangrila_rules::map::RED_VILLAGE;

use crate::geometry::{Geometry, minus, village_centre};
use crate::mesas::Mesa;
use crate::path::{Point, offset, t, whole_point};
use crate::random::Random;

/// How far the low terrace lies below the upper step.
const TERRACE_DROP: f64 = 15.0;

/// Path data of a polygon, moved down.
pub(crate) fn polygon(points: &[Point], down: f64) -> String {
    line(&points.iter().map(|point| whole_point(Point::new(point.x, point.y + down))).collect::<Vec<_>>()) + "z"
}

/// Path data of a line through rounded points.
fn line(points: &[Point]) -> String {
    let steps: String = points.windows(2).map(|pair| format!("l{}", offset(pair[0], pair[1]))).collect();
    format!("M{} {}{steps}", t(points[0].x), t(points[0].y))
}

/// The walls below a clockwise polygon, in bands of (depth, tone), the deepest first. The direction a facet faces decides
/// whether it is lit, shaded or neither.
pub(crate) fn walls(points: &[Point], down: f64, bands: &[(f64, u8)]) -> String {
    let facing: Vec<Option<&str>> = edges(points).map(|(a, b)| facing(minus(*b, *a))).collect();
    let mut drawing = String::new();
    for (depth, tone) in bands {
        for side in ["lit", "mid", "shd"] {
            let mut data = String::new();
            let mut index = 0;
            // Adjacent facets with the same lighting are merged into one shape.
            while index < points.len() {
                let start = index;
                while index < points.len() && facing[index] == Some(side) {
                    index += 1;
                }
                if index == start {
                    index += 1;
                } else {
                    let corners: Vec<Point> = (start..=index).map(|corner| points[corner % points.len()]).collect();
                    data += &facets(&corners, down, *depth);
                }
            }
            if !data.is_empty() {
                // A thin line of the same colour closes the seams between facets.
                let colour = format!("var(--{side}{tone})");
                drawing += &format!(r#"<path d="{data}" fill="{colour}" stroke="{colour}" stroke-width=".6"/>"#);
            }
        }
    }
    drawing
}

fn edges(points: &[Point]) -> impl Iterator<Item = (&Point, &Point)> {
    points.iter().zip(points.iter().skip(1).chain(points.first()))
}

/// The lighting of an edge of a clockwise polygon; `None` if it faces away from the viewer.
fn facing(along: Point) -> Option<&'static str> {
    let length = along.x.hypot(along.y);
    let outward = Point::new(along.y / length, -along.x / length);
    let side = match outward.x {
        ..-0.38 => "lit",
        0.38.. => "shd",
        _ => "mid",
    };
    (outward.y > 0.02).then_some(side)
}

/// Path data of the wall below a line: along the line, down, and back.
fn facets(corners: &[Point], down: f64, depth: f64) -> String {
    let corners: Vec<Point> = corners.iter().map(|corner| whole_point(Point::new(corner.x, corner.y + down))).collect();
    let back: String = corners.windows(2).rev().map(|pair| format!("l{}", offset(pair[1], pair[0]))).collect();
    format!("{}v{depth}{back}z", line(&corners))
}

/// The walls from the low terrace down into the gorge.
pub(crate) fn cliff(mesa: &Mesa) -> String {
    walls(&mesa.low, TERRACE_DROP, &[(62.0, 3), (40.0, 2), (22.0, 1)])
}

/// The low terrace, the upper step and its meadow. The terrace must come first: its outline is that of the whole land, and
/// `crates/scene` reads it from here.
pub(crate) fn mesa(mesa: &Mesa) -> String {
    let low = polygon(&mesa.low, TERRACE_DROP);
    let step = walls(&mesa.top, 0.0, &[(19.0, 1), (9.0, 0)]);
    let (top, meadow) = (polygon(&mesa.top, 0.0), polygon(&mesa.meadow, 0.0));
    format!(
        r#"<path d="{low}" class="terrace"/>{step}<path d="{top}" class="step"/><path d="{meadow}" class="meadow"/>"#
    )
}

/// Waterfalls over the southern edge of a mesa: the village and the x coordinate.
const FALLS: [(Village, f64); 4] = [(Village::B, 560.0), (Village::H, 470.0), (Village::L, 720.0), (Village::D, 270.0)];

/// The waterfalls: over the upper step, across the terrace and down the cliff.
pub(crate) fn falls(mesas: &[Mesa]) -> String {
    FALLS
        .map(|(village, x)| {
            let mesa = &mesas[village as usize];
            let (from, lip) = (southern_edge(&mesa.top, x), southern_edge(&mesa.low, x) + TERRACE_DROP);
            let width = 9.0;
            format!(
                r#"<g class="fall"><path d="M{} {}h{width}V{}h-{width}z" fill="var(--river)"/><path d="M{} {}h{}l3 88h{}z" fill="url(#mist-down)"/><path d="M{} {}V{}M{} {}V{}" stroke="var(--snow)" stroke-width="1.5" stroke-linecap="round"/></g>"#,
                t(x - width / 2.0),
                t(from - 1.0),
                t(lip),
                t(x - width / 2.0 - 1.0),
                t(lip - 1.0),
                t(width + 2.0),
                t(-width - 8.0),
                t(x - width * 0.2),
                t(from + 1.0),
                t(lip + 50.0),
                t(x + width * 0.22),
                t(from + 4.0),
                t(lip + 34.0)
            )
        })
        .concat()
}

/// The largest y coordinate of a polygon's outline at `x`.
fn southern_edge(points: &[Point], x: f64) -> f64 {
    edges(points)
        .filter(|(a, b)| (a.x - x) * (b.x - x) <= 0.0 && a.x != b.x)
        .map(|(a, b)| a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x))
        .fold(f64::NEG_INFINITY, f64::max)
}

/// The pines on each village's meadow, kept clear of plazas, paths and bridges.
pub(crate) fn flora(geometry: &Geometry, mesas: &[Mesa]) -> Vec<String> {
    let mut random = Random::new(99);
    Village::ALL
        .map(|village| {
            let centre = village_centre(village);
            let meadow = &mesas[village as usize].meadow;
            let paths = geometry.paths_of(village);
            let mut pines: Vec<(f64, String)> = Vec::new();
            let mut groups = 0;
            for _ in 0..900 {
                if groups == 9 {
                    break;
                }
                let x = centre.x + (random.next() - 0.5) * 420.0;
                let y = centre.y + (random.next() - 0.5) * 420.0;
                let place = Point::new(x, y);
                let on_meadow = contains(meadow, place) && contains(meadow, Point::new(x, y + 5.0));
                let in_village = (x - centre.x).abs() < 116.0 && y > centre.y - 142.0 && y < centre.y + 134.0;
                let at_bridge = geometry.bridge_ends().any(|end| end.distance(place) < 36.0);
                let on_path = paths.iter().any(|point| point.distance(Point::new(x, y - 8.0)) < 17.0);
                if !on_meadow || in_village || at_bridge || on_path {
                    continue;
                }
                groups += 1;
                let size = 0.72 + random.next() * 0.5;
                pines.push((y, pine(x - 7.0 * size, y - 20.0 * size, size)));
                if random.next() < 0.7 {
                    pines.push((y + 2.0, pine(x + 1.0, y + 2.0 - 15.0 * size, size * 0.75)));
                }
            }
            pines.sort_by(|a, b| a.0.total_cmp(&b.0));
            pines.into_iter().map(|(_, drawing)| drawing).collect()
        })
        .into()
}

/// A pine with its upper left corner at (x, y).
pub(crate) fn pine(x: f64, y: f64, size: f64) -> String {
    format!(r##"<use href="#pine" x="{}" y="{}" width="{}" height="{}"/>"##, t(x), t(y), t(14.0 * size), t(22.0 * size))
}

fn contains(polygon: &[Point], place: Point) -> bool {
    let before = polygon.last().into_iter().chain(polygon);
    polygon.iter().zip(before).fold(false, |inside, (a, b)| {
        let crosses = (a.y > place.y) != (b.y > place.y) && place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x;
        inside != crosses
    })
}

/// Banks of mist over the land of a village that is not in play.
pub(crate) fn shroud(village: Village) -> String {
    // No other village is ever left out, and the mist was composed for this one's land.
    if village != RED_VILLAGE {
        return String::new();
    }
    let centre = village_centre(village);
    // For each bank of mist: the offset of its middle, its size and its opacity.
    let banks = [
        (-40.0, -50.0, 1.0, ".62"),
        (44.0, -6.0, 1.15, ".72"),
        (-46.0, 44.0, 0.95, ".66"),
        (56.0, 84.0, 1.05, ".76"),
        (84.0, 150.0, 0.8, ".6"),
    ];
    banks
        .map(|(x, y, size, opacity)| {
            // Three flat ellipses that overlap; the opacity of the group merges them.
            let lenses = [(-34.0, 7.0, 66.0, 9.0), (4.0, -2.0, 58.0, 14.0), (48.0, 6.0, 62.0, 8.5)].map(
                |(dx, dy, width, height)| {
                    format!(
                        r#"<ellipse cx="{}" cy="{}" rx="{}" ry="{}"/>"#,
                        t(centre.x + x + dx * size),
                        t(centre.y + y + dy * size),
                        t(width * size),
                        t(height * size)
                    )
                },
            );
            format!(r#"<g fill="var(--mist)" opacity="{opacity}">{}</g>"#, lenses.concat())
        })
        .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Point> {
        [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(|(x, y)| Point::new(x, y)).to_vec()
    }

    #[test]
    fn a_polygon_is_drawn_with_relative_lines() {
        assert_eq!(polygon(&square(), 5.0), "M0 5l10 0l0 10l-10 0z");
    }

    #[test]
    fn light_comes_from_the_left() {
        // The southern edges of a clockwise polygon run from right to left.
        assert_eq!(facing(Point::new(-1.0, 0.0)), Some("mid"));
        assert_eq!(facing(Point::new(-1.0, -1.0)), Some("lit"));
        assert_eq!(facing(Point::new(-1.0, 1.0)), Some("shd"));
        assert_eq!(facing(Point::new(1.0, 0.0)), None);
    }

    #[test]
    fn walls_hang_from_the_edges_that_face_south() {
        let drawing = walls(&square(), 0.0, &[(20.0, 1)]);
        assert_eq!(drawing.matches("<path").count(), 1);
        assert!(drawing.contains(r#"d="M10 10l-10 0v20l10 0z" fill="var(--mid1)""#), "{drawing}");
    }

    #[test]
    fn the_southern_edge_is_the_lowest_point_of_the_outline() {
        assert_eq!(southern_edge(&square(), 3.0), 10.0);
    }

    #[test]
    fn a_polygon_contains_what_is_inside_it() {
        assert!(contains(&square(), Point::new(5.0, 5.0)));
        assert!(!contains(&square(), Point::new(5.0, 15.0)));
        assert!(!contains(&square(), Point::new(-5.0, 5.0)));
    }

    #[test]
    fn only_the_red_village_is_ever_shrouded() {
        for village in Village::ALL {
            assert_eq!(shroud(village).is_empty(), village != RED_VILLAGE, "{village}");
        }
    }

    #[test]
    fn pines_stand_on_the_meadows() {
        let geometry = Geometry::new();
        let mesas = crate::mesas::mesas(&geometry);
        let flora = flora(&geometry, &mesas);
        assert_eq!(flora.len(), Village::COUNT);
        assert!(flora.iter().any(|pines| !pines.is_empty()));
    }
}
