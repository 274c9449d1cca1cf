//! Points, numbers and curves as SVG writes them. Shared with the build script, which draws the landscape.

use std::fmt;

/// A place on the board, in its units: 1080 wide, 1000 high, y downwards.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[allow(missing_docs)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The point as far away from this one as `other` is from the origin.
    pub const fn plus(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }

    /// How far two points are apart.
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// A number rounded to tenths: a tenth of a unit is less than a tenth of a pixel.
#[derive(Clone, Copy)]
pub(crate) struct Tenths(pub(crate) f64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0 + 0.5).floor() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        match (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            // SVG does without the zero, and there are thousands of them.
            (0, tenth) => write!(f, "{sign}.{tenth}"),
            (whole, tenth) => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

/// Short for formatting: the number rounded to tenths.
pub(crate) const fn t(number: f64) -> Tenths {
    Tenths(number)
}

/// A point with both numbers rounded to tenths.
pub(crate) fn rounded(point: Point) -> Point {
    let round = |number: f64| (number * 10.0 + 0.5).floor() / 10.0;
    Point::new(round(point.x), round(point.y))
}

/// The way from one point to another, as relative commands of path data take it: shorter than places, and it packs
/// better. Both points must be rounded, lest the errors add up along the path.
pub(crate) fn way(from: Point, to: Point) -> String {
    let (x, y) = (t(to.x - from.x).to_string(), t(to.y - from.y).to_string());
    // A minus sign separates numbers as well as a space does.
    if y.starts_with('-') { x + &y } else { format!("{x} {y}") }
}

/// Path data of a smooth curve (Catmull-Rom) through every `step`-th of these points and the last one.
pub(crate) fn smooth(points: &[Point], step: usize) -> String {
    let mut kept: Vec<Point> = points.iter().copied().step_by(step).collect();
    let (Some(end), Some(last)) = (kept.last_mut(), points.last()) else { return String::new() };
    *end = *last;
    let start = rounded(kept[0]);
    let mut data = format!("M{} {}", t(start.x), t(start.y));
    for index in 0..kept.len() - 1 {
        let (from, to) = (kept[index], kept[index + 1]);
        let before = if index == 0 { from } else { kept[index - 1] };
        let after = kept.get(index + 2).copied().unwrap_or(to);
        let controls = [
            Point::new(from.x + (to.x - before.x) / 6.0, from.y + (to.y - before.y) / 6.0),
            Point::new(to.x - (after.x - from.x) / 6.0, to.y - (after.y - from.y) / 6.0),
            to,
        ];
        let ways = controls.map(|control| way(rounded(from), rounded(control)));
        data += &format!("c{} {} {}", ways[0], ways[1], ways[2]).replace(" -", "-");
    }
    data
}
