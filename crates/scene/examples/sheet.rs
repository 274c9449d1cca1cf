//! A contact sheet of every drawing in this crate: `cargo run -p shangrila-scene --example sheet > sheet.html`.
//!
//! An argument selects a single plate; see `plates` for their names.

use std::fmt::Write as _;

use shangrila_rules::{
    Bounce, Clan, Fate, GameOptions, Guild, JourneyReport, PerGuild, Position, Seats, Traveller, Village,
};
use shangrila_scene as scene;
use shangrila_scene::{Icon, Point};

/// A position from the middle of a game, and the moves that followed.
const MIDDLE: &str = "1b1bvb1/1Y1b1rR/r2rrr1/B1YYbbb/yV2YVv/V1B3V/2byb1b/v1R3v/v1rvrv1/yRyrrY1/2V1Bv1/rRyVr1y/rRrvRvB \
                      370d7e rbvy b 77 0";
const MOVES: [&str; 8] = ["+D@g+H@g", "+P@m+F@i", "F@l", "D@c", "g>a", "P@e", "D@e", "+P@c+F@c"];

/// View boxes of the plates.
const TABLE: &str = "-384 -100 1808 1240";
const PHONE: &str = "0 -120 1040 1376";

fn main() {
    let wanted = std::env::args().nth(1);
    let mut plates = plates();
    if let Some(wanted) = wanted {
        plates.retain(|(name, ..)| *name == wanted);
    }
    match &plates[..] {
        [(name, night, content)] => println!("{}", document(name, *night, content)),
        // The dark theme applies to a whole document, so each plate gets its own.
        _ => {
            for (name, night, content) in &plates {
                let document = document(name, *night, content).replace('&', "&amp;").replace('"', "&quot;");
                println!(r#"<iframe width="1440" height="900" style="border:0" srcdoc="{document}"></iframe>"#);
            }
        }
    }
}

fn document(name: &str, night: bool, content: &str) -> String {
    let class = if night { "dark" } else { "" };
    format!(
        r#"<!doctype html><html lang="en" class="{class}"><meta charset="utf-8"><title>{name}</title><style>{}{}
        body {{ margin: 0; font: 14px var(--text); background: var(--paper); color: var(--ui-ink); }}
        main {{ position: relative; width: 1440px; height: 900px; overflow: hidden; }}
        main.phone {{ width: 390px; height: 516px; }}
        main > svg {{ position: absolute; inset: 0; }}
        main > .pines {{ top: auto; bottom: 0; width: 100%; height: 120px; }}
        .specimen {{ display: flex; flex-wrap: wrap; gap: 14px; padding: 24px; --ink: var(--ui-ink); --ko: var(--paper); }}
        .specimen svg {{ overflow: visible; }}
        .specimen figure {{ margin: 0; width: 84px; text-align: center; font-size: 11px; }}</style>
        <body><svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{}</defs></svg>
        <main class="{name}">{content}</main></body></html>"#,
        scene::PALETTE_CSS,
        scene::BOARD_CSS,
        scene::symbols()
    )
}

fn plates() -> Vec<(&'static str, bool, String)> {
    let position = middle_of_a_game();
    let three = Position::first_game(Seats::THREE, GameOptions::default());
    let four = Position::first_game(Seats::FOUR, GameOptions::default());
    let (from, to) = (Village::M, Village::J);
    let journey = position.journey_report(from, to).expect("the bridge stands");
    let table = picture(TABLE, &scene::board_layers(&position, false));
    let home = picture(scene::HOME_VIEW_BOX, scene::home_scene());
    let preview = scene::board_layers(&position, false) + &preview(&position, &journey);
    let preview = picture("420 330 960 620", &preview);
    vec![
        ("table", false, table.clone() + &pines()),
        ("night", true, table + &pines()),
        ("journey", false, preview.clone()),
        ("journey-night", true, preview),
        ("three", false, picture(TABLE, &scene::board_layers(&three, false)) + &pines()),
        ("three-night", true, picture(TABLE, &scene::board_layers(&three, false)) + &pines()),
        ("home", false, home.clone()),
        ("home-night", true, home),
        ("fates", false, picture(TABLE, &(scene::board_layers(&four, false) + &all_fates(&four)))),
        ("symbols", false, specimen()),
        ("symbols-night", true, specimen()),
        ("phone", false, picture(PHONE, &scene::board_layers(&position, true))),
        ("wide", false, picture("-1300 -820 3600 2600", &scene::board_layers(&position, false))),
    ]
}

fn middle_of_a_game() -> Position {
    let mut position: Position = MIDDLE.parse().expect("the position is well written");
    for text in MOVES {
        position.play(text.parse().expect("the move is well written")).expect("the move is legal");
    }
    position
}

fn picture(view_box: &str, content: &str) -> String {
    format!(r#"<svg class="scene" viewBox="{view_box}" preserveAspectRatio="xMidYMid slice">{content}</svg>"#)
}

fn pines() -> String {
    let view_box = scene::FOREGROUND_VIEW_BOX;
    let content = scene::foreground();
    format!(r#"<svg class="pines" viewBox="{view_box}" preserveAspectRatio="xMidYMax slice">{content}</svg>"#)
}

/// The preview of a journey, over the board.
fn preview(position: &Position, journey: &JourneyReport) -> String {
    let JourneyReport { from, to, bridge, .. } = *journey;
    let mut lifted = String::new();
    let (mut tiles, mut marks) = (String::new(), String::new());
    let mut replaced = Vec::new();
    for (guild, traveller) in journey.students.iter() {
        let Some(traveller) = *traveller else { continue };
        lifted += &scene::tile(traveller.clan, guild, scene::space_offset(guild), scene::TILE_SIZE);
        lifted += &scene::lifted_student(traveller.clan, guild);
        let arrival = scene::arrival(journey, guild, traveller);
        tiles += &arrival.tiles;
        marks += &arrival.marks;
        if arrival.replaces {
            replaced.push(guild);
        }
    }
    let route = scene::route(from, to).expect("they are neighbours");
    [
        scene::veil(&[from, to]),
        scene::bridge(bridge, true).to_string(),
        route.ribbon(),
        scene::village_layer(position, from, false, |guild| journey.students[guild].is_none(), &lifted),
        scene::village_layer(position, to, false, |guild| !replaced.contains(&guild), &(tiles + &marks)),
    ]
    .concat()
}

/// Every fate on every space, with arrows from every direction.
fn all_fates(position: &Position) -> String {
    let fates = [
        Fate::Bounces(Bounce::OwnMasterHasStudent),
        Fate::DrivesOut { clan: Clan::Violet, tiles: 1 },
        Fate::BecomesMaster,
        Fate::JoinsOwnMaster,
        Fate::DrivesOut { clan: Clan::Yellow, tiles: 2 },
    ];
    let routes = [
        (Village::A, Village::B),
        (Village::C, Village::J),
        (Village::A, Village::D),
        (Village::F, Village::I),
        (Village::D, Village::K),
        (Village::I, Village::M),
    ];
    let mut drawing = String::new();
    for (number, (from, to)) in routes.into_iter().enumerate() {
        let mut journey = position.journey_report(from, to).expect("all bridges stand");
        journey.students = PerGuild::from_fn(|guild| {
            let fate = if number < 4 { number } else { (guild as usize + number) % fates.len() };
            Some(Traveller { clan: Clan::Red, fate: fates[fate] })
        });
        let arrivals =
            Guild::ALL.map(|guild| scene::arrival(&journey, guild, journey.students[guild].expect("all travel")));
        let (tiles, marks) =
            (arrivals.each_ref().map(|arrival| &*arrival.tiles), arrivals.each_ref().map(|arrival| &*arrival.marks));
        let Point { x, y } = scene::village_centre(to);
        drawing += &scene::route(from, to).expect("they are neighbours").ribbon();
        drawing += &format!(r#"<g transform="translate({x:.1} {y:.1})">{}{}</g>"#, tiles.concat(), marks.concat());
    }
    drawing
}

fn specimen() -> String {
    let mut rows = String::new();
    let cell = |size: u32, view_box: &str, content: &str| {
        format!(r#"<svg width="{size}" height="{size}" viewBox="{view_box}">{content}</svg>"#)
    };
    rows += r#"<div class="specimen">"#;
    for guild in Guild::ALL {
        rows += &cell(64, "0 0 48 48", &scene::glyph(guild));
        rows += &cell(24, "0 0 48 48", &scene::glyph(guild));
    }
    rows += r#"</div><div class="specimen">"#;
    for clan in Clan::ALL {
        for guild in Guild::ALL {
            rows += &cell(56, scene::TILE_VIEW_BOX, &scene::tile_icon(clan, guild));
            rows += &cell(32, scene::TILE_VIEW_BOX, &scene::stack_icon(clan, guild));
        }
        rows += &cell(72, scene::TILE_VIEW_BOX, &scene::emblem_icon(clan));
    }
    for (symbol, view_box) in [
        ("stone", "0 0 64 52"),
        ("temple", "0 0 40 46"),
        ("stupa", "0 0 20 30"),
        ("house-a", "0 0 30 30"),
        ("house-b", "0 0 22 36"),
        ("house-c", "0 0 36 25"),
        ("pine", "0 0 14 22"),
        ("m-master", "0 0 24 24"),
        ("m-student", "0 0 24 24"),
        ("m-drive", "0 0 24 24"),
        ("m-bounce", "0 0 24 24"),
    ] {
        rows += &cell(56, view_box, &format!(r##"<use href="#{symbol}"/>"##));
    }
    rows += r#"</div><div class="specimen">"#;
    for icon in Icon::ALL {
        write!(
            rows,
            r#"<figure><span style="font-size:28px">{}</span> {}<br>{icon:?}</figure>"#,
            scene::icon_svg(icon),
            scene::icon_svg(icon)
        )
        .expect("text can be written to");
    }
    rows + "</div>"
}
