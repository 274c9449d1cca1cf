//! The outlines of the mesas: the land is divided among the villages and their half-paths, with the gorge in between.
//!
//! That way every bridge spans a gap and every path stays on its village's land. The contours are found by marching
//! squares over a grid, which takes too long to do while the player waits.

use std::collections::HashMap;

use shangrila_rules::Village;

use crate::geometry::{Geometry, minus, unit, village_centre};
use crate::path::Point;

/// The grid: its upper left corner, the distance between nodes, and the number of cells.
const LEFT: f64 = -90.0;
const TOP: f64 = -70.0;
const STEP: f64 = 6.0;
const COLUMNS: usize = 210;
const ROWS: usize = 220;
const NODES: usize = (COLUMNS + 1) * (ROWS + 1);

/// The three contours of a mesa, clockwise on the screen.
pub(crate) struct Mesa {
    /// The low terrace.
    pub(crate) low: Vec<Point>,
    /// The upper step.
    pub(crate) top: Vec<Point>,
    /// The meadow on the upper step.
    pub(crate) meadow: Vec<Point>,
}

/// The mesas of all villages, in the order of [`Village::ALL`].
pub(crate) fn mesas(geometry: &Geometry) -> Vec<Mesa> {
    let distances: Vec<Vec<f32>> = Village::ALL
        .map(|village| {
            let paths = geometry.paths_of(village);
            (0..NODES).map(|node| distance(village_centre(village), &paths, place(node)) as f32).collect()
        })
        .into();
    let contour = |village: Village, gap: f64, margin: f64, tolerance: f64, corner: f64| {
        let field = field(&distances, village, gap, margin);
        clockwise(chamfered(&simplified(&longest_contour(&field), tolerance), corner))
    };
    Village::ALL
        .map(|village| Mesa {
            low: contour(village, 20.0, 46.0, 5.0, 9.0),
            top: contour(village, 42.0, 30.0, 3.6, 8.0),
            meadow: contour(village, 56.0, 22.0, 3.6, 8.0),
        })
        .into()
}

fn place(node: usize) -> Point {
    let (row, column) = (node / (COLUMNS + 1), node % (COLUMNS + 1));
    Point::new(LEFT + column as f64 * STEP, TOP + row as f64 * STEP)
}

/// The distance of a place from a village's disc and paths, whichever is nearer.
fn distance(centre: Point, paths: &[Point], place: Point) -> f64 {
    let nearest_square = paths
        .iter()
        .map(|point| (place.x - point.x).powi(2) + (place.y - point.y).powi(2))
        .fold(f64::INFINITY, f64::min);
    let to_disc = (place.x - centre.x).hypot((place.y - centre.y) * 1.02) - 100.0;
    to_disc.min(nearest_square.sqrt() - 3.0)
}

/// Noise that makes the outer edges of the land irregular.
fn noise(place: Point) -> f64 {
    let Point { x, y } = place;
    (x * 0.021 + 1.3).sin() * (y * 0.026 + 0.4).cos()
        + 0.6 * (x * 0.047 + y * 0.039 + 2.0).sin()
        + 0.35 * (x * 0.09 - y * 0.08).sin()
}

/// A field that is positive on the village's land: nearer to this village than to any other by the `gap`, and within the
/// `margin`.
fn field(distances: &[Vec<f32>], village: Village, gap: f64, margin: f64) -> Vec<f32> {
    (0..NODES)
        .map(|node| {
            let (row, column) = (node / (COLUMNS + 1), node % (COLUMNS + 1));
            if row == 0 || column == 0 || row == ROWS || column == COLUMNS {
                return -5.0;
            }
            let own = f64::from(distances[village as usize][node]);
            let others = Village::ALL.iter().filter(|other| **other != village);
            let other = others.map(|other| f64::from(distances[*other as usize][node])).fold(1e9, f64::min);
            ((other - own - gap) / 2.0).min(margin + noise(place(node)) * 7.0 - own) as f32
        })
        .collect()
}

