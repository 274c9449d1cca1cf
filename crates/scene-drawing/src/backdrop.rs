//! The landscape around the board: sky, sun, mountain ranges, gorge and river behind it, and pines in front.

use crate::mountains::{Ridge, range, ridge_data};
use crate::path::{Point, smooth, t};
use crate::random::Random;

/// The landscape extends far beyond the board, so that it fills a screen of any shape.
const WORLD_LEFT: f64 = -1400.0;
const WORLD_RIGHT: f64 = 2500.0;
const WORLD_TOP: f64 = -900.0;
const WORLD_BOTTOM: f64 = 1900.0;
const WORLD_WIDTH: f64 = WORLD_RIGHT - WORLD_LEFT;

/// The part of the landscape that a wide screen shows. The ranges were composed for this part and merely continue beyond.
const LEFT: f64 = -84.0;
const RIGHT: f64 = 1724.0;
const TOP: f64 = -92.0;
const BOTTOM: f64 = 1038.0;

const HORIZON: f64 = 150.0;

/// The haze is densest at the top of the board.
const HAZE_BOTTOM: f64 = TOP + 520.0;
const HAZE_TOP: f64 = HAZE_BOTTOM - 520.0 / 0.46;

/// The extent of a gradient: the shape it fills, or fixed heights on the board.
enum Along {
    Shape,
    Board(f64, f64),
}

