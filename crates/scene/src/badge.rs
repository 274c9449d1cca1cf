//! The badge below a village: its letter and strength, or the stone.

use shangrila_rules::{Strength, Village};

/// A village's letter, tiles and masters; relative to the village's centre.
pub fn badge(village: Village, strength: Strength) -> String {
    let (letter, Strength { tiles, masters, .. }) = (village.letter().to_ascii_uppercase(), strength);
    format!(
        r#"<g class="badge" transform="translate(0 67)"><rect x="-35" y="-12" width="70" height="24" rx="12" class="plate"/><text x="-21.5" y="5" font-size="13.5" class="lesser">{letter}</text><path d="M-11.5 -6V6" class="rule"/><text x="11.5" y="5.7" font-size="16.5">{tiles}<tspan class="lesser" font-size="14" dx="1.5">·</tspan><tspan class="lesser" font-size="14" dx="1.5">{masters}</tspan></text></g>"#
    )
}

/// A village's badge while a move is pending: the tiles before and after it, and the masters after it.
pub fn changed_badge(before: Strength, after: Strength) -> String {
    format!(
        r#"<g class="badge changed" transform="translate(0 70)"><rect x="-47" y="-16" width="94" height="32" rx="16" class="plate"/><text y="8" font-size="23"><tspan class="lesser">{}→</tspan>{}<tspan class="lesser">·{}</tspan></text></g>"#,
        before.tiles, after.tiles, after.masters
    )
}

/// A village's tiles and masters in large figures, for small boards; relative to the village's centre.
pub fn compact_badge(strength: Strength) -> String {
    let Strength { tiles, masters, .. } = strength;
    format!(
        r#"<g class="badge" transform="translate(0 76)"><rect x="-42" y="-18" width="84" height="36" rx="18" class="plate"/><text y="10.5" font-size="29">{tiles}<tspan class="lesser" font-size="24">·{masters}</tspan></text></g>"#
    )
}

/// The stone of a village at peace, and the village's letter; relative to the village's centre.
pub fn stone(village: Village) -> String {
    let letter = village.letter().to_ascii_uppercase();
    compact_stone().to_string()
        + &format!(
            r#"<g class="badge" transform="translate(46 86)"><circle r="11" class="plate"/><text y="4.6" font-size="13" class="lesser">{letter}</text></g>"#
        )
}

/// The stone of a village at peace, for small boards; relative to the village's centre.
pub fn compact_stone() -> &'static str {
    r##"<use class="stone" href="#stone" x="-33" y="52" width="66" height="53.6"/>"##
}

/// The stone on its own, in the coordinates of [`STONE_VIEW_BOX`](crate::STONE_VIEW_BOX).
pub fn stone_icon() -> &'static str {
    r##"<use href="#stone"/>"##
}
