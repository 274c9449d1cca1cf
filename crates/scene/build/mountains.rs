//! Angular ridges, with shaded flanks and snow where they are high.

use crate::drawing::{Point, t};
use crate::random::Random;

/// How a ridge is drawn up.
#[derive(Clone, Copy)]
pub(crate) struct Ridge {
    /// Where it starts and ends.
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// The height its valleys rise from.
    pub(crate) base: f64,
    /// How high a peak may rise.
    pub(crate) height: f64,
    /// From a peak to a valley, on average.
    pub(crate) step: f64,
    pub(crate) seed: u64,
    /// How high valleys are compared to peaks.
    pub(crate) valley: f64,
}

impl Ridge {
    /// Peaks and valleys in turn.
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

    /// The ridge continued on both sides, to the edges of a wider world, without changing its middle.
    pub(crate) fn points_across(self, from: f64, to: f64) -> Vec<Point> {
        let stride = self.step * 0.7;
        let mut points = Ridge { from, to: self.from - 2.0 * stride, seed: self.seed + 100, ..self }.points();
        let middle = self.points();
        // Where two ridges meet their ends make way for one valley.
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
    let mut data = format!("M{} {bottom}", t(points[0].x));
    for point in points {
        data += &format!("L{} {}", t(point.x), t(point.y));
    }
    data + &format!("L{} {bottom}Z", t(points[points.len() - 1].x))
}

/// A range: the ridge, the shaded right flanks of its peaks, and snow on them.
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
            t(x),
            t(y),
            t(right.x),
            t(right.y),
            t(right.x - to_right * 0.22),
            t(x - to_left * 0.12),
            t(x + to_right * 0.16),
            t(y + fall * 1.25),
            t(x - to_left * 0.1),
            t(y + fall * 0.86),
            t(x + to_right * 0.13),
            t(y + fall * 0.46)
        );
        let snow_line = 0.46;
        let left_edge = Point::new(x + (left.x - x) * snow_line, y + (left.y - y) * snow_line);
        let right_edge = Point::new(x + (right.x - x) * snow_line, y + (right.y - y) * snow_line);
        let right_side = format!(
            "M{} {}L{} {}L{} {}L{} {}",
            t(x),
            t(y),
            t(right_edge.x),
            t(right_edge.y),
            t(x + (right_edge.x - x) * 0.55),
            t(right_edge.y - 5.0),
            t(x + 3.0),
            t(right_edge.y + 11.0)
        );
        snow += &format!(
            "{right_side}L{} {}L{} {}L{} {}Z",
            t(x + (left_edge.x - x) * 0.4),
            t(left_edge.y - 6.0),
            t(x + (left_edge.x - x) * 0.7),
            t(left_edge.y + 5.0),
            t(left_edge.x),
            t(left_edge.y)
        );
        shaded_snow += &format!("{right_side}L{} {}Z", t(x + 7.0), t(y + (right_edge.y - y) * 0.55));
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
