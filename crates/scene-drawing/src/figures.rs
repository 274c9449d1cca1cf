//! The glyphs of guilds and clans, on a grid of 48 units, in two colours: `--ink` for the figure and `--ko` (knocked out)
//! for the background showing through.

use shangrila_rules::{Clan, Guild};

/// The glyph of a guild.
pub(crate) fn glyph(guild: Guild) -> &'static str {
    match guild {
        // Cloud, three slanting drops.
        Guild::Rainmaker => concat!(
            r#"<path fill="var(--ink)" d="M13.6 29.5A8.6 8.6 0 0 1 12.9 12.4 11.6 11.6 0 0 1 34.9 12.7 8.5 8.5 0 0 1 34.6 29.5Z"/>"#,
            r#"<path d="M14.6 35.2l-2.5 5.6M24.6 35.2l-3.6 8.2M34.2 35.2l-2.5 5.6" stroke="var(--ink)" stroke-width="4.2" stroke-linecap="round" fill="none"/>"#,
            r#"<path d="M13.2 21.2A6.4 6.4 0 0 1 18 15.6" stroke="var(--ko)" stroke-width="2.4" stroke-linecap="round" fill="none"/>"#,
        ),
        // One great star, two companions.
        Guild::Astrologer => concat!(
            r#"<path fill="var(--ink)" d="M20 7C21.6 19.6 24.4 22.9 36.5 25.5 24.4 28.1 21.6 31.4 20 44 18.4 31.4 15.6 28.1 3.5 25.5 15.6 22.9 18.4 19.6 20 7Z"/>"#,
            r#"<path fill="var(--ink)" d="M36.5 3.5C37.4 10 38.6 11.4 45 12.6 38.6 13.8 37.4 15.2 36.5 21.7 35.6 15.2 34.4 13.8 28 12.6 34.4 11.4 35.6 10 36.5 3.5Z"/>"#,
            r#"<circle fill="var(--ink)" cx="38" cy="37.5" r="3.6"/>"#,
        ),
        // Horned head in profile, open jaw, mane.
        Guild::Dragonbreeder => concat!(
            r#"<path fill="var(--ink)" d="M3.6 21.6C3.4 17.4 6.4 14.6 10 14.9 13.4 12.2 17.2 11.6 20.4 12.2 22.6 7.4 28.6 3.4 38.6 2.6 34.4 5.4 32 8.2 31.2 11.4 35.4 10.2 40.4 10.4 45.2 13 41 13.9 38.4 15.7 37.2 18.2 40.8 18.8 44 21 46 25 42 24.4 39.4 25.2 38 27.2 40.8 29 42.4 32.2 42.6 36.4 39.8 34 37.4 33.4 35.4 33.8 35.6 38 37 41.8 40.4 45.4H15.4C19.4 42.4 21.6 39.4 21.8 36.4 17.6 38.2 12.4 38 8.2 35.4 7 33.2 7.2 31.2 8.4 29.6 13 31.6 18 31 21.6 27.2 17 28 13.6 27.4 11.4 26.2L9.6 29 7.6 25.6C5.4 25.2 3.8 23.8 3.6 21.6Z"/>"#,
            r#"<path fill="var(--ko)" d="M19.6 20.8C21 17.6 24.2 16.4 27.4 17.2 26.4 20 23.4 21.6 19.6 20.8Z"/>"#,
            r#"<circle fill="var(--ko)" cx="8.2" cy="19.6" r="1.5"/>"#,
        ),
        // Hand prayer wheel with its weight.
        Guild::Priest => concat!(
            r#"<path fill="var(--ink)" d="M19.5 .8L22.2 6.6H16.8Z"/>"#,
            r#"<path fill="var(--ink)" d="M6.8 13.8C9.4 8.8 13.6 6.4 19.5 6.4S29.6 8.8 32.2 13.8Z"/>"#,
            r#"<path fill="var(--ink)" d="M6.6 15.4H32.4A2.2 2.2 0 0 1 32.4 19.8H31V29.8H32.4A2.2 2.2 0 0 1 32.4 34.2H6.6A2.2 2.2 0 0 1 6.6 29.8H8V19.8H6.6A2.2 2.2 0 0 1 6.6 15.4Z"/>"#,
            r#"<path fill="var(--ink)" d="M16.8 35.8H22.2V44.6A2.7 2.7 0 0 1 16.8 44.6Z"/>"#,
            r#"<path fill="var(--ko)" d="M12.8 20.8l2.7 4-2.7 4-2.7-4zM19.5 20.8l2.7 4-2.7 4-2.7-4zM26.2 20.8l2.7 4-2.7 4-2.7-4z"/>"#,
            r#"<path d="M31.6 27.4C37.4 27.6 40.6 25 41.5 20" stroke="var(--ink)" stroke-width="2.8" fill="none" stroke-linecap="round"/>"#,
            r#"<circle fill="var(--ink)" cx="41.8" cy="15.8" r="4.8"/>"#,
        ),
        // Shaggy bust with a bare face.
        Guild::YetiWhisperer => concat!(
            r#"<path fill="var(--ink)" d="M24 2.4L27 5.6 31.2 5 31.8 8.8 35.4 11 34.6 15.2 36.2 19.4C40.6 21.6 43.6 26 44.6 32.4L42 31.8 43.8 38.4 40.6 37.2 40.8 42.8 37.2 40.6 35.6 45.4 31.8 42 28.4 45.8 24 42.6 19.6 45.8 16.2 42 12.4 45.4 10.8 40.6 7.2 42.8 7.4 37.2 4.2 38.4 6 31.8 3.4 32.4C4.4 26 7.4 21.6 11.8 19.4L13.4 15.2 12.6 11 16.2 8.8 16.8 5 21 5.6Z"/>"#,
            r#"<path fill="var(--ko)" d="M24 13.2C26 10.6 32 11.4 31.6 17.4 33.2 23.8 30 29.6 24 29.6S14.8 23.8 16.4 17.4C16 11.4 22 10.6 24 13.2Z"/>"#,
            r#"<circle fill="var(--ink)" cx="20.3" cy="18.2" r="2.2"/>"#,
            r#"<circle fill="var(--ink)" cx="27.7" cy="18.2" r="2.2"/>"#,
            r#"<path fill="var(--ink)" d="M19.4 23.6H28.6C28 26.4 26.2 27.6 24 27.6S20 26.4 19.4 23.6Z"/>"#,
            r#"<path d="M14.6 35.4l2.2 3M24 34.4v3.4M33.4 35.4l-2.2 3" stroke="var(--ko)" stroke-width="2.2" stroke-linecap="round"/>"#,
        ),
        // Flames in a footed bowl.
        Guild::Firekeeper => concat!(
            r#"<path fill="var(--ink)" d="M25.4 2C27 8.2 35.8 12 35.8 20.6 35.8 24.2 34.4 26.6 32.6 28H15.6C13.4 26.2 12.2 23.8 12.2 20.8 12.2 16.8 14.2 14.2 16 12.2 16.6 14.6 17.4 15.8 18.8 16.6 18.6 11 20.4 5.6 25.4 2Z"/>"#,
            r#"<path fill="var(--ko)" d="M24.6 15C25.4 18.6 29.4 19.8 29.4 24 29.4 25.6 28.8 27 27.8 28H20.6C19.4 27 18.8 25.6 18.8 24 18.8 20.4 22.8 19.2 24.6 15Z"/>"#,
            r#"<path fill="var(--ink)" d="M5.4 29.6H42.6A1.6 1.6 0 0 1 44.2 31.4C43.2 37.6 37.8 41 31 41.4L33.4 45.6H14.6L17 41.4C10.2 41 4.8 37.6 3.8 31.4A1.6 1.6 0 0 1 5.4 29.6Z"/>"#,
            r#"<path d="M11 34.2C13 36.4 15.6 37.2 19 37.4" stroke="var(--ko)" stroke-width="2.2" stroke-linecap="round" fill="none"/>"#,
        ),
        // Staff with serpent.
        Guild::Healer => concat!(
            r#"<path d="M24 8.4V45.4" stroke="var(--ink)" stroke-width="4.4" stroke-linecap="round"/>"#,
            r#"<circle fill="var(--ink)" cx="24" cy="5.2" r="4"/>"#,
            r#"<path d="M30 36.2C24 38.6 15.2 36.8 15.4 31.6 15.6 26.2 33.4 27 33.4 20.6 33.4 14.8 21.4 16.8 17 13.4" stroke="var(--ko)" stroke-width="8.8" fill="none"/>"#,
            r#"<path d="M33 34.4C26 39 15.2 37.4 15.4 31.6 15.6 26.2 33.4 27 33.4 20.6 33.4 14.8 21.4 16.8 15.6 13" stroke="var(--ink)" stroke-width="4.9" fill="none" stroke-linecap="round"/>"#,
            r#"<path fill="var(--ink)" d="M18.8 9.6C14.8 6.6 9.4 7.4 6.4 11.8 7 14.6 9.6 16.8 13.2 17.4Z"/>"#,
            r#"<circle fill="var(--ko)" cx="12.6" cy="12" r="1.6"/>"#,
        ),
    }
}

