//! The badge below a village: its letter and strength, or the stone.

use shangrila_rules::{Strength, Village};

/// How much larger the badges are on small boards, where the whole board has to fit on a phone.
const COMPACT: f64 = 1.5;

/// A village's letter, tiles and masters; relative to the village's centre.
pub fn badge(village: Village, strength: Strength) -> String {
    sized_badge(village, strength, 103.0, 1.0)
}

/// The same in large letters and figures, for small boards.
pub fn compact_badge(village: Village, strength: Strength) -> String {
    sized_badge(village, strength, 112.0, COMPACT)
}

fn sized_badge(village: Village, Strength { tiles, masters, .. }: Strength, y: f64, scale: f64) -> String {
    let letter = letter_disc(village, -31.0);
    format!(
        r#"<g class="badge" transform="translate(0 {y}) scale({scale})"><rect x="-46" y="-15" width="92" height="30" rx="15" class="plate"/>{letter}<text x="13" y="7.6" font-size="22">{tiles}<tspan class="lesser" font-size="18" dx="2">·</tspan><tspan class="lesser" font-size="18" dx="2">{masters}</tspan></text></g>"#
    )
}

/// The village's letter, dark on a light disc, which no figure can be mistaken for.
fn letter_disc(village: Village, x: f64) -> String {
    let letter = village.letter().to_ascii_uppercase();
    format!(
        r#"<circle cx="{x}" r="12.5" class="disc"/><text x="{x}" y="6.4" font-size="18" class="letter">{letter}</text>"#
    )
}

/// A village's badge while a move is pending: the tiles before and after it, and the masters after it.
pub fn changed_badge(village: Village, before: Strength, after: Strength) -> String {
    let letter = letter_disc(village, -50.0);
    format!(
        r#"<g class="badge changed" transform="translate(0 108) scale(1.25)"><rect x="-66" y="-17" width="132" height="34" rx="17" class="plate"/>{letter}<text x="14" y="8" font-size="23"><tspan class="lesser">{}→</tspan>{}<tspan class="lesser">·{}</tspan></text></g>"#,
        before.tiles, after.tiles, after.masters
    )
}

/// The stone of a village at peace, and the village's letter; relative to the village's centre.
pub fn stone(village: Village) -> String {
    stone_with_letter(village, 1.0)
}

/// The same with a larger letter, for small boards.
pub fn compact_stone(village: Village) -> String {
    stone_with_letter(village, COMPACT)
}

fn stone_with_letter(village: Village, scale: f64) -> String {
    let letter = letter_disc(village, 0.0);
    format!(
        r##"<use class="stone" href="#stone" x="-56" y="76" width="82" height="66.6"/><g class="badge" transform="translate(42 112) scale({scale})"><circle r="15" class="plate"/>{letter}</g>"##
    )
}

/// The stone on its own, in the coordinates of [`STONE_VIEW_BOX`](crate::STONE_VIEW_BOX).
pub fn stone_icon() -> &'static str {
    r##"<use href="#stone"/>"##
}
