//! The preview of a journey before it is confirmed.

use leptos::prelude::*;
use shangrila_i18n::{Words, capitalise};
use shangrila_rules::{Clan, Fate, Guild, JourneyReport, Stronger, Traveller};
use shangrila_scene::{self as scene, Icon};
use shangrila_table::wording;

use super::game::Game;
use super::panel::ConfirmButtons;
use crate::erased::click;
use crate::pictures::{clan_class, emblem_picture, icon_picture, tile_picture};
use crate::preferences::preferences;

/// The preview of the journey that waits for confirmation.
#[component]
pub(crate) fn JourneyPanel() -> impl IntoView {
    let game = expect_context::<Game>();
    let preferences = preferences();
    let turn_around = move || {
        game.reversed_journey().map(|mv| {
            view! {
                <button type="button" class="round" data-do="other-way"
                    aria-label=preferences.words().table.reverse_direction title=preferences.words().table.reverse_direction
                    on:click=click(move || game.propose(mv))>
                    {icon_picture(Icon::Swap)}
                </button>
            }
        })
    };
    view! {
        <header class="turn">
            <div>
                <h1>
                    {move || game.preview().map(|report| {
                        let (from, to) = (wording::village(report.from), wording::village(report.to));
                        preferences.words().table.journey_title(from, to)
                    })}
                </h1>
            </div>
            {turn_around}
        </header>
        // Focusable, because nothing inside is: the keyboard can then scroll it.
        <div class="panel-scroll" tabindex="0" data-preview="">
            {move || game.preview().map(|report| preview(preferences.words(), report, game))}
        </div>
        <ConfirmButtons label=Signal::derive(move || preferences.words().table.send)/>
    }
}

/// Shows the whole report: strengths, fates, scores, returned tiles, bridge and stones.
fn preview(words: &'static Words, report: JourneyReport, game: Game) -> impl IntoView {
    let side = |village, strength: shangrila_rules::Strength| {
        view! {
            <div>
                <b>{strength.tiles}<small>" · "{strength.masters}</small></b>
                <span>{words.table.strength_of(wording::village(village))}</span>
            </div>
        }
    };
    let travellers = report.students.iter().filter_map(|(guild, student)| student.map(|student| (guild, student)));
    let seats = game.session.with_untracked(|session| session.position().seats());
    let lines = game.session.with_untracked(|session| wording::journey_words(words, session.position(), &report));
    view! {
        <div class="compare" class:strong=report.stronger == Stronger::Origin>
            {side(report.from, report.origin)}
            <strong>{wording::strength_sign(&report)}</strong>
            {side(report.to, report.destination)}
        </div>
        <p class="quiet">{lines.first().cloned()}</p>
        <ul class="fates">
            {travellers.map(|(guild, student)| fate_line(words, guild, student)).collect_view()}
        </ul>
        <ul class="changes">
            {seats.iter().map(|clan| score_change(words, report, clan)).collect_view()}
        </ul>
        {returned(words, report)}
        <ul class="then">
            <li>{icon_picture(Icon::BrokenBridge)} {words.table.bridge_breaks}</li>
            {report.stones.into_iter().map(|village| view! {
                <li>{icon_picture(Icon::Stone)} {words.table.at_peace(wording::village(village))}</li>
            }).collect_view()}
            {report.ends_game.then(|| view! { <li>{icon_picture(Icon::Crown)} {words.journey.ends_game}</li> })}
        </ul>
    }
}

fn fate_line(words: &'static Words, guild: Guild, student: Traveller) -> impl IntoView {
    let who = format!("{} {}", words.guilds[guild as usize].name, in_brackets(words, student.clan));
    let table = &words.table;
    let text = match student.fate {
        Fate::BecomesMaster => table.takes_empty.to_string(),
        Fate::JoinsOwnMaster => table.joins_own.to_string(),
        Fate::DrivesOut { clan, tiles: 1 } => table.drives_out(wording::clan(words, clan)),
        Fate::DrivesOut { clan, .. } => table.drives_out_both(wording::clan(words, clan)),
        Fate::Bounces(shangrila_rules::Bounce::OwnMasterHasStudent) => table.no_room.to_string(),
        Fate::Bounces(shangrila_rules::Bounce::OriginNotStronger { occupant }) => {
            table.occupied(wording::clan(words, occupant))
        }
    };
    view! {
        <li>
            {tile_picture(student.clan, guild, false)}
            <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" inner_html=scene::fate_mark(student.fate)></svg>
            <div><b>{who}</b><span>{text}</span></div>
        </li>
    }
}

fn in_brackets(words: &Words, clan: Clan) -> String {
    format!("({})", wording::colour(words, clan))
}

fn score_change(words: &'static Words, report: JourneyReport, clan: Clan) -> impl IntoView {
    let (before, after) = (report.scores.before[clan].masters, report.scores.after[clan].masters);
    let name = words.clans[clan as usize].name;
    view! {
        <li class=clan_class(clan) class:up={after > before} class:down={after < before} data-change=format!("{before} {after}")>
            {emblem_picture(clan)}
            <span class="visually-hidden">{name}</span>
            <span>{before} {(after != before).then(|| view! { " → "<b>{after}</b> })}</span>
        </li>
    }
}

/// The tiles that return to their supplies, clan by clan.
fn returned(words: &'static Words, report: JourneyReport) -> impl IntoView {
    let back = |clan: Clan| {
        let (before, after) = (&report.supplies.before[clan], &report.supplies.after[clan]);
        let more = before.iter().map(|(guild, &had)| (guild, after[guild].saturating_sub(had)));
        let tiles: Vec<(Guild, usize)> = more.filter(|&(_, back)| back > 0).collect();
        (!tiles.is_empty()).then_some((clan, tiles))
    };
    let all: Vec<(Clan, Vec<(Guild, usize)>)> = Clan::ALL.into_iter().filter_map(back).collect();
    (!all.is_empty()).then(|| {
        view! {
            <h3 class="label">{words.table.back_to_supply}</h3>
            {all.into_iter().map(|(clan, tiles)| view! {
                <p class="returned">
                    {tiles.iter().flat_map(|&(guild, count)| (0..count).map(move |_| tile_picture(clan, guild, false))).collect_view()}
                    <span>{capitalise(wording::colour(words, clan))}</span>
                </p>
            }).collect_view()}
        }
    })
}