/// The shape of a clan's tiles, which identifies the clan without its colour.
pub(crate) struct Silhouette {
    pub(crate) outline: &'static str,
    /// The y coordinate of the glyph's centre.
    pub(crate) middle: f64,
    /// The size of a glyph that fits inside.
    pub(crate) glyph_size: f64,
}

pub(crate) fn silhouette(clan: Clan) -> Silhouette {
    match clan {
        // Circle.
        Clan::Red => Silhouette {
            outline: "M24 1.5A22.5 22.5 0 1 1 24 46.5 22.5 22.5 0 1 1 24 1.5Z",
            middle: 24.0,
            glyph_size: 31.0,
        },
        // Rounded square.
        Clan::Blue => Silhouette {
            outline: "M13 3.4H35A9.6 9.6 0 0 1 44.6 13V35A9.6 9.6 0 0 1 35 44.6H13A9.6 9.6 0 0 1 3.4 35V13A9.6 9.6 0 0 1 13 3.4Z",
            middle: 24.0,
            glyph_size: 32.0,
        },
        // Diamond.
        Clan::Yellow => Silhouette {
            outline: "M29.1 .6L47.4 18.9A7.2 7.2 0 0 1 47.4 29.1L29.1 47.4A7.2 7.2 0 0 1 18.9 47.4L.6 29.1A7.2 7.2 0 0 1 .6 18.9L18.9 .6A7.2 7.2 0 0 1 29.1 .6Z",
            middle: 24.0,
            glyph_size: 29.0,
        },
        // Pointed petal.
        Clan::Violet => Silhouette {
            outline: "M24 -1.6C29.4 5.6 45.6 9.4 45.6 26A21.6 21.6 0 0 1 2.4 26C2.4 9.4 18.6 5.6 24 -1.6Z",
            middle: 25.6,
            glyph_size: 29.5,
        },
    }
}

