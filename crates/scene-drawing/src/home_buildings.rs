//! The buildings in the home page's picture.

use crate::land::pine;
use crate::path::t;

/// A house whose lower left corner is at (`left`, `base`).
struct House {
    left: f64,
    base: f64,
    width: f64,
    height: f64,
    /// Columns and rows of windows; `None` for as many as fit.
    windows: Option<(u32, u32)>,
    style: Style,
}

/// The colours of a house.
struct Style {
    wall: &'static str,
    shade: &'static str,
    band: &'static str,
    band_height: f64,
    window: &'static str,
}

const LIME_WASHED: Style = Style { wall: "wall", shade: "wall2", band: "band", band_height: 12.0, window: "window" };
const RED: Style = Style { wall: "band", shade: "roof", band: "gold", band_height: 8.0, window: "gold" };

impl House {
    const fn new(left: f64, base: f64, width: f64, height: f64) -> House {
        House { left, base, width, height, windows: None, style: LIME_WASHED }
    }

    fn drawing(&self) -> String {
        let &House { left, base, width, height, .. } = self;
        let Style { wall, shade, band, band_height, window } = self.style;
        let (slant, top) = (width * 0.035, base - height);
        let (head_left, head_right) = (left + slant, left + width - slant);
        let mut windows = String::new();
        let fitting = (((width / 24.0).round() as u32).max(2), (((height - 26.0) / 24.0).floor() as u32).max(1));
        let (columns, rows) = self.windows.unwrap_or(fitting);
        for row in 0..rows {
            for column in 0..columns {
                let x = left + width * f64::from(column + 1) / f64::from(columns + 1);
                windows += &format!("M{} {}h7l1.2 10h-9.4z", t(x - 3.5), t(top + 22.0 + f64::from(row) * 24.0));
            }
        }
        format!(
            r#"<path d="M{left} {base}L{} {top}H{}L{} {base}Z" fill="var(--{wall})"/><path d="M{} {base}L{} {top}H{}L{} {base}Z" fill="var(--{shade})"/><path d="M{} {top}H{}V{}H{}Z" fill="var(--{band})"/><path d="M{} {}H{}V{}H{}Z" fill="var(--roof)"/><path d="{windows}" fill="var(--{window})"/>"#,
            t(head_left),
            t(head_right),
            left + width,
            t(left + width * 0.66),
            t(left + width * 0.655),
            t(head_right),
            left + width,
            t(head_left - 1.0),
            t(head_right + 1.0),
            top + band_height,
            t(head_left - 1.0),
            t(head_left - 4.0),
            top - 4.0,
            t(head_right + 4.0),
            top + 1.0,
            t(head_left - 4.0)
        )
    }
}

/// A gilt roof with turned-up eaves and a spire, its eaves at height `y`.
fn gilt_roof(middle: f64, y: f64, width: f64) -> String {
    let right = format!(
        "H{}C{} {} {} {} {} {y}Z",
        t(middle + width * 0.26),
        t(middle + width * 0.3),
        y - 12.0,
        t(middle + width / 2.0 - 4.0),
        y - 4.0,
        t(middle + width / 2.0 + 9.0)
    );
    let left = format!(
        "M{} {y}C{} {} {} {} {} {}",
        t(middle - width / 2.0 - 9.0),
        t(middle - width / 2.0 + 4.0),
        y - 4.0,
        t(middle - width * 0.3),
        y - 12.0,
        t(middle - width * 0.26),
        y - 22.0
    );
    format!(
        r#"<path d="{left}{right}" fill="var(--gold)"/><path d="M{} {y}L{} {}{right}" fill="var(--gold2)"/><path d="M{} {}L{middle} {}L{} {}Z" fill="var(--gold)"/>"#,
        t(middle + width * 0.08),
        t(middle + width * 0.05),
        y - 22.0,
        middle - 3.0,
        y - 21.0,
        y - 40.0,
        middle + 3.0,
        y - 21.0
    )
}

fn pines(places: &[(f64, f64, f64)]) -> String {
    places.iter().map(|&(x, y, size)| pine(x - 7.0 * size, y - 20.0 * size, size)).collect()
}

pub(crate) fn monastery() -> String {
    let behind = [
        House::new(18.0, 606.0, 64.0, 92.0),
        House::new(250.0, 602.0, 60.0, 74.0),
        House { windows: Some((8, 3)), ..House::new(60.0, 600.0, 210.0, 110.0) },
        House { windows: Some((5, 1)), style: RED, ..House::new(96.0, 496.0, 136.0, 62.0) },
    ];
    let in_front = [
        House::new(34.0, 612.0, 46.0, 50.0),
        House::new(284.0, 612.0, 52.0, 48.0),
        House { windows: Some((2, 1)), ..House::new(150.0, 618.0, 56.0, 46.0) },
    ];
    [
        behind.map(|house| house.drawing()).concat(),
        gilt_roof(164.0, 432.0, 96.0),
        in_front.map(|house| house.drawing()).concat(),
        pines(&[
            (352.0, 606.0, 2.4),
            (374.0, 614.0, 1.8),
            (8.0, 640.0, 2.6),
            (330.0, 650.0, 1.7),
            (90.0, 676.0, 2.2),
            (112.0, 684.0, 1.6),
        ]),
    ]
    .concat()
}

/// The stupa and houses at the other end of the bridge.
pub(crate) fn right_bank() -> String {
    let stupa = r##"<g transform="translate(952 548) scale(2.1)"><use href="#stupa" width="20" height="30"/></g>"##;
    let trees = pines(&[(1016.0, 590.0, 2.4), (1038.0, 598.0, 1.8), (930.0, 650.0, 1.9), (1000.0, 652.0, 1.6)]);
    let houses = [House::new(1120.0, 592.0, 70.0, 58.0), House::new(1180.0, 598.0, 56.0, 80.0)];
    format!("{stupa}{trees}{}", houses.map(|house| house.drawing()).concat())
}