fn gradient(id: &str, along: Along, stops: &[(&str, &str, &str)]) -> String {
    let line = match along {
        Along::Shape => r#"x2="0" y2="1""#.to_string(),
        Along::Board(from, to) => {
            format!(r#"gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="{from}" y2="{to}""#)
        }
    };
    let stops: String = stops
        .iter()
        .map(|(offset, colour, opacity)| match *opacity {
            "1" => format!(r#"<stop offset="{offset}" style="stop-color:var(--{colour})"/>"#),
            _ => format!(r#"<stop offset="{offset}" style="stop-color:var(--{colour});stop-opacity:{opacity}"/>"#),
        })
        .collect();
    format!(r#"<linearGradient id="{id}" {line}>{stops}</linearGradient>"#)
}

/// The gradients of the board and of the home page's picture.
pub(crate) fn gradients() -> String {
    let sky = [("0", "sky0", "1"), ("1", "sky1", "1")];
    let gorge = [("0", "gorge0", "1"), (".45", "gorge1", "1"), ("1", "gorge2", "1")];
    let mut all = gradient("sky", Along::Board(TOP, HORIZON + 160.0), &sky);
    all += &gradient("gorge", Along::Board(HORIZON + 80.0, BOTTOM), &gorge);
    // The sky is clear far above the board.
    let haze = [("0", "mist", "0"), (".54", "mist", ".42"), ("1", "mist", "0")];
    all += &gradient("haze", Along::Board(HAZE_TOP, HAZE_BOTTOM), &haze);
    all += &gradient("home-sky", Along::Shape, &sky);
    all += &gradient("home-gorge", Along::Shape, &gorge);
    all += &gradient("mist-up", Along::Shape, &[("0", "mist", "0"), ("1", "mist", "1")]);
    all += &gradient("mist-down", Along::Shape, &[("0", "mist", "1"), (".35", "mist", ".62"), ("1", "mist", "0")]);
    all += &gradient("mist-floor", Along::Shape, &[("0", "mist", "0"), (".375", "mist", ".2"), ("1", "mist", "0")]);
    for colour in ["gorge0", "gorge1", "gorge2"] {
        all += &gradient(&format!("fade-{colour}"), Along::Shape, &[("0", colour, "1"), ("1", colour, "0")]);
    }
    all += &gradient("river-fade", Along::Shape, &[("0", "river", "0"), (".3", "river", ".8"), ("1", "river2", "1")]);
    all + &gradient("river-flow", Along::Shape, &[("0", "river", "1"), ("1", "river2", "1")])
}

fn band(top: f64, height: f64, gradient: &str) -> String {
    format!(r#"<rect x="{WORLD_LEFT}" y="{top}" width="{WORLD_WIDTH}" height="{height}" fill="url(#{gradient})"/>"#)
}

/// Sky, sun, two ranges, the mist between them and the gorge they stand in.
pub(crate) fn backdrop() -> String {
    let mut drawing = band(WORLD_TOP, HORIZON + 160.0 - WORLD_TOP, "sky");
    for (radius, colour, opacity) in [(132, "sun2", ".28"), (102, "sun2", ".5"), (72, "sun", "1")] {
        drawing += &format!(r#"<circle cx="776" cy="24" r="{radius}" fill="var(--{colour})" opacity="{opacity}"/>"#);
    }
    let base = HORIZON - 10.0;
    let far = Ridge { from: LEFT - 40.0, to: RIGHT + 40.0, base, height: 190.0, step: 88.0, seed: 11, valley: 0.42 };
    let near = Ridge { base: HORIZON + 56.0, height: 150.0, step: 70.0, seed: 29, valley: 0.45, ..far };
    let far: Vec<Point> = far
        .points_across(WORLD_LEFT, WORLD_RIGHT)
        .into_iter()
        // Keep the range low behind the title.
        .map(|point| if point.x < 330.0 { Point::new(point.x, point.y + (base - point.y) * 0.42) } else { point })
        .collect();
    drawing += &range(&far, 330.0, "range0", "range1", true);
    drawing += &band(HORIZON - 90.0, 150.0, "mist-up");
    drawing += &range(&near.points_across(WORLD_LEFT, WORLD_RIGHT), 380.0, "range1", "range2", true);
    drawing += &band(HORIZON - 60.0, 145.0, "mist-up");
    drawing += &band(HORIZON + 80.0, WORLD_BOTTOM - HORIZON - 80.0, "gorge");
    drawing += &band(HORIZON + 79.0, 300.0, "mist-down");
    drawing + &depths()
}

/// For each ridge: y, colour, height of its peaks, distance between them, seed, opacity.
const DEPTHS: [(f64, &str, f64, f64, u64, &str); 6] = [
    (330.0, "gorge0", 60.0, 50.0, 3, ".8"),
    (470.0, "gorge1", 64.0, 56.0, 17, ".55"),
    (640.0, "gorge2", 74.0, 62.0, 41, ".42"),
    (820.0, "gorge2", 80.0, 70.0, 23, ".6"),
    // Below the board, visible only on tall screens. A lighter colour, since the gorge is darkest here.
    (1130.0, "gorge1", 84.0, 74.0, 61, ".2"),
    (1390.0, "gorge1", 90.0, 80.0, 83, ".13"),
];

const RIVER: [(f64, f64); 20] = [
    (452.0, 205.0),
    (420.0, 250.0),
    (372.0, 310.0),
    (366.0, 390.0),
    (432.0, 490.0),
    (432.0, 560.0),
    (520.0, 560.0),
    (600.0, 548.0),
    (640.0, 600.0),
    (690.0, 670.0),
    (716.0, 735.0),
    (655.0, 790.0),
    (584.0, 842.0),
    (566.0, 880.0),
    (596.0, 945.0),
    (606.0, 1010.0),
    (570.0, 1110.0),
    (590.0, 1240.0),
    (560.0, 1500.0),
    (600.0, 1940.0),
];

/// Ridges down in the gorge, and the river on its floor.
fn depths() -> String {
    let mut drawing = String::new();
    for (y, colour, height, step, seed, opacity) in DEPTHS {
        let ridge = Ridge { from: LEFT - 20.0, to: RIGHT + 20.0, base: y + 20.0, height, step, seed, valley: 0.4 };
        let data = ridge_data(&ridge.points_across(WORLD_LEFT, WORLD_RIGHT), y + 150.0);
        drawing += &format!(r#"<path d="{data}" fill="url(#fade-{colour})" opacity="{opacity}"/>"#);
    }
    let river = smooth(&RIVER.map(|(x, y)| Point::new(x, y)), 1);
    drawing += r#"<g fill="none" stroke-linecap="round">"#;
    drawing += &format!(r#"<path d="{river}" stroke="var(--river2)" stroke-width="34" opacity=".45"/>"#);
    drawing += &format!(r#"<path d="{river}" stroke="url(#river-flow)" stroke-width="22" opacity=".8"/>"#);
    drawing += &format!(
        r#"<path class="current" d="{river}" stroke="var(--mist)" stroke-width="2.5" stroke-dasharray="34 60" opacity=".7"/>"#
    );
    drawing + "</g>"
}

/// Haze over the north, which makes it look distant, and mist at the bottom of the board.
pub(crate) fn haze() -> String {
    band(HAZE_TOP.round(), HAZE_BOTTOM - HAZE_TOP.round(), "haze") + &band(BOTTOM - 150.0, 400.0, "mist-floor")
}

/// Pines that frame the bottom of the screen, 1808 wide and 150 high.
pub(crate) fn foreground() -> String {
    let (width, height) = (RIGHT - LEFT, 150.0);
    let mut random = Random::new(5);
    let mut pines = String::new();
    let mut x = 0.0;
    while x < width {
        // The middle stays open, because the southern villages come close to the edge there.
        if !(234.0..=1024.0).contains(&x) {
            let size = 1.3 + random.next() * 1.6;
            pines += &format!(
                "M{} {}l{} {}h{}z",
                t(x),
                t(height + 6.0 - 30.0 * size),
                t(7.0 * size),
                t(34.0 * size),
                t(-14.0 * size)
            );
        }
        x += 16.0 + random.next() * 40.0;
    }
    format!(r#"<path d="{pines}" fill="var(--range5)"/>"#)
}
