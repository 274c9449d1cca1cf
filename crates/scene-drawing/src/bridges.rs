//! The bridges. A standing bridge has a sagging deck, ropes, gilt posts and prayer flags; a broken one leaves remains.

use crate::geometry::{Span, scaled};
use crate::path::{Point, t};

/// Half the width of the deck.
const HALF_WIDTH: f64 = 7.5;
/// The distance of a post from the middle of the deck.
const POST_OFFSET: f64 = HALF_WIDTH + 1.0;

/// A post with its gilt knob, as a symbol: the board has ninety-two of them.
pub(crate) const POST: &str = concat!(
    r#"<g id="post"><path d="M-2.2 2V-13H2.2V2Z" fill="var(--post)"/>"#,
    r#"<circle cy="-14" r="2.7" fill="var(--gold)"/></g>"#
);

struct Hung<'a> {
    span: &'a Span,
    normal: Point,
    /// How far the middle hangs down. Bridges seen from the side hang lower.
    sag: f64,
}

/// A rope along the bridge: its offset to the side, its height above the deck, and its sag.
#[derive(Clone, Copy)]
struct Rope {
    aside: f64,
    up: f64,
    sag: f64,
}

impl<'a> Hung<'a> {
    fn new(span: &'a Span) -> Hung<'a> {
        let direction = span.direction;
        Hung { span, normal: Point::new(-direction.y, direction.x), sag: 4.0 + 7.0 * direction.x.abs() }
    }

    fn at(&self, part: f64, rope: Rope) -> Point {
        let [from, to] = self.span.ends;
        Point::new(
            from.x + (to.x - from.x) * part + self.normal.x * rope.aside,
            from.y + (to.y - from.y) * part + self.normal.y * rope.aside + 4.0 * part * (1.0 - part) * rope.sag
                - rope.up,
        )
    }

    fn rope(&self, aside: f64, up: f64) -> String {
        self.curve(Rope { aside, up, sag: self.sag }, 0.0, Point::default())
    }

    /// A hanging rope is a parabola, and so is a quadratic curve. `inset` is the part left out at each end.
    fn curve(&self, rope: Rope, inset: f64, moved: Point) -> String {
        let (from, to) = (self.at(inset, rope).plus(moved), self.at(1.0 - inset, rope).plus(moved));
        let lowest = self.at(0.5, rope).plus(moved);
        format!(
            "M{} {}Q{} {} {} {}",
            t(from.x),
            t(from.y),
            t(2.0 * lowest.x - (from.x + to.x) / 2.0),
            t(2.0 * lowest.y - (from.y + to.y) / 2.0),
            t(to.x),
            t(to.y)
        )
    }

    /// The four posts, those in front last.
    fn posts(&self) -> Vec<String> {
        let mut posts: Vec<Point> = Vec::new();
        for end in self.span.ends {
            for aside in [-POST_OFFSET, POST_OFFSET] {
                posts.push(end.plus(scaled(self.normal, aside)));
            }
        }
        posts.sort_by(|a, b| a.y.total_cmp(&b.y));
        posts.into_iter().map(|post| format!(r##"<use href="#post" x="{}" y="{}"/>"##, t(post.x), t(post.y))).collect()
    }

    /// A line of prayer flags in five colours.
    fn flags(&self, aside: f64) -> String {
        let line = Rope { aside, up: 12.0, sag: self.sag + 1.0 };
        let curve = self.curve(line, 0.0, Point::default());
        let mut drawing = format!(r#"<path d="{curve}" fill="none" stroke="var(--rope)"/><g class="flags">"#);
        for flag in 1..7 {
            let (from, to) = (self.at(f64::from(flag) / 7.0, line), self.at((f64::from(flag) + 0.62) / 7.0, line));
            // Flags keep a minimum width, so that they stay visible on bridges seen end-on.
            let width = (to.x - from.x).abs().max(3.6);
            let left = if (to.x - from.x).abs() < 3.6 { from.x - 1.8 } else { from.x.min(to.x) };
            drawing += &format!(
                r#"<path d="M{} {}h{}v6l{} -1.5l{} 1.5z" fill="var(--flag{})"/>"#,
                t(left),
                t(from.y),
                t(width),
                t(-width / 2.0),
                t(-width / 2.0),
                flag % 5 + 1
            );
        }
        drawing + "</g>"
    }

    /// What remains at one end of a broken bridge; `outward` points into the gorge.
    fn remains(&self, end: Point, outward: Point) -> String {
        // An edge that faces north hides the gorge behind it, so only two torn ropes and a last plank are visible.
        if outward.y < -0.3 { self.torn_ropes(end, outward) } else { self.hanging_ladder(end, outward) }
    }

    fn torn_ropes(&self, end: Point, outward: Point) -> String {
        let normal = self.normal;
        let along = |length: f64| end.plus(scaled(outward, length));
        let rope = |aside: f64, longer: f64| {
            let (root, tip) = (along(-1.0), along(13.0 + longer));
            let curl = aside * 0.4 + 5.0;
            format!(
                "M{} {}Q{} {} {} {}",
                t(root.x + normal.x * aside),
                t(root.y + normal.y * aside),
                t(tip.x + normal.x * aside),
                t(tip.y + normal.y * aside - 5.0),
                t(tip.x + normal.x * curl),
                t(tip.y + normal.y * curl + 3.0)
            )
        };
        let plank = along(4.0);
        format!(
            r#"<path d="M{} {}L{} {}" stroke="var(--deck)" stroke-width="3.8" stroke-linecap="round"/><path d="{}{}" stroke="var(--rope)" stroke-width="1.6" fill="none" stroke-linecap="round"/>"#,
            t(plank.x - normal.x * 7.0),
            t(plank.y - normal.y * 7.0),
            t(plank.x + normal.x * 7.0),
            t(plank.y + normal.y * 7.0),
            rope(-7.0, 0.0),
            rope(7.0, 3.0)
        )
    }

    fn hanging_ladder(&self, end: Point, outward: Point) -> String {
        let normal = self.normal;
        let root = end.plus(scaled(outward, 4.0));
        let rope = |aside: f64| {
            format!(
                "M{} {}q{} 5 {} {}",
                t(root.x + normal.x * aside),
                t(root.y + normal.y * aside * 0.6),
                t(outward.x * 9.0),
                t(outward.x * 8.0),
                if aside > 0.0 { 32 } else { 27 }
            )
        };
        let planks: String = (0..3)
            .map(|plank| {
                let (x, y) =
                    (root.x + outward.x * (5.0 + f64::from(plank) * 1.5), root.y + 7.0 + f64::from(plank) * 8.0);
                let (tilt, slope) = if plank % 2 == 1 { (1.5, "-2.5") } else { (-1.0, "2") };
                format!("M{} {}l12 {slope}", t(x - 6.0), t(y + tilt))
            })
            .collect();
        format!(
            r#"<path d="{}{}" stroke="var(--rope)" stroke-width="1.7" fill="none" stroke-linecap="round"/><path d="{planks}" stroke="var(--deck)" stroke-width="3.6" stroke-linecap="round"/>"#,
            rope(-6.0),
            rope(6.0)
        )
    }
}

/// A standing bridge. Classes mark the parts that are animated when it breaks.
pub(crate) fn standing(span: &Span) -> String {
    let hung = Hung::new(span);
    let posts = hung.posts();
    let back = if hung.normal.y > 0.0 { -POST_OFFSET } else { POST_OFFSET };
    let shadow = hung.curve(Rope { aside: 0.0, up: 0.0, sag: hung.sag }, 0.02, Point::new(5.0, 17.0));
    let deck = hung.rope(0.0, 0.0);
    format!(
        r#"<path class="bridge-shadow" d="{shadow}" stroke="var(--bshadow)" stroke-width="15" fill="none"/><g class="deck"><path d="{deck}" stroke="var(--deck-gap)" stroke-width="17.5" fill="none"/><path class="planks" d="{deck}" stroke="var(--deck)" stroke-width="15" fill="none" stroke-dasharray="5 1.7"/><path d="{}{}" stroke="var(--rope)" stroke-width="1.7" fill="none"/></g>{}{}<path d="{}" stroke="var(--rope)" stroke-width="1.3" fill="none"/>{}"#,
        hung.rope(-HALF_WIDTH, 0.0),
        hung.rope(HALF_WIDTH, 0.0),
        posts[..2].concat(),
        hung.flags(back),
        hung.rope(-back, 7.0),
        posts[2..].concat()
    )
}

/// A broken bridge: a stub at each cliff and nothing in between.
pub(crate) fn fallen(span: &Span) -> String {
    let hung = Hung::new(span);
    let [one, other] = span.ends;
    format!(
        "{}{}{}",
        hung.remains(one, span.direction),
        hung.remains(other, scaled(span.direction, -1.0)),
        hung.posts().concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Geometry;

    #[test]
    fn a_bridge_has_four_posts_whether_it_stands_or_not() {
        for span in &Geometry::new().spans {
            for drawing in [standing(span), fallen(span)] {
                assert_eq!(drawing.matches("#post").count(), 4);
            }
        }
    }

    #[test]
    fn only_a_standing_bridge_has_a_deck_and_flags() {
        for span in &Geometry::new().spans {
            assert!(standing(span).contains(r#"class="deck""#) && standing(span).contains(r#"class="flags""#));
            assert!(!fallen(span).contains("class="));
        }
    }

    #[test]
    fn a_rope_is_lowest_in_its_middle() {
        let geometry = Geometry::new();
        let hung = Hung::new(&geometry.spans[0]);
        let rope = Rope { aside: 0.0, up: 0.0, sag: hung.sag };
        let (start, middle, end) = (hung.at(0.0, rope), hung.at(0.5, rope), hung.at(1.0, rope));
        assert!((middle.y - (start.y + end.y) / 2.0 - hung.sag).abs() < 1e-9);
    }
}
