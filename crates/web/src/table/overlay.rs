//! The layer above the pieces: journey preview, journey animation, the marks of moves that were played, and the ribbon for a journey
//! that is only mentioned.

use leptos::prelude::*;
use shangrila_rules::{Clan, Fate, Guild, GuildSet, JourneyReport, Move, Occupant, Position, Space, Village};
use shangrila_scene::{self as scene, MarkSize, TILE_SIZE};
use shangrila_table::danger::Danger;
use shangrila_table::{BridgeFlip, MoveEffect, RecapTurn, TurnMark};

use super::game::{Advice, Game};
use super::highlights::Highlights;
use super::journey_animation::{JourneyAnimation, LIFT, STAGGER, WALK};
use super::story::{MarkedTurns, Story};
use super::{Layout, layout, windows};
use crate::erased::memo;

/// Draws above the pieces; nothing here reacts to the pointer.
#[component]
pub(crate) fn Overlay() -> impl IntoView {
    let game = expect_context::<Game>();
    let highlights = expect_context::<Highlights>();
    let preview = memo(move || game.preview());
    let story = expect_context::<Story>();
    let Layout { compact, .. } = layout();
    let marks = move || {
        // A hint is easier to see alone.
        if matches!(game.advice(), Advice::Found(_)) {
            return String::new();
        }
        let far = compact.get() && game.zoomed.get().is_none();
        let size = if far { MarkSize::Large } else { MarkSize::Regular };
        story.marked.with(|marked| game.displayed.with(|position| marks_drawing(marked, position, size)))
    };
    let threats = windows().threats;
    let danger = move || {
        let wins = game.viewer().map_or(String::new(), |viewer| story.wins.with(|wins| wins_drawing(wins, viewer)));
        wins + &story.danger.with(|danger| game.displayed.with(|position| danger_drawing(danger, position)))
    };
    let flips = move || {
        let signs = |effect: &Option<MoveEffect>| effect.as_ref().map(balance_drawing).unwrap_or_default();
        story.effect.with(signs)
    };
    let drawing = move || match (preview.get(), game.animation.get(), highlights.ribbon.get()) {
        (Some(report), ..) => game.displayed.with(|position| preview_drawing(position, &report)),
        (None, Some(animation), _) => marks() + &animation_drawing(&animation),
        (None, None, Some(Move::Journey { from, to })) if threats.get() => danger() + &ribbon(from, to),
        (None, None, Some(Move::Journey { from, to })) => marks() + &ribbon(from, to),
        _ if threats.get() => danger(),
        _ => marks() + &flips(),
    };
    // A board that was left may have provided it to everything after it.
    let study_marks = use_context::<StudyMarks>().filter(|_| game.is_analysis());
    let study_marks = move || match study_marks {
        Some(StudyMarks(marks)) if preview.with(Option::is_none) && game.animation.with(Option::is_none) => marks.get(),
        _ => String::new(),
    };
    // On its own, so that nothing else restarts its animations.
    let aftermath = move || game.aftermath.with(|report| report.as_ref().map(aftermath_drawing).unwrap_or_default());
    view! {
        <g class="overlay" aria-hidden="true" inner_html=drawing></g>
        <g class="overlay" aria-hidden="true" inner_html=study_marks></g>
        <g class="overlay" aria-hidden="true" inner_html=aftermath></g>
    }
}

/// What the analysis board draws above the pieces. It draws it itself, so that the table is on the screen without that code.
#[derive(Clone, Copy)]
pub(crate) struct StudyMarks(pub(crate) Memo<String>);