/// The ornament on a clan's tiles: rays, waves, jewels, petals.
pub(crate) fn inlay(clan: Clan) -> &'static str {
    match clan {
        Clan::Red => {
            r#"<circle cx="24" cy="24" r="17.3" fill="none" stroke="var(--c2)" stroke-width="3.4" stroke-dasharray="2.265 2.265"/>"#
        }
        Clan::Blue => concat!(
            r#"<path d="M6.6 35.4a4.35 4.35 0 0 0 8.7 0 4.35 4.35 0 0 0 8.7 0 4.35 4.35 0 0 0 8.7 0 4.35 4.35 0 0 0 8.7 0V36A5.4 5.4 0 0 1 36 41.4H12A5.4 5.4 0 0 1 6.6 36Z" fill="var(--c2)"/>"#,
            r#"<path d="M6.6 12.6a4.35 4.35 0 0 1 8.7 0 4.35 4.35 0 0 1 8.7 0 4.35 4.35 0 0 1 8.7 0 4.35 4.35 0 0 1 8.7 0V12A5.4 5.4 0 0 0 36 6.6H12A5.4 5.4 0 0 0 6.6 12Z" fill="var(--c2)"/>"#,
        ),
        Clan::Yellow => concat!(
            r#"<path d="M24 6.6L41.4 24 24 41.4 6.6 24Z" fill="none" stroke="var(--c2)" stroke-width="2.2"/>"#,
            r#"<path d="M24 2.6L28 6.6 24 10.6 20 6.6ZM24 37.4L28 41.4 24 45.4 20 41.4ZM6.6 20L10.6 24 6.6 28 2.6 24ZM41.4 20L45.4 24 41.4 28 37.4 24Z" fill="var(--c2)"/>"#,
        ),
        Clan::Violet => concat!(
            r#"<path d="M24 3.4C20 8.6 15.6 10.4 12 13.4 16.4 12.4 21 12.6 24 15 27 12.6 31.6 12.4 36 13.4 32.4 10.4 28 8.6 24 3.4Z" fill="var(--c2)"/>"#,
            r#"<path d="M5.4 27C9 29.6 11 34 12.6 40.2A18.6 18.6 0 0 1 5.4 27ZM42.6 27C39 29.6 37 34 35.4 40.2A18.6 18.6 0 0 0 42.6 27Z" fill="var(--c2)"/>"#,
            r#"<path d="M15.6 42.4C18 39.6 21 38.6 24 38.6S30 39.6 32.4 42.4A18.6 18.6 0 0 1 15.6 42.4Z" fill="var(--c2)"/>"#,
        ),
    }
}

