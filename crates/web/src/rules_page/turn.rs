//! What one does in a turn, and what comes of a journey.

use leptos::prelude::*;
use shangrila_i18n::Words;
use shangrila_rules::{Bounce, Clan, Fate};
use shangrila_scene::{self as scene, Icon};

use super::example::{FROM_STRONGER, FROM_WEAKER, PEACE, PLACING, RECRUITING, Shown, TRIALS};
use crate::pictures::{emblem_picture, icon_picture};

/// The three things one can do.
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
        <p>{rules.turn}</p>
        <h3>{icon_picture(Icon::Place)} {rules.place_title}</h3>
        <p>{rules.place}</p>
        <Shown words example=&PLACING>
            <ul class="verdicts">{TRIALS.map(trial).collect_view()}</ul>
        </Shown>
        <h3>{icon_picture(Icon::Recruit)} {rules.recruit_title}</h3>
        <p>{rules.recruit}</p>
        <Shown words example=&RECRUITING/>
        <h3>{icon_picture(Icon::Journey)} {rules.journey_title}</h3>
        <p>{rules.journey}</p>
        <h4>{rules.from_stronger}</h4>
        <Shown words example=&FROM_STRONGER/>
        <h4>{rules.from_weaker}</h4>
        <Shown words example=&FROM_WEAKER/>
    }
    .into_any()
}

/// Which of two villages is stronger. Each line has two villages, tiles and masters, as a sign.
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
        <p>{rules.strength}</p>
        <ol class="strengths">
            {line((8, 5), ">", (5, 4), rules.strength_tiles)}
            {line((7, 5), ">", (7, 4), rules.strength_masters)}
            {line((7, 5), "<", (7, 5), rules.strength_tie)}
        </ol>
    }
    .into_any()
}

/// The four fates of a student, with their marks.
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
        <p>{rules.fates}</p>
        <ul class="four-fates">
            {fate(Fate::BecomesMaster, rules.fate_master, rules.fate_master_when)}
            {fate(Fate::JoinsOwnMaster, rules.fate_student, rules.fate_student_when)}
            {fate(Fate::DrivesOut { clan: Clan::Red, tiles: 1 }, rules.fate_drive, rules.fate_drive_when)}
            {fate(Fate::Bounces(Bounce::OwnMasterHasStudent), rules.fate_back, rules.fate_back_when)}
        </ul>
    }
    .into_any()
}

/// Bridges that break, and stones.
pub(super) fn bridges(words: &'static Words) -> AnyView {
    view! {
        <p>{words.rules.bridges}</p>
        <Shown words example=&PEACE/>
    }
    .into_any()
}
