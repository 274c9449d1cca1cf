//! A position as a small picture: villages, standing bridges, and whose masters lie where.

use leptos::prelude::*;
use shangrila_rules::map::villages_in_play;
use shangrila_rules::{Position, Space};
use shangrila_scene::{self as scene, Point};

use crate::pictures::clan_class;

/// How much further apart masters are than on the board, so that single ones can be told apart. They stay on their plaza.
const SPREAD: f64 = 1.1;

/// The picture. It says nothing that the text beside it does not.
pub(crate) fn thumbnail(position: &Position) -> impl IntoView + use<> {
    let (x, y, width, height) = scene::VIEW_BOX;
    view! {
        <svg
            class="thumbnail"
            viewBox=format!("{x} {y} {width} {height}")
            aria-hidden="true"
            inner_html=drawing(position)
        ></svg>
    }
}

fn drawing(position: &Position) -> String {
    let mut svg = String::new();
    for bridge in position.bridges() {
        let (one, other) = bridge.ends();
        let (one, other) = (scene::village_centre(one), scene::village_centre(other));
        svg +=
            &format!("<path class=\"thumb-bridge\" d=\"M{:.0} {:.0}L{:.0} {:.0}\"/>", one.x, one.y, other.x, other.y);
    }
    for village in villages_in_play(position.seats().count()) {
        let Point { x, y } = scene::village_centre(village);
        let outline = scene::PLAZA_OUTLINE;
        svg += &format!("<path class=\"thumb-village\" transform=\"translate({x:.0} {y:.0})\" d=\"{outline}\"/>");
    }
    for space in Space::all() {
        let Some(occupant) = position.occupant(space) else { continue };
        let (centre, offset) = (scene::village_centre(space.village()), scene::space_offset(space.guild()));
        let (x, y) = (centre.x + offset.x * SPREAD, centre.y + offset.y * SPREAD);
        let radius = if occupant.student { 33 } else { 27 };
        svg += &format!("<circle class=\"{}\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{radius}\"/>", clan_class(occupant.clan));
    }
    svg
}
