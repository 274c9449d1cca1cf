//! Points, numbers and curves in the compact form that SVG path data allows.

use std::fmt;

/// A point on the board, which is 1040 units wide and 1130 high; y points down.
///
/// ```
/// use shangrila_scene_drawing::Point;
///
/// assert_eq!(Point::new(3.0, 0.0).plus(Point::new(0.0, 4.0)).distance(Point::default()), 5.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[allow(missing_docs)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// Creates a point from its coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Adds the coordinates of `other`, treating it as an offset.
    #[must_use]
    pub const fn plus(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }

    /// Returns the distance between two points.
    #[must_use]
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// A number that displays rounded to tenths, in as few characters as SVG allows. Created by [`t`].
#[derive(Clone, Copy)]
pub struct Tenths(f64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0 + 0.5).floor() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        match (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            // SVG allows the leading zero to be omitted, which saves thousands of bytes.
            (0, tenth) => write!(f, "{sign}.{tenth}"),
            (whole, tenth) => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

/// Formats a coordinate rounded to tenths: a tenth of a unit is less than a tenth of a pixel.
///
/// The name is short because every line of path data calls it several times.
///
/// ```
/// use shangrila_scene_drawing::t;
///
/// assert_eq!(format!("M{} {}", t(-0.52), t(12.0)), "M-.5 12");
/// ```
#[must_use]
pub const fn t(number: f64) -> Tenths {
    Tenths(number)
}

/// Formats a coordinate of something large or distant, rounded to a whole unit: tenths would not be seen, but downloaded.
pub(crate) fn whole(number: f64) -> Tenths {
    Tenths((number + 0.5).floor())
}

/// A point with both coordinates rounded to whole units.
pub(crate) fn whole_point(point: Point) -> Point {
    Point::new((point.x + 0.5).floor(), (point.y + 0.5).floor())
}

/// A point with both coordinates rounded to tenths.
fn rounded(point: Point) -> Point {
    let round = |number: f64| (number * 10.0 + 0.5).floor() / 10.0;
    Point::new(round(point.x), round(point.y))
}

/// The offset from one point to another, for relative path commands: these are shorter than absolute ones and compress
/// better. Both points must be rounded, or the errors add up along the path.
pub(crate) fn offset(from: Point, to: Point) -> String {
    let (x, y) = (t(to.x - from.x).to_string(), t(to.y - from.y).to_string());
    // A minus sign separates two numbers without a space.
    if y.starts_with('-') { x + &y } else { format!("{x} {y}") }
}

/// Returns the path data of a smooth curve (Catmull–Rom) through every `step`-th of these points and the last one.
///
/// The result is empty for an empty list of points.
///
/// # Panics
/// If `step` is 0.
#[must_use]
pub fn smooth(points: &[Point], step: usize) -> String {
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
        let [first, second, end] = controls.map(|control| offset(rounded(from), rounded(control)));
        data += &format!("c{first} {second} {end}").replace(" -", "-");
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_as_few_characters_as_possible() {
        let cases =
            [(0.0, "0"), (0.04, "0"), (0.05, ".1"), (-0.26, "-.3"), (12.0, "12"), (-7.5, "-7.5"), (99.96, "100")];
        for (number, text) in cases {
            assert_eq!(t(number).to_string(), text, "{number}");
        }
    }

    #[test]
    fn a_minus_sign_separates_the_coordinates_of_an_offset() {
        let from = Point::new(10.0, 10.0);
        assert_eq!(offset(from, Point::new(12.5, 11.0)), "2.5 1");
        assert_eq!(offset(from, Point::new(12.5, 9.0)), "2.5-1");
    }

    #[test]
    fn a_smooth_curve_runs_from_the_first_point_to_the_last() {
        let line: Vec<Point> = (0..5).map(|step| Point::new(f64::from(step) * 6.0, 0.0)).collect();
        assert_eq!(smooth(&line, 2), "M0 0c2 0 8 0 12 0c4 0 10 0 12 0");
        assert_eq!(smooth(&[], 2), "");
    }

    #[test]
    fn a_curve_that_skips_points_still_ends_at_the_last_one() {
        let line: Vec<Point> = (0..6).map(|step| Point::new(f64::from(step) * 6.0, 0.0)).collect();
        // Points 0, 2 and 4 are kept, and 5 takes the place of 4.
        assert!(smooth(&line, 2).ends_with("18 0"), "{}", smooth(&line, 2));
    }
}
