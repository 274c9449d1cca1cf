//! Coordinates of villages, spaces and bridges, and every drawing that never changes.

use shangrila_rules::map::RED_VILLAGE;
use shangrila_rules::{Bridge, Guild, Space, Village};
use shangrila_scene_drawing::{Point, smooth};

use crate::fragments;

/// The width of the board.
pub const WIDTH: f64 = 1040.0;
/// The height of the board.
pub const HEIGHT: f64 = 1130.0;
/// Left, top, width and height of all villages and bridges: the least a view of the whole board should show. The land and its cliffs
/// may extend beyond it.
pub const VIEW_BOX: (f64, f64, f64, f64) = (0.0, -8.0, 1040.0, 1148.0);
/// The outline of a plaza, relative to the village's centre, for hit areas.
pub const PLAZA_OUTLINE: &str = "M-107 0L-57.5 -97H57.5L107 0 57.5 97H-57.5Z";
/// The view box of [`home_scene`].
pub const HOME_VIEW_BOX: &str = "0 0 1440 900";
/// The view box of [`foreground`]: pin it to the bottom of the screen, `preserveAspectRatio="xMidYMax slice"`.
pub const FOREGROUND_VIEW_BOX: &str = "0 0 1808 150";
/// The view box of [`stone_icon`](crate::stone_icon).
pub const STONE_VIEW_BOX: &str = "0 0 64 52";
/// The radius of a socket: a tap or click this close to a space's centre selects the space.
pub const SOCKET_RADIUS: f64 = 31.0;

/// The villages in drawing order, from north to south, so that nearer ones cover those behind them.
pub const VILLAGES_FROM_NORTH: &[Village; Village::COUNT] = &fragments::VILLAGES_FROM_NORTH;

/// Returns the bridges in drawing order, from north to south.
pub fn bridges_from_north() -> impl Iterator<Item = Bridge> {
    fragments::BRIDGES_FROM_NORTH.iter().filter_map(|&number| Bridge::all().nth(number))
}

/// Returns the centre of a village's plaza.
pub fn village_centre(village: Village) -> Point {
    fragments::VILLAGE_CENTRES[village as usize]
}

/// Returns the centre of a guild's space, relative to the village's centre.
pub fn space_offset(guild: Guild) -> Point {
    fragments::SPACE_OFFSETS[guild as usize]
}

/// Returns the centre of a space.
pub fn space_centre(space: Space) -> Point {
    village_centre(space.village()).plus(space_offset(space.guild()))
}

/// Returns both ends of a bridge, in the order of [`Bridge::ends`]: the points midway between its posts.
pub fn bridge_ends(bridge: Bridge) -> (Point, Point) {
    let [one, other] = fragments::BRIDGE_ENDS[index(bridge)];
    (one, other)
}

/// Returns the centre of a bridge.
pub fn bridge_centre(bridge: Bridge) -> Point {
    let (one, other) = bridge_ends(bridge);
    Point::new((one.x + other.x) / 2.0, (one.y + other.y) / 2.0)
}

/// The index of a bridge in the tables.
pub(crate) fn index(bridge: Bridge) -> usize {
    Bridge::all().position(|other| other == bridge).expect("every bridge is one of all bridges")
}

/// Returns the class that gives a village its own colours: `red` for the red village, otherwise nothing.
pub fn village_class(village: Village) -> &'static str {
    if village == RED_VILLAGE { "red" } else { "" }
}

/// Returns the path data of the outline of a village's land, for hit areas and for the holes in a [`veil`](crate::veil).
pub fn mesa_outline(village: Village) -> &'static str {
    // The drawing of a mesa starts with its terrace, whose path is the outline.
    mesa(village).split('"').nth(1).unwrap_or_default()
}

/// All symbols and gradients, as the content of one `<defs>` on the page.
pub fn symbols() -> &'static str {
    fragments::SYMBOLS
}

/// Sky, sun, mountain ranges, gorge and river. Extends far beyond the board: x from -1400 to 2500, y from -900 to 1900.
pub fn backdrop() -> &'static str {
    fragments::BACKDROP
}

/// The cliffs below a village's land. Draw all cliffs before any land.
pub fn cliff(village: Village) -> &'static str {
    fragments::CLIFFS[village as usize]
}

/// A village's land: terrace, upper step and meadow.
pub fn mesa(village: Village) -> &'static str {
    fragments::MESAS[village as usize]
}

/// The waterfalls of all mesas.
pub fn falls() -> &'static str {
    fragments::FALLS
}

/// The two paths that lead to a bridge from its villages.
pub fn path(bridge: Bridge) -> String {
    // Not a drawing of its own: the points are here anyway, for the routes of journeys.
    let data = half_paths(bridge).map(|points| smooth(&points, 3)).concat();
    format!(r#"<path d="{data}" class="kerb"/><path d="{data}" class="way"/>"#)
}

/// The points of the paths from each village's centre to its end of a bridge, in the order of [`Bridge::ends`].
pub(crate) fn half_paths(bridge: Bridge) -> [Vec<Point>; 2] {
    fragments::HALF_PATHS[index(bridge)]
        .each_ref()
        .map(|half_path| half_path.iter().map(|&(x, y)| Point::new(f64::from(x) / 10.0, f64::from(y) / 10.0)).collect())
}

/// The pines on a village's meadow.
pub fn flora(village: Village) -> &'static str {
    fragments::FLORA[village as usize]
}

/// The haze over the north.
pub fn haze() -> &'static str {
    fragments::HAZE
}

/// Pines at the bottom of the screen, in the coordinates of [`FOREGROUND_VIEW_BOX`].
pub fn foreground() -> &'static str {
    fragments::FOREGROUND
}

/// Banks of mist over the land of a village that is not in play. Empty for villages that are always in play.
pub fn shroud(village: Village) -> &'static str {
    fragments::SHROUDS[village as usize]
}

/// A bridge, or its remains.
pub fn bridge(bridge: Bridge, standing: bool) -> &'static str {
    if standing { fragments::STANDING[index(bridge)] } else { fragments::FALLEN[index(bridge)] }
}

/// The houses behind a village's plaza, the plaza and its empty sockets; relative to the village's centre.
pub fn village_ground(village: Village) -> &'static str {
    fragments::GROUNDS[village as usize]
}

/// The houses in front of a village's plaza; relative to the village's centre.
pub fn village_front(village: Village) -> &'static str {
    fragments::FRONTS[village as usize]
}

/// The guild's glyph in the socket of an empty space; relative to the village's centre.
pub fn ghost(guild: Guild) -> &'static str {
    fragments::GHOSTS[guild as usize]
}

/// The home page's picture, in the coordinates of [`HOME_VIEW_BOX`].
pub fn home_scene() -> &'static str {
    fragments::HOME
}
