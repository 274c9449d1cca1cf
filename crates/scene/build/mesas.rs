//! The mesas: a partition of the land among the villages and their half-paths, shrunk by the gorge.
//!
//! So a bridge always spans a real gap, and a path never leaves its own land. The contours are found by marching
//! squares over a grid, which is why this happens while compiling and not in front of the player.

use std::collections::HashMap;

use shangrila_rules::Village;

use crate::drawing::Point;
use crate::geometry::{Geometry, minus, unit, village_centre};

/// The grid: its corner, its step, its number of steps.
const LEFT: f64 = -90.0;
const TOP: f64 = -70.0;
const STEP: f64 = 6.0;
const COLUMNS: usize = 210;
const ROWS: usize = 195;
const NODES: usize = (COLUMNS + 1) * (ROWS + 1);

/// The three contours of a mesa, clockwise on the screen.
pub(crate) struct Mesa {
    /// The low terrace.
    pub(crate) low: Vec<Point>,
    /// The upper step.
    pub(crate) top: Vec<Point>,
    /// The meadow on it.
    pub(crate) meadow: Vec<Point>,
}

/// The mesas of all villages, in the order of their letters.
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

/// How far a place is from a village's disc and its paths.
fn distance(centre: Point, paths: &[Point], place: Point) -> f64 {
    let nearest_square = paths
        .iter()
        .map(|point| (place.x - point.x).powi(2) + (place.y - point.y).powi(2))
        .fold(f64::INFINITY, f64::min);
    let to_disc = (place.x - centre.x).hypot((place.y - centre.y) * 1.02) - 66.0;
    to_disc.min(nearest_square.sqrt() - 3.0)
}

/// Makes the outer shores irregular.
fn noise(place: Point) -> f64 {
    let Point { x, y } = place;
    (x * 0.021 + 1.3).sin() * (y * 0.026 + 0.4).cos()
        + 0.6 * (x * 0.047 + y * 0.039 + 2.0).sin()
        + 0.35 * (x * 0.09 - y * 0.08).sin()
}

/// Positive on the village's land: nearer to it than to any other by the `gap`, and within the `margin`.
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

/// An edge of the grid that a contour crosses: to the right of or below the node at this column and row.
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

/// Marching squares: the longest closed line around the places where the field is positive.
fn longest_contour(field: &[f32]) -> Vec<Point> {
    let inside = |column: usize, row: usize| field[row * (COLUMNS + 1) + column] > 0.0;
    // The order in which edges were met decides where a loop starts, and with it how it is simplified.
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

/// A closed line with only the points it needs to stay within the tolerance.
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

/// Douglas and Peucker's algorithm for an open line.
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

/// The polygon with its corners cut.
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
