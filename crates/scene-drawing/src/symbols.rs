//! All symbols: guild glyphs, emblems, tiles, houses, the stone, and the marks of a journey.

use shangrila_rules::{Clan, Guild};

use crate::figures::{Silhouette, emblem, glyph, inlay, silhouette};

/// The content of the page's `<defs>`, which all other drawings refer to.
pub(crate) fn symbols() -> String {
    let mut all = String::new();
    for guild in Guild::ALL {
        all += &symbol(&format!("g-{}", guild.letter()), "0 0 48 48", glyph(guild));
    }
    for clan in Clan::ALL {
        all += &symbol(&format!("e-{}", clan.letter()), "0 0 48 48", emblem(clan));
        all += &tile(clan);
    }
    all += &houses();
    for (name, view_box, drawing) in [
        ("temple", "0 0 40 46", TEMPLE),
        ("stupa", "0 0 20 30", STUPA),
        ("pine", "0 0 14 22", PINE),
        ("stone", "0 0 64 52", STONE),
    ] {
        all += &overflowing_symbol(name, view_box, drawing);
    }
    for (name, drawing) in MARKS {
        let disc = format!(
            r#"<circle cx="12" cy="12" r="11" fill="var(--mk-{name})" stroke="var(--rim)" stroke-width="1.6"/>{drawing}"#
        );
        all += &symbol(&format!("m-{name}"), "0 0 24 24", &disc);
    }
    let disc = r#"<circle cx="12" cy="12" r="10.7" fill="var(--rim)" stroke="var(--edge)" stroke-width="2.2"/>"#;
    all + &symbol("m-pupil", "0 0 24 24", &format!(r#"{disc}<path d="{BUST}" fill="var(--edge)"/>"#))
}

fn symbol(id: &str, view_box: &str, drawing: &str) -> String {
    format!(r#"<symbol id="{id}" viewBox="{view_box}">{drawing}</symbol>"#)
}

fn overflowing_symbol(id: &str, view_box: &str, drawing: &str) -> String {
    format!(r#"<symbol id="{id}" viewBox="{view_box}" overflow="visible">{drawing}</symbol>"#)
}

/// A clan's tile: its shadow, a cream rim with a dark edge, and enamel with an inlay.
fn tile(clan: Clan) -> String {
    let Silhouette { outline, middle, .. } = silhouette(clan);
    let inlay = inlay(clan);
    let drawing = format!(
        r#"<path d="{outline}" fill="var(--shadow)" transform="translate(1.2 3.6)"/><path d="{outline}" fill="var(--rim)" stroke="var(--edge)" stroke-width="1.7"/><g transform="translate(24 {middle}) scale(.885) translate(-24 -{middle})"><path d="{outline}" fill="var(--c)"/>{inlay}</g>"#
    );
    overflowing_symbol(&format!("tile-{}", clan.letter()), "-4 -5 56 58", &drawing)
}

/// A house that narrows towards its flat roof; its right side is in the shade.
fn house(id: &str, width: f64, height: f64, openings: &str) -> String {
    let (shade_foot, shade_head) = (width * 0.62, width * 0.6);
    let [inset_wall, inset_foot, inset_band, inset_roof] = [3.5, 1.0, 2.6, 1.4].map(|inset| width - inset);
    let drawing = format!(
        r#"<path d="M1 {height}L3.5 7H{inset_wall}L{inset_foot} {height}Z" fill="var(--wall)"/><path d="M{shade_foot:.1} {height}L{shade_head:.1} 7H{inset_wall}L{inset_foot} {height}Z" fill="var(--wall2)"/><path d="M2.6 5.2H{inset_band}V11H2.6Z" fill="var(--band)"/><path d="M1.4 3.4H{inset_roof}V6H1.4Z" fill="var(--roof)"/>{openings}"#
    );
    overflowing_symbol(id, &format!("0 0 {width} {height}"), &drawing)
}

fn windows(places: &[(f64, f64)]) -> String {
    let data: String = places.iter().map(|(x, y)| format!("M{x} {y}h4l.8 5.5h-5.6z")).collect();
    format!(r#"<path d="{data}" fill="var(--window)"/>"#)
}

fn houses() -> String {
    let door = r#"<path d="M12.5 30V22H17.5V30Z" fill="var(--window)"/>"#;
    house("house-a", 30.0, 30.0, &(windows(&[(6.5, 15.0), (19.5, 15.0)]) + door))
        + &house("house-b", 22.0, 36.0, &windows(&[(5.0, 14.5), (13.0, 14.5), (5.0, 24.0), (13.0, 24.0)]))
        + &house("house-c", 36.0, 25.0, &windows(&[(6.0, 14.0), (16.0, 14.0), (26.0, 14.0)]))
}

/// The temple with its two gilt roofs.
const TEMPLE: &str = concat!(
    r#"<path d="M3 46L5.5 22H34.5L37 46Z" fill="var(--wall)"/>"#,
    r#"<path d="M25 46L24.5 22H34.5L37 46Z" fill="var(--wall2)"/>"#,
    r#"<path d="M4.8 20H35.2V27H4.8Z" fill="var(--band)"/>"#,
    r#"<path d="M-1 21.5C6 19.5 9 16 11 11.5H29C31 16 34 19.5 41 21.5Z" fill="var(--gold)"/>"#,
    r#"<path d="M22 11.5H29C31 16 34 19.5 41 21.5H25Z" fill="var(--gold2)"/>"#,
    r#"<path d="M14 12L15 8H25L26 12Z" fill="var(--band)"/>"#,
    r#"<path d="M10 8.6C15 7 17 4.5 18 2H22C23 4.5 25 7 30 8.6Z" fill="var(--gold)"/>"#,
    r#"<path d="M19 2.5L20-3.5 21 2.5Z" fill="var(--gold)"/>"#,
    r#"<path d="M9 31h4.5l.8 7h-6.1z" fill="var(--window)"/>"#,
    r#"<path d="M26.5 31h4.5l.8 7h-6.1z" fill="var(--window)"/>"#,
    r#"<path d="M17 46V34H23V46Z" fill="var(--window)"/>"#,
);

/// A stupa, which stands in the home page's picture.
const STUPA: &str = concat!(
    r#"<path d="M1 30V26H19V30ZM3 26V22.5H17V26Z" fill="var(--wall2)"/>"#,
    r#"<path d="M4 22.5C2.5 15 6 11.5 10 11.5S17.5 15 16 22.5Z" fill="var(--wall)"/>"#,
    r#"<path d="M10 11.5C14 11.5 17.5 15 16 22.5H11.5C13 17 12 13 10 11.5Z" fill="var(--wall2)"/>"#,
    r#"<path d="M7.5 11.5V9H12.5V11.5Z" fill="var(--band)"/>"#,
    r#"<path d="M8 9L10-1 12 9Z" fill="var(--gold)"/>"#,
);

/// A pine in two tones.
const PINE: &str = concat!(
    r#"<path d="M7 0L13.5 20H.5Z" fill="var(--pine)"/>"#,
    r#"<path d="M7 0L13.5 20H7Z" fill="var(--pine2)"/>"#,
);

/// The Stone of the Wise: a river boulder carved with an eight-spoked wheel.
const STONE: &str = concat!(
    r#"<path d="M6 44C14 51 52 53 64 46L60 36 8 36Z" fill="var(--shadow)"/>"#,
    r#"<path d="M5 41C0 33 3 20 11 12 18 5 28 1 39 3 52 5.5 61 15 62 28 62.6 37 60 44 53 46.5 42 50 14 50 5 41Z" fill="var(--stone2)"/>"#,
    r#"<path d="M5 39C1 31 3 20 11 12 18 5 28 1 39 3 46 4.4 52 8 56 13L50 32C47 40 38 43 28 43 17 43 9 42 5 39Z" fill="var(--stone)"/>"#,
    r#"<path d="M11 12C18 5 28 1 39 3 46 4.4 52 8 56 13 48 10 40 8.4 32 9.4 23 10.6 15 15 8 23 7.4 19 8.6 15 11 12Z" fill="var(--stone3)"/>"#,
    r#"<g fill="none" stroke="var(--stone-ink)" stroke-width="2.6"><circle cx="29" cy="26" r="12.4"/><path d="M29 13.6v8M29 30.4v8M16.6 26h8M33.4 26h8M20.2 17.2l5.7 5.7M32.1 29.1l5.7 5.7M20.2 34.8l5.7-5.7M32.1 22.9l5.7-5.7" stroke-width="2.2"/><circle cx="29" cy="26" r="3.4" fill="var(--gold)" stroke-width="2"/></g>"#,
);

/// Head and shoulders: a student.
macro_rules! bust {
    () => {
        "M12 4.2a3.9 3.9 0 1 1 0 7.8 3.9 3.9 0 1 1 0-7.8ZM4.9 18.6C5 14.9 8 13.2 12 13.2S19 14.9 19.1 18.6Z"
    };
}
const BUST: &str = bust!();

/// What happens to a travelling student, in white on a coloured disc of 24 units: crown, figure, cross, return arrow.
const MARKS: [(&str, &str); 4] = [
    ("master", r#"<path d="M5.5 16.8L4.6 8.8 9 11.8 12 6.6 15 11.8 19.4 8.8 18.5 16.8Z" fill="var(--mk-ink)"/>"#),
    ("student", concat!(r#"<path d=""#, bust!(), r#"" fill="var(--mk-ink)"/>"#)),
    (
        "drive",
        r#"<path d="M7.5 7.5l9 9M16.5 7.5l-9 9" stroke="var(--mk-ink)" stroke-width="3" stroke-linecap="round"/>"#,
    ),
    (
        "bounce",
        concat!(
            r#"<path d="M17.5 17c1-5-2-8-9-7.4" stroke="var(--mk-ink)" stroke-width="2.8" fill="none" stroke-linecap="round"/>"#,
            r#"<path d="M11.4 5.4L6 9.8 11.8 13.6Z" fill="var(--mk-ink)" stroke="var(--mk-ink)" stroke-width="1" stroke-linejoin="round"/>"#,
        ),
    ),
];
