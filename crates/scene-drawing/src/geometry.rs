//! Coordinates of the villages and bridges, and the winding half-paths that connect them.

use std::f64::consts::PI;

use shangrila_rules::{Bridge, Village};

use crate::path::Point;

/// The centres of the villages on a board that is 1040 units wide and 1130 high. They lie as on the printed board, but spread evenly, so
/// that villages can be as large as possible.
const VILLAGES: [(f64, f64); Village::COUNT] = [
    (116.0, 141.0),
    (530.0, 132.0),
    (924.0, 132.0),
    (234.0, 572.0),
    (440.0, 390.0),
    (727.0, 324.0),
    (116.0, 828.0),
    (440.0, 747.0),
    (667.0, 597.0),
    (924.0, 511.0),
    (329.0, 1002.0),
    (697.0, 1002.0),
    (869.0, 785.0),
];

/// The centres of the bridges, in the order of [`Bridge::all`]: between the plazas of their villages, and clear of badges, of other
/// bridges and of the paths to them.
const BRIDGES: [(f64, f64); Bridge::COUNT] = [
    (323.0, 137.0),
    (175.0, 356.0),
    (278.0, 266.0),
    (41.0, 485.0),
    (727.0, 132.0),
    (628.0, 228.0),
    (825.0, 228.0),
    (924.0, 322.0),
    (337.0, 481.0),
    (151.0, 698.0),
    (282.0, 787.0),
    (584.0, 357.0),
    (440.0, 568.0),
    (634.0, 470.0),
    (223.0, 915.0),
    (554.0, 672.0),
    (358.0, 872.0),
    (569.0, 875.0),
    (795.0, 554.0),
    (768.0, 691.0),
    (1000.0, 655.0),
    (513.0, 1002.0),
    (780.0, 888.0),
];

/// The distance from post to post.
const BRIDGE_LENGTH: f64 = 54.0;

/// The number of points on a half-path, including both ends.
pub(crate) const HALF_PATH_POINTS: usize = 27;

/// The position of a bridge and of the paths that lead to it.
pub(crate) struct Span {
    pub(crate) centre: Point,
    /// The unit vector from the first village's end to the second village's.
    pub(crate) direction: Point,
    /// The middle between the posts at either end, in the order of [`Bridge::ends`].
    pub(crate) ends: [Point; 2],
    /// The path from each village's centre to its end of the bridge.
    pub(crate) half_paths: [Vec<Point>; 2],
}

/// The positions of all bridges and paths.
pub(crate) struct Geometry {
    pub(crate) spans: Vec<Span>,
}

impl Geometry {
    pub(crate) fn new() -> Geometry {
        Geometry { spans: Bridge::all().enumerate().map(|(index, bridge)| span(index, bridge)).collect() }
    }

    /// Every bridge with its position.
    pub(crate) fn bridges(&self) -> impl Iterator<Item = (Bridge, &Span)> {
        Bridge::all().zip(&self.spans)
    }

    /// The points of all half-paths that start at a village.
    pub(crate) fn paths_of(&self, village: Village) -> Vec<Point> {
        let mut points = Vec::new();
        for (bridge, span) in self.bridges() {
            let (one, other) = bridge.ends();
            for (end, half_path) in [one, other].into_iter().zip(&span.half_paths) {
                if end == village {
                    points.extend(half_path);
                }
            }
        }
        points
    }

    /// Both ends of every bridge.
    pub(crate) fn bridge_ends(&self) -> impl Iterator<Item = Point> {
        self.spans.iter().flat_map(|span| span.ends)
    }
}

pub(crate) fn village_centre(village: Village) -> Point {
    let (x, y) = VILLAGES[village as usize];
    Point::new(x, y)
}

/// The villages in drawing order: from north to south, so that nearer ones cover those behind them.
pub(crate) fn villages_from_north() -> Vec<Village> {
    let mut villages = Village::ALL.to_vec();
    villages.sort_by(|a, b| village_centre(*a).y.total_cmp(&village_centre(*b).y));
    villages
}

