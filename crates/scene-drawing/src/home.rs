//! The picture on the home page: a monastery, a bridge with four students on it, and the mountain behind.

use crate::home_bridge::Bridge;
use crate::home_buildings::{monastery, right_bank};
use crate::land::{polygon, walls};
use crate::mountains::{range, ridge_data};
use crate::path::{Point, t};
use crate::random::Random;

fn points(coordinates: &[(f64, f64)]) -> Vec<Point> {
    coordinates.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

/// The whole picture, 1440 wide and 900 high.
pub(crate) fn home() -> String {
    let bridge = Bridge { from: Point::new(452.0, 622.0), to: Point::new(902.0, 600.0), sag: 62.0 };
    [
        sky_and_ranges(),
        gorge(),
        mesa(&LEFT_MESA),
        mesa(&RIGHT_MESA),
        path("M470 622C420 640 380 610 300 622S170 650 120 618", "round"),
        path("M896 606C960 640 1010 600 1080 612S1240 640 1460 600", "butt"),
        monastery(),
        right_bank(),
        bridge.drawing(),
        BIRDS.to_string(),
        r#"<rect y="760" width="1440" height="140" fill="url(#mist-up)" opacity=".55"/>"#.to_string(),
        forest(),
    ]
    .concat()
}

const BIRDS: &str = r#"<path class="birds" d="M830 165q9-9 16 0q7-9 16 0M880 137q7-7 12 0q5-7 12 0M800 201q6-6 10 0q4-6 10 0" fill="none" stroke="var(--ui-ink)" stroke-width="2.4" stroke-linecap="round" opacity=".7"/>"#;

const FAR_RANGE: [(f64, f64); 19] = [
    (-40.0, 560.0),
    (40.0, 470.0),
    (110.0, 520.0),
    (230.0, 380.0),
    (300.0, 452.0),
    (372.0, 410.0),
    (452.0, 520.0),
    (540.0, 430.0),
    (588.0, 470.0),
    (700.0, 306.0),
    (772.0, 420.0),
    (812.0, 392.0),
    (900.0, 510.0),
    (1010.0, 350.0),
    (1080.0, 440.0),
    (1180.0, 300.0),
    (1290.0, 440.0),
    (1370.0, 380.0),
    (1480.0, 520.0),
];

const NEAR_RANGE: [(f64, f64); 14] = [
    (-40.0, 600.0),
    (90.0, 500.0),
    (190.0, 590.0),
    (330.0, 520.0),
    (420.0, 600.0),
    (520.0, 540.0),
    (640.0, 622.0),
    (760.0, 560.0),
    (850.0, 620.0),
    (960.0, 520.0),
    (1060.0, 600.0),
    (1190.0, 500.0),
    (1320.0, 600.0),
    (1480.0, 520.0),
];

fn sky_and_ranges() -> String {
    let mut drawing = r#"<rect width="1440" height="640" fill="url(#home-sky)"/>"#.to_string();
    for (radius, colour, opacity) in [(236, "sun2", ".25"), (190, "sun2", ".5"), (142, "sun", "1")] {
        drawing += &format!(r#"<circle cx="742" cy="372" r="{radius}" fill="var(--{colour})" opacity="{opacity}"/>"#);
    }
    drawing += &range(&points(&FAR_RANGE), 720.0, "range0", "range1", true);
    drawing += r#"<rect y="430" width="1440" height="190" fill="url(#mist-up)"/>"#;
    drawing += &range(&points(&NEAR_RANGE), 800.0, "range1", "range2", false);
    drawing + r#"<rect y="540" width="1440" height="140" fill="url(#mist-up)"/>"#
}

/// A ridge, the y coordinate of its lower edge, and its gradient.
type GorgeRidge = ([(f64, f64); 8], f64, &'static str);

const GORGE_RIDGES: [GorgeRidge; 2] = [
    (
        [
            (420.0, 720.0),
            (500.0, 660.0),
            (560.0, 704.0),
            (640.0, 650.0),
            (700.0, 700.0),
            (790.0, 664.0),
            (860.0, 712.0),
            (960.0, 660.0),
        ],
        820.0,
        "fade-gorge1",
    ),
    (
        [
            (380.0, 800.0),
            (470.0, 742.0),
            (560.0, 790.0),
            (610.0, 752.0),
            (700.0, 800.0),
            (800.0, 748.0),
            (900.0, 800.0),
            (980.0, 740.0),
        ],
        900.0,
        "fade-gorge2",
    ),
];

fn gorge() -> String {
    let mut drawing = concat!(
        r#"<rect y="680" width="1440" height="220" fill="url(#home-gorge)"/>"#,
        r#"<rect y="679" width="1440" height="120" fill="url(#mist-down)"/>"#
    )
    .to_string();
    for (ridge, bottom, fill) in &GORGE_RIDGES {
        drawing += &format!(r#"<path d="{}" fill="url(#{fill})"/>"#, ridge_data(&points(ridge), *bottom));
    }
    let river = "M690 700C700 740 650 760 676 790C704 820 730 836 694 868C672 888 690 900 680 930";
    for attributes in [r#"stroke-width="40" opacity=".35""#, r#"stroke-width="22""#] {
        drawing += &format!(r#"<path d="{river}" fill="none" stroke="url(#river-fade)" {attributes}/>"#);
    }
    drawing
}

/// The outlines of a mesa's steps, from the top down.
type Steps = [&'static [(f64, f64)]; 3];

const LEFT_MESA: Steps = [
    &[
        (-30.0, 566.0),
        (60.0, 548.0),
        (200.0, 552.0),
        (330.0, 566.0),
        (420.0, 590.0),
        (470.0, 612.0),
        (452.0, 644.0),
        (400.0, 668.0),
        (330.0, 660.0),
        (250.0, 690.0),
        (150.0, 682.0),
        (60.0, 712.0),
        (-30.0, 706.0),
    ],
    &[
        (-30.0, 600.0),
        (420.0, 604.0),
        (492.0, 636.0),
        (506.0, 668.0),
        (440.0, 700.0),
        (396.0, 690.0),
        (352.0, 726.0),
        (270.0, 722.0),
        (180.0, 756.0),
        (96.0, 744.0),
        (-30.0, 784.0),
    ],
    &[
        (-30.0, 800.0),
        (420.0, 780.0),
        (520.0, 762.0),
        (584.0, 788.0),
        (566.0, 826.0),
        (506.0, 848.0),
        (444.0, 842.0),
        (400.0, 884.0),
        (-30.0, 930.0),
    ],
];

const RIGHT_MESA: Steps = [
    &[
        (884.0, 594.0),
        (940.0, 570.0),
        (1080.0, 548.0),
        (1240.0, 540.0),
        (1470.0, 552.0),
        (1470.0, 690.0),
        (1330.0, 700.0),
        (1240.0, 674.0),
        (1130.0, 690.0),
        (1040.0, 664.0),
        (960.0, 668.0),
        (902.0, 640.0),
    ],
    &[
        (862.0, 624.0),
        (930.0, 600.0),
        (1470.0, 580.0),
        (1470.0, 770.0),
        (1350.0, 764.0),
        (1250.0, 728.0),
        (1150.0, 752.0),
        (1050.0, 716.0),
        (990.0, 730.0),
        (910.0, 692.0),
        (868.0, 660.0),
    ],
    &[
        (784.0, 796.0),
        (836.0, 754.0),
        (900.0, 742.0),
        (1470.0, 760.0),
        (1470.0, 930.0),
        (1050.0, 930.0),
        (962.0, 884.0),
        (900.0, 870.0),
        (836.0, 856.0),
        (796.0, 830.0),
    ],
];

fn mesa(steps: &Steps) -> String {
    let [top, low, base] = steps.map(points);
    let terrace = |step: &[Point]| {
        format!(r#"<path d="{}" fill="var(--low)" stroke="var(--low-edge)" stroke-width="2"/>"#, polygon(step, 0.0))
    };
    let meadow = format!(
        r#"<path d="{}" fill="var(--grass)" stroke="var(--top)" stroke-width="7" stroke-linejoin="round"/>"#,
        polygon(&top, 0.0)
    );
    walls(&base, 0.0, &[(300.0, 3), (150.0, 3), (84.0, 2), (34.0, 1)])
        + &terrace(&base)
        + &walls(&low, 0.0, &[(112.0, 1), (46.0, 0)])
        + &terrace(&low)
        + &walls(&top, 0.0, &[(64.0, 1), (26.0, 0)])
        + &meadow
}

fn path(data: &str, cap: &str) -> String {
    format!(
        r#"<g fill="none" stroke-linecap="{cap}"><path d="{data}" stroke="var(--path-edge)" stroke-width="21"/><path d="{data}" stroke="var(--path)" stroke-width="15"/></g>"#
    )
}

fn forest() -> String {
    let mut random = Random::new(11);
    let mut data = String::new();
    let mut x = -20.0;
    while x < 1460.0 {
        let from_middle = (x - 690_f64).abs() / 690.0;
        let size = 2.0 + from_middle * from_middle * 5.5 + random.next() * 1.6;
        if from_middle >= 0.34 {
            data += &format!(
                "M{} {}l{} {}h{}z",
                t(x),
                t(906.0 - 20.0 * size),
                t(6.5 * size),
                t(22.0 * size),
                t(-13.0 * size)
            );
        }
        x += 16.0 + random.next() * 26.0;
    }
    format!(r#"<path d="{data}" fill="var(--range5)"/>"#)
}
