//! The whole board with everything on it: all layers in their order, and a picture that stands alone.

use shangrila_rules::map::{bridges_laid, villages_in_play};
use shangrila_rules::{Guild, Position, Space, Village};
use shangrila_scene_drawing::Point;

use crate::{BOARD_CSS, PALETTE_CSS, TILE_SIZE, VIEW_BOX};

/// Draws a position as one SVG document with its own style sheet, in the light theme.
///
/// For notebooks and files. A page that shows several boards should share the symbols and styles instead.
pub fn standalone_svg(position: &Position) -> String {
    let (left, top, width, height) = VIEW_BOX;
    // A notebook puts the picture into its own page, whose root must keep its variables.
    let light = without_dark_theme(PALETTE_CSS).replace(":root", ".shangrila-board");
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="scene shangrila-board" viewBox="{left} {top} {width} {height}" width="720"><style>{light}{BOARD_CSS}</style><defs>{}</defs>{}</svg>"#,
        crate::symbols(),
        board_layers(position, false)
    )
}

fn without_dark_theme(css: &str) -> String {
    let (before, rest) = css.split_once(".dark {").unwrap_or((css, ""));
    let (_, after) = rest.split_once("\n}").unwrap_or(("", rest));
    format!("{before}{after}")
}

/// Draws all layers of the board; `compact` has larger numbers for small pictures.
pub fn board_layers(position: &Position, compact: bool) -> String {
    let clans = position.seats().count();
    let (in_play, laid) = (villages_in_play(clans), bridges_laid(clans));
    let mut layers = crate::backdrop().to_string();
    let land_class = |village: Village| match (in_play.contains(village), position.has_stone(village)) {
        (false, _) => "unused",
        (true, true) => "peace",
        (true, false) => "",
    };
    for &village in crate::VILLAGES_FROM_NORTH {
        layers += &format!(r#"<g class="cliff {}">{}</g>"#, land_class(village), crate::cliff(village));
    }
    for &village in crate::VILLAGES_FROM_NORTH {
        let (red, state) = (crate::village_class(village), land_class(village));
        layers += &format!(r#"<g class="mesa {red} {state}">{}</g>"#, crate::mesa(village));
    }
    layers += crate::falls();
    let state = |standing: bool| if standing { "" } else { "broken" };
    for bridge in laid {
        let state = state(position.bridges().contains(bridge));
        layers += &format!(r#"<g class="path {state}">{}</g>"#, crate::path(bridge));
    }
    for village in in_play {
        layers += crate::flora(village);
    }
    for &village in crate::VILLAGES_FROM_NORTH {
        if !in_play.contains(village) {
            layers += crate::shroud(village);
        }
    }
    layers += crate::haze();
    for bridge in crate::bridges_from_north().filter(|bridge| laid.contains(*bridge)) {
        let standing = position.bridges().contains(bridge);
        layers += &format!(r#"<g class="bridge {}">{}</g>"#, state(standing), crate::bridge(bridge, standing));
    }
    for &village in crate::VILLAGES_FROM_NORTH {
        if in_play.contains(village) {
            layers += &village_layer(position, village, compact, |_| true, "");
        }
    }
    layers
}

/// Draws a village with its tiles and its badge. `shown` selects the spaces whose tiles are drawn; `extra` is drawn above them.
pub fn village_layer(
    position: &Position,
    village: Village,
    compact: bool,
    shown: impl Fn(Guild) -> bool,
    extra: &str,
) -> String {
    let peace = position.has_stone(village);
    let mut content = crate::village_ground(village).to_string();
    for guild in Guild::ALL {
        let place = crate::space_offset(guild);
        match position.occupant(Space::new(village, guild)) {
            None => content += crate::ghost(guild),
            Some(_) if !shown(guild) => {}
            Some(tile) if tile.student => content += &crate::stack(tile.clan, guild, place, TILE_SIZE),
            Some(tile) => content += &crate::tile(tile.clan, guild, place, TILE_SIZE),
        }
    }
    content += crate::village_front(village);
    content += extra;
    content += &match (peace, compact) {
        (true, true) => crate::compact_stone(village),
        (true, false) => crate::stone(village),
        (false, true) => crate::compact_badge(village, position.strength(village)),
        (false, false) => crate::badge(village, position.strength(village)),
    };
    let Point { x, y } = crate::village_centre(village);
    format!(
        r#"<g class="village {} {}" transform="translate({x:.1} {y:.1})">{content}</g>"#,
        crate::village_class(village),
        if peace { "peace" } else { "" }
    )
}
