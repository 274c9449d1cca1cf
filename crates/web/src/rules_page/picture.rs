//! Pictures of a part of the board, drawn as at the table, and their descriptions in words.

use shangrila_i18n::Words;
use shangrila_rules::map::{bridges_laid, villages_in_play};
use shangrila_rules::{Guild, GuildSet, Position, Space, Village};
use shangrila_scene as scene;

use crate::table::{space_words, village_drawing, village_words};

/// How much land is shown around the centres of the villages: beside, above and below them.
const BESIDE: f64 = 165.0;
const ABOVE: f64 = 160.0;
const BELOW: f64 = 152.0;
/// The farthest a village's land reaches from its centre.
const LAND: f64 = 330.0;
/// Limits of the aspect ratio, width by height.
const WIDEST: f64 = 2.0;
const NARROWEST: f64 = 1.45;

/// A part of the board, in board coordinates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Part {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Part {
    pub(crate) fn whole() -> Part {
        let (left, top, width, height) = scene::VIEW_BOX;
        Part { left, top, width, height }
    }

    /// The part that contains these villages.
    pub(crate) fn around(villages: &[Village]) -> Part {
        let centres = || villages.iter().map(|&village| scene::village_centre(village));
        let least = |of: fn(scene::Point) -> f64| centres().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(scene::Point) -> f64| centres().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (left, right) = (least(|point| point.x) - BESIDE, most(|point| point.x) + BESIDE);
        let (top, bottom) = (least(|point| point.y) - ABOVE, most(|point| point.y) + BELOW);
        let width = (right - left).max((bottom - top) * NARROWEST);
        let height = (bottom - top).max(width / WIDEST);
        Part { left: (left + right - width) / 2.0, top: (top + bottom - height) / 2.0, width, height }
    }

    pub(crate) fn view_box(self) -> String {
        let Part { left, top, width, height } = self;
        format!("{left:.1} {top:.1} {width:.1} {height:.1}")
    }

    /// Whether any of the village's land may be visible.
    fn shows(self, village: Village) -> bool {
        let centre = scene::village_centre(village);
        let (x, y) = (centre.x - self.left, centre.y - self.top);
        (-LAND..self.width + LAND).contains(&x) && (-LAND..self.height + LAND).contains(&y)
    }
}

/// Draws a part of the board.
pub(crate) fn board(position: &Position, part: Part) -> String {
    let clans = position.seats().count();
    let in_play = villages_in_play(clans);
    let class = |village: Village| {
        let state = match (in_play.contains(village), position.has_stone(village)) {
            (false, _) => "unused",
            (true, true) => "peace",
            (true, false) => "",
        };
        format!("{} {state}", scene::village_class(village))
    };
    let villages = || scene::VILLAGES_FROM_NORTH.iter().copied().filter(|&village| part.shows(village));
    let land = |layer: &str, drawing: fn(Village) -> &'static str| -> String {
        villages().map(|village| format!(r#"<g class="{layer} {}">{}</g>"#, class(village), drawing(village))).collect()
    };
    let bridges = scene::bridges_from_north().filter(|&bridge| {
        let (one, other) = bridge.ends();
        bridges_laid(clans).contains(bridge) && (part.shows(one) || part.shows(other))
    });
    let (mut paths, mut decks) = (String::new(), String::new());
    for bridge in bridges {
        let standing = position.bridges().contains(bridge);
        let state = if standing { "" } else { "broken" };
        paths += &format!(r#"<g class="path {state}">{}</g>"#, scene::path(bridge));
        decks += &format!(r#"<g class="bridge {state}">{}</g>"#, scene::bridge(bridge, standing));
    }
    let village = |village: Village| {
        let centre = scene::village_centre(village);
        let drawing = village_drawing(position, village, |occupant| occupant, GuildSet::default());
        let class = class(village);
        format!(r#"<g class="village {class}" transform="translate({:.1} {:.1})">{drawing}</g>"#, centre.x, centre.y)
    };
    [
        scene::backdrop().to_string(),
        land("cliff", scene::cliff),
        land("mesa", scene::mesa),
        scene::falls().to_string(),
        paths,
        villages().filter(|&village| in_play.contains(village)).map(scene::flora).collect(),
        scene::haze().to_string(),
        decks,
        villages().filter(|&village| in_play.contains(village)).map(village).collect(),
        villages().filter(|&village| !in_play.contains(village)).map(scene::shroud).collect(),
    ]
    .concat()
}

/// Describes the villages: their strength, and who is there.
pub(crate) fn in_words(words: &Words, position: &Position, villages: &[Village]) -> String {
    let village = |&village: &Village| {
        let mut text = village_words(words, position, village);
        for space in Guild::ALL.map(|guild| Space::new(village, guild)) {
            let Some(there) = position.occupant(space) else { continue };
            text += &format!("; {}", space_words(words, space, Some(there)));
        }
        text + "."
    };
    villages.iter().map(village).collect::<Vec<_>>().join(" ")
}