#[allow(clippy::approx_constant)] // 6.28 is not meant as tau: the phases only have to differ and were chosen by eye.
fn span(index: usize, bridge: Bridge) -> Span {
    let (one, other) = bridge.ends();
    let (from, to) = (village_centre(one), village_centre(other));
    let centre = Point::new(BRIDGES[index].0, BRIDGES[index].1);
    let (arriving, leaving) = (unit(minus(centre, from)), unit(minus(to, centre)));
    let direction = unit(arriving.plus(leaving));
    let half = scaled(direction, BRIDGE_LENGTH / 2.0);
    let ends = [minus(centre, half), centre.plus(half)];
    // Any fixed sequence of phases makes neighbouring paths wind differently.
    let phase = (index as f64 * 2.4) % 6.28;
    let half_paths =
        [half_path(from, ends[0], direction, phase), half_path(to, ends[1], scaled(direction, -1.0), phase + 1.5)];
    Span { centre, direction, ends, half_paths }
}

/// The path from a village to the end of a bridge; `direction` points from there onto the bridge.
fn half_path(village: Point, end: Point, direction: Point, phase: f64) -> Vec<Point> {
    let way = minus(end, village);
    let length = way.x.hypot(way.y);
    let straight = unit(way);
    let approach = minus(end, scaled(direction, 60_f64.min(length * 0.42)));
    let side = straight.x * (approach.y - village.y) - straight.y * (approach.x - village.x);
    let bend = if side < 0.0 { 14.0 } else { -14.0 };
    let departure = village.plus(scaled(turned(straight, bend), length * 0.42));
    let normal = Point::new(-straight.y, straight.x);
    let amplitude =
        if length > 150.0 { 11_f64.min((length - 90.0) * 0.075) } else { 0_f64.max((length - 100.0) * 0.05) };
    let waves = if length > 220.0 { 1.6 } else { 1.0 };
    let last = HALF_PATH_POINTS - 1;
    (0..=last)
        .map(|step| {
            let t = step as f64 / last as f64;
            let (a, b, c, d) = ((1.0 - t).powi(3), 3.0 * t * (1.0 - t).powi(2), 3.0 * t * t * (1.0 - t), t.powi(3));
            // In floating point the sine of pi may be slightly negative.
            let taper = (PI * t).sin().max(0.0).powf(1.2);
            let sway = (t * PI * 2.0 * waves + phase).sin() * amplitude * taper;
            Point::new(
                a * village.x + b * departure.x + c * approach.x + d * end.x + normal.x * sway,
                a * village.y + b * departure.y + c * approach.y + d * end.y + normal.y * sway,
            )
        })
        .collect()
}

pub(crate) fn minus(a: Point, b: Point) -> Point {
    Point::new(a.x - b.x, a.y - b.y)
}

pub(crate) fn scaled(vector: Point, factor: f64) -> Point {
    Point::new(vector.x * factor, vector.y * factor)
}

pub(crate) fn unit(vector: Point) -> Point {
    scaled(vector, 1.0 / vector.x.hypot(vector.y))
}

fn turned(vector: Point, degrees: f64) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Point::new(vector.x * cos - vector.y * sin, vector.x * sin + vector.y * cos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_paths_lead_from_the_village_to_its_end_of_the_bridge() {
        for (bridge, span) in Geometry::new().bridges() {
            let (one, other) = bridge.ends();
            for (village, end, half_path) in
                [(one, span.ends[0], &span.half_paths[0]), (other, span.ends[1], &span.half_paths[1])]
            {
                assert_eq!(half_path.len(), HALF_PATH_POINTS);
                assert!(half_path[0].distance(village_centre(village)) < 1e-9, "{bridge} at {village}");
                assert!(half_path[HALF_PATH_POINTS - 1].distance(end) < 1e-9, "{bridge} at {village}");
            }
        }
    }

    #[test]
    fn a_village_has_one_half_path_for_each_of_its_bridges() {
        let geometry = Geometry::new();
        for village in Village::ALL {
            let ends = Bridge::all().flat_map(|bridge| [bridge.ends().0, bridge.ends().1]);
            let bridges = ends.filter(|end| *end == village).count();
            assert_eq!(geometry.paths_of(village).len(), bridges * HALF_PATH_POINTS, "{village}");
        }
    }

    #[test]
    fn turning_by_a_right_angle_is_clockwise_on_the_screen() {
        assert!(turned(Point::new(1.0, 0.0), 90.0).distance(Point::new(0.0, 1.0)) < 1e-12);
    }
}
