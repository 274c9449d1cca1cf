//! The preview of a journey on the board. Drawings are relative to their village's centre.

use shangrila_rules::{Clan, Fate, Guild, JourneyReport, Traveller, Village};
use shangrila_scene_drawing::{Point, t};

use crate::board::{mesa_outline, space_offset, village_centre};
use crate::route::route;
use crate::tile::{TILE_SIZE, stack, tile};

/// A veil over everything but the land of these villages.
pub fn veil(clear: &[Village]) -> String {
    let holes: String = clear.iter().map(|village| mesa_outline(*village)).collect();
    format!(r#"<path class="veil" d="M-2000-2000H4000V4000H-2000Z{holes}" fill-rule="evenodd"/>"#)
}

/// A student about to leave, lifted off its master. Draw the master without a student beneath it.
pub fn lifted_student(clan: Clan, guild: Guild) -> String {
    let centre = space_offset(guild).plus(Point::new(12.0, -15.0));
    format!(
        r#"<g class="lifted"><circle cx="{}" cy="{}" r="33" class="ring go"/>{}</g>"#,
        t(centre.x),
        t(centre.y),
        tile(clan, guild, centre, TILE_SIZE * 0.9)
    )
}

/// What happens to a student on arrival, in two layers: draw the tiles of the whole village before any of its marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The space as it will be, with a ring around it; empty if the space does not change.
    pub tiles: String,
    /// The marks, and any tile that leaves the board, drawn outside the plaza.
    pub marks: String,
    /// Whether `tiles` replaces what is on the space now.
    pub replaces: bool,
}

