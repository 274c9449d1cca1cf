//! Mountain ranges: angular ridges with shaded flanks and snow on the peaks.

use crate::path::{Point, whole};
use crate::random::Random;

/// The parameters of a random ridge.
#[derive(Clone, Copy)]
pub(crate) struct Ridge {
    /// The x coordinates of its ends.
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// The y coordinate of its foot.
    pub(crate) base: f64,
    /// The maximum height of a peak.
    pub(crate) height: f64,
    /// The average distance from a peak to the next valley.
    pub(crate) step: f64,
    pub(crate) seed: u64,
    /// The height of the valleys, as a fraction of the peaks'.
    pub(crate) valley: f64,
}

impl Ridge {
    /// The peaks and valleys, alternating.
    pub(crate) fn points(self) -> Vec<Point> {
        let mut random = Random::new(self.seed);
        let mut points = Vec::new();
        let (mut x, mut peak) = (self.from, true);
        while x < self.to {
            let height = self.height * (0.45 + 0.55 * random.next());
            points.push(Point::new(x, self.base - if peak { height } else { height * self.valley }));
            x += self.step * (0.55 + 0.9 * random.next());
            peak = !peak;
        }
        points.push(Point::new(self.to, self.base - self.height * 0.3));
        points
    }

    /// The ridge, continued on both sides to `from` and `to` without changing its middle.
    pub(crate) fn points_across(self, from: f64, to: f64) -> Vec<Point> {
        let stride = self.step * 0.7;
        let mut points = Ridge { from, to: self.from - 2.0 * stride, seed: self.seed + 100, ..self }.points();
        let middle = self.points();
        // Where two ridges meet, a valley replaces their ends.
        points.pop();
        points.push(Point::new(self.from - stride, self.base - self.height * 0.25));
        points.extend(&middle[..middle.len() - 1]);
        let seam = points[points.len() - 1].x + stride;
        points.push(Point::new(seam, self.base - self.height * 0.25));
        points.extend(Ridge { from: seam + stride, to, seed: self.seed + 200, ..self }.points());
        points
    }
}

/// Path data of a ridge down to `bottom`.
pub(crate) fn ridge_data(points: &[Point], bottom: f64) -> String {
    let mut data = format!("M{} {bottom}", whole(points[0].x));
    for point in points {
        data += &format!("L{} {}", whole(point.x), whole(point.y));
    }
    data + &format!("L{} {bottom}Z", whole(points[points.len() - 1].x))
}

/// A mountain range: the ridge, the shaded right flanks of its peaks, and the snow on them.
pub(crate) fn range(points: &[Point], bottom: f64, fill: &str, shade: &str, snowy: bool) -> String {
    let (mut flanks, mut snow, mut shaded_snow) = (String::new(), String::new(), String::new());
    for neighbours in points.windows(3) {
        let [left, peak, right] = [neighbours[0], neighbours[1], neighbours[2]];
        if peak.y >= left.y || peak.y >= right.y {
            continue;
        }
        let Point { x, y } = peak;
        let fall = right.y - y;
        let (to_left, to_right) = (x - left.x, right.x - x);
        flanks += &format!(
            "M{} {}L{} {}L{} {bottom}L{} {bottom}L{} {}L{} {}L{} {}Z",
            whole(x),
            whole(y),
            whole(right.x),
            whole(right.y),
            whole(right.x - to_right * 0.22),
            whole(x - to_left * 0.12),
            whole(x + to_right * 0.16),
            whole(y + fall * 1.25),
            whole(x - to_left * 0.1),
            whole(y + fall * 0.86),
            whole(x + to_right * 0.13),
            whole(y + fall * 0.46)
        );
        let snow_line = 0.46;
        let left_edge = Point::new(x + (left.x - x) * snow_line, y + (left.y - y) * snow_line);
        let right_edge = Point::new(x + (right.x - x) * snow_line, y + (right.y - y) * snow_line);
        let right_side = format!(
            "M{} {}L{} {}L{} {}L{} {}",
            whole(x),
            whole(y),
            whole(right_edge.x),
            whole(right_edge.y),
            whole(x + (right_edge.x - x) * 0.55),
            whole(right_edge.y - 5.0),
            whole(x + 3.0),
            whole(right_edge.y + 11.0)
        );
        snow += &format!(
            "{right_side}L{} {}L{} {}L{} {}Z",
            whole(x + (left_edge.x - x) * 0.4),
            whole(left_edge.y - 6.0),
            whole(x + (left_edge.x - x) * 0.7),
            whole(left_edge.y + 5.0),
            whole(left_edge.x),
            whole(left_edge.y)
        );
        shaded_snow += &format!("{right_side}L{} {}Z", whole(x + 7.0), whole(y + (right_edge.y - y) * 0.55));
    }
    let ridge = ridge_data(points, bottom);
    let mut drawing =
        format!(r#"<path d="{ridge}" fill="var(--{fill})"/><path d="{flanks}" fill="var(--{shade})" opacity=".55"/>"#);
    if snowy {
        drawing += &format!(
            r#"<path d="{snow}" fill="var(--snow)"/><path d="{shaded_snow}" fill="var(--{fill})" opacity=".38"/>"#
        );
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIDGE: Ridge = Ridge { from: 0.0, to: 500.0, base: 100.0, height: 60.0, step: 50.0, seed: 7, valley: 0.4 };

    #[test]
    fn peaks_and_valleys_alternate() {
        let points = RIDGE.points();
        // The last point only closes the ridge.
        for pair in points[..points.len() - 1].windows(2).enumerate() {
            let (index, [a, b]) = pair else { panic!("windows of two") };
            assert_eq!(a.y < b.y, index % 2 == 0, "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_ridge_reaches_from_end_to_end_within_its_height() {
        let points = RIDGE.points();
        assert_eq!((points[0].x, points[points.len() - 1].x), (0.0, 500.0));
        assert!(points.iter().all(|point| (40.0..=100.0).contains(&point.y)), "{points:?}");
    }

    #[test]
    fn continuing_a_ridge_does_not_change_its_middle() {
        let (middle, wide) = (RIDGE.points(), RIDGE.points_across(-800.0, 1300.0));
        assert_eq!((wide[0].x, wide[wide.len() - 1].x), (-800.0, 1300.0));
        let kept = &middle[..middle.len() - 1];
        assert!(wide.windows(kept.len()).any(|part| part == kept));
    }
}
