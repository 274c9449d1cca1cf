//! What the analysis draws on the map: the engine's best moves, and what the set-up explorer knows about each village.

use std::cmp::Ordering;

use leptos::prelude::*;
use shangrila_rules::{Clan, Move, Position, Space, Village};
use shangrila_scene::{self as scene, MarkSize};
use shangrila_table::PendingMove;
use shangrila_table::setup_explorer::{PlacementResults, SetupTurn};

use super::setup_explorer::SetupView;
use super::study::Study;
use crate::table::{layout, student_again};

/// Everything to draw now.
pub(super) fn drawing(study: Study, setup: SetupView) -> String {
    let game = study.game;
    let Some(clan) = game.mover() else { return String::new() };
    let far = layout().compact.get() && game.zoomed.get().is_none();
    let size = if far { MarkSize::Large } else { MarkSize::Regular };
    let best = candidates(study);
    let best = game.displayed.with(|position| candidate_drawing(&best, clan, position, size));
    let explored = setup.turn.with(|turn| turn.as_ref().map(|turn| setup_drawing(turn, setup.hovered.get(), size)));
    best + &explored.unwrap_or_default()
}

/// The moves to draw on the map: the first moves of the engine's lines, or of the line that is pointed at.
fn candidates(study: Study) -> Vec<Move> {
    let (engine, game) = (study.engine, study.game);
    let position = study.position();
    let shown = engine.on.get() && study.rated.with(Option::is_none) && game.displayed.with(|shown| *shown == position);
    // Someone who is choosing a move looks at what can be chosen.
    let choosing = game.session.with(|session| session.pending != PendingMove::Open);
    if !shown || choosing {
        return Vec::new();
    }
    engine.found.with(|found| {
        let Some(found) = found.as_ref().filter(|found| found.position == position) else { return Vec::new() };
        let moves = found.analysis.lines.iter().take(engine.lines.get()).map(|line| line.mv);
        match study.hovered_line.get() {
            Some(line) => moves.skip(line).take(1).collect(),
            None => moves.collect(),
        }
    })
}

/// Draws the moves that an engine likes best, the best one last and so on top.
fn candidate_drawing(moves: &[Move], clan: Clan, position: &Position, size: MarkSize) -> String {
    let mut numbered: Vec<Space> = Vec::new();
    let mut drawing = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let number = index + 1;
        let mut ring = |space: Space| {
            let place = numbered.iter().filter(|&&other| other == space).count();
            numbered.push(space);
            let ring = if place == 0 { scene::turn_ring(space, clan) } else { String::new() };
            ring + &student_again(position, space) + &scene::turn_number(space, clan, number, place, size)
        };
        let marks = match mv {
            Move::Place { space } => ring(space),
            Move::Recruit { first, second } => ring(first) + &second.map(ring).unwrap_or_default(),
            Move::Journey { from, to } => {
                scene::turn_arrow(from, to, clan) + &scene::arrow_number(from, to, clan, number, size)
            }
            Move::Pass => String::new(),
        };
        drawing.push(format!(r#"<g class="candidate" data-candidate="{number} {mv}">{marks}</g>"#));
    }
    drawing.into_iter().rev().collect()
}

/// Draws a plate above each village: the share of the games that were won after placing there, and how many games that is. The bar below
/// says how often it was chosen.
fn setup_drawing(turn: &SetupTurn, hovered: Option<Village>, size: MarkSize) -> String {
    let plate = |(village, results): &(Village, PlacementResults)| {
        let centre = scene::village_centre(*village);
        let class = match turn.compare(results) {
            Ordering::Greater => "better",
            Ordering::Less => "worse",
            Ordering::Equal => "usual",
        };
        let hovered = if hovered == Some(*village) { " hovered" } else { "" };
        let (y, scale) = match size {
            MarkSize::Regular => (centre.y - 104.0, 1.0),
            MarkSize::Large => (centre.y - 108.0, 1.3),
        };
        let (won, bar) = ((results.win_share() * 100.0).round(), turn.chosen_share(results) * 96.0);
        let games = short_count(results.games);
        format!(
            r#"<g class="setup-plate {class}{hovered}" data-setup="{village}" transform="translate({:.1} {y:.1}) scale({scale})"><rect x="-60" y="-18" width="120" height="36" rx="12"/><text x="0" y="6" font-size="22">{won}%<tspan class="lesser" font-size="16" dx="5">{games}</tspan></text><path class="setup-bar" d="M-48 12.5h96"/><path class="setup-bar full" d="M-48 12.5h{bar:.1}"/></g>"#,
            centre.x
        )
    };
    turn.villages.iter().map(plate).collect()
}

/// `950`, `1.2k`, `12k`.
fn short_count(number: u32) -> String {
    match number {
        0..1000 => number.to_string(),
        1000..10_000 => format!("{:.1}k", f64::from(number) / 1000.0),
        _ => format!("{}k", number / 1000),
    }
}