/// Draws what happens to one student of a journey. The other students matter too: they determine where there is room for
/// the tiles that leave the board.
pub fn arrival(journey: &JourneyReport, guild: Guild, student: Traveller) -> Arrival {
    let Traveller { clan, fate } = student;
    let centre = space_offset(guild);
    let outward = if centre.x < 0.0 { -1.0 } else { 1.0 };
    let ring =
        |kind: &str| format!(r#"<circle cx="{}" cy="{}" r="34" class="ring {kind}"/>"#, t(centre.x), t(centre.y));
    let beside = |x: f64, y: f64| centre.plus(Point::new(x * outward, y));
    // The badge is below the lowest row, so there the new master's mark goes beside the tile instead.
    let below = if centre.y > 0.0 { beside(30.0, -16.0) } else { beside(2.0, 32.0) };
    match fate {
        Fate::BecomesMaster => Arrival {
            tiles: ring("master") + &tile(clan, guild, centre, TILE_SIZE),
            marks: mark("master", beside(26.0, 22.0)),
            replaces: true,
        },
        Fate::JoinsOwnMaster => Arrival {
            tiles: ring("student") + &stack(clan, guild, centre, TILE_SIZE),
            marks: mark("student", beside(29.0, 20.0)),
            replaces: true,
        },
        Fate::DrivesOut { clan: victim, tiles } => Arrival {
            tiles: ring("drive") + &tile(clan, guild, centre, TILE_SIZE),
            marks: leaver("drive", journey, guild, victim, tiles > 1) + &mark("master", below),
            replaces: true,
        },
        Fate::Bounces(_) => {
            Arrival { tiles: String::new(), marks: leaver("bounce", journey, guild, clan, false), replaces: false }
        }
    }
}

/// Draws the tiles that a journey sent back to a supply from this guild's space, beside the village; `None` if there were none.
pub fn departure(journey: &JourneyReport, guild: Guild) -> Option<String> {
    let Traveller { clan, fate } = journey.students[guild]?;
    match fate {
        Fate::DrivesOut { clan: victim, tiles } => Some(leaver("drive", journey, guild, victim, tiles > 1)),
        Fate::Bounces(_) => Some(leaver("bounce", journey, guild, clan, false)),
        Fate::BecomesMaster | Fate::JoinsOwnMaster => None,
    }
}

/// The mark of a student's fate on its own: a disc for `viewBox="0 0 24 24"`. A student that drives a master out has become a master.
pub fn fate_mark(fate: Fate) -> String {
    let kind = match fate {
        Fate::BecomesMaster | Fate::DrivesOut { .. } => "master",
        Fate::JoinsOwnMaster => "student",
        Fate::Bounces(_) => "bounce",
    };
    format!(r##"<use href="#m-{kind}"/>"##)
}

fn mark(kind: &str, at: Point) -> String {
    format!(r##"<use href="#m-{kind}" x="{}" y="{}" width="28" height="28"/>"##, t(at.x - 14.0), t(at.y - 14.0))
}

/// The distance from the village's centre at which leaving tiles are drawn, and their size.
const LEAVER_DISTANCE: f64 = 146.0;
const LEAVER_SIZE: f64 = TILE_SIZE * 0.74;
/// The space kept free around the head of the arrow, in degrees around the village.
const ARROW_CLEARANCE: f64 = 24.0;

/// The minimum distance between two leaving tiles, in degrees around the village.
const LEAVER_SPREAD: f64 = 17.0;

/// The direction, in degrees, in which a tile leaves its space. The middle space points up, over the roofs, because the
/// badge is below.
fn outward(guild: Guild) -> f64 {
    match guild {
        Guild::YetiWhisperer => 0.0,
        Guild::Healer => 33.0,
        Guild::Firekeeper => 147.0,
        Guild::Dragonbreeder => 180.0,
        Guild::Rainmaker => 212.0,
        Guild::Priest => 270.0,
        Guild::Astrologer => 328.0,
    }
}

/// The direction in which a space's leaving tile is drawn. Tiles close to the arrow make room for it, and so do their
/// neighbours in turn.
fn leaver_direction(guild: Guild, arrow: f64) -> f64 {
    let own = turn(arrow, outward(guild));
    let is_nearer = |other: &Guild| {
        let other = turn(arrow, outward(*other));
        other.is_sign_negative() == own.is_sign_negative() && other.abs() < own.abs()
    };
    let nearer = Guild::ALL.iter().filter(|other| is_nearer(other)).count();
    let least = ARROW_CLEARANCE + nearer as f64 * LEAVER_SPREAD;
    arrow + own.abs().max(least).copysign(own)
}

/// The space in whose direction a leaving tile is drawn: normally its own. The middle space borrows the direction of a
/// neighbour if that is free.
fn place_of_leaver(journey: &JourneyReport, guild: Guild, arrow: f64) -> Guild {
    let is_free =
        |neighbour: &Guild| !leaves(journey, *neighbour) && turn(arrow, outward(*neighbour)).abs() > ARROW_CLEARANCE;
    let neighbours = [Guild::Dragonbreeder, Guild::YetiWhisperer];
    if guild == Guild::Priest { neighbours.into_iter().find(is_free).unwrap_or(guild) } else { guild }
}

/// Whether a tile leaves this space: a student that finds no room, or a master that is driven out.
fn leaves(journey: &JourneyReport, guild: Guild) -> bool {
    let fate = journey.students[guild].map(|student| student.fate);
    matches!(fate, Some(Fate::Bounces(_) | Fate::DrivesOut { .. }))
}

/// The turn from one direction to another, in degrees between -180 and 180.
fn turn(from: f64, to: f64) -> f64 {
    (to - from + 180.0).rem_euclid(360.0) - 180.0
}

/// Returns where the tile that leaves this space is drawn, relative to the village's centre and clear of the arrow.
pub fn leaver_offset(journey: &JourneyReport, guild: Guild) -> Point {
    let head = route(journey.from, journey.to).map(|route| route.arrow_head().at).unwrap_or_default();
    let centre = village_centre(journey.to);
    let arrow = (head.y - centre.y).atan2(head.x - centre.x).to_degrees();
    let direction = leaver_direction(place_of_leaver(journey, guild, arrow), arrow);
    // The village is slightly wider than it is high.
    Point::new(LEAVER_DISTANCE * sine(direction + 90.0), LEAVER_DISTANCE * 0.9 * sine(direction))
}

/// The sine of an angle in degrees to within 0.002, by Bhaskara's formula: the library's sine, which is exact for huge angles too, adds
/// eight kilobytes to the app.
fn sine(degrees: f64) -> f64 {
    let degrees = turn(0.0, degrees);
    let product = degrees.abs() * (180.0 - degrees.abs());
    (4.0 * product / (40_500.0 - product)).copysign(degrees)
}

/// A tile that leaves the board: drawn outside the village, with a dashed line to its space.
fn leaver(kind: &str, journey: &JourneyReport, guild: Guild, clan: Clan, with_student: bool) -> String {
    let (space, outside) = (space_offset(guild), leaver_offset(journey, guild));
    let away = Point::new(outside.x - space.x, outside.y - space.y);
    let length = away.x.hypot(away.y);
    let unit = Point::new(away.x / length, away.y / length);
    // The line runs from the space's ring to the tile in an arc, as if the tile had been thrown.
    let start = Point::new(space.x + unit.x * 32.0, space.y + unit.y * 32.0);
    let end = Point::new(outside.x - unit.x * 19.0, outside.y - unit.y * 19.0);
    let rise = if unit.x.abs() < 0.3 { 0.0 } else { 6.0 + 0.2 * length };
    let bend = Point::new((start.x + end.x) / 2.0, (start.y + end.y) / 2.0 - rise);
    let tether = format!("M{} {}Q{} {} {} {}", t(start.x), t(start.y), t(bend.x), t(bend.y), t(end.x), t(end.y));
    let tiles =
        if with_student { stack(clan, guild, outside, LEAVER_SIZE) } else { tile(clan, guild, outside, LEAVER_SIZE) };
    format!(
        r#"<g class="leaver"><path d="{tether}" class="tether-edge"/><path d="{tether}" class="tether {kind}"/>{tiles}{}</g>"#,
        mark(kind, outside.plus(Point::new(19.0, 17.0)))
    )
}
