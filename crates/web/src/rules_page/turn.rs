//! The chapters about a turn: the three actions, strength, the fates of students, bridges.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_rules::{Bounce, Clan, Fate};
use shangrila_scene::{self as scene, Icon};

use super::anchors::{self, paragraph};
use super::example::{ExampleFigure, FROM_STRONGER, FROM_WEAKER, PEACE, PLACING, RECRUITING, TRIALS};
use crate::pictures::{emblem_picture, icon_picture};

/// The three actions. Examples of journeys come later, once strength is explained.
pub(super) fn turn(words: &'static Words) -> AnyView {
    let rules = &words.rules;
    let trial = |(clan, mv): (Clan, &'static str)| {
        let (icon, class, text) = match PLACING.trial(words, clan, mv) {
            Ok(text) => (Icon::Check, "can", text),
            Err(text) => (Icon::Close, "cannot", text),
        };
        view! { <li class=class>{emblem_picture(clan)} {icon_picture(icon)} <span>{text}</span></li> }
    };
    view! {
        {paragraph(anchors::TURN, rules.turn)}
        <h3>{icon_picture(Icon::Place)} {rules.place_title}</h3>
        {paragraph(anchors::PLACE, rules.place)}
        <ExampleFigure words example=&PLACING>
            <ul class="verdicts">{TRIALS.map(trial).collect_view()}</ul>
        </ExampleFigure>
        <h3>{icon_picture(Icon::Recruit)} {rules.recruit_title}</h3>
        {paragraph(anchors::RECRUIT, rules.recruit)}
        <ExampleFigure words example=&RECRUITING/>
        <h3>{icon_picture(Icon::Journey)} {rules.journey_title}</h3>
        {paragraph(anchors::JOURNEY, rules.journey)}
    }
    .into_any()
}

/// Which of two villages is stronger. Each line shows tiles and masters of both villages.
pub(super) fn strength(words: &'static Words) -> AnyView {
    let rules = &words.rules;
    let line = |origin: (u8, u8), sign: &'static str, destination: (u8, u8), text: &'static str| {
        let side = |(tiles, masters): (u8, u8)| view! { <b>{tiles}<small>"·"{masters}</small></b> };
        view! {
            <li>
                <span class="scales" aria-hidden="true">{side(origin)} <i>{sign}</i> {side(destination)}</span>
                <span>{text}</span>
            </li>
        }
    };
    view! {
        {paragraph(anchors::STRENGTH, rules.strength)}
        <ol class="strengths">
            {line((8, 5), ">", (5, 4), rules.strength_tiles)}
            {line((7, 5), ">", (7, 4), rules.strength_masters)}
            {line((7, 5), "=", (7, 5), rules.strength_tie)}
        </ol>
    }
    .into_any()
}

/// The four fates of a student with their marks, then a journey from the stronger and one from the weaker village.
pub(super) fn fates(words: &'static Words) -> AnyView {
    let rules = &words.rules;
    let fate = |fate: Fate, name: &'static str, when: &'static str| {
        view! {
            <li>
                <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" inner_html=scene::fate_mark(fate)></svg>
                <div><b>{name}</b><p>{when}</p></div>
            </li>
        }
    };
    view! {
        {paragraph(anchors::FATES, rules.fates)}
        <ul class="four-fates">
            {fate(Fate::BecomesMaster, rules.fate_master, rules.fate_master_when)}
            {fate(Fate::JoinsOwnMaster, rules.fate_student, rules.fate_student_when)}
            {fate(Fate::DrivesOut { clan: Clan::Red, tiles: 1 }, rules.fate_drive, rules.fate_drive_when)}
            {fate(Fate::Bounces(Bounce::OwnMasterHasStudent), rules.fate_back, rules.fate_back_when)}
        </ul>
        <h3>{rules.from_stronger}</h3>
        <ExampleFigure words example=&FROM_STRONGER/>
        <h3>{rules.from_weaker}</h3>
        <p><b>{rules.weaker_question}</b> {rules.weaker_answer}</p>
        <ExampleFigure words example=&FROM_WEAKER/>
    }
    .into_any()
}

/// Breaking bridges, and stones.
pub(super) fn bridges(words: &'static Words) -> AnyView {
    view! {
        {paragraph(anchors::BRIDGES, words.rules.bridges)}
        <ExampleFigure words example=&PEACE/>
    }
    .into_any()
}