/// Draws the masters in danger, and the journeys that could drive them out at once.
fn danger_drawing(danger: &Danger, position: &Position) -> String {
    let direct = danger.attacks.iter().filter(|attack| !attack.prepared);
    let arrows: String = direct.map(|attack| scene::turn_arrow(attack.from, attack.to, attack.clan)).collect();
    let ring = |space: Space| {
        format!(r#"<g data-risk="{space}">{}</g>"#, scene::risk_ring(space) + &student_again(position, space))
    };
    let rings: String = danger.at_risk.into_iter().map(ring).collect();
    arrows + &rings
}

/// Draws the journeys that would win the viewer masters. Their arrows are broken lines: nobody but the viewer sends them.
fn wins_drawing(wins: &[(JourneyReport, usize)], viewer: Clan) -> String {
    let arrow = |&(JourneyReport { from, to, .. }, _): &(JourneyReport, usize)| {
        let mv = Move::Journey { from, to };
        format!(r#"<g class="win" data-win="{mv}">{}</g>"#, scene::turn_arrow(from, to, viewer))
    };
    wins.iter().map(arrow).collect()
}

/// Marks the bridges whose stronger side the pending move changes.
fn balance_drawing(effect: &MoveEffect) -> String {
    let sign = |flip: &BridgeFlip| {
        let sign = scene::balance_sign(flip.village, flip.other, flip.stronger);
        format!(r#"<g data-flip="{}">{sign}</g>"#, flip.bridge)
    };
    effect.flips.iter().map(sign).collect()
}

/// The mark of the student on this space, if there is one: a ring around the space would cover it.
pub(crate) fn student_again(position: &Position, space: Space) -> String {
    let student = position.occupant(space).is_some_and(|occupant| occupant.student);
    if student { scene::student_on(space) } else { String::new() }
}

/// Draws the marks of moves that were played: first all rings and arrows, then the numbers on top of them.
fn marks_drawing(marked: &MarkedTurns, position: &Position, size: MarkSize) -> String {
    let (mut drawing, mut numbers) = (String::new(), String::new());
    let mut numbered: Vec<Space> = Vec::new();
    let ring = |space: Space, clan: Clan| scene::turn_ring(space, clan) + &student_again(position, space);
    for turn in &marked.turns {
        for mark in turn.marks() {
            let (content, number) = match mark {
                // The arrow of a journey shows its number.
                TurnMark::Came { space, .. } if turn.report.is_some() => (ring(space, turn.clan), String::new()),
                TurnMark::Came { space, .. } => {
                    let place = numbered.iter().filter(|&&other| other == space).count();
                    numbered.push(space);
                    (ring(space, turn.clan), scene::turn_number(space, turn.clan, turn.number, place, size))
                }
                TurnMark::Travelled { from, to } => (
                    scene::turn_arrow(from, to, turn.clan),
                    scene::arrow_number(from, to, turn.clan, turn.number, size),
                ),
                TurnMark::Went { space, .. } => (departed(turn, space), String::new()),
            };
            drawing += &format!(r#"<g data-mark="{} {mark}">{content}</g>"#, turn.number);
            if marked.numbered {
                numbers += &number;
            }
        }
    }
    drawing + &numbers
}

/// The tiles that a journey sent back to a supply, beside their village.
fn departed(turn: &RecapTurn, space: Space) -> String {
    let tiles = turn.report.as_ref().and_then(|report| scene::departure(report, space.guild())).unwrap_or_default();
    let centre = scene::village_centre(space.village());
    format!(r#"<g class="departed" transform="translate({:.1} {:.1})">{tiles}</g>"#, centre.x, centre.y)
}

fn ribbon(from: Village, to: Village) -> String {
    scene::route(from, to).map_or(String::new(), |route| route.ribbon())
}

/// Draws a journey preview: its two villages with the fate of every student, everything else veiled.
pub(crate) fn preview_drawing(position: &Position, report: &JourneyReport) -> String {
    let JourneyReport { from, to, bridge, .. } = *report;
    let travellers = || report.students.iter().filter_map(|(guild, student)| student.map(|student| (guild, student)));
    let arrivals: Vec<_> =
        travellers().map(|(guild, student)| (guild, scene::arrival(report, guild, student))).collect();
    let replaced: GuildSet = arrivals.iter().filter(|(_, arrival)| arrival.replaces).map(|&(guild, _)| guild).collect();
    let leaving: String = travellers().map(|(guild, student)| scene::lifted_student(student.clan, guild)).collect();
    let tiles: String = arrivals.iter().map(|(_, arrival)| arrival.tiles.as_str()).collect();
    let marks: String = arrivals.iter().map(|(_, arrival)| arrival.marks.as_str()).collect();
    let origin =
        village_drawing(position, from, |occupant| Occupant { student: false, ..occupant }, GuildSet::default());
    let destination = village_drawing(position, to, |occupant| occupant, replaced);
    [
        scene::veil(&[from, to]),
        scene::bridge(bridge, true).to_string(),
        ribbon(from, to),
        in_village(position, from, &(origin + &leaving)),
        in_village(position, to, &(destination + &tiles + &marks)),
    ]
    .concat()
}

/// Wraps `content` in a group at the village's position, in its colours.
fn in_village(position: &Position, village: Village, content: &str) -> String {
    let centre = scene::village_centre(village);
    let peace = if position.has_stone(village) { "peace" } else { "" };
    let class = scene::village_class(village);
    format!(
        r#"<g class="village {class} {peace}" transform="translate({:.1} {:.1})">{content}</g>"#,
        centre.x, centre.y
    )
}

/// Draws a village. `look` may change what each space shows; the spaces of `left_out` stay bare.
pub(crate) fn village_drawing(
    position: &Position,
    village: Village,
    look: impl Fn(Occupant) -> Occupant,
    left_out: GuildSet,
) -> String {
    let mut drawing = scene::village_ground(village).to_string();
    for guild in Guild::ALL.into_iter().filter(|&guild| !left_out.contains(guild)) {
        let centre = scene::space_offset(guild);
        drawing += &match position.occupant(Space::new(village, guild)).map(&look) {
            None => scene::ghost(guild).to_string(),
            Some(Occupant { clan, student: true }) => scene::stack(clan, guild, centre, TILE_SIZE),
            Some(Occupant { clan, .. }) => scene::tile(clan, guild, centre, TILE_SIZE),
        };
    }
    let sign = if position.has_stone(village) {
        scene::stone(village)
    } else {
        scene::badge(village, position.strength(village))
    };
    drawing + scene::village_front(village) + &sign
}

/// Draws what a journey has just broken and driven out. The style sheet lets the bridge fall and the tiles fly.
fn aftermath_drawing(report: &JourneyReport) -> String {
    let mut drawing = format!(r#"<g class="breaking">{}</g>"#, scene::bridge(report.bridge, true));
    let centre = scene::village_centre(report.to);
    for (guild, student) in report.students.iter() {
        let Some(Fate::DrivesOut { clan, .. }) = student.map(|student| student.fate) else { continue };
        let (space, end) = (scene::space_offset(guild), scene::leaver_offset(report, guild));
        let tile = scene::tile(clan, guild, scene::Point { x: 0.0, y: 0.0 }, TILE_SIZE);
        let (x, y) = (centre.x + space.x, centre.y + space.y);
        drawing += &format!(
            r#"<g transform="translate({x:.1} {y:.1})"><g class="driven-out" style="--x:{:.1}px;--y:{:.1}px">{tile}</g></g>"#,
            end.x - space.x,
            end.y - space.y
        );
    }
    drawing
}

/// Draws the students on their way. The style sheet animates them; this sets each one's path and delay.
fn animation_drawing(animation: &JourneyAnimation) -> String {
    let JourneyReport { from, to, .. } = animation.report;
    let Some(route) = scene::route(from, to) else { return String::new() };
    let path = route.path_data();
    let walkers =
        animation.report.students.iter().filter_map(|(guild, student)| student.map(|student| (guild, student)));
    let walker = |(index, (guild, student)): (usize, (Guild, shangrila_rules::Traveller))| {
        let offset = scene::space_offset(guild);
        let centre = scene::Point { x: 0.0, y: 0.0 };
        let tile = scene::tile(student.clan, guild, centre, TILE_SIZE * 0.94);
        let delay = LIFT + STAGGER * index as u64;
        format!(
            r#"<g class="walker" style="offset-path:path('{path}');--delay:{delay}ms;--walk:{WALK}ms"><g class="formation" style="--x:{:.1}px;--y:{:.1}px">{tile}</g></g>"#,
            offset.x, offset.y
        )
    };
    let walkers: String = walkers.enumerate().map(walker).collect();
    format!(r#"<g class="journey-animation">{walkers}</g>"#)
}