/// A grid edge that a contour crosses: the one to the right of the node at this column and row, or the one below it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Edge {
    rightwards: bool,
    column: usize,
    row: usize,
}

impl Edge {
    fn crossing(self, field: &[f32]) -> Point {
        let at = |column: usize, row: usize| f64::from(field[row * (COLUMNS + 1) + column]);
        let here = at(self.column, self.row);
        let (column, row) = (self.column as f64, self.row as f64);
        if self.rightwards {
            let part = here / (here - at(self.column + 1, self.row));
            Point::new(LEFT + (column + part) * STEP, TOP + row * STEP)
        } else {
            let part = here / (here - at(self.column, self.row + 1));
            Point::new(LEFT + column * STEP, TOP + (row + part) * STEP)
        }
    }
}

/// Finds the longest closed line around the area where the field is positive, by marching squares.
fn longest_contour(field: &[f32]) -> Vec<Point> {
    let inside = |column: usize, row: usize| field[row * (COLUMNS + 1) + column] > 0.0;
    // The order of the edges decides where a loop starts, and therefore how it is simplified.
    let mut starts = Vec::new();
    let mut next = HashMap::new();
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let top = Edge { rightwards: true, column, row };
            let bottom = Edge { rightwards: true, column, row: row + 1 };
            let left = Edge { rightwards: false, column, row };
            let right = Edge { rightwards: false, column: column + 1, row };
            let corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)];
            let case = corners.iter().rev().fold(0, |case, &(c, r)| case << 1 | usize::from(inside(c, r)));
            let lines: &[(Edge, Edge)] = match case {
                1 => &[(left, top)],
                2 => &[(top, right)],
                3 => &[(left, right)],
                4 => &[(right, bottom)],
                5 => &[(left, top), (right, bottom)],
                6 => &[(top, bottom)],
                7 => &[(left, bottom)],
                8 => &[(bottom, left)],
                9 => &[(bottom, top)],
                10 => &[(top, right), (bottom, left)],
                11 => &[(bottom, right)],
                12 => &[(right, left)],
                13 => &[(right, top)],
                14 => &[(top, left)],
                _ => &[],
            };
            for &(from, to) in lines {
                starts.push(from);
                next.insert(from, to);
            }
        }
    }
    let mut longest = Vec::new();
    for start in starts {
        let mut line = Vec::new();
        let mut edge = start;
        while let Some(following) = next.remove(&edge) {
            line.push(edge.crossing(field));
            edge = following;
        }
        if line.len() > longest.len() {
            longest = line;
        }
    }
    longest
}

/// Simplifies a closed line to the points needed to stay within the tolerance.
fn simplified(line: &[Point], tolerance: f64) -> Vec<Point> {
    let mut farthest = 0;
    for (index, point) in line.iter().enumerate() {
        if point.distance(line[0]) > line[farthest].distance(line[0]) {
            farthest = index;
        }
    }
    let mut points = needed_points(&line[..=farthest], tolerance);
    points.pop();
    let mut way_back = line[farthest..].to_vec();
    way_back.push(line[0]);
    points.extend(needed_points(&way_back, tolerance));
    points.pop();
    points
}

/// Simplifies an open line with the Ramer–Douglas–Peucker algorithm.
fn needed_points(line: &[Point], tolerance: f64) -> Vec<Point> {
    let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return Vec::new() };
    if line.len() < 3 {
        return line.to_vec();
    }
    let length = Some(first.distance(last)).filter(|length| *length > 0.0).unwrap_or(1.0);
    let (mut farthest, mut deviation) = (0, 0.0);
    for (index, point) in line.iter().enumerate().take(line.len() - 1).skip(1) {
        let away = (last.x - first.x) * (first.y - point.y) - (first.x - point.x) * (last.y - first.y);
        if away.abs() / length > deviation {
            (farthest, deviation) = (index, away.abs() / length);
        }
    }
    if deviation <= tolerance {
        return vec![first, last];
    }
    let mut points = needed_points(&line[..=farthest], tolerance);
    points.pop();
    points.extend(needed_points(&line[farthest..], tolerance));
    points
}

