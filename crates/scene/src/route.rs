//! The route that students walk from one plaza to another.

use shangrila_rules::{Bridge, Village};
use shangrila_scene_drawing::{Point, smooth, t};

use crate::board::{bridge_ends, half_paths, village_centre};

/// Points between the two ends of a bridge.
const POINTS_ON_BRIDGE: u32 = 5;
/// How far the route sags in the middle of the bridge.
const SAG: f64 = 5.0;
/// The distance the ribbon keeps from the centre of each village.
const CLEAR_OF_ORIGIN: f64 = 108.0;
const CLEAR_OF_DESTINATION: f64 = 116.0;

/// The route from the centre of one village to the centre of another: along a path, over the bridge, along the other path.
#[derive(Clone, Debug)]
pub struct Route {
    bridge: Bridge,
    points: Vec<Point>,
    ribbon: Vec<Point>,
}

/// The head of the ribbon's arrow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ArrowHead {
    /// The end of the ribbon; the tip is slightly further on.
    pub at: Point,
    /// The direction it points in, in degrees clockwise from the right, as `rotate()` expects.
    pub degrees: f64,
}

/// Returns the route between two neighbouring villages, or `None` if the map has no bridge between them.
pub fn route(from: Village, to: Village) -> Option<Route> {
    let bridge = Bridge::between(from, to)?;
    let [one, other] = half_paths(bridge);
    let (first_end, second_end) = bridge_ends(bridge);
    let forwards = bridge.ends().0 == from;
    let (mut points, mut back) = if forwards { (one, other) } else { (other, one) };
    let (near, far) = if forwards { (first_end, second_end) } else { (second_end, first_end) };
    points.extend((1..=POINTS_ON_BRIDGE).map(|step| {
        let part = f64::from(step) / f64::from(POINTS_ON_BRIDGE + 1);
        Point::new(near.x + (far.x - near.x) * part, near.y + (far.y - near.y) * part + 4.0 * part * (1.0 - part) * SAG)
    }));
    back.reverse();
    points.extend(back);
    let (origin, destination) = (village_centre(from), village_centre(to));
    let is_clear =
        |point: &&Point| point.distance(origin) > CLEAR_OF_ORIGIN && point.distance(destination) > CLEAR_OF_DESTINATION;
    let ribbon = points.iter().filter(is_clear).copied().collect();
    Some(Route { bridge, points, ribbon })
}

impl Route {
    /// The bridge that the route crosses.
    pub fn bridge(&self) -> Bridge {
        self.bridge
    }

    /// Closely spaced points from the centre of the first village to the centre of the second.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Path data of the whole route, for example for `offset-path`.
    pub fn path_data(&self) -> String {
        smooth(&self.points, 2)
    }

    /// Path data of the part outside the plazas, where the ribbon is drawn.
    pub fn ribbon_data(&self) -> String {
        smooth(&self.ribbon, 2)
    }

    /// The arrow head at the end of the ribbon.
    pub fn arrow_head(&self) -> ArrowHead {
        let last = self.ribbon.len() - 1;
        let (before, at) = (self.ribbon[last - 3], self.ribbon[last]);
        ArrowHead { at, degrees: (at.y - before.y).atan2(at.x - before.x).to_degrees() }
    }

    /// The ribbon with its arrow head; draw it over the bridge.
    pub fn ribbon(&self) -> String {
        let data = self.ribbon_data();
        let ArrowHead { at, degrees } = self.arrow_head();
        format!(
            r#"<g class="ribbon"><path d="{data}" class="ribbon-edge"/><path d="{data}" class="ribbon-band"/><path d="{data}" class="ribbon-steps"/><path d="M-7 -11L13 0-7 11Z" class="ribbon-head" transform="translate({} {}) rotate({degrees:.0})"/></g>"#,
            t(at.x),
            t(at.y)
        )
    }
}
