//! The bridge in the home page's picture, and the four students crossing it.

use crate::path::{Point, t};

/// A bridge between two points.
pub(crate) struct Bridge {
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// How far the middle hangs down.
    pub(crate) sag: f64,
}

/// How far along the bridge each student is, and the student's clan.
const STUDENTS: [(f64, &str); 4] = [(0.24, "violet"), (0.36, "yellow"), (0.5, "red"), (0.64, "blue")];

impl Bridge {
    fn at(&self, part: f64, up: f64, sag: f64) -> Point {
        Point::new(
            self.from.x + (self.to.x - self.from.x) * part,
            self.from.y + (self.to.y - self.from.y) * part + 4.0 * part * (1.0 - part) * sag - up,
        )
    }

    /// A hanging rope is a parabola, and so is a quadratic curve.
    fn rope(&self, up: f64, sag: f64) -> String {
        let (from, to) = (self.at(0.0, up, sag), self.at(1.0, up, sag));
        let control = Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0 + 2.0 * sag);
        format!("M{} {}Q{} {} {} {}", t(from.x), t(from.y), t(control.x), t(control.y), t(to.x), t(to.y))
    }

    pub(crate) fn drawing(&self) -> String {
        let sag = self.sag;
        let line = |up: f64, sag: f64, attributes: &str| {
            format!(r#"<path d="{}" fill="none" {attributes}/>"#, self.rope(up, sag))
        };
        let hangers: String = (1..22)
            .map(|hanger| {
                let part = f64::from(hanger) / 22.0;
                let (foot, head) = (self.at(part, 0.0, sag), self.at(part, 24.0, sag - 4.0));
                format!("M{} {}L{} {}", t(foot.x), t(foot.y), t(head.x), t(head.y))
            })
            .collect();
        [
            line(-26.0, sag + 20.0, r#"stroke="var(--bshadow)" stroke-width="10" opacity=".55""#),
            post(Point::new(self.from.x, self.from.y - 8.0)),
            post(Point::new(self.to.x, self.to.y - 8.0)),
            line(31.0, sag - 4.0, r#"stroke="var(--rope)" stroke-width="2""#),
            STUDENTS.map(|(part, clan)| student(self.at(part, 2.0, sag), clan)).concat(),
            line(0.0, sag, r#"stroke="var(--deck-gap)" stroke-width="15""#),
            line(0.0, sag, r#"stroke="var(--deck)" stroke-width="11" stroke-dasharray="9 3""#),
            format!(r#"<path d="{hangers}" stroke="var(--rope)" stroke-width="1.5"/>"#),
            line(24.0, sag - 4.0, r#"stroke="var(--rope)" stroke-width="3""#),
            line(-7.0, sag, r#"stroke="var(--rope)" stroke-width="2.6""#),
            line(70.0, sag - 22.0, r#"stroke="var(--rope)" stroke-width="1.5""#),
            self.flags(),
            post(Point::new(self.from.x - 16.0, self.from.y + 8.0)),
            post(Point::new(self.to.x + 16.0, self.to.y + 8.0)),
        ]
        .concat()
    }

    fn flags(&self) -> String {
        let (count, height) = (26, 17.0);
        (0..count)
            .map(|flag| {
                let at = |part: f64| self.at((f64::from(flag) + part) / f64::from(count), 70.0, self.sag - 22.0);
                let (from, to) = (at(0.12), at(0.88));
                format!(
                    r#"<path d="M{} {}L{} {}L{} {}L{} {}L{} {}Z" fill="var(--flag{})"/>"#,
                    t(from.x),
                    t(from.y),
                    t(to.x),
                    t(to.y),
                    t(to.x + 2.0),
                    t(to.y + height),
                    t((from.x + to.x) / 2.0 + 2.0),
                    t((from.y + to.y) / 2.0 + height - 4.0),
                    t(from.x + 2.0),
                    t(from.y + height),
                    flag % 5 + 1
                )
            })
            .collect()
    }
}

fn post(Point { x, y }: Point) -> String {
    let (left, right, head, foot) = (x - 5.0, x + 5.0, y - 66.0, y + 10.0);
    format!(
        r#"<path d="M{left} {foot}V{head}H{right}V{foot}Z" fill="var(--post)"/><path d="M{x} {foot}V{head}H{right}V{foot}Z" fill="var(--roof)"/><circle cx="{x}" cy="{}" r="7" fill="var(--gold)"/>"#,
        y - 70.0
    )
}

/// A student in the clan's robe, with a staff.
fn student(Point { x, y }: Point, clan: &str) -> String {
    format!(
        r#"<g transform="translate({} {}) scale(1.62)"><path d="M-9 0C-8 -14 -5 -22 0 -22S8 -14 9 0Z" fill="var(--{clan})"/><path d="M0 -22C5 -22 8 -14 9 0H2C3 -10 3 -18 0 -22Z" fill="var(--{clan}2)"/><circle cx="0" cy="-26" r="5.4" fill="var(--skin)"/><path d="M-6.5 -27.5C-5 -34 5 -34 6.5 -27.5Z" fill="var(--{clan}2)"/><path d="M9 2V-27" stroke="var(--rope)" stroke-width="1.8" stroke-linecap="round"/></g>"#,
        t(x),
        t(y)
    )
}
