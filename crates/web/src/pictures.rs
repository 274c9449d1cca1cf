//! Small pictures: tiles, emblems, glyphs and icons.

use leptos::prelude::*;
use shangrila_rules::{Clan, Guild};
use shangrila_scene::{self as scene, Icon};

/// A tile, alone or with a student on top.
pub(crate) fn tile_picture(clan: Clan, guild: Guild, student: bool) -> impl IntoView {
    let drawing = if student { scene::stack_icon(clan, guild) } else { scene::tile_icon(clan, guild) };
    view! { <svg class="tile-picture" viewBox=scene::TILE_VIEW_BOX aria-hidden="true" inner_html=drawing></svg> }
}

/// The emblem of a clan.
pub(crate) fn emblem_picture(clan: Clan) -> impl IntoView {
    view! { <svg class="emblem" viewBox=scene::TILE_VIEW_BOX aria-hidden="true" inner_html=scene::emblem_icon(clan)></svg> }
}

/// The emblem of a clan, for lists that are written as text.
pub(crate) fn emblem_html(clan: Clan) -> String {
    let (view_box, emblem) = (scene::TILE_VIEW_BOX, scene::emblem_icon(clan));
    format!(r#"<svg class="emblem" viewBox="{view_box}" aria-hidden="true">{emblem}</svg>"#)
}

/// A text as it is written in HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The glyph of a guild.
pub(crate) fn glyph_picture(guild: Guild) -> impl IntoView {
    let href = format!("#g-{}", guild.letter());
    view! { <svg class="glyph" viewBox="0 0 48 48" aria-hidden="true"><use href=href></use></svg> }
}

/// An icon in the colour of its text.
pub(crate) fn icon_picture(icon: Icon) -> impl IntoView {
    view! { <svg class="icon" viewBox=scene::ICON_VIEW_BOX aria-hidden="true" inner_html=scene::icon(icon)></svg> }
}

/// The CSS class that gives an element the clan's colours.
pub(crate) const fn clan_class(clan: Clan) -> &'static str {
    match clan {
        Clan::Red => "clan-r",
        Clan::Blue => "clan-b",
        Clan::Yellow => "clan-y",
        Clan::Violet => "clan-v",
    }
}