/// The emblem of a clan, shown in place of a guild's glyph: sun, wave, jewel, lotus.
pub(crate) fn emblem(clan: Clan) -> &'static str {
    match clan {
        Clan::Red => concat!(
            r#"<circle fill="var(--ink)" cx="24" cy="24" r="8.4"/>"#,
            r#"<path d="M24 5v6.4M24 36.6V43M5 24h6.4M36.6 24H43M10.6 10.6l4.5 4.5M32.9 32.9l4.5 4.5M10.6 37.4l4.5-4.5M32.9 15.1l4.5-4.5" stroke="var(--ink)" stroke-width="4.4" stroke-linecap="round"/>"#,
        ),
        Clan::Blue => {
            r#"<path d="M5 18.5c4.8-7 9.6-7 14.2 0s9.6 7 14.4 0 7-5.4 9.4-3.5M5 31.5c4.8-7 9.6-7 14.2 0s9.6 7 14.4 0 7-5.4 9.4-3.5" stroke="var(--ink)" stroke-width="5" fill="none" stroke-linecap="round"/>"#
        }
        Clan::Yellow => concat!(
            r#"<path d="M24 6L42 24 24 42 6 24Z" fill="none" stroke="var(--ink)" stroke-width="4.6" stroke-linejoin="round"/>"#,
            r#"<path fill="var(--ink)" d="M24 16.4L31.6 24 24 31.6 16.4 24Z"/>"#,
        ),
        Clan::Violet => concat!(
            r#"<path fill="var(--ink)" d="M24 7C29.4 13 31 20 28.4 27.4 27.6 30.4 26 33.4 24 35.6 22 33.4 20.4 30.4 19.6 27.4 17 20 18.6 13 24 7Z"/>"#,
            r#"<path fill="var(--ink)" d="M4.6 18.6C10.6 18.4 15 20.4 17.2 25.2 18.6 29.4 20 33.2 22.4 37.8 12.6 37.4 6 29.6 4.6 18.6ZM43.4 18.6C37.4 18.4 33 20.4 30.8 25.2 29.4 29.4 28 33.2 25.6 37.8 35.4 37.4 42 29.6 43.4 18.6Z"/>"#,
            r#"<path d="M12 42.4H36" stroke="var(--ink)" stroke-width="3.6" stroke-linecap="round"/>"#,
        ),
    }
}