/// Cuts the corners of a polygon.
fn chamfered(polygon: &[Point], cut: f64) -> Vec<Point> {
    let count = polygon.len();
    (0..count)
        .flat_map(|index| {
            let corner = polygon[index];
            [polygon[(index + count - 1) % count], polygon[(index + 1) % count]].map(|neighbour| {
                let along = unit(minus(neighbour, corner));
                let cut = cut.min(neighbour.distance(corner) * 0.32);
                Point::new(corner.x + along.x * cut, corner.y + along.y * cut)
            })
        })
        .collect()
}

fn clockwise(mut polygon: Vec<Point>) -> Vec<Point> {
    let next = polygon.iter().skip(1).chain(polygon.first());
    let area: f64 = polygon.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum();
    if area <= 0.0 {
        polygon.reverse();
    }
    polygon
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field that is positive inside a circle.
    fn disc(centre: Point, radius: f64) -> Vec<f32> {
        (0..NODES).map(|node| (radius - place(node).distance(centre)) as f32).collect()
    }

    fn square() -> Vec<Point> {
        [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(|(x, y)| Point::new(x, y)).to_vec()
    }

    #[test]
    fn the_contour_of_a_disc_follows_its_circle() {
        let centre = Point::new(400.0, 300.0);
        let contour = longest_contour(&disc(centre, 90.0));
        assert!(contour.len() > 40, "{} points", contour.len());
        for point in contour {
            assert!((point.distance(centre) - 90.0).abs() < 0.5, "{point:?}");
        }
    }

    #[test]
    fn the_longest_contour_wins() {
        let centre = Point::new(700.0, 700.0);
        let small = disc(Point::new(200.0, 200.0), 30.0);
        let both: Vec<f32> = disc(centre, 90.0).into_iter().zip(small).map(|(a, b)| a.max(b)).collect();
        assert!(longest_contour(&both).iter().all(|point| point.distance(centre) < 100.0));
    }

    #[test]
    fn simplifying_drops_only_points_within_the_tolerance() {
        let centre = Point::new(400.0, 300.0);
        let contour = longest_contour(&disc(centre, 90.0));
        let simple = simplified(&contour, 2.0);
        assert!(simple.len() < contour.len() / 3, "{} of {} points", simple.len(), contour.len());
        for (index, a) in simple.iter().enumerate() {
            let b = simple[(index + 1) % simple.len()];
            let middle = Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
            assert!(middle.distance(centre) > 90.0 - 2.5, "{middle:?}");
        }
    }

    #[test]
    fn cutting_corners_gives_two_points_for_each() {
        let cut = chamfered(&square(), 2.0);
        assert_eq!(cut.len(), 8);
        assert!(square().iter().all(|corner| !cut.contains(corner)));
    }

    #[test]
    fn polygons_are_turned_clockwise() {
        let mut backwards = square();
        backwards.reverse();
        assert_eq!(clockwise(square()), square());
        assert_eq!(clockwise(backwards), square());
    }

    #[test]
    fn every_village_has_a_meadow_on_its_step_on_its_terrace() {
        let top = |points: &[Point]| points.iter().map(|point| point.y).fold(f64::INFINITY, f64::min);
        let left = |points: &[Point]| points.iter().map(|point| point.x).fold(f64::INFINITY, f64::min);
        for (village, mesa) in Village::ALL.iter().zip(mesas(&Geometry::new())) {
            assert!(mesa.meadow.len() > 8, "{village}");
            assert!(left(&mesa.low) < left(&mesa.top) && left(&mesa.top) < left(&mesa.meadow), "{village}");
            assert!(top(&mesa.low) < top(&mesa.top) && top(&mesa.top) < top(&mesa.meadow), "{village}");
        }
    }
}
