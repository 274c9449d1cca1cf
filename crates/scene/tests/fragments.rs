//! Drawings are well-formed, refer only to symbols and colours that exist, and stay small.

use std::collections::BTreeSet;

use shangrila_rules::{Bridge, Clan, GameOptions, Guild, Move, Position, Seats, Strength, Village};
use shangrila_scene as scene;
use shangrila_scene::{BOARD_CSS, Icon, PALETTE_CSS, Point};

/// Checks that tags are properly nested and attributes are quoted.
fn assert_well_formed(name: &str, text: &str) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "{name}: stray >");
        let end = start + rest[start..].find('>').unwrap_or_else(|| panic!("{name}: unterminated tag"));
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{name}: {tag}");
        assert!(!tag.contains(['<', '&']), "{name}: {tag}");
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "{name}");
        } else {
            let attributes = tag.trim_end_matches('/').split('"').step_by(2).skip(1);
            assert!(
                attributes.into_iter().all(|text| text.trim().is_empty() || text.starts_with(' ')),
                "{name}: {tag}"
            );
            if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap_or_default());
            }
        }
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "{name}: {tag}");
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{name}: {open:?} never closed");
}

/// The drawings that never change and are never empty.
fn static_drawings() -> Vec<(String, &'static str)> {
    let mut drawings: Vec<(String, &'static str)> = vec![
        ("symbols".into(), scene::symbols()),
        ("backdrop".into(), scene::backdrop()),
        ("falls".into(), scene::falls()),
        ("haze".into(), scene::haze()),
        ("foreground".into(), scene::foreground()),
        ("home".into(), scene::home_scene()),
    ];
    for village in Village::ALL {
        drawings.push((format!("cliff {village}"), scene::cliff(village)));
        drawings.push((format!("mesa {village}"), scene::mesa(village)));
        drawings.push((format!("ground {village}"), scene::village_ground(village)));
    }
    for bridge in Bridge::all() {
        drawings.push((format!("{bridge}"), scene::bridge(bridge, true)));
        drawings.push((format!("{bridge}, fallen"), scene::bridge(bridge, false)));
    }
    for guild in Guild::ALL {
        drawings.push((format!("ghost {guild}"), scene::ghost(guild)));
    }
    for icon in Icon::ALL {
        drawings.push((format!("{icon:?}"), scene::icon(icon)));
    }
    drawings
}

/// Drawings that may be empty, or that are composed at run time.
fn other_drawings() -> Vec<(String, String)> {
    let mut drawings = Vec::new();
    let place = Point::new(12.0, 34.0);
    for village in Village::ALL {
        let strength = Strength { tiles: 11, masters: 7 };
        drawings.push((format!("flora {village}"), scene::flora(village).to_string()));
        drawings.push((format!("front {village}"), scene::village_front(village).to_string()));
        drawings.push((format!("shroud {village}"), scene::shroud(village).to_string()));
        drawings.push((format!("badge {village}"), scene::badge(village, strength)));
        drawings.push((format!("stone {village}"), scene::stone(village)));
        drawings.push((
            "compact".into(),
            scene::compact_badge(village, strength) + &scene::compact_stone(village) + scene::stone_icon(),
        ));
        drawings.push((format!("veil {village}"), scene::veil(&[village])));
        for other in Village::ALL {
            if let Some(route) = scene::route(village, other) {
                drawings.push((format!("{village}>{other}"), route.ribbon()));
            }
        }
    }
    for clan in Clan::ALL {
        for guild in Guild::ALL {
            drawings.push((format!("{clan} {guild}"), scene::tile(clan, guild, place, scene::TILE_SIZE)));
            drawings.push((format!("{clan} {guild} stack"), scene::stack(clan, guild, place, scene::TILE_SIZE)));
            drawings.push((format!("{clan} {guild} lifted"), scene::lifted_student(clan, guild)));
            drawings.push((
                format!("{clan} {guild} alone"),
                scene::tile_icon(clan, guild) + &scene::stack_icon(clan, guild),
            ));
            drawings.push((format!("{guild}"), scene::glyph(guild)));
        }
        drawings.push((format!("{clan}"), scene::emblem(clan, place, 40.0) + &scene::emblem_icon(clan)));
    }
    for (name, arrivals) in arrivals_of_a_game() {
        drawings.push((name, arrivals));
    }
    drawings
}

/// The preview of every journey that is possible at any point in a game.
fn arrivals_of_a_game() -> Vec<(String, String)> {
    let mut position = Position::first_game(Seats::FOUR, GameOptions::default());
    let mut drawings = Vec::new();
    while !position.is_over() {
        let moves = position.legal_moves();
        for mv in &moves {
            if let Move::Journey { from, to } = mv {
                let report = position.journey_report(from, to).expect("the move is legal");
                let students = || report.students.iter().filter_map(|(guild, student)| Some((guild, (*student)?)));
                let arrivals = students().map(|(guild, student)| scene::arrival(&report, guild, student));
                let marks = students().map(|(_, student)| scene::fate_mark(student.fate));
                drawings.push((mv.to_string(), arrivals.map(|arrival| arrival.tiles + &arrival.marks).collect()));
                drawings.push((format!("marks of {mv}"), marks.collect()));
            }
        }
        // Any fixed choice will do, as long as villages grow stronger before a journey starts.
        let count = moves.iter().len();
        let chosen = moves.iter().nth(usize::from(position.ply()) * 7 % count).expect("below the count");
        position.play(chosen).expect("the move is legal");
    }
    assert!(drawings.len() > 50, "{}", drawings.len());
    drawings
}

#[test]
fn a_student_that_drives_a_master_out_has_the_mark_of_a_success() {
    let drives_out = shangrila_rules::Fate::DrivesOut { clan: Clan::Red, tiles: 2 };
    assert_eq!(scene::fate_mark(drives_out), scene::fate_mark(shangrila_rules::Fate::BecomesMaster));
}

#[test]
fn drawings_are_well_formed() {
    for (name, text) in static_drawings() {
        assert!(!text.is_empty(), "{name}");
        assert_well_formed(&name, text);
    }
    for (name, text) in other_drawings() {
        assert_well_formed(&name, &text);
    }
    for icon in Icon::ALL {
        assert_well_formed("icon", &scene::icon_svg(icon));
    }
}

#[test]
fn the_drawings_that_never_change_stay_small() {
    let sum: usize = static_drawings().iter().map(|(_, text)| text.len()).sum();
    assert!(sum < 230_000, "{sum} bytes");
}

/// The names that follow each occurrence of `mark`.
fn names<'a>(text: &'a str, mark: &str) -> BTreeSet<&'a str> {
    let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
    text.split(mark).skip(1).filter_map(|rest| rest.split(is_end).next()).collect()
}

fn all_drawings() -> String {
    let fixed: String = static_drawings().into_iter().map(|(_, text)| text).collect();
    fixed + &other_drawings().into_iter().map(|(_, text)| text).collect::<String>()
}

#[test]
fn every_reference_resolves_to_a_symbol() {
    let drawings = all_drawings();
    let defined = names(scene::symbols(), " id=\"");
    for used in names(&drawings, "href=\"#").union(&names(&drawings, "url(#")) {
        assert!(defined.contains(used), "{used}");
    }
}

#[test]
fn every_colour_is_in_the_palette() {
    let drawings = all_drawings();
    assert!(!drawings.contains("=\"#f") && !drawings.contains("rgb("), "a colour outside the palette");
    let style = format!("{PALETTE_CSS}{BOARD_CSS}");
    let defined = names(&style, "  --");
    for used in names(&drawings, "var(--").union(&names(&style, "var(--")) {
        assert!(defined.contains(used), "{used}");
    }
}

#[test]
fn the_dark_theme_only_changes_colours_of_the_light_one() {
    let (day, night) = PALETTE_CSS.split_once(".dark {").expect("a dark theme");
    let night = night.split('}').next().expect("a closing brace");
    let by_day = names(day, "  --");
    for colour in names(night, "  --") {
        assert!(by_day.contains(colour), "{colour}");
    }
}
